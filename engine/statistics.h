// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/system.h"
#include "engine/world.h"

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
std::vector<StatisticsColumn> statistics_columns(const World& world);

/// Today's numbers of a world, one a column. Takes a pass over the agents.
std::vector<double> statistics(const World& world);

/// The first metric of each system, for a line on a terminal: "polarisation 0.412, …". `values` are
/// statistics() of a world of the scene's systems.
std::string summarise(const Scene& scene, const std::vector<double>& values);

/// A number as its column has it: all digits of whole ones, nine of others, six of milliseconds.
std::string format_statistic(const StatisticsColumn& column, double value);

}  // namespace starling::engine
