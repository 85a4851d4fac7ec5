// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sparse/alloc/list_manager.h"
#include "sparse/core/result.h"
#include "sparse/core/spin_lock.h"
#include "sparse/core/types.h"
#include "sparse/exec/executor.h"
#include "sparse/memory/poison.h"

namespace starling::sparse {

/// When a recycled slot is zeroed: when a worker takes it in stock to hand it out again (CPU:
/// parallel, slots that never come back cost nothing) or in phase 3 of the GC (CUDA: many threads
/// zero one slot). What a reader sees is the same.
enum class Zeroing : u8 { at_reuse, in_gc };

/// Counters of one NodeManager; exact while no task runs.
struct NodeManagerStats {
    u64 live = 0;        ///< Published and not recycled.
    u64 free = 0;        ///< Handed back, ready for reuse.
    u64 recycled = 0;    ///< Handed back since the last GC.
    u64 reserved = 0;    ///< Waiting in the stocks of workers, or never published yet.
    u64 released = 0;    ///< Free, and their memory is with the system.
    u64 created = 0;     ///< Published at least once.
    u64 high_water = 0;  ///< Most slots ever in use or in stock (size of the data list).
    u64 activations = 0, deactivations = 0;
    u64 gc_runs = 0;
    u64 bytes_committed = 0, bytes_reserved = 0;
    u64 bytes_used = 0;  ///< Of live slots, all columns.
};

/// The recycling allocator of one pointer or dynamic SNode: three ListManagers (data, free,
/// recycled), and a small stock of free slots per worker. A slot is named by a handle, 1…; 0 is
/// the ambient slot. A slot recycled in a task keeps its bytes until the GC behind the task, so a
/// reader that still holds its handle never sees another cell's data.
///
/// Under AddressSanitizer, slots that are not handed out, and a red zone behind each slot, are
/// poisoned.
class NodeManager {
 public:
    /// Most slots that a worker takes in stock at a time; new ones also within kBatchBytes, so that
    /// one wide slot does not commit memory for 128.
    static constexpr u32 kBatch = 128;
    static constexpr u64 kBatchBytes = u64{256} << 10;
    /// Memory goes back to the system in blocks of this many bytes of the widest column.
    static constexpr u64 kReleaseBytes = u64{2} << 20;

    /// A slot that is not yet published.
    struct Slot {
        Handle handle = 0;   ///< 0: none left.
        bool fresh = false;  ///< Never published before.
        /// With handle 0: all slots that the index space can need exist, and one is on its way to
        /// another worker or back. Look at the cell again, then ask again.
        bool retry = false;
    };

    /// How a NodeManager gets, zeroes and hands out memory.
    struct Options {
        Zeroing zeroing = Zeroing::at_reuse;
        ListStep step = {};
        MemoryBudget* budget = &process_memory();
        bool pooled = true;  ///< False: slots are taken through data() alone (packed lists).
    };

    /// `strides`: bytes of a slot in each column of the data list. `max_slots`: how many can be
    /// live at a time. `workers`: how many may allocate at the same time.
    static Result<std::unique_ptr<NodeManager>> create(std::span<const u64> strides, u64 max_slots,
                                                       int workers, const Options& options);

    /// A slot that reads zero in all columns, or none. `attempt` counts what was answered by retry
    /// before. Threads: each with a worker of its own.
    Slot allocate(int worker, u32 attempt = 0) {
        Stock& stock = stocks_[static_cast<std::size_t>(worker)];
        {
            const SpinGuard guard(stock.lock, shared_);
            if (stock.count != 0) return take_entry(stock.entries[--stock.count]);
            if (stock.next != stock.end) {
                const Handle handle = stock.next++;
                unpoison_slot(handle);
                return {handle, stock.range_is_new, false};
            }
        }
        return allocate_slow(stock, attempt);
    }

    /// Takes back a slot that lost the race to be published.
    void give_back(int worker, Slot slot);

    /// Notes that `slot` was made reachable.
    void published(int worker, Slot slot) {
        Stock& stock = stocks_[static_cast<std::size_t>(worker)];
        if (slot.fresh) atomic_store(stock.created, stock.created + 1);
        atomic_store(stock.activations, stock.activations + 1);
    }

    /// Hands a slot back; it can be reused after the next collect(). Threads: each with a worker
    /// of its own.
    void recycle(int worker, Handle handle) {
        Stock& stock = stocks_[static_cast<std::size_t>(worker)];
        stock.dead[stock.dead_count] = handle;
        atomic_store(stock.dead_count, stock.dead_count + 1);
        if (stock.dead_count == kBatch) flush_dead(stock);
    }

    /// Slots recycled since the last collect(), in any order. Threads: one, while no task runs.
    std::span<const Handle> recycled();

