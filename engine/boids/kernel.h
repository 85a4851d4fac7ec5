// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/boids/params.h"

namespace starling::engine {

// What the kernels see of the flock: plain pointers, since no function of another header may be
// compiled into their translation units (see engine/math/lanes.h).

/// Lanes of a batch; Tile's kLanes.
inline constexpr int kBatch = 16;
inline constexpr std::uint32_t kNobody = 0xffffffffu;

/// Columns of all agents of a species, old or new.
struct AgentRows {
    float *x, *y, *heading, *dir_x, *dir_y, *wander;
    const std::uint32_t* id;
};

/// A filled Tile, and the predators around its middle cell in id order; both padded with agents
/// that are far away.
struct Surroundings {
    std::uint32_t count;
    const float *x, *y, *dir_x, *dir_y;
    const std::uint32_t *id, *index;
    std::uint32_t predator_count;
    const float *predator_x, *predator_y;
};

/// Up to kBatch agents that wait to be moved together: where they are, and the sums over what
/// each one sees. Lanes do not mix, so it does not matter which agents share a batch. Lanes from
/// `count` on hold finite leftovers.
struct AgentBatch {
    int count = 0;
    std::uint32_t bad_id = kNobody;         ///< Lowest id whose new state was not finite.
    std::uint32_t index[kBatch] = {};       ///< Row of the columns.
    bool alarmed = false;                   ///< Some `away` may not be zero.
    alignas(64) float weight[kBatch] = {};  ///< Sum of the neighbours' weights.
    /// Sums an agent: weighted headings x, y; weighted offsets to the neighbours x, y.
    alignas(64) float sums[kBatch][4] = {};
    /// Weighted offsets from the predators.
    alignas(64) float away_x[kBatch] = {}, away_y[kBatch] = {};
    alignas(64) float target_x[kBatch] = {}, target_y[kBatch] = {};  ///< Offset to the prey.
};

/// One step's input and output. Old columns are read, new ones written, row by row.
struct FlockStep {
    const FlockConstants* constants;
    std::uint64_t step;  ///< Steps done before this one; keys the random numbers.
    AgentRows old_rows, new_rows;
    float* crowd;  ///< Pigeons: sum of neighbour weights by row; or null.
};

/// The hot code, compiled once an instruction set; all give the same bits.
struct FlockKernels {
    /// Sums over the surroundings for the pigeons [begin, end) of the tile, appended to the batch,
    /// which is moved whenever it is full.
    void (*gather_pigeons)(const FlockStep&, const Surroundings&, std::uint32_t begin,
                           std::uint32_t end, AgentBatch&);
    /// Moves the batch's pigeons or predators and empties it.
    void (*move_pigeons)(const FlockStep&, AgentBatch&);
    void (*move_predators)(const FlockStep&, AgentBatch&);
    /// cos and sin of `count` headings.
    void (*set_directions)(const float* heading, float* dir_x, float* dir_y, std::size_t count);
};

extern const FlockKernels kFlockKernelsSse, kFlockKernelsAvx2, kFlockKernelsAvx512;

}  // namespace starling::engine
