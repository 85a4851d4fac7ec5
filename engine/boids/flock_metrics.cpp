// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/flock_metrics.h"

#include <cmath>
#include <vector>

namespace starling::engine {

FlockMetrics flock_metrics(const AgentColumns& agents) {
    FlockMetrics metrics;
    const std::size_t count = agents.size();
    if (count == 0) return metrics;
    std::vector<std::size_t> row_of(count);
    for (std::size_t row = 0; row < count; ++row) row_of[agents.id[row]] = row;
    double vx = 0, vy = 0, cx = 0, cy = 0;
    for (const std::size_t row : row_of) {
        vx += agents.dir_x[row], vy += agents.dir_y[row];
        cx += agents.x[row], cy += agents.y[row];
    }
    const double n = static_cast<double>(count);
    cx /= n, cy /= n;
    double spin = 0;
    for (const std::size_t row : row_of) {
        const double rx = agents.x[row] - cx, ry = agents.y[row] - cy;
        const double length = std::sqrt(rx * rx + ry * ry);
        if (length > 0) spin += (rx * agents.dir_y[row] - ry * agents.dir_x[row]) / length;
    }
    metrics.polarisation = std::sqrt(vx * vx + vy * vy) / n;
    metrics.rotation = std::abs(spin) / n;
    return metrics;
}

}  // namespace starling::engine
