// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "sparse/core/types.h"

namespace starling::sparse {

/// What can go wrong inside a task, where nobody can be told at once.
enum class Fault : u8 {
    list_overflow,  ///< An append past a dynamic SNode's capacity.
    out_of_slots,   ///< No slot for an activation: address space or memory is used up.
    dropped_write,  ///< A write that had nowhere to go.
};
/// Number of kinds of Fault.
inline constexpr int kFaultKinds = 3;

/// Counts faults per SNode and keeps the place of the first. Threads: any number.
class FaultLog {
 public:
    /// One kind of fault of one SNode.
    struct Entry {
        u64 count = 0;
        Handle handle = 0;  ///< Slot of the container where it was first seen.
        u64 linear = 0;     ///< Linear cell number in that slot.
    };

    explicit FaultLog(std::size_t snodes) : entries_(snodes * kFaultKinds) {}

    /// Counts a fault.
    void record(Fault fault, u32 snode, Handle handle, u64 linear);

    /// What was recorded since clear().
    const Entry& entry(Fault fault, u32 snode) const {
        return entries_[snode * kFaultKinds + static_cast<std::size_t>(fault)];
    }

    /// True when anything was recorded since clear().
    bool any() const;
    void clear();

 private:
    std::vector<Entry> entries_;
    u32 any_ = 0;  // atomic
};

}  // namespace starling::sparse
