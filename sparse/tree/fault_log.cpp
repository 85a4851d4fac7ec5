// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/fault_log.h"

#include <algorithm>

#include "sparse/core/atomic.h"

namespace starling::sparse {
namespace {

/// "(1, -2)".
template <class Numbers>
std::string tuple(const Numbers& numbers) {
    std::string text(1, '(');
    for (const auto number : numbers)
        text += (text.size() > 1 ? ", " : "") + std::to_string(number);
    return text + ')';
}

std::vector<u64> shape_of(const SNodePlan& node) {
    std::vector<u64> shape;
    std::copy_if(node.shape.begin(), node.shape.end(), std::back_inserter(shape),
                 [](u64 size) { return size != 0; });
    return shape;
}

}  // namespace

void FaultLog::record(Fault fault, u32 snode, Handle handle, u64 linear) {
    Entry& entry = entries_[snode * kFaultKinds + static_cast<std::size_t>(fault)];
    if (atomic_add<u64>(entry.count, 1) == 0) {
        entry.handle = handle;
        entry.linear = linear;
    }
    atomic_store<u32>(any_, 1);
}

void FaultLog::record_index(Target target, u32 id, std::span<const i64> index) {
    if (atomic_add<u64>(bad_indices_, 1) == 0) {
        bad_target_ = target;
        bad_id_ = id;
        bad_rank_ = static_cast<u32>(std::min(index.size(), bad_index_.size()));
        std::copy_n(index.begin(), bad_rank_, bad_index_.begin());
    }
    atomic_store<u32>(any_, 1);
}

bool FaultLog::any() const {
    return atomic_load(any_) != 0;
}

void FaultLog::clear() {
    for (Entry& entry : entries_) entry = {};
    bad_indices_ = 0;
    any_ = 0;
}

std::string FaultLog::index_text(const LayoutPlan& plan) const {
    if (bad_indices_ == 0) return {};
    const bool field = bad_target_ == Target::field;
    u32 snode = field ? plan.fields[bad_id_].snode : bad_id_;
    std::string text = field ? "field " + plan.fields[bad_id_].name : plan.name_of(snode);
    if (bad_target_ == Target::list) snode = plan.snodes[snode].parent;
    const std::vector<u64> shape = shape_of(plan.snodes[snode]);
    const std::vector<i32> offset =
        field ? plan.fields[bad_id_].offset : std::vector<i32>(shape.size(), 0);
    const std::span<const i64> index(bad_index_.data(), bad_rank_);
    text += ": index " + tuple(index) + " is outside of shape " + tuple(shape) + " with offset " +
            tuple(offset);
    if (index.size() != shape.size())
        text += ": expected " + std::to_string(shape.size()) + " indices, got " +
                std::to_string(index.size());
    if (bad_indices_ != 1)
        text += "; " + std::to_string(bad_indices_) + " such accesses, this is the first";
    return text;
}

bool index_in_range(const SNodePlan& node, const i32* offset, std::span<const i64> index) {
    std::size_t rank = 0;
    for (const u64 size : node.shape) {
        if (size == 0) continue;
        if (rank == index.size()) return false;
        const i64 low = offset == nullptr ? 0 : offset[rank];
        if (index[rank] < low || index[rank] >= low + static_cast<i64>(size)) return false;
        ++rank;
    }
    return rank == index.size();
}

}  // namespace starling::sparse
