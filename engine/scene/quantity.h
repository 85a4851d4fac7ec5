// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sparse/core/result.h"

namespace starling::engine {

/// What a number of a scene measures.
enum class Dimension : std::uint8_t { none, length, speed, time, rate, angle };

/// The numbers that a key accepts, in the default unit of its dimension.
struct Range {
    double min = 0;
    double max = 0;
    bool open_min = false;  ///< min itself is outside.
    bool open_max = false;
    bool even = false;  ///< Whole numbers only: multiples of two.

    bool holds(double value) const {
        return (open_min ? value > min : value >= min) && (open_max ? value < max : value <= max);
    }
    /// For whole numbers, exact where a double is not; both ends are inside.
    bool holds(std::uint64_t value) const {
        return static_cast<double>(value) >= min && (!even || value % 2 == 0) &&
               (max >= 0x1p64 || value <= static_cast<std::uint64_t>(max));
    }
};

/// "px", "s", …; empty for Dimension::none. The unit of numbers without one and of the Scene.
std::string_view default_unit(Dimension dimension);

/// "a length in px", "a time in s or ms", …: what to write, for messages.
std::string expectation(Dimension dimension);

/// "at least 0 and less than 1", "from 1 px to 100 px", …
std::string describe(const Range& range, Dimension dimension);

/// Reads "180 px/s", "3 px/frame", "1/60 s" (times only), "0.5", … in any C locale. px/frame counts
/// frames of `frame_rate` Hz. The result is finite; errors say what was expected and found.
Result<double> parse_quantity(std::string_view text, Dimension dimension, double frame_rate);

/// Reads a whole number from 0 to 2^64 - 1: digits, spaces around them, nothing else.
std::optional<std::uint64_t> parse_whole(std::string_view text);

/// The shortest text that parse_quantity() reads back as the same value, with its unit.
std::string format_quantity(double value, Dimension dimension);
std::string format_quantity(float value, Dimension dimension);

/// The units and what they measure, a line each, for people.
std::string describe_units();

}  // namespace starling::engine
