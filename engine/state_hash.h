// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/boids/neighbour_grid.h"

namespace starling::engine {

/// XXH3-64 over seed, step count, and all state of the agents, pigeons first, by id: independent
/// of the order of rows.
std::uint64_t state_hash(std::uint64_t seed, std::uint64_t step, const AgentColumns& pigeons,
                         const AgentColumns& predators);

}  // namespace starling::engine
