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
#include "sparse/memory/memory_budget.h"
#include "sparse/tree/element_list.h"
#include "sparse/tree/fast_path.h"
#include "sparse/tree/fault_log.h"
#include "sparse/tree/neighbour_table.h"
#include "sparse/tree/profile.h"

namespace starling::sparse {

/// Where a column lies; element of slot h starts at origin + h * stride. Slot 0 reads zero.
struct ColumnView {
    u8* origin = nullptr;
    u64 stride = 0;

    /// The column's bytes of a slot.
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
    /// Reserves address space for the plan and commits what the root needs.
    static Result<std::unique_ptr<TreeCore>> create(LayoutPlan plan, const Backend& backend);

    const LayoutPlan& plan() const { return plan_; }
    Executor& executor() const { return *executor_; }
    int workers() const { return static_cast<int>(worker_state_.size()); }
    /// Whether several workers may change cells at a time; without that, plain loads and stores do.
    bool is_shared() const { return shared_; }
    const ColumnView& column(u32 id) const { return columns_[id]; }
    const FastPath& fast_path(u32 snode) const { return fast_paths_[snode]; }

    /// The allocator of a segment below a pointer or dynamic SNode.
    NodeManager& manager(u32 segment) const { return *managers_[segment]; }

    /// A new slot in the pointer cell at `place` unless it has one; returns the cell's slot, or 0
    /// when there is none to be had. `lock`: the cell's lock word, or null for compare-and-swap.
    Handle activate_handle(u32 segment, u32 snode, Handle& place, u32* lock, int worker) {
        const Handle handle = atomic_load_acquire(place);
        return handle != 0 ? handle : activate_new(segment, snode, place, lock, worker);
    }

    /// The same for a pointer SNode without lock words whose cell at `place` was just seen to have
    /// no slot.
    Handle activate_new(u32 snode, const Handle& place, int worker) {
        return activate_new(plan_.snodes[snode].child_segment, snode, const_cast<Handle&>(place),
                            nullptr, worker);
    }

    /// Tells that something was activated or deactivated.
    void mark_changed() {
        if (atomic_load(changed_) == 0) atomic_store<u32>(changed_, 1);
    }

    FaultLog& faults() { return faults_; }

    /// Makes the cell and all below it inactive. Slots come back in the next GC.
    void deactivate_cell(u32 snode, CellRef container, u64 cell, int worker);

    /// Makes all cells of a pointer, bitmasked or dynamic SNode inactive, in parallel. A task runs,
    /// and nothing else in it.
    void deactivate_every(u32 snode);

    /// Empties the list with this header; its chunks come back in the next GC.
    void clear_list(const SNodePlan& node, ListHeader& header, int worker);

    /// Clears everything that the cells [begin, end) of `snode` in a slot hold: fields, masks,
    /// handles, lists.
    void zero_cells(u32 snode, Handle handle, u64 begin, u64 end, int worker);

    /// Live slots of a segment with their coordinates, in spatial order; cached, and brought up to
    /// date when the topology changed: patched where little did.
    const ElementList& element_list(u32 segment) {
        if (atomic_load(changed_) == 0 && lists_[segment].version == version_) {
            ++totals_.list_hits;
            return lists_[segment];
        }
        return updated_list(segment);
    }

    /// Lets every element list be built anew when it is next asked for.
    void forget_lists() {
        for (ListState& state : list_states_) state.built = false;
        mark_changed();
    }

    /// Activity bits of a pointer SNode's cells in a slot: brought up to date with element_list()
    /// of its child segment; between times the handle is the truth.
    u64* pointer_mask(u32 snode, Handle handle) const { return masks_[snode].slot<u64>(handle); }

    LeafCache& leaf_cache() { return leaf_cache_; }

    /// Version of the topology: changes with every activation and deactivation, seen between tasks.
    u64 topology_version() {
        if (atomic_load(changed_) != 0) {
            atomic_store<u32>(changed_, 0);
            ++version_;
        }
        return version_;
    }

    /// What follows every task: the GC if anything was deactivated, then the task's faults as an
    /// error value.
    Status finish_task();

    /// Marks a task as running, so that another one started inside it is refused.
    Status begin_task();

    /// Gives all free memory that is worth it back to the system, at once.
    void trim();

    /// Moves the slots of all pointer SNodes into the order of their element lists. Handles and
    /// addresses of cells change. False: no memory for it, and nothing was moved.
    bool repack();

    /// Share of neighbours in the element list that are no neighbours in memory; 0 … 1.
    double fragmentation(u32 segment);

    /// Active cells of an SNode, and for a dynamic SNode the elements of all its lists.
    u64 active_cells(u32 snode);

    /// Checks every structure and how they refer to each other; says what is wrong, if anything.
    Status validate();

    /// Number of the tree in profile spans.
    void set_id(u32 id) { id_ = id; }
    /// Who is told of profile spans; null: nobody.
    void set_listener(ProfileListener* listener) { listener_ = listener; }
    MemoryBudget& memory() { return memory_; }

