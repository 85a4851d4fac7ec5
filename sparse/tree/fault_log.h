// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "sparse/core/types.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {

/// What can go wrong inside a task, where nobody can be told at once.
enum class Fault : u8 {
    list_overflow,  ///< An append past a dynamic SNode's capacity.
    out_of_slots,   ///< No slot for an activation: address space or memory is used up.
    dropped_write,  ///< A write that had nowhere to go.
};
/// Number of kinds of Fault.
inline constexpr int kFaultKinds = 3;

/// Counts faults per SNode and keeps the place of the first; keeps the first access out of range
/// and counts the rest. Threads: any number for the record functions, one for the others, while no
/// task runs.
class FaultLog {
 public:
    /// One kind of fault of one SNode.
    struct Entry {
        u64 count = 0;
        Handle handle = 0;  ///< Slot of the container where it was first seen.
        u64 linear = 0;     ///< Linear cell number in that slot.
    };

    /// What an index was meant for.
    enum class Target : u8 {
        field,  ///< A cell of a field; the id is the field's.
        snode,  ///< A cell of an SNode.
        list,   ///< A list of a dynamic SNode, by the axes above it.
    };

    explicit FaultLog(std::size_t snodes) : entries_(snodes * kFaultKinds) {}

    /// Whether accesses inside tasks are tested (checked mode). Off: a wrong index wraps.
    bool checked() const { return checked_; }
    void set_checked(bool on) { checked_ = on; }

    /// Counts a fault.
    void record(Fault fault, u32 snode, Handle handle, u64 linear);

    /// Notes an access with an index out of range or of the wrong length.
    void record_index(Target target, u32 id, std::span<const i64> index);

    /// What was recorded since clear().
    const Entry& entry(Fault fault, u32 snode) const {
        return entries_[snode * kFaultKinds + static_cast<std::size_t>(fault)];
    }

    /// True when anything was recorded since clear().
    bool any() const;
    void clear();

    /// The first bad index and how many there were, in words; empty when there was none.
    std::string index_text(const LayoutPlan& plan) const;

 private:
    std::vector<Entry> entries_;
    u32 any_ = 0;  // atomic
    bool checked_ = false;
    // The first bad index.
    u64 bad_indices_ = 0;  // atomic
    Target bad_target_ = Target::field;
    u32 bad_id_ = 0;
    u32 bad_rank_ = 0;
    std::array<i64, kMaxAxes> bad_index_{};
};

/// Whether `index` names a cell of `node`: one number an axis (ascending), counted from `offset`
/// (null = zeros), inside the shape.
bool index_in_range(const SNodePlan& node, const i32* offset, std::span<const i64> index);

}  // namespace starling::sparse
