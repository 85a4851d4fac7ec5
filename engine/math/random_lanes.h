// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The random numbers of philox.h for sixteen agents at once.

#include "engine/math/lanes.h"
#include "engine/math/random_use.h"

namespace starling::engine {
namespace {  // NOLINT: see lanes.h

/// Four random words a lane.
struct RandomLanes {
    LanesI word[4];
};

/// random_words() of sixteen ids.
STARLING_LANE RandomLanes random_lanes(std::uint64_t seed, std::uint32_t species, const LanesI& ids,
                                       std::uint64_t step, RandomUse use) {
    const auto word = [](std::uint64_t value) {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    };
    LanesI c0 = ids, c1 = splat_int(word(species | static_cast<std::uint32_t>(use) << 8));
    LanesI c2 = splat_int(word(step)), c3 = splat_int(word(step >> 32));
    std::uint32_t key0 = static_cast<std::uint32_t>(seed);
    std::uint32_t key1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < kPhiloxRounds; ++round) {
        const WideProduct a = multiply_wide(c0, kPhiloxFactor0);
        const WideProduct b = multiply_wide(c2, kPhiloxFactor1);
        c0 = b.high ^ c1 ^ word(key0);
        c1 = b.low;
        c2 = a.high ^ c3 ^ word(key1);
        c3 = a.low;
        key0 += kPhiloxWeyl0;
        key1 += kPhiloxWeyl1;
    }
    return {{c0, c1, c2, c3}};
}

/// unit_float() of sixteen words.
STARLING_LANE Lanes unit_lanes(const LanesI& words) {
    return (to_float((words >> 9) & 0x007fffff) + 0.5f) * (1.0f / 8388608.0f);
}

}  // namespace
}  // namespace starling::engine
