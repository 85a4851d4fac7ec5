// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/math/random_lanes.h"

#include <gtest/gtest.h>

#include "engine/math/philox.h"

namespace starling::engine {
namespace {

TEST(RandomLanes, AreTheWordsOfEachId) {
    for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{0xfedcba9876543210}})
        for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{0x123456789a}})
            for (const std::uint32_t first : {0u, 1000u, 0xfffffff0u}) {
                std::uint32_t ids[16];
                for (std::uint32_t l = 0; l < 16; ++l) ids[l] = first + l;
                const RandomLanes random =
                    random_lanes(seed, 1, load_int(ids), step, RandomUse::wander);
                for (int w = 0; w < 4; ++w) {
                    std::int32_t words[16];
                    float units[16];
                    store_int(words, random.word[w]);
                    store(units, unit_lanes(random.word[w]));
                    for (int l = 0; l < 16; ++l) {
                        const std::uint32_t expected = random_words(
                            seed, 1, ids[l], step, RandomUse::wander)[static_cast<std::size_t>(w)];
                        ASSERT_EQ(static_cast<std::uint32_t>(words[l]), expected);
                        ASSERT_EQ(units[l], unit_float(expected));
                    }
                }
            }
}

}  // namespace
}  // namespace starling::engine
