// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/alloc/list_manager.h"

#include <algorithm>

#include "sparse/core/atomic.h"
#include "sparse/core/locked_task.h"

namespace starling::sparse {

Result<ListManager> ListManager::create(std::span<const u64> strides, u64 max_elements,
                                        bool ambient, const ListStep& step) {
    ListManager list;
    list.step_ = step;
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
        auto range = AddressRange::reserve(u64{list.max_elements_} * stride, ambient ? stride : 0);
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
        if (got == 0 || !touch(u64{size} + got)) return kNone;
        if (atomic_cas_release(size_, size, size + got)) return size + first_;
    }
}

bool ListManager::resize(u32 elements) {
    if (elements > max_elements_ || !touch(elements)) return false;
    atomic_store(size_, elements);
    return true;
}

bool ListManager::touch(u64 elements) {
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
                refused = false;
                for (Column& column : columns_)
                    if (!column.range.commit(goal * column.stride)) refused = true;
                if (refused) continue;
                ++steps_;
                atomic_store_release(committed_, static_cast<u32>(goal));
                break;
            }
        });
    return !refused && elements <= atomic_load_acquire(committed_);
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
