// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/boids/neighbour_grid.h"
#include "engine/world.h"

namespace starling::engine {

/// Polarisation |sum v| / N and rotation |sum r x v| / N about the centroid, v and r unit vectors
/// (Couzin et al. 2002; Tunstrom et al. 2013). Sums run by id, so they do not depend on the order
/// of rows. Zeros for an empty flock; time and speed are left to the caller.
FlockMetrics flock_metrics(const AgentColumns& agents);

}  // namespace starling::engine
