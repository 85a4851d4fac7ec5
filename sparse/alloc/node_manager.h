// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sparse/alloc/list_manager.h"
#include "sparse/core/result.h"
#include "sparse/core/types.h"

namespace starling::sparse {

/// When a recycled slot is zeroed: when it is handed out again (CPU: parallel, the slot is hot
/// afterwards, slots that never come back cost nothing) or in phase 2 of the GC (CUDA: many
/// threads zero one slot). What a reader sees is the same.
enum class Zeroing : u8 { at_reuse, in_gc };

/// Counters of one NodeManager; exact while no task runs.
struct NodeManagerStats {
    u64 live = 0;        ///< Published and not recycled.
    u64 free = 0;        ///< Handed back, ready for reuse.
    u64 recycled = 0;    ///< Handed back since the last GC.
    u64 reserved = 0;    ///< Waiting in the caches of workers.
    u64 created = 0;     ///< Published at least once.
    u64 high_water = 0;  ///< Most slots ever in use or in stock (size of the data list).
    u64 activations = 0, deactivations = 0;
    u64 gc_runs = 0;
    u64 bytes_committed = 0, bytes_reserved = 0;
};

/// The recycling allocator of one pointer or dynamic SNode: three ListManagers (data, free,
/// recycled), and a small stock of free slots per worker. A slot is named by a handle, 1…; 0 is
/// the ambient slot. A slot recycled in a task keeps its bytes until the GC behind the task, so a
/// reader that still holds its handle never sees another cell's data.
class NodeManager {
 public:
    /// Most slots that a worker takes in stock at a time; new ones also within kBatchBytes, so that
    /// one wide slot does not commit memory for 128.
    static constexpr u32 kBatch = 128;
    static constexpr u64 kBatchBytes = u64{256} << 10;

    /// A slot that is not yet published.
    struct Slot {
        Handle handle = 0;   ///< 0: none left.
        bool fresh = false;  ///< Never published before.
    };

    /// `strides`: bytes of a slot in each column of the data list. `workers`: how many may
    /// allocate at the same time.
    static Result<std::unique_ptr<NodeManager>> create(std::span<const u64> strides, u64 max_slots,
                                                       int workers, Zeroing zeroing,
                                                       const ListStep& step);

    /// A slot that reads zero in all columns, or none. Threads: each with a worker of its own.
    Slot allocate(int worker);

    /// Takes back a slot that lost the race to be published.
    void give_back(int worker, Slot slot);

    /// Notes that `slot` was made reachable.
    void published(int worker, Slot slot);

    /// Hands a slot back; it can be reused after the next collect(). Threads: any number.
    /// False: the list of recycled slots got no memory, and the slot is lost until destroy.
    bool recycle(Handle handle);

    /// Slots recycled since the last collect(), in any order.
    std::span<const Handle> recycled() const;

    /// The three phases of the GC. Threads: one, while no task runs.
    void collect();

    ListManager& data() { return data_; }
    const ListManager& data() const { return data_; }
    /// Counters; flushes nothing and stops nothing.
    NodeManagerStats stats() const;

    /// Checks the books: every slot is in exactly one of live, free, recycled, reserved. Costs a
    /// pass over all lists; for tests.
    bool is_valid() const;

 private:
    // The top bit of a stocked handle marks a slot that was never published: still zero, and not
    // yet counted as created.
    static constexpr u32 kFresh = 0x80000000u;

    struct alignas(128) Stock {
        u32 fresh_next = 0, fresh_end = 0;  // untouched handles in a row
        u32 count = 0;
        u32 entries[kBatch] = {};
        u64 created = 0, activations = 0;
    };

    NodeManager(ListManager data, ListManager free, ListManager recycled, int workers,
                Zeroing zeroing);
    bool refill(Stock& stock);
    void flush_stocks();
    void compact_free_list();
    void take_in_recycled();
    void zero(Handle handle);

    ListManager data_, free_, recycled_;
    Zeroing zeroing_;
    u32 fresh_batch_ = kBatch;  // new slots that a worker takes at a time
    u32 free_used_ = 0;         // atomic: cursor into free_, what lies before it is handed out
    std::vector<Stock> stocks_;
    // Never published slots between published ones, highest first; handed out after the free list.
    std::vector<Handle> holes_;
    u32 hole_count_ = 0, holes_lock_ = 0;  // atomic
    u64 deactivations_ = 0, gc_runs_ = 0, high_water_ = 0;
};

}  // namespace starling::sparse
