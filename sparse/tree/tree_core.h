// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "sparse/alloc/node_manager.h"
#include "sparse/core/atomic.h"
#include "sparse/core/locked_task.h"
#include "sparse/exec/executor.h"
#include "sparse/layout/fields_builder.h"
#include "sparse/layout/plan.h"
#include "sparse/tree/element_list.h"
#include "sparse/tree/fast_path.h"
#include "sparse/tree/fault_log.h"
#include "sparse/tree/neighbour_table.h"

namespace starling::sparse {

/// Where a column lies; element of slot h starts at origin + h * stride. Slot 0 reads zero.
struct ColumnView {
    u8* origin = nullptr;
    u64 stride = 0;

    template <class T>
    T* slot(Handle handle) const {
        return reinterpret_cast<T*>(origin + handle * stride);
    }
};

/// The storage behind one SNodeTree and the operations on single cells. Everything public here is
/// for the access tiers (sparse/access) and for SNodeTree; programs use those.
///
/// Threads: cell operations from any number of threads at a time, each with a worker number of its
/// own below workers(); the rest from one thread while no task runs.
class TreeCore {
 public:
    static Result<std::unique_ptr<TreeCore>> create(LayoutPlan plan, const Backend& backend);

    const LayoutPlan& plan() const { return plan_; }
    Executor& executor() const { return *executor_; }
    int workers() const { return static_cast<int>(worker_state_.size()); }
    const ColumnView& column(u32 id) const { return columns_[id]; }
    const FastPath& fast_path(u32 snode) const { return fast_paths_[snode]; }

    /// The allocator of a segment below a pointer or dynamic SNode.
    NodeManager& manager(u32 segment) const { return *managers_[segment]; }

    /// A new slot in the pointer cell at `place` unless it has one; returns the cell's slot, or 0
    /// when there is none to be had. `lock`: the cell's lock word, or null for compare-and-swap.
    Handle activate_handle(u32 segment, u32 snode, Handle& place, u32* lock, int worker);

    void mark_changed(int worker) {
        WorkerState& state = worker_state_[static_cast<std::size_t>(worker)];
        if (!atomic_load(state.changed)) atomic_store<u8>(state.changed, 1);
    }

    FaultLog& faults() { return faults_; }

    /// Makes the cell and all below it inactive. Slots come back in the next GC.
    void deactivate_cell(u32 snode, CellRef container, u64 cell, int worker);

    /// Empties the list with this header; its chunks come back in the next GC.
    void clear_list(const SNodePlan& node, ListHeader& header, int worker);

    /// Clears everything that the cells [begin, end) of `snode` in a slot hold: fields, masks,
    /// handles, lists.
    void zero_cells(u32 snode, Handle handle, u64 begin, u64 end, int worker);

    /// Live slots of a segment with their coordinates, in spatial order; cached until the topology
    /// changes.
    const ElementList& element_list(u32 segment);

    LeafCache& leaf_cache() { return leaf_cache_; }

    /// Version of the topology: changes with every activation and deactivation, seen between tasks.
    u64 topology_version();

    /// What follows every task: the GC if anything was deactivated, then the task's faults as an
    /// error value.
    Status finish_task();

    /// Marks a task as running, so that another one started inside it is refused.
    Status begin_task();

    struct Totals {
        u64 list_builds = 0, list_hits = 0, gc_runs = 0;
        double gc_seconds = 0, list_seconds = 0;
        u64 list_overflows = 0, dropped_writes = 0;
    };
    const Totals& totals() const { return totals_; }
    u64 root_bytes_committed() const { return root_->committed_bytes(); }
    u64 root_bytes_reserved() const { return root_->reserved_bytes(); }

 private:
    struct alignas(128) WorkerState {
        u8 changed = 0;
        u8 recycled = 0;
    };

    explicit TreeCore(LayoutPlan plan, const Backend& backend);
    void recycle(u32 segment, u32 snode, Handle handle, int worker);
    void recycle_contents(u32 segment, Handle handle, int worker);
    void recycle_table(const SNodePlan& node, Handle table, u32 level, int worker);
    void collect_garbage();
    void build_list(u32 segment);

    LayoutPlan plan_;
    Executor* executor_;
    std::unique_ptr<ListManager> root_;
    std::vector<std::unique_ptr<NodeManager>> managers_;  // like plan_.segments; none for 0
    std::vector<ColumnView> columns_;
    std::vector<FastPath> fast_paths_;  // like plan_.snodes
    std::vector<WorkerState> worker_state_;
    std::vector<ElementList> lists_;  // like plan_.segments
    FaultLog faults_;
    u64 version_ = 1;
    std::atomic<bool> in_task_ = false;
    Totals totals_;
    LeafCache leaf_cache_{plan_};
};

inline Handle TreeCore::activate_handle(u32 segment, u32 snode, Handle& place, u32* lock,
                                        int worker) {
    Handle handle = atomic_load_acquire(place);
    if (handle != 0) return handle;
    NodeManager& nodes = *managers_[segment];
    if (lock != nullptr) {
        locked_task(
            *lock, [&] { return (handle = atomic_load_acquire(place)) == 0; },
            [&] {
                const NodeManager::Slot slot = nodes.allocate(worker);
                handle = slot.handle;
                if (handle == 0) return;
                atomic_store_release(place, handle);
                nodes.published(worker, slot);
                mark_changed(worker);
            });
    } else {
        const NodeManager::Slot slot = nodes.allocate(worker);
        if (slot.handle != 0 && atomic_cas_release(place, handle, slot.handle)) {
            nodes.published(worker, slot);
            mark_changed(worker);
            return slot.handle;
        }
        if (slot.handle != 0) nodes.give_back(worker, slot);
    }
    if (handle == 0) faults_.record(Fault::out_of_slots, snode, 0, 0);
    return handle;
}

}  // namespace starling::sparse
