// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/core/types.h"

namespace starling::sparse {

/// Counts bytes of memory against a limit, and against the limit of the whole that it is a part
/// of: a tree's memory within the process's. Threads: any number.
class MemoryBudget {
 public:
    /// `limit`: most bytes, 0 = no limit. `whole` must outlive this budget.
    explicit MemoryBudget(u64 limit = 0, MemoryBudget* whole = nullptr)
        : limit_(limit), whole_(whole) {}
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    /// Counts `bytes` as used, here and in the whole, unless a limit says no.
    bool take(u64 bytes);
    void give_back(u64 bytes);

    /// Bytes counted now.
    u64 used() const;
    /// Most bytes; 0 = no limit.
    u64 limit() const;
    /// A limit below what is used refuses all that is asked for until enough is given back.
    void set_limit(u64 bytes);

 private:
    u64 used_ = 0, limit_ = 0;  // atomic
    MemoryBudget* whole_;
};

/// The budget of this process, without a limit until one is set.
MemoryBudget& process_memory();

}  // namespace starling::sparse
