// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/alloc/node_manager.h"

#include <algorithm>
#include <cstring>

#include "sparse/core/atomic.h"
#include "sparse/core/locked_task.h"

namespace starling::sparse {

Result<std::unique_ptr<NodeManager>> NodeManager::create(std::span<const u64> strides,
                                                         u64 max_slots, int workers,
                                                         Zeroing zeroing, const ListStep& step) {
    // Room for what the workers hold in stock beside the slots that can be live.
    const u64 stocked = max_slots + static_cast<u64>(workers) * kBatch;
    auto data = ListManager::create(strides, stocked, true, step);
    if (!data) return data.error();
    const u64 index_stride[] = {sizeof(u32)};
    const ListStep index_step{.first_bytes = 4096};
    auto free = ListManager::create(index_stride, data->max_elements(), false, index_step);
    if (!free) return free.error();
    auto recycled = ListManager::create(index_stride, data->max_elements(), false, index_step);
    if (!recycled) return recycled.error();
    return std::unique_ptr<NodeManager>(new NodeManager(std::move(*data), std::move(*free),
                                                        std::move(*recycled), workers, zeroing));
}

NodeManager::NodeManager(ListManager data, ListManager free, ListManager recycled, int workers,
                         Zeroing zeroing)
    : data_(std::move(data)),
      free_(std::move(free)),
      recycled_(std::move(recycled)),
      zeroing_(zeroing),
      stocks_(static_cast<std::size_t>(workers)) {
    u64 slot_bytes = 0;
    for (int column = 0; column < data_.column_count(); ++column)
        slot_bytes += data_.stride(column);
    fresh_batch_ = static_cast<u32>(std::clamp<u64>(kBatchBytes / slot_bytes, 1, kBatch));
}

NodeManager::Slot NodeManager::allocate(int worker) {
    Stock& stock = stocks_[static_cast<std::size_t>(worker)];
    for (;;) {
        if (stock.count != 0) {
            const u32 entry = stock.entries[--stock.count];
            const Handle handle = entry & ~kFresh;
            const bool fresh = (entry & kFresh) != 0;
            if (!fresh && zeroing_ == Zeroing::at_reuse) zero(handle);
            return {handle, fresh};
        }
        if (stock.fresh_next != stock.fresh_end) return {stock.fresh_next++, true};
        if (!refill(stock)) return {};
    }
}

bool NodeManager::refill(Stock& stock) {
    // Small shares of a short free list, so that no worker sits on what another one needs.
    const u32 available = free_.size();
    const u32 cursor = atomic_load(free_used_);
    if (cursor < available) {
        const u32 workers = static_cast<u32>(stocks_.size());
        const u32 share = std::clamp((available - cursor) / (2 * workers), 1u, kBatch);
        const u32 begin = atomic_add(free_used_, share);
        if (begin < available) {
            const u32 taken = std::min(share, available - begin);
            // Backwards, so that slots leave the stock in the order of the free list.
            for (u32 k = 0; k < taken; ++k) stock.entries[taken - 1 - k] = free_.at<u32>(begin + k);
            stock.count = taken;
            return true;
        }
    }
    locked_task(
        holes_lock_, [&] { return stock.count == 0 && atomic_load(hole_count_) != 0; },
        [&] {
            const u32 count = atomic_load(hole_count_);
            const u32 taken = std::min(count, kBatch);
            for (u32 k = 0; k < taken; ++k) stock.entries[k] = holes_[count - taken + k] | kFresh;
            stock.count = taken;
            atomic_store(hole_count_, count - taken);
        });
    if (stock.count != 0) return true;
    u32 got = 0;
    const u32 first = data_.reserve_new_elements(fresh_batch_, got);
    if (first == ListManager::kNone) return false;
    stock.fresh_next = first;
    stock.fresh_end = first + got;
    return true;
}

void NodeManager::give_back(int worker, Slot slot) {
    Stock& stock = stocks_[static_cast<std::size_t>(worker)];
    // The slot left this stock just now, so there is room for it.
    if (slot.fresh && slot.handle + 1 == stock.fresh_next)
        --stock.fresh_next;
    else
        stock.entries[stock.count++] = slot.handle | (slot.fresh ? kFresh : 0);
}

void NodeManager::published(int worker, Slot slot) {
    Stock& stock = stocks_[static_cast<std::size_t>(worker)];
    atomic_store(stock.activations, stock.activations + 1);
    if (slot.fresh) atomic_store(stock.created, stock.created + 1);
}

bool NodeManager::recycle(Handle handle) {
    u32 got = 0;
    const u32 place = recycled_.reserve_new_elements(1, got);
    if (place == ListManager::kNone) return false;
    recycled_.at<u32>(place) = handle;
    return true;
}

std::span<const Handle> NodeManager::recycled() const {
    return {&recycled_.at<u32>(0), recycled_.size()};
}

void NodeManager::collect() {
    flush_stocks();
    compact_free_list();
    take_in_recycled();
    ++gc_runs_;
}

void NodeManager::flush_stocks() {
    high_water_ = std::max<u64>(high_water_, data_.size());
    std::vector<u32> fresh, used;
    for (Stock& stock : stocks_) {
        for (u32 h = stock.fresh_next; h != stock.fresh_end; ++h) fresh.push_back(h);
        for (u32 k = 0; k < stock.count; ++k) {
            const u32 entry = stock.entries[k];
            if ((entry & kFresh) != 0)
                fresh.push_back(entry & ~kFresh);
            else
                used.push_back(entry);
        }
        stock.fresh_next = stock.fresh_end = stock.count = 0;
    }
    // Untouched slots at the end of the data list leave it again; holes wait for their turn.
    fresh.insert(fresh.end(), holes_.begin(), holes_.begin() + hole_count_);
    std::sort(fresh.begin(), fresh.end());
    u32 size = data_.size();
    while (!fresh.empty() && fresh.back() == size) fresh.pop_back(), --size;
    (void)data_.resize(size);  // shrinks
    holes_.assign(fresh.rbegin(), fresh.rend());
    hole_count_ = static_cast<u32>(holes_.size());

    // Into the part of the free list that is handed out: compaction takes them along.
    u32 cursor = std::min(free_used_, free_.size());
    const u32 count = static_cast<u32>(used.size());
    if (count > cursor) {
        const u32 unused = free_.size() - cursor;
        if (!free_.resize(count + unused)) return;  // lost until destroy; counted by is_valid()
        if (unused != 0)
            std::memmove(&free_.at<u32>(count), &free_.at<u32>(cursor), unused * sizeof(u32));
        cursor = count;
    }
    if (count != 0) std::memcpy(&free_.at<u32>(cursor - count), used.data(), count * sizeof(u32));
    free_used_ = cursor - count;
}

void NodeManager::compact_free_list() {
    const u32 cursor = std::min(free_used_, free_.size());
    const u32 unused = free_.size() - cursor;
    if (cursor != 0 && unused != 0)
        std::memmove(&free_.at<u32>(0), &free_.at<u32>(cursor), unused * sizeof(u32));
    (void)free_.resize(unused);  // shrinks
    free_used_ = 0;
}

void NodeManager::take_in_recycled() {
    const u32 count = recycled_.size();
    if (count == 0) return;
    const u32 before = free_.size();
    if (!free_.resize(before + count)) return;  // they stay recycled; the next GC tries again
    std::memcpy(&free_.at<u32>(before), &recycled_.at<u32>(0), count * sizeof(u32));
    if (zeroing_ == Zeroing::in_gc)
        for (u32 k = 0; k < count; ++k) zero(free_.at<u32>(before + k));
    deactivations_ += count;
    (void)recycled_.resize(0);
}

void NodeManager::zero(Handle handle) {
    for (int column = 0; column < data_.column_count(); ++column) {
        const u64 stride = data_.stride(column);
        std::memset(data_.origin(column) + handle * stride, 0, stride);
    }
}

NodeManagerStats NodeManager::stats() const {
    NodeManagerStats stats;
    u64 entries = atomic_load(hole_count_);
    for (const Stock& stock : stocks_) {
        entries += stock.count + (stock.fresh_end - stock.fresh_next);
        stats.created += atomic_load(stock.created);
        stats.activations += atomic_load(stock.activations);
    }
    const u32 cursor = std::min(atomic_load(free_used_), free_.size());
    stats.free = free_.size() - cursor;
    stats.recycled = recycled_.size();
    stats.reserved = entries;
    stats.deactivations = deactivations_ + stats.recycled;
    stats.live = stats.activations - stats.deactivations;
    stats.high_water = std::max<u64>(high_water_, data_.size());
    stats.gc_runs = gc_runs_;
    for (const ListManager* list : {&data_, &free_, &recycled_}) {
        stats.bytes_committed += list->committed_bytes();
        stats.bytes_reserved += list->reserved_bytes();
    }
    return stats;
}

bool NodeManager::is_valid() const {
    std::vector<u8> seen(data_.size() + 1, 0);
    bool valid = true;
    const auto visit = [&](u32 entry) {
        const Handle handle = entry & ~kFresh;
        if (handle == 0 || handle > data_.size() || seen[handle] != 0)
            valid = false;
        else
            seen[handle] = 1;
    };
    for (u32 k = std::min(free_used_, free_.size()); k < free_.size(); ++k) visit(free_.at<u32>(k));
    for (u32 k = 0; k < recycled_.size(); ++k) visit(recycled_.at<u32>(k));
    for (u32 k = 0; k < hole_count_; ++k) visit(holes_[k]);
    for (const Stock& stock : stocks_) {
        for (u32 k = 0; k < stock.count; ++k) visit(stock.entries[k]);
        for (u32 h = stock.fresh_next; h != stock.fresh_end; ++h) visit(h);
    }
    u64 rest = 0;
    for (u32 handle = 1; handle <= data_.size(); ++handle) rest += seen[handle] == 0;
    return valid && rest == stats().live;
}

}  // namespace starling::sparse
