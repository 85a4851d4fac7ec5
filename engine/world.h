// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/draw/draw_list.h"
#include "engine/scene/scene.h"
#include "sparse/core/result.h"
#include "sparse/exec/executor.h"

namespace starling::engine {

/// Instruction set of the hot kernels. `best` takes the widest that this processor has.
enum class Isa : std::uint8_t { best, sse, avx2, avx512 };

struct WorldOptions {
    int threads = 0;  ///< 0 = as many as the machine has.
    sparse::ExecutorKind executor = sparse::ExecutorKind::tbb;
    Isa isa = Isa::best;
    std::uint64_t memory_limit = 0;  ///< Bytes; 0 = 80 % of the memory that is available.
};

/// What one step did. Times in seconds of wall clock.
struct StepReport {
    std::uint64_t step = 0;    ///< Steps done so far, this one included.
    double grid_seconds = 0;   ///< Building the neighbour grid.
    double flock_seconds = 0;  ///< Pigeons.
    double predator_seconds = 0;
    std::uint64_t candidates = 0;  ///< Pairs tested.
};

/// Order parameters of the flock at one moment (flocking.md, "Correctness metrics").
struct FlockMetrics {
    double time = 0;          ///< Simulated seconds.
    double polarisation = 0;  ///< |sum of unit headings| / N, 0…1.
    double rotation = 0;      ///< |sum of r x v| / N about the centroid, 0…1.
    double mean_speed = 0;    ///< px/s.
};

/// A running scene: fixed time step, deterministic for any number of threads and any layout of
/// the neighbour grid. Threads: one caller at a time.
class World {
 public:
    virtual ~World() = default;

    /// Checks the scene's memory needs before allocating; an error names the figure and the limit.
    static Result<std::unique_ptr<World>> create(const Scene& scene, const WorldOptions& options);

    /// Advances by one time step. An error (grid overflow, a value that is not a number) names
    /// the cause and place; the state then stays as it was before the step.
    virtual Result<StepReport> step() = 0;

    /// XXH3-64 over the seed, the step and all agents by id, all state fields.
    virtual std::uint64_t state_hash() const = 0;

    virtual FlockMetrics metrics() const = 0;
    virtual std::uint64_t step_count() const = 0;
    virtual double time() const = 0;

    /// Replaces `list`'s agents and looks by today's.
    virtual void draw(DrawList& list) const = 0;

    /// The plan of the neighbour grid and its bytes, for people.
    virtual std::string describe_layout() const = 0;

    /// "avx2", … : the instruction set in use.
    virtual std::string isa_name() const = 0;
};

/// Bytes that a scene needs while it runs; an estimate from above, computed without allocating.
std::uint64_t estimate_bytes(const Scene& scene);

}  // namespace starling::engine
