// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/boids/kernel.h"
#include "engine/boids/neighbour_grid.h"
#include "engine/boids/params.h"
#include "engine/scene/scene.h"
#include "engine/system.h"

namespace starling::engine {

/// What one worker needs while it moves agents. Kept between steps.
struct FlockScratch {
    Tile tile;
    AgentBatch batch;
    std::vector<float> near_x, near_y;  ///< Predators around the cell, padded to kLanes.
    std::uint64_t candidates = 0;
};

/// What the last step of a flock did; wall clock in seconds.
struct FlockReport {
    double grid_seconds = 0;   ///< Building the neighbour grid.
    double flock_seconds = 0;  ///< Pigeons.
    double predator_seconds = 0;
    std::uint64_t candidates = 0;  ///< Pairs tested.
};

/// How crowded pigeons were: row by row the sum of the neighbour weights that one saw, and which
/// pigeon that was. A column of its own, for the pigeons' rows may be sorted anew since.
struct FlockCrowd {
    std::vector<float> weight;
    std::vector<std::uint32_t> id;
};

/// Pigeons and predators and the rules they move by. Everything a step writes is a function of
/// what it read: old state in, new state out, so neither threads nor storage order show.
/// Threads: one caller; a step runs on the executor's workers.
class Flock {
 public:
    /// Places the agents by the scene's seed. `grid` finds pigeons; its edge is the mate radius.
    Flock(const Scene& scene, std::unique_ptr<NeighbourGrid> grid, const FlockKernels& kernels,
          sparse::Executor& executor);

    /// Computes the agents at the end of the step that begins at `clock`. On an error today's
    /// agents are as before.
    Status step(const Clock& clock);
    /// Makes what step() computed today's agents.
    void commit();

    /// Takes over a scene's parameters; the neighbour grid is built anew where its cells change.
    /// After an error everything is as before.
    Status apply(const Scene& scene);
    /// Puts the pigeons on a neighbour grid of another layout; after an error the old one stays.
    Status relayout(const sparse::LayoutDesc& layout);

    const FlockReport& report() const { return report_; }
    const AgentColumns& pigeons() const { return pigeons_; }
    const AgentColumns& predators() const { return predators_; }
    const NeighbourGrid& grid() const { return *grid_; }

    /// Of the last step, each pigeon once; zeros before the first.
    const FlockCrowd& crowd() const { return crowd_; }

    /// Replaces the state, to start from a given one. Ids must be 0 … n-1, each once.
    void set_state(AgentColumns pigeons, const AgentColumns& predators);

 private:
    Status set_grid(const sparse::LayoutDesc& layout, const Domain& domain, double edge);
    void move_pigeons(std::uint64_t step);
    void move_predators(std::uint64_t step);
    std::uint32_t find_predators_near(const CellSpan& cell, FlockScratch& scratch) const;
    void find_prey(std::uint32_t predator, FlockScratch& scratch) const;
    Status check_finite(std::uint32_t species) const;

    FlockConstants constants_;
    Domain domain_;
    double edge_;  ///< px; of a grid cell, as the scene has it.
    std::unique_ptr<NeighbourGrid> grid_;
    const FlockKernels* kernels_;
    sparse::Executor* executor_;
    AgentColumns pigeons_, new_pigeons_, predators_, new_predators_;
    FlockCrowd crowd_, new_crowd_;
    std::vector<FlockScratch> scratch_;  // one a worker
    FlockReport report_, new_report_;
};

}  // namespace starling::engine
