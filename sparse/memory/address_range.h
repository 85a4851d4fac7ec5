// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/core/result.h"
#include "sparse/core/types.h"

namespace starling::sparse {

/// A stretch of address space that never moves: reserved at once, backed by memory on demand.
/// Before its start lie zero bytes mapped read-only (the ambient slot of a pool): a stray write
/// there faults instead of spreading, and they cost no memory. Threads: commit() one at a time.
class AddressRange {
 public:
    AddressRange() = default;
    AddressRange(AddressRange&& other) noexcept;
    AddressRange& operator=(AddressRange&& other) noexcept;
    ~AddressRange();

    /// Reserves `bytes` behind `ambient_bytes` of zeros; both are rounded up to pages. Fails when
    /// the process's address space or the budget for reservations is used up.
    static Result<AddressRange> reserve(u64 bytes, u64 ambient_bytes);

    /// First byte, page-aligned; null when empty.
    u8* base() const { return base_; }
    u64 reserved() const { return reserved_; }
    u64 committed() const { return committed_; }

    /// Backs the first `bytes` (at most reserved()) with zeroed memory. Parts of 2 MiB and more
    /// ask for huge pages. False when the system refuses; what was committed stays.
    bool commit(u64 bytes);

 private:
    void release();

    u8* base_ = nullptr;
    u64 reserved_ = 0, ambient_ = 0, committed_ = 0;
};

/// The largest reservation that one list may ask for now: a share of what is left of the
/// process's budget (an eighth of RLIMIT_AS where set, else a fixed share of the address space,
/// small under ThreadSanitizer).
u64 reservation_share();

}  // namespace starling::sparse
