// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "sparse/core/macros.h"
#include "sparse/core/types.h"

namespace starling::sparse {

/// Index of the lowest set bit; `word` is not 0.
STARLING_HD inline int lowest_bit(u64 word) {
    return std::countr_zero(word);
}

/// Number of set bits.
STARLING_HD inline int count_bits(u64 word) {
    return std::popcount(word);
}

/// Whether `value` is 1, 2, 4, …
STARLING_HD inline bool is_power_of_two(u64 value) {
    return value != 0 && (value & (value - 1)) == 0;
}

/// Floor of the base-2 logarithm; `value` is not 0.
STARLING_HD inline int log2_floor(u64 value) {
    return 63 - std::countl_zero(value);
}

/// Words of 64 bits that hold `bits` bits.
STARLING_HD constexpr u64 mask_words(u64 bits) {
    return (bits + 63) / 64;
}

/// The smallest multiple of `step` that is not below `value`.
STARLING_HD constexpr u64 round_up(u64 value, u64 step) {
    return (value + step - 1) / step * step;
}

}  // namespace starling::sparse
