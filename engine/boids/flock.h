// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/boids/flock_constants.h"
#include "engine/boids/kernel.h"
#include "engine/boids/neighbour_grid.h"
#include "engine/world.h"

namespace starling::engine {

/// What one worker needs while it moves agents. Kept between steps.
struct FlockScratch {
    Tile tile;
    AgentBatch batch;
    std::vector<float> near_x, near_y;  ///< Predators around the cell, padded to kLanes.
    std::uint64_t candidates = 0;
};

/// Pigeons and predators and the rules they move by. Everything a step writes is a function of
/// what it read: old state in, new state out, so neither threads nor storage order show.
/// Threads: one caller; a step runs on the executor's workers.
class Flock {
 public:
    /// Places the agents by the scene's seed. `grid` finds pigeons; its edge is the mate radius.
    Flock(const Scene& scene, std::unique_ptr<NeighbourGrid> grid, const FlockKernels& kernels,
          sparse::Executor& executor);

    /// One time step. On an error the agents are as before it.
    Result<StepReport> step();

    std::uint64_t steps() const { return steps_; }
    const AgentColumns& pigeons() const { return pigeons_; }
    const AgentColumns& predators() const { return predators_; }
    const NeighbourGrid& grid() const { return *grid_; }

    /// Sum of neighbour weights that each pigeon, row by row, saw in the last step: how crowded it
    /// is. Zeros before the first.
    const std::vector<float>& crowd() const { return crowd_; }

    /// Replaces the state, to start from a given one. Ids must be 0 … n-1, each once.
    void set_state(AgentColumns pigeons, const AgentColumns& predators);

 private:
    void move_pigeons(StepReport& report);
    void move_predators();
    std::uint32_t find_predators_near(const CellSpan& cell, FlockScratch& scratch) const;
    void find_prey(std::uint32_t predator, FlockScratch& scratch) const;
    Status check_finite(std::uint32_t species) const;

    FlockConstants constants_;
    std::unique_ptr<NeighbourGrid> grid_;
    const FlockKernels* kernels_;
    sparse::Executor* executor_;
    AgentColumns pigeons_, new_pigeons_, predators_, new_predators_;
    std::vector<float> crowd_;
    std::vector<FlockScratch> scratch_;  // one a worker
    std::uint64_t steps_ = 0;
};

}  // namespace starling::engine
