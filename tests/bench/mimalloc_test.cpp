// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/mimalloc.h"

#include <gtest/gtest.h>

namespace starling::bench {
namespace {

TEST(Mimalloc, GivesZeroedMemoryAndTakesItBack) {
    const auto mimalloc = Mimalloc::load();
    if (!mimalloc) GTEST_SKIP() << "mimalloc is not installed";
    auto* const bytes = static_cast<unsigned char*>(mimalloc->zalloc(4096));
    ASSERT_NE(bytes, nullptr);
    for (int i = 0; i < 4096; ++i) ASSERT_EQ(bytes[i], 0);
    mimalloc->free(bytes);
}

}  // namespace
}  // namespace starling::bench
