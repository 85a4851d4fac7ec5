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
#include "engine/scene/param.h"
#include "engine/state_hash.h"
#include "sparse/core/result.h"
#include "sparse/exec/executor.h"
#include "sparse/layout/layout_desc.h"
#include "sparse/tree/snode_tree.h"

namespace starling::engine {

struct Scene;

/// One way to lay out a tree, and its name.
struct NamedLayout {
    std::string name;
    sparse::LayoutDesc layout;
};

/// Where in simulated time a step begins.
struct Clock {
    std::uint64_t step = 0;   ///< Steps done so far; keys the random numbers of the next one.
    double step_seconds = 0;  ///< Simulated seconds of a step, the same for a whole run.
    double time() const { return static_cast<double>(step) * step_seconds; }
};

/// A tree of a system as it is now.
struct TreeView {
    std::string name;           ///< As its TreeKind says: "neighbours".
    sparse::LayoutDesc layout;  ///< As declared; the tree's plan has the sizes left open here.
    const sparse::SNodeTree* tree = nullptr;  ///< Valid until the next relayout or change.
};

/// A part of a world: a model with its state and its trees. Threads: one caller at a time; the
/// work runs on the executor's workers.
class System {
 public:
    virtual ~System() = default;

    /// Computes the state at the end of the step that begins at `clock`, from today's state of this
    /// and other systems, and keeps today's. An error names the cause and place; nothing is changed
    /// then.
    virtual Status step(const Clock& clock) = 0;

    /// Makes the state that step() computed today's. Follows every step() once no system failed.
    virtual void commit() = 0;

    /// Takes over the parameters of `scene`, from the next step on. An error says what does not go;
    /// everything is then as before.
    virtual Status apply(const Scene& scene) = 0;

    /// Values of the kind's metrics, in its order; of today's state and the last step.
    virtual void metrics(std::span<double> values) const = 0;

    /// Wall-clock seconds of the kind's phases in the last step, in its order.
    virtual void phases(std::span<double> seconds) const = 0;

    /// Adds the layers of today's state.
    virtual void draw(DrawList& list) const = 0;

    /// Adds all state, in an order that depends neither on threads nor on layouts.
    virtual void hash(StateHash& hash) const = 0;

    /// The trees, in the kind's order.
    virtual std::vector<TreeView> trees() const = 0;

    /// Builds tree number `tree` anew on `layout` and carries its state over. After an error, which
    /// says what does not go, the old tree stays in use.
    virtual Status relayout(std::size_t tree, const sparse::LayoutDesc& layout) = 0;
};

/// What systems are given to run with.
struct SystemContext {
    sparse::Executor* executor = nullptr;  ///< Outlives the system.
    Isa isa = Isa::sse;                    ///< Resolved.
};

/// What a system needs to run a scene; an estimate from above, for a refusal before anything is
/// allocated.
struct MemoryNeed {
    double bytes = 0;
    std::string what;    ///< "20,000 pigeons and 6 predators on layout packed"
    std::string advice;  ///< "lower flock.pigeons.count, or take a layout with less memory"
};

/// A quantity that a system measures; a column of the statistics.
struct MetricKind {
    std::string_view name;  ///< Unlike that of any other metric or phase of any system.
    std::string_view unit;  ///< Empty = a plain number.
    std::string_view meaning;
    bool whole = false;  ///< Always a whole number.
};

/// A part of a system's step; the column NAME_ms of the statistics.
struct PhaseKind {
    std::string_view name;
    std::string_view meaning;
};

/// A tree that a system declares, with its layouts where a scene gives none.
struct TreeKind {
    std::string_view name;  ///< "neighbours"; in a scene the group SYSTEM.neighbours.
    std::string_view meaning;
    std::vector<NamedLayout> (*layouts)() = nullptr;  ///< At least one; the first is the default.
};

/// A key of an earlier schema that stands elsewhere now: read, with a warning.
struct MovedKey {
    std::string_view from, to;  ///< Whole paths.
};

/// All that the engine knows of a kind of system before one exists. Adding a system: a folder with
/// one of these, and a line in engine/systems.cpp.
struct SystemKind {
    std::string_view name;  ///< The group of its keys in a scene: "flock".
    std::string_view meaning;
    Params (*params)() = nullptr;  ///< Its table, and its defaults.
    std::vector<TreeKind> trees;
    std::vector<MetricKind>
        metrics;  ///< The first stands for the system where there is little room.
    std::vector<PhaseKind> phases;
    std::vector<MovedKey> moved;
    /// Errors name what no machine could hold.
    Result<MemoryNeed> (*memory)(const Scene& scene) = nullptr;
    /// Makes the system at the scene's start. Errors begin with the key that they concern.
    Result<std::unique_ptr<System>> (*create)(const Scene& scene,
                                              const SystemContext& context) = nullptr;
};

/// Kinds of systems, in the order in which a world steps, hashes and draws them.
using SystemTable = std::vector<const SystemKind*>;

/// The systems that there are; engine/systems.cpp alone knows them. A scene has those whose groups
/// it names, or the first where it names none. Threads: any.
const SystemTable& all_systems();

}  // namespace starling::engine
