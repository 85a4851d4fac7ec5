// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/boids/neighbour_grid.h"

namespace starling::engine {

/// Order parameters of a flock at one moment.
struct FlockMetrics {
    double polarisation = 0;  ///< |sum v| / N, 0…1
    double rotation = 0;      ///< |sum r x v| / N about the centroid, 0…1
};

/// Polarisation and rotation, v and r unit vectors (Couzin et al. 2002; Tunstrom et al. 2013). Sums
/// run by id, so they do not depend on the order of rows. Zeros for an empty flock.
FlockMetrics flock_metrics(const AgentColumns& agents);

}  // namespace starling::engine
