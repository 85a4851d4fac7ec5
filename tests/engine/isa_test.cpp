// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/isa.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/engine/test_world.h"

namespace starling::engine::test {
namespace {

/// Whether the system says that the processor has it.
bool has_flag(const std::string& flag) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags")) continue;
        std::istringstream words(line);
        for (std::string word; words >> word;)
            if (word == flag) return true;
        return false;
    }
    return false;
}

TEST(Isa, IsWhatTheProcessorHas) {
    const bool avx2 = has_flag("avx2") && has_flag("fma") && has_flag("bmi2");
    const bool avx512 = avx2 && has_flag("avx512f") && has_flag("avx512bw") &&
                        has_flag("avx512vl") && has_flag("avx512dq") && has_flag("avx512cd");
    EXPECT_TRUE(resolve_isa(Isa::sse).ok());
    EXPECT_EQ(resolve_isa(Isa::avx2).ok(), avx2);
    EXPECT_EQ(resolve_isa(Isa::avx512).ok(), avx512);
    const Result<Isa> best = resolve_isa(Isa::best);
    ASSERT_TRUE(best.ok());
    EXPECT_EQ(*best, avx512 ? Isa::avx512 : avx2 ? Isa::avx2 : Isa::sse);
}

TEST(Isa, OneThatTheProcessorLacksIsAnErrorThatNamesIt) {
    for (const Isa isa : {Isa::avx2, Isa::avx512}) {
        const Result<Isa> resolved = resolve_isa(isa);
        if (resolved.ok()) {
            EXPECT_EQ(*resolved, isa);
            continue;
        }
        EXPECT_TRUE(has(resolved.error().text, isa_name(isa))) << resolved.error().text;
        EXPECT_TRUE(has(resolved.error().text, "auto")) << resolved.error().text;
    }
}

TEST(Isa, HasNames) {
    EXPECT_STREQ(isa_name(Isa::best), "best");
    EXPECT_STREQ(isa_name(Isa::sse), "sse");
    EXPECT_STREQ(isa_name(Isa::avx2), "avx2");
    EXPECT_STREQ(isa_name(Isa::avx512), "avx512");
}

}  // namespace
}  // namespace starling::engine::test