    /// The three phases of the GC. Long lists are treated in parallel on `executor` where there is
    /// one. Threads: one, while no task runs.
    void collect(Executor* executor = nullptr);

    /// Gives the memory of blocks of slots that are wholly free back to the system, but keeps what
    /// `keep` slots need. Live slots stay where they are. Threads: one, while no task runs.
    void release(u64 keep);

    /// Most slots in use at a time since the last call. Threads: one, while no task runs.
    u64 take_peak();

    /// Before the contents of the live slots are moved to slots 1 … `live`: makes the memory there
    /// usable. False: no memory. Threads: one, while no task runs.
    bool prepare_repack(u32 live);
    /// After the move.
    void finish_repack(u32 live);

    ListManager& data() { return data_; }
    const ListManager& data() const { return data_; }
    /// Bytes of a slot in a column, without the red zone.
    u64 slot_bytes(int column) const { return slot_bytes_[static_cast<std::size_t>(column)]; }
    NodeManagerStats stats() const;

    /// Live slots in each block of kReleaseBytes, and slots of a block. Threads: one, at rest.
    std::vector<u32> occupancy(u32& block_slots) const;

    /// Checks the books: every slot is in exactly one of live, free, recycled, reserved, released.
    /// Costs a pass over all lists. Threads: one, while no task runs.
    Status validate() const;
    bool is_valid() const { return validate().ok(); }

 private:
    // The top bit of a stocked handle marks a slot that was never published: still zero, and not
    // yet counted as created.
    static constexpr u32 kFresh = 0x80000000u;
    static constexpr u32 kMostAttempts = 1000;

    // All slots in stock read zero.
    struct alignas(128) Stock {
        mutable u32 lock =
            0;  // guards the slots in stock: others may take them when there is no other
        u32 next = 0, end = 0;  // zeroed handles in a row
        bool range_is_new = false;
        u32 count = 0;
        u32 dead_count = 0;
        u64 created = 0, activations = 0;
        u32 entries[kBatch] = {};
        u32 dead[kBatch] = {};  // recycled, not yet in the list
    };

    /// Slots [first, end) whose memory is with the system: they read zero.
    struct Run {
        u32 first, end;
        bool is_new;
    };

    NodeManager(ListManager data, ListManager free, ListManager recycled, u64 max_slots,
                int workers, const Options& options, std::vector<u64> slot_bytes);

    Slot take_entry(u32 entry) {
        const Handle handle = entry & ~kFresh;
        const bool fresh = (entry & kFresh) != 0;
        unpoison_slot(handle);
        return {handle, fresh, false};
    }
    Slot allocate_slow(Stock& stock, u32 attempt);
    bool refill(Stock& stock, u32 attempt, bool& retry);
    bool used_in_flight() const;
    bool take_free(Stock& stock);
    bool take_hole(Stock& stock);
    bool take_released(Stock& stock, bool new_ones);
    bool take_new(Stock& stock, u32 attempt, bool& retry);
    bool steal(Stock& stock, bool fresh_too);
    u64 recycled_count() const;
    void flush_dead(Stock& stock);
    void flush_stocks();
    void compact_free_list(Executor* executor);
    void take_in_recycled(Executor* executor);
    u64 in_use() const;
    u32 block_slots() const;
    std::vector<u32> free_in_blocks() const;
    void zero(const Handle* handles, u32 count);
    void poison_slot(Handle handle) const {
        if constexpr (kPoisons)
            for (int c = 0; c < data_.column_count(); ++c)
                poison(data_.origin(c) + handle * data_.stride(c), data_.stride(c));
    }
    void unpoison_slot(Handle handle) const {
        if constexpr (kPoisons)
            for (int c = 0; c < data_.column_count(); ++c)
                unpoison(data_.origin(c) + handle * data_.stride(c), slot_bytes(c));
    }

    ListManager data_, free_, recycled_;
    Zeroing zeroing_;
    bool pooled_, shared_;  // shared: by more than one worker
    u64 max_slots_;
    std::vector<u64> slot_bytes_;  // like the columns of data_
    u32 fresh_batch_ = kBatch;     // new slots that a worker takes at a time
    u32 free_used_ = 0;            // atomic: cursor into free_, what lies before it is handed out
    std::vector<Stock> stocks_;
    // Never published slots between published ones, highest first; handed out after the free list.
    std::vector<Handle> holes_;
    u32 hole_count_ = 0;  // atomic
    std::vector<Run> runs_;
    u32 run_count_ = 0;          // atomic
    mutable u32 rest_lock_ = 0;  // guards holes_ and runs_ while a task runs
    u32 drained_ = 0;            // atomic: no stock is known to hold slots that were used before
    u64 deactivations_ = 0, gc_runs_ = 0, high_water_ = 0, peak_ = 0;
};

}  // namespace starling::sparse
