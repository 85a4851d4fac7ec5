// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/boids/neighbour_grid.h"
#include "engine/scene/scene.h"

namespace starling::engine::test {

/// What the model says of one agent's next state, in double precision by brute force.
struct Expected {
    double heading = 0, wander = 0;
    /// A comparison of the model is too close to call in single precision: a distance at a
    /// cut-off, a position at a cell's border, a random number at the flip's chance.
    bool ambiguous = false;
    /// A direction that counts is that of a tiny vector or lies opposite to the heading.
    bool ill_conditioned = false;
    /// Which terms turned the agent.
    bool border = false, group = false, align = false, flee = false, chase = false;
};

/// The flocking model as the specification states it, on its own: no code of the engine but the
/// random words. `steps` = steps done before.
Expected expected_pigeon(const Scene& scene, std::uint64_t steps, const AgentColumns& pigeons,
                         const AgentColumns& predators, std::size_t row);
Expected expected_predator(const Scene& scene, std::uint64_t steps, const AgentColumns& pigeons,
                           const AgentColumns& predators, std::size_t row);

/// Difference of two angles, 0 … pi.
double angle_between(double a, double b);

}  // namespace starling::engine::test
