// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/quantity.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <system_error>
#include <vector>

#include "engine/scene/problems.h"

namespace starling::engine {
namespace {

struct DimensionName {
    Dimension dimension;
    std::string_view name;
};
constexpr std::array kDimensions{
    DimensionName{Dimension::none, "a plain number"}, DimensionName{Dimension::length, "a length"},
    DimensionName{Dimension::speed, "a speed"},       DimensionName{Dimension::time, "a time"},
    DimensionName{Dimension::rate, "a rate"},         DimensionName{Dimension::angle, "an angle"},
};

struct Unit {
    std::string_view name;
    Dimension dimension;
    double scale;            ///< Default units in one of these.
    bool per_frame = false;  ///< To be multiplied by the frame rate as well.
    std::string_view meaning = {};
};
/// The first of a dimension is its default.
constexpr std::array kUnits{
    Unit{"px", Dimension::length, 1, false, "world units; a domain of 1040 px is 1040 wide"},
    Unit{"px/s", Dimension::speed, 1, false, "world units a second of simulated time"},
    Unit{"px/frame", Dimension::speed, 1, true, "world units a frame of flock.reference_rate"},
    Unit{"s", Dimension::time, 1, false, "seconds of simulated time; fractions such as 1/60 s too"},
    Unit{"ms", Dimension::time, 1e-3, false, "thousandths of a second"},
    Unit{"Hz", Dimension::rate, 1, false, "frames a second"},
    Unit{"rad", Dimension::angle, 1, false, "radians"},
    Unit{"deg", Dimension::angle, std::numbers::pi / 180, false, "degrees"},
};

std::string_view name_of(Dimension dimension) {
    for (const DimensionName& entry : kDimensions) {
        if (entry.dimension == dimension) return entry.name;
    }
    return {};
}

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

/// Takes a number off the front of `text`. Infinite when it is too large for a double.
bool take_number(std::string_view& text, double& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::invalid_argument) return false;
    if (code == std::errc::result_out_of_range) value = HUGE_VAL;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

template <class Number>
std::string with_unit(Number value, Dimension dimension) {
    const std::string_view unit = default_unit(dimension);
    return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

}  // namespace

std::string_view default_unit(Dimension dimension) {
    for (const Unit& unit : kUnits) {
        if (unit.dimension == dimension) return unit.name;
    }
    return {};
}

std::string expectation(Dimension dimension) {
    std::vector<std::string> units;
    for (const Unit& unit : kUnits) {
        if (unit.dimension == dimension) units.emplace_back(unit.name);
    }
    const std::string name(name_of(dimension));
    return units.empty() ? name : name + " in " + joined(units, " or ");
}

std::string describe(const Range& range, Dimension dimension) {
    const std::string min = with_unit(range.min, dimension);
    // 2^64, the one bound that a double cannot tell from the largest whole number below it.
    const std::string max = range.max == 0x1p64
                                ? fmt::format("{}", std::numeric_limits<std::uint64_t>::max())
                                : with_unit(range.max, dimension);
    if (!range.open_min && !range.open_max) {
        return fmt::format("{}from {} to {}", range.even ? "even, " : "", min, max);
    }
    return fmt::format("{} {} and {} {}", range.open_min ? "more than" : "at least", min,
                       range.open_max ? "less than" : "at most", max);
}

Result<double> parse_quantity(std::string_view text, Dimension dimension, double frame_rate) {
    const auto failed = [&](std::string_view hint) {
        return Error{fmt::format("expected {}, found {}{}{}", expectation(dimension), quote(text),
                                 hint.empty() ? "" : "; ", hint)};
    };
    std::string_view rest = trimmed(text);
    double value = 0;
    if (!take_number(rest, value)) return failed("");
    if (rest.size() > 1 && rest[0] == ',' && rest[1] >= '0' && rest[1] <= '9') {
        return failed("use a point, not a comma: 0.5");
    }
    if (dimension == Dimension::time && rest.starts_with('/')) {
        rest.remove_prefix(1);
        double divisor = 0;
        if (!take_number(rest, divisor)) return failed("a fraction looks like 1/60 s");
        value /= divisor;
    }
    const std::string_view suffix = trimmed(rest);
    if (!suffix.empty()) {
        const Unit* unit = nullptr;
        for (const Unit& candidate : kUnits) {
            if (candidate.name == suffix) unit = &candidate;
        }
        if (unit == nullptr) return failed(quote(suffix) + " is not a unit of a scene");
        if (unit->dimension != dimension) {
            return failed(fmt::format("{} measures {}", suffix, name_of(unit->dimension)));
        }
        value *= unit->per_frame ? unit->scale * frame_rate : unit->scale;
    }
    if (!std::isfinite(value)) return failed("the value must be finite");
    return value;
}

std::optional<std::uint64_t> parse_whole(std::string_view text) {
    const std::string_view digits = trimmed(text);
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

std::string format_quantity(double value, Dimension dimension) {
    // 1/60 s says more than 0.016666666666666666 s and is the same number.
    const double divisor = std::round(1 / value);
    if (dimension == Dimension::time && divisor > 1 && divisor <= 1000 && 1 / divisor == value) {
        std::string fraction = fmt::format("1/{} s", divisor);
        std::string decimal = with_unit(value, dimension);
        return fraction.size() < decimal.size() ? fraction : decimal;
    }
    return with_unit(value, dimension);
}

std::string format_quantity(float value, Dimension dimension) {
    return with_unit(value, dimension);
}

std::string describe_units() {
    std::string out;
    for (const Unit& unit : kUnits) {
        out += fmt::format("  {:<9} {}: {}\n", unit.name, name_of(unit.dimension), unit.meaning);
    }
    return out;
}

}  // namespace starling::engine
