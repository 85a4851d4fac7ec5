// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/system.h"

namespace starling::engine {

/// A column of the statistics of a run: one number a step.
struct StatisticsColumn {
    enum class Kind : std::uint8_t { whole, real, milliseconds };
    std::string name;  ///< "polarisation", "grid_ms"
    std::string unit;  ///< Empty = a plain number.
    std::string meaning;
    Kind kind = Kind::real;
};

/// The columns for worlds of these systems: step, time, then each system's metrics and phases.
std::vector<StatisticsColumn> statistics_columns(const SystemTable& systems);

/// The first metric of each system, for a line on a terminal: "polarisation 0.412, …". `values` are
/// a world's statistics.
std::string summarise(const SystemTable& systems, const std::vector<double>& values);

/// A number as its column has it: all digits of whole ones, nine of others, six of milliseconds.
std::string format_statistic(const StatisticsColumn& column, double value);

}  // namespace starling::engine
