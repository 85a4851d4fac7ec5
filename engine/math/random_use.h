// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace starling::engine {

/// What a random number is for; keeps the streams of one agent and step apart.
enum class RandomUse : std::uint32_t { initial = 0, wander = 1 };

// Constants of Philox4x32-10; see philox.h.
inline constexpr int kPhiloxRounds = 10;
inline constexpr std::uint32_t kPhiloxFactor0 = 0xD2511F53u, kPhiloxFactor1 = 0xCD9E8D57u;
inline constexpr std::uint32_t kPhiloxWeyl0 = 0x9E3779B9u, kPhiloxWeyl1 = 0xBB67AE85u;

}  // namespace starling::engine
