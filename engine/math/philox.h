// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "engine/math/random_use.h"

namespace starling::engine {

/// Four random words from a counter and a key: Philox4x32-10 (Salmon, Moraes, Dror, Shaw:
/// "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011). No state: the same arguments give the
/// same words on any thread, in any order.
constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                              std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < kPhiloxRounds; ++round) {
        const std::uint64_t a = std::uint64_t{kPhiloxFactor0} * counter[0];
        const std::uint64_t b = std::uint64_t{kPhiloxFactor1} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(a)};
        key[0] += kPhiloxWeyl0;
        key[1] += kPhiloxWeyl1;
    }
    return counter;
}

/// A word as a float in (0, 1): the upper 23 bits, centred, so that neither end occurs.
constexpr float unit_float(std::uint32_t word) {
    return (static_cast<float>(word >> 9) + 0.5f) * (1.0f / 8388608.0f);
}

/// The words of one agent at one step.
constexpr std::array<std::uint32_t, 4> random_words(std::uint64_t seed, std::uint32_t species,
                                                    std::uint32_t id, std::uint64_t step,
                                                    RandomUse use) {
    return philox({id, species | static_cast<std::uint32_t>(use) << 8,
                   static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32)},
                  {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
}

}  // namespace starling::engine
