// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <initializer_list>
#include <limits>
#include <vector>

#include "sparse/core/types.h"

namespace starling::sparse {

/// One size, given as an integer of any type. What 64 signed bits do not hold becomes the largest
/// number that they do, which every declaration refuses.
class Size {
 public:
    template <std::integral I>
    requires(!std::same_as<I, bool>) constexpr Size(I value) : value_(saturated(value)) {}

    constexpr i64 value() const { return value_; }

 private:
    template <class I>
    static constexpr i64 saturated(I value) {
        if constexpr (std::unsigned_integral<I> && sizeof(I) >= sizeof(i64))
            if (value > static_cast<I>(std::numeric_limits<i64>::max()))
                return std::numeric_limits<i64>::max();
        return static_cast<i64>(value);
    }

    i64 value_;
};

/// Sizes of an SNode: one for all axes, or one an axis, as integers of any type: {4}, {4, 8}, or a
/// vector.
class Sizes {
 public:
    Sizes() = default;
    Sizes(std::initializer_list<Size> list) {
        for (const Size size : list) list_.push_back(size.value());
    }
    template <std::integral I>
    Sizes(const std::vector<I>& list) {
        for (const I size : list) list_.push_back(Size(size).value());
    }

    const std::vector<i64>& list() const { return list_; }

 private:
    std::vector<i64> list_;
};

}  // namespace starling::sparse
