// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/core/result.h"
#include "sparse/core/types.h"
#include "sparse/memory/memory_budget.h"

namespace starling::sparse {

/// A stretch of address space that never moves: reserved at once, backed by memory on demand.
/// Before its start lie zero bytes mapped read-only (the ambient slot of a pool): a stray write
/// there faults instead of spreading, and they cost no memory. Threads: commit(), discard() and
/// restore() one at a time.
class AddressRange {
 public:
    AddressRange() = default;
    AddressRange(AddressRange&& other) noexcept;
    AddressRange& operator=(AddressRange&& other) noexcept;
    ~AddressRange();

    /// Reserves `bytes` behind `ambient_bytes` of zeros; both are rounded up to pages. Fails when
    /// the process's address space or the budget for reservations is used up. What is committed
    /// counts against `budget`, which must outlive the range.
    static Result<AddressRange> reserve(u64 bytes, u64 ambient_bytes,
                                        MemoryBudget& budget = process_memory());

    /// First byte, page-aligned; null when empty.
    u8* base() const { return base_; }
    u64 reserved() const { return reserved_; }
    /// Bytes that count against the budget: commits less discards.
    u64 committed() const { return committed_ - discarded_; }
    /// Bytes from the start that may be touched.
    u64 backed() const { return committed_; }

    /// Backs the first `bytes` (at most reserved()) with zeroed memory. Parts of 2 MiB and more
    /// ask for huge pages. False when the budget or the system refuses; what was committed stays.
    bool commit(u64 bytes);

    /// Gives back what is committed behind the first `bytes`.
    void uncommit(u64 bytes);

    /// Bytes that commit(bytes) would take from the budget.
    u64 commit_cost(u64 bytes) const;

    /// Makes the committed bytes [begin, end) read zero; the whole pages among them go back to the
    /// system and to the budget until restore().
    void discard(u64 begin, u64 end);

    /// Of bytes [begin, end) discarded as one, only [kept_begin, kept_end), at either end of them,
    /// stays discarded; the rest counts against the budget again, so that it may be used. False
    /// when the budget refuses.
    bool restore(u64 begin, u64 end, u64 kept_begin, u64 kept_end);
    /// Takes a restore() back before the bytes were touched.
    void undo_restore(u64 begin, u64 end, u64 kept_begin, u64 kept_end);

    /// Gives the pages of [begin, committed) back to the system while they still count as
    /// committed: they read zero and can be used at any time.
    void shed(u64 begin);

 private:
    void release();

    u8* base_ = nullptr;
    u64 reserved_ = 0, ambient_ = 0, committed_ = 0, discarded_ = 0;
    MemoryBudget* budget_ = nullptr;
};

/// The largest reservation that one list may ask for now: a share of what is left of the
/// process's budget (an eighth of RLIMIT_AS where set, else a fixed share of the address space,
/// small under ThreadSanitizer). The first lists get large shares of one half; the other half is
/// kept for equal shares, so that hundreds of trees find room.
u64 reservation_share();

}  // namespace starling::sparse
