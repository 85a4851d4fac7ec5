// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/boids/flock_constants.h"
#include "engine/boids/neighbour_grid.h"
#include "engine/boids/tile.h"

namespace starling::engine {

/// Up to kLanes agents that wait to be moved together: where they are, and the sums over what
/// each one sees. Lanes do not mix, so it does not matter which agents share a batch.
struct AgentBatch {
    int count = 0;
    std::uint32_t index[kLanes];            ///< Row of the columns.
    alignas(64) float weight[kLanes] = {};  ///< Sum of the neighbours' weights.
    alignas(64) float align_x[kLanes] = {}, align_y[kLanes] = {};    ///< Weighted headings.
    alignas(64) float centre_x[kLanes] = {}, centre_y[kLanes] = {};  ///< Weighted offsets to them.
    alignas(64) float away_x[kLanes] = {}, away_y[kLanes] = {};      ///< Weighted offsets from
                                                                     ///< predators.
    alignas(64) float target_x[kLanes] = {}, target_y[kLanes] = {};  ///< Offset to the prey.
};

/// What one worker needs while it moves agents. Kept between steps.
struct FlockScratch {
    Tile tile;
    AgentBatch batch;
    std::vector<float> near_x, near_y;  ///< Predators around the cell, padded to kLanes.
    std::uint32_t near_count = 0;
    std::uint64_t candidates = 0;
    std::uint32_t bad_row = 0xffffffffu;  ///< A row whose new state is not finite.
};

/// One step's input and output. Old columns are read, new ones written, row by row.
struct FlockStep {
    const FlockConstants* constants;
    std::uint64_t step;  ///< Steps done before this one; keys the random numbers.
    const AgentColumns* old_state;
    AgentColumns* new_state;
    float* crowd;  ///< Pigeons: sum of neighbour weights by row; or null.
};

/// The hot code, compiled once an instruction set; all give the same bits.
struct FlockKernels {
    const char* name;

    /// Sums over the tile for the pigeons [begin, end) of it, appended to the scratch's batch,
    /// which is moved whenever it is full.
    void (*gather_pigeons)(const FlockStep&, std::uint32_t begin, std::uint32_t end, FlockScratch&);
    /// Moves the batch's pigeons or predators and empties it.
    void (*move_pigeons)(const FlockStep&, FlockScratch&);
    void (*move_predators)(const FlockStep&, FlockScratch&);
    /// dir_x and dir_y of all agents from their headings.
    void (*set_directions)(AgentColumns&);
};

extern const FlockKernels kFlockKernelsSse, kFlockKernelsAvx2, kFlockKernelsAvx512;

}  // namespace starling::engine
