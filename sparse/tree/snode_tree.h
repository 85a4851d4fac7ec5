// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sparse/alloc/node_manager.h"
#include "sparse/core/result.h"
#include "sparse/layout/fields_builder.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {

class TreeCore;
template <class T>
class Field;

/// A user index: one number an axis of the SNode or field, ascending by axis. Numbers that do not
/// fit into 32 bits stand for the nearest that does.
class Index {
 public:
    Index(std::initializer_list<i64> values) {
        constexpr i64 kLow = std::numeric_limits<i32>::min(), kHigh = ~kLow;
        for (const i64 value : values) {
            if (rank_ < kMaxAxes)
                v_[static_cast<std::size_t>(rank_)] =
                    static_cast<i32>(std::clamp(value, kLow, kHigh));
            ++rank_;
        }
    }
    const i32* data() const { return v_.data(); }
    /// Numbers given; data() holds the first kMaxAxes of them.
    int rank() const { return rank_; }

 private:
    std::array<i32, kMaxAxes> v_{};
    int rank_ = 0;
};

/// What an SNode holds now, and what happened to it.
struct SNodeStats {
    std::string name;        ///< "pointer#2(ij, 64x64)"
    NodeManagerStats slots;  ///< pointer and dynamic (its chunks); zeros elsewhere.
    u64 active_cells = 0;    ///< For a dynamic SNode, elements of all lists.
    /// Share of the slots in its element list that do not follow each other in memory.
    double fragmentation = 0;
    u64 list_overflows = 0;       ///< Appends past the capacity.
    u64 dropped_writes = 0;       ///< Writes that had nowhere to go.
    u64 refused_activations = 0;  ///< For want of memory.
};

/// What a tree holds and did; exact while no task runs. Reading it stops nothing.
struct TreeStats {
    std::vector<SNodeStats> snodes;
    u64 bytes_committed = 0, bytes_reserved = 0;
    u64 bytes_used = 0;    ///< Of live slots and of the root.
    u64 memory_limit = 0;  ///< Of this tree; 0 = none.
    u64 topology_version = 0;
    u64 list_builds = 0, list_patches = 0, list_hits = 0, gc_runs = 0, repacks = 0;
    double list_seconds = 0, gc_seconds = 0;
    u64 list_overflows = 0, dropped_writes = 0;
    u64 neighbour_builds = 0, neighbour_hits = 0;
    /// Launches over leaf blocks, by the shape that their kernel was compiled for.
    struct Launches {
        const char* name;  ///< "row 8, masked, 3-D"
        u64 count;
    };
    std::vector<Launches> launches;  ///< Of every shape, also those that never ran.
};

/// How full the blocks of a pool are, in the order of memory.
struct Occupancy {
    u32 block_slots = 0;    ///< Slots of a block; the last may have fewer.
    std::vector<u32> live;  ///< Live slots of each block.
};

/// The link by which fields find their tree; empty once the tree is destroyed.
struct TreeLink {
    TreeCore* core = nullptr;
    u32 id = 0;
};

/// A tree of SNodes with memory. Made by FieldsBuilder::finalize(). Every call here is a task of
/// its own: what it deactivates is collected before it returns. Indices of SNodes count cells of
/// that SNode from 0. Threads: one, and no task of this tree may be running.
class SNodeTree {
 public:
    /// Makes a tree of a plan, with all sparse cells inactive; an error names what could not be
    /// had.
    static Result<std::unique_ptr<SNodeTree>> create(LayoutPlan plan, const Backend& backend);
    ~SNodeTree();
    SNodeTree(const SNodeTree&) = delete;
    SNodeTree& operator=(const SNodeTree&) = delete;

    /// Number of this tree, from 0; numbers of destroyed trees are given again.
    Result<u32> id() const;

    /// Gives all memory back. Later uses of the tree and of its fields are errors. Refused while a
    /// task of the tree runs.
    Status destroy();
    bool alive() const { return core_ != nullptr; }

    /// Most trees, and SNodes of all trees together (roots do not count), that can be alive.
    static constexpr u32 kMaxTrees = 512, kMaxSNodes = 1024;

    /// Checked mode, Backend::checked at first: indices of accesses inside tasks are tested, and a
    /// wrong one makes its launch return an error with the field, its shape and offset, the first
    /// wrong index, and how many there were. Holds for launches that start later.
    Status set_checked(bool on);
    bool checked() const;

    const LayoutPlan& plan() const { return plan_; }

    /// Names a field of the declaration as one of element type T.
    template <class T>
    Result<Field<T>> field(FieldRef ref) const;

    /// Whether the cell is active; cells of root and dense SNodes are where they exist.
    Result<bool> is_active(u32 snode, const Index& index) const;
    /// Makes the cell and all above it active.
    Status activate(u32 snode, const Index& index);
    /// Makes the cell and everything below it inactive.
    Status deactivate(u32 snode, const Index& index);
    /// Deactivates every cell of the SNode: pointer, bitmasked, or all lists of a dynamic.
    Status deactivate_all(u32 snode);
    /// Deactivates every sparse cell of the tree.
    Status deactivate_all();

    /// Elements of a list; `index` names it by the axes above the dynamic SNode.
    Result<u32> length(u32 snode, const Index& index) const;

    /// Calls body(begin, end, worker) over [0, count) in parallel, as one task: inside, Accessors
    /// and NodeAccess may read, write, activate and deactivate. Faults become the error.
    Status parallel_for(i64 count, i64 grain, Executor::Body body);

    /// Counts of everything. With `count_cells`, active cells and fragmentation too, which costs a
    /// pass over masks and list headers.
    TreeStats stats(bool count_cells = true) const;

    /// Occupancy of the pool of a pointer or chunked dynamic SNode; empty for others.
    Occupancy occupancy(u32 snode) const;

    /// Bytes committed for this tree.
    u64 bytes_committed() const;

    /// Checks every structure of the tree against the others; the error says what is wrong.
    Status is_valid() const;

    /// Moves the slots of all pointer SNodes into spatial order. Addresses of cells change.
    Status repack();

    /// Gives free memory back to the system at once.
    Status trim();

    /// Sets the most bytes that the tree may commit; 0 = no limit of its own.
    Status set_memory_limit(u64 bytes);

    /// Sets who is told of launches, GC phases and list builds; null: nobody.
    Status set_listener(ProfileListener* listener);

    /// The storage, for the access tiers; null after destroy().
    TreeCore* core() const { return core_.get(); }

 private:
    SNodeTree(std::unique_ptr<TreeCore> core, u32 id);
    Status check(u32 snode, const Index& index, bool list) const;
    void release();
    Status run(FunctionRef<void()> task);

    LayoutPlan plan_;
    std::unique_ptr<TreeCore> core_;
    std::shared_ptr<TreeLink> link_;
};

}  // namespace starling::sparse
