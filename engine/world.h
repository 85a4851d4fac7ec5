// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/draw/draw_list.h"
#include "engine/isa.h"
#include "engine/scene/scene.h"
#include "engine/system.h"
#include "sparse/core/result.h"
#include "sparse/exec/executor.h"

namespace starling::engine {

struct WorldOptions {
    int threads = 0;  ///< 0 = as many as the machine has.
    sparse::ExecutorKind executor = sparse::ExecutorKind::tbb;
    Isa isa = Isa::best;
    std::uint64_t memory_limit = 0;  ///< Bytes; 0 = 80 % of the memory that is available.
};

/// What one step did.
struct StepReport {
    std::uint64_t step = 0;  ///< Steps done so far, this one included.
    double seconds = 0;      ///< Wall clock of the whole step.
};

/// A tree by the numbers of its system and of itself there.
struct TreePlace {
    std::size_t system = 0, tree = 0;
};

/// A running scene: its systems, one clock, one executor. Fixed time step, deterministic for any
/// number of threads and any layout. Threads: one caller at a time.
class World {
 public:
    /// Checks the scene's memory needs before allocating; an error names the figure and the limit.
    static Result<std::unique_ptr<World>> create(const Scene& scene, const WorldOptions& options);
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Advances by one time step, after the scene's changes that are due. An error (grid overflow,
    /// a value that is not a number) names the cause and place; the state of all systems then stays
    /// as it was before the step, and the world may be changed and stepped again.
    Result<StepReport> step();

    /// Changes a parameter from the next step on, by its key in a scene ("flock.pigeons.speed")
    /// and what would stand there ("200 px/s"); or a tree's layout, by "flock.neighbours.layout"
    /// and the name of a layout of the scene. An error says what is wrong, and changes nothing: the
    /// key, the value, or a parameter that needs a restart.
    Status set(std::string_view key, const std::string& value);

    /// Builds a tree ("flock.neighbours") anew on another layout, with its state carried over; a
    /// layout of the scene that has the name is replaced. After an error, which says what is wrong,
    /// the old tree stays in use.
    Status relayout(std::string_view tree, NamedLayout layout);

    /// XXH3-64 over the seed, the step and all systems.
    std::uint64_t state_hash() const;

    const Clock& clock() const { return clock_; }
    std::uint64_t step_count() const { return clock_.step; }
    double time() const { return clock_.time(); }  ///< Simulated seconds.

    /// The scene with the parameters and layouts of today, and the changes that are still to come.
    /// An object that is handed out never changes; a change makes a new one.
    const Scene& scene() const { return *scene_; }
    std::shared_ptr<const Scene> shared_scene() const { return scene_; }

    /// The scene of the beginning with all changes, those made by set() included: a world made of
    /// it repeats the run bit for bit.
    const Scene& script() const { return script_; }

    /// The systems, in the order of scene().systems.
    std::span<const std::unique_ptr<System>> systems() const { return systems_; }

    /// Today's numbers, one a column of statistics_columns(scene().kinds()). Takes a pass over the
    /// agents.
    std::vector<double> statistics() const;

    /// Replaces `list` by today's picture.
    void draw(DrawList& list) const;

    /// "avx2", … : the instruction set in use.
    const char* isa_name() const { return engine::isa_name(isa_); }

 private:
    World(const Scene& scene, std::unique_ptr<sparse::Executor> executor, Isa isa,
          std::uint64_t memory_limit);
    Status apply(Scene&& scene);
    Status relayout(const TreePlace& place, const Scene& scene);
    void note_change(std::string key, std::string value);
    Status apply_due_changes();
    Status check_memory(const Scene& scene, double held) const;

    std::shared_ptr<const Scene> scene_;
    Scene script_;
    const std::unique_ptr<sparse::Executor> executor_;
    const Isa isa_;
    const std::uint64_t memory_limit_;
    Clock clock_;
    std::vector<std::unique_ptr<System>> systems_;
    std::size_t changes_done_ = 0;  ///< Of script_.changes.
};

}  // namespace starling::engine