    /// Counts and times over all tasks.
    struct Totals {
        u64 list_builds = 0, list_patches = 0, list_hits = 0, gc_runs = 0, repacks = 0;
        double gc_seconds = 0, list_seconds = 0;
        u64 list_overflows = 0, dropped_writes = 0;
    };
    /// Faults of one SNode over all tasks.
    struct FaultTotals {
        u64 list_overflows = 0, dropped_writes = 0, refused_activations = 0;
    };
    const Totals& totals() const { return totals_; }
    const FaultTotals& fault_totals(u32 snode) const { return fault_totals_[snode]; }
    u64 root_bytes_committed() const { return root_->committed_bytes(); }
    u64 root_bytes_reserved() const { return root_->reserved_bytes(); }

 private:
    struct alignas(128) WorkerState {
        // Cells whose handle changed: segment << 48 | address of the handle.
        std::vector<u64> changes;
    };
    /// More changes than this by a worker are not noted one by one.
    static constexpr std::size_t kMostChanges = 16384;

    /// What is known about the element list of a segment, beside the list.
    struct ListState {
        bool built = false;
        u32 rescan = 1;                      // atomic: masks may differ from the handles anywhere
        u64 content = 0, above_content = 0;  // count changes of the list, and which above it saw
        std::vector<u64> start;              // first record of each block of cells, and the end
        std::vector<u64> changed;            // blocks: slot of the container << 32 | block in it
        // How the last change moved records: runs that stayed together.
        std::vector<ListRun> runs;
        u64 runs_content = 0;        // the content that `runs` led to
        std::vector<u32> record_of;  // slot → record, for the patches of the lists below
        u64 record_of_content = 0;
        std::vector<i32> offsets;  // coordinates of each cell in a slot, for small slots
        u64 churn = 0;             // records made since the last repack
        u64 breaks = 0, breaks_content = 0;
    };

    explicit TreeCore(LayoutPlan plan, const Backend& backend);
    Handle activate_new(u32 segment, u32 snode, Handle& place, u32* lock, int worker);
    void note_change(u32 segment, const Handle& place, int worker) {
        WorkerState& state = worker_state_[static_cast<std::size_t>(worker)];
        if (masks_[plan_.segments[segment].owner].origin == nullptr) return;
        if (state.changes.size() < kMostChanges)
            state.changes.push_back(static_cast<u64>(segment) << 48 |
                                    reinterpret_cast<std::uintptr_t>(&place));
        else if (atomic_load(list_states_[segment].rescan) == 0)
            atomic_store<u32>(list_states_[segment].rescan, 1);
    }
    void recycle(u32 segment, Handle handle, int worker);
    void recycle_contents(u32 segment, Handle handle, int worker);
    void recycle_table(const SNodePlan& node, Handle table, u32 level, int worker);
    void collect_garbage();
    void release_memory(bool all);
    void drain_changes();
    void refresh_masks(u32 segment);
    void deactivate_words(const SNodePlan& node, Handle slot, u64 first, u64 last, int worker);
    void clear_words(u32 snode, Handle slot, u64 first, u64 last, int worker);
    Status report_faults();
    const ElementList& updated_list(u32 segment);
    void update_list(u32 segment);
    void build_list(u32 segment);
    bool patch_list(u32 segment);
    /// The numbers of a pointer SNode's list that its blocks of cells are counted by.
    struct ListGeometry;
    ListGeometry list_geometry(u32 segment);
    u64 count_block(const ListGeometry& g, u64 block, bool rescan) const;
    void emit_block(const ListGeometry& g, u64 block);
    const std::vector<u32>& record_index(u32 segment);
    void move_slots(u32 segment, const std::vector<Handle>& from);
    bool repack_segment(u32 segment);
    void maybe_repack();
    Status validate_books() const;
    Status validate_pointer(u32 snode);
    Status validate_lists(u32 snode);
    Error memory_error(const std::string& what) const;

    LayoutPlan plan_;
    Executor* executor_;
    bool shared_;
    MemoryBudget memory_;  // before what counts in it
    std::unique_ptr<ListManager> root_;
    std::vector<std::unique_ptr<NodeManager>> managers_;  // like plan_.segments; none for 0
    std::vector<ColumnView> columns_;
    std::vector<ColumnView> masks_;     // like plan_.snodes: pointers only
    std::vector<FastPath> fast_paths_;  // like plan_.snodes
    std::vector<WorkerState> worker_state_;
    std::vector<ElementList> lists_;  // like plan_.segments
    std::vector<ListState> list_states_;
    std::vector<FaultTotals> fault_totals_;  // like plan_.snodes
    FaultLog faults_;
    u32 changed_ = 0;   // atomic: since version_
    u32 recycled_ = 0;  // atomic: something was handed back since the last GC
    u64 version_ = 1;
    std::atomic<bool> in_task_ = false;
    u32 release_after_, release_in_ = 0;
    double repack_share_;
    bool check_order_ = false;  // a list changed: its order in memory may be worth a look
    u32 id_ = 0;
    ProfileListener* listener_;
    u64 task_begin_ns_ = 0;
    Totals totals_;
    LeafCache leaf_cache_{plan_};
};

}  // namespace starling::sparse
