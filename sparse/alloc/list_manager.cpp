// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/alloc/list_manager.h"

#include <algorithm>
#include <string>

#include "sparse/core/atomic.h"
#include "sparse/core/locked_task.h"

namespace starling::sparse {

Result<ListManager> ListManager::create(std::span<const u64> strides, u64 max_elements,
                                        bool ambient, const ListStep& step, MemoryBudget& budget) {
    ListManager list;
    list.step_ = step;
    list.budget_ = &budget;
    list.first_ = ambient ? 1 : 0;
    const u64 widest = *std::max_element(strides.begin(), strides.end());
    // The top bit of an index is free for marks of the allocator.
    max_elements = std::min<u64>(max_elements, 0x7ffffffe);
    const u64 share = reservation_share();
    if (share / widest == 0)
        return Error{"a slot of " + std::to_string(widest) + " bytes does not fit into the " +
                     std::to_string(share >> 20) + " MiB that the address space budget leaves"};
    list.max_elements_ = static_cast<u32>(std::min(max_elements, share / widest));
    for (const u64 stride : strides) {
        auto range =
            AddressRange::reserve(u64{list.max_elements_} * stride, ambient ? stride : 0, budget);
        if (!range) return range.error();
        Column column;
        column.range = std::move(*range);
        column.stride = stride;
        column.origin = column.range.base() - (ambient ? stride : 0);
        list.columns_.push_back(std::move(column));
    }
    return list;
}

u32 ListManager::atomic_load_size() const {
    return atomic_load(size_);
}

u32 ListManager::reserve_new_elements(u32 wanted, u32& got) {
    u32 size = atomic_load(size_);
    for (;;) {
        got = std::min(wanted, max_elements_ - size);
        if (got == 0 || !commit(u64{size} + got)) return kNone;
        if (atomic_cas_release(size_, size, size + got)) return size + first_;
    }
}

bool ListManager::resize(u32 elements) {
    if (elements > max_elements_ || !commit(elements)) return false;
    atomic_store(size_, elements);
    return true;
}

bool ListManager::commit(u64 elements) {
    if (elements > max_elements_) return false;
    bool refused = false;
    locked_task(
        lock_, [&] { return elements > atomic_load_acquire(committed_); },
        [&] {
            u64 widest = 1;
            for (const Column& column : columns_) widest = std::max(widest, column.stride);
            const u64 first = step_.first_elements != 0
                                  ? step_.first_elements
                                  : std::max<u64>(step_.first_bytes / widest, 1);
            u64 target = committed_;
            while (target < elements) {
                const u64 grown = static_cast<u64>(static_cast<double>(target) * step_.growth);
                target = std::max(grown, target + first);
            }
            // When the generous step is refused, the exact need may still be granted.
            for (const u64 goal : {std::min<u64>(target, max_elements_), elements}) {
                refused = !grow_columns(goal);
                if (refused) continue;
                ++steps_;
                atomic_store_release(committed_, static_cast<u32>(goal));
                break;
            }
        });
    return !refused && elements <= atomic_load_acquire(committed_);
}

bool ListManager::grow_columns(u64 elements) {
    // Asked as a whole first: a column must not take what the next one then lacks.
    u64 more = 0;
    for (const Column& column : columns_)
        more += column.range.commit_cost(elements * column.stride);
    if (!budget_->take(more)) return false;
    budget_->give_back(more);
    bool granted = true;
    for (Column& column : columns_) granted &= column.range.commit(elements * column.stride);
    return granted;
}

void ListManager::discard(u32 first, u32 end) {
    for (Column& column : columns_)
        column.range.discard((first - first_) * column.stride, (end - first_) * column.stride);
}

bool ListManager::restore(u32 first, u32 end, u32 count) {
    const auto apply = [&](Column& column, auto operation) {
        const auto at = [&](u32 element) { return (element - first_) * column.stride; };
        return (column.range.*operation)(at(first), at(end), at(first + count), at(end));
    };
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        if (apply(columns_[k], &AddressRange::restore)) continue;
        // What the columns before were granted goes back; nobody has touched it.
        while (k-- > 0) apply(columns_[k], &AddressRange::undo_restore);
        return false;
    }
    return true;
}

void ListManager::uncommit(u64 elements) {
    elements = std::max<u64>(elements, size_);
    if (elements >= committed_) return;
    for (Column& column : columns_) column.range.uncommit(elements * column.stride);
    committed_ = static_cast<u32>(elements);
}

void ListManager::shed() {
    for (Column& column : columns_) column.range.shed(size_ * column.stride);
}

Status ListManager::validate() const {
    if (size_ > max_elements_)
        return Error{"size " + std::to_string(size_) + " is above the maximum of " +
                     std::to_string(max_elements_)};
    if (size_ > committed_)
        return Error{"size " + std::to_string(size_) + " is above the " +
                     std::to_string(committed_) + " elements with memory"};
    for (const Column& column : columns_) {
        if (column.range.backed() < u64{committed_} * column.stride)
            return Error{"a column of " + std::to_string(column.stride) + " bytes an element has " +
                         std::to_string(column.range.backed()) + " bytes of memory for " +
                         std::to_string(committed_) + " elements"};
        if (column.origin + first_ * column.stride != column.range.base())
            return Error{"a column's origin does not fit its address range"};
    }
    if (lock_ != 0) return Error{"the lock is taken at rest"};
    return {};
}

u64 ListManager::committed_bytes() const {
    u64 bytes = 0;
    for (const Column& column : columns_) bytes += column.range.committed();
    return bytes;
}

u64 ListManager::reserved_bytes() const {
    u64 bytes = 0;
    for (const Column& column : columns_) bytes += column.range.reserved();
    return bytes;
}

}  // namespace starling::sparse
