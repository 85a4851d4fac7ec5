// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/math/philox.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace starling::engine {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Known answers of Random123, the authors' own implementation (kat_vectors, philox4x32 10).
TEST(Philox, GivesTheKnownAnswersOfItsAuthors) {
    constexpr std::uint32_t kOnes = 0xffffffffu;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
              (Words{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
    EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
              (Words{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
    EXPECT_EQ(
        philox({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}),
        (Words{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

TEST(Philox, UnitFloatsLieStrictlyBetweenZeroAndOne) {
    EXPECT_GT(unit_float(0), 0.0f);
    EXPECT_LT(unit_float(0xffffffffu), 1.0f);
    double sum = 0, squares = 0;
    constexpr std::uint32_t kCount = 100000;
    for (std::uint32_t k = 0; k < kCount; ++k) {
        const float u = unit_float(philox({k, 0, 0, 0}, {7, 0})[k % 4]);
        ASSERT_GT(u, 0.0f);
        ASSERT_LT(u, 1.0f);
        sum += u;
        squares += static_cast<double>(u) * u;
    }
    // Four standard errors of the mean and of the second moment of a uniform number.
    EXPECT_NEAR(sum / kCount, 0.5, 4 * std::sqrt(1.0 / 12 / kCount));
    EXPECT_NEAR(squares / kCount, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / kCount));
}

TEST(Philox, EveryUseSpeciesAgentStepAndSeedHasAStreamOfItsOwn) {
    std::set<Words> seen;
    std::size_t drawn = 0;
    const std::uint64_t steps[] = {0, 1, 2, 0xffffffffu, std::uint64_t{1} << 32};
    const std::uint64_t seeds[] = {0, 1, std::uint64_t{1} << 32};
    for (const std::uint64_t seed : seeds)
        for (const std::uint64_t step : steps)
            for (const RandomUse use : {RandomUse::initial, RandomUse::wander})
                for (std::uint32_t species = 0; species < 2; ++species)
                    for (std::uint32_t id = 0; id < 300; ++id, ++drawn)
                        seen.insert(random_words(seed, species, id, step, use));
    EXPECT_EQ(seen.size(), drawn);
}

TEST(Philox, TheSameArgumentsGiveTheSameWords) {
    EXPECT_EQ(random_words(9, 1, 5, 77, RandomUse::wander),
              random_words(9, 1, 5, 77, RandomUse::wander));
}

}  // namespace
}  // namespace starling::engine
