// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/alloc/node_manager.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "sparse/core/atomic.h"
#include "sparse/core/bits.h"
#include "sparse/memory/stream_zero.h"

namespace starling::sparse {
namespace {

/// Lists shorter than this are not worth a parallel loop.
constexpr u64 kParallelEntries = u64{1} << 16;
constexpr u64 kParallelBytes = u64{1} << 20;
/// Less than this is not worth a call to the system.
constexpr u64 kReleaseLeast = u64{64} << 10;

void copy_entries(u32* to, const u32* from, u32 count, Executor* executor) {
    if (count == 0) return;
    if (executor == nullptr || count < kParallelEntries) {
        std::memcpy(to, from, count * sizeof(u32));
        return;
    }
    executor->parallel_for(count, kParallelEntries / 4, [&](i64 begin, i64 end, int) {
        std::memcpy(to + begin, from + begin, static_cast<u64>(end - begin) * sizeof(u32));
    });
}

}  // namespace

Result<std::unique_ptr<NodeManager>> NodeManager::create(std::span<const u64> strides,
                                                         u64 max_slots, int workers,
                                                         const Options& options) {
    // Every cell may be activated again in the task that deactivated it, when its old slot is not
    // yet free; and workers hold some in stock.
    const u64 most =
        options.pooled ? 2 * max_slots + static_cast<u64>(workers) * kBatch : max_slots;
    std::vector<u64> slot_bytes(strides.begin(), strides.end());
    std::vector<u64> spaced = slot_bytes;
    if (kPoisons && options.pooled)
        for (u64& stride : spaced) stride = round_up(stride, 8) + 16;
    auto data = ListManager::create(spaced, most, true, options.step, *options.budget);
    if (!data) return data.error();
    const u64 index_stride[] = {sizeof(u32)};
    const ListStep index_step{.first_bytes = 4096};
    const u64 entries = options.pooled ? data->max_elements() : 1;
    auto free = ListManager::create(index_stride, entries, false, index_step, *options.budget);
    if (!free) return free.error();
    auto recycled = ListManager::create(index_stride, entries, false, index_step, *options.budget);
    if (!recycled) return recycled.error();
    return std::unique_ptr<NodeManager>(new NodeManager(std::move(*data), std::move(*free),
                                                        std::move(*recycled), max_slots, workers,
                                                        options, std::move(slot_bytes)));
}

NodeManager::NodeManager(ListManager data, ListManager free, ListManager recycled, u64 max_slots,
                         int workers, const Options& options, std::vector<u64> slot_bytes)
    : data_(std::move(data)),
      free_(std::move(free)),
      recycled_(std::move(recycled)),
      zeroing_(options.zeroing),
      pooled_(options.pooled),
      shared_(workers > 1),
      max_slots_(max_slots),
      slot_bytes_(std::move(slot_bytes)),
      stocks_(static_cast<std::size_t>(workers)) {
    u64 bytes = 0;
    for (int column = 0; column < data_.column_count(); ++column) bytes += data_.stride(column);
    fresh_batch_ = static_cast<u32>(std::clamp<u64>(kBatchBytes / bytes, 1, kBatch));
}

// --- while a task runs ---------------------------------------------------------------------------

NodeManager::Slot NodeManager::allocate_slow(Stock& stock, u32 attempt) {
    for (;;) {
        bool retry = false;
        if (!refill(stock, attempt, retry)) return {0, false, retry};
        // Another worker may have taken all of it meanwhile.
        const SpinGuard guard(stock.lock, shared_);
        if (stock.count != 0) return take_entry(stock.entries[--stock.count]);
        if (stock.next == stock.end) continue;
        const Handle handle = stock.next++;
        unpoison_slot(handle);
        return {handle, stock.range_is_new, false};
    }
}

bool NodeManager::refill(Stock& stock, u32 attempt, bool& retry) {
    // Slots that were used before come first, also those that others have in stock, so that a
    // steady scene creates no new ones.
    if (take_free(stock) || steal(stock, false) || take_released(stock, false)) return true;
    // Two workers that race for one cell hold two slots, and the loser's is back in a moment;
    // others are on their way into a stock, where the next attempt looks for them.
    retry = attempt < kMostAttempts && used_in_flight();
    if (retry) {
        atomic_store<u32>(drained_, 0);
        return false;
    }
    return take_hole(stock) || take_released(stock, true) || take_new(stock, attempt, retry) ||
           steal(stock, true);
}

bool NodeManager::used_in_flight() const {
    // Called when no used slot is idle: what was created is live, recycled, on its way, or its
    // memory is with the system and was refused just now.
    if (!shared_) return false;
    u64 created = 0, activations = 0;
    for (const Stock& stock : stocks_) {
        activations += atomic_load(stock.activations);
        created += atomic_load(stock.created);
    }
    u64 released = 0;
    if (atomic_load(run_count_) != 0) {
        const SpinGuard guard(rest_lock_);
        for (const Run& run : runs_) released += run.is_new ? 0 : run.end - run.first;
    }
    return created + deactivations_ > activations + released;
}

bool NodeManager::take_free(Stock& stock) {
    // Small shares of a short list, so that few slots lie where they are not needed.
    const u32 available = free_.size();
    const u32 cursor = atomic_load(free_used_);
    if (cursor >= available) return false;
    const u32 workers = static_cast<u32>(stocks_.size());
    const u32 share = std::clamp((available - cursor) / (2 * workers), 1u, fresh_batch_);
    const u32 begin = atomic_add(free_used_, share);
    if (begin >= available) return false;
    const u32 taken = std::min(share, available - begin);
    if (zeroing_ == Zeroing::at_reuse) zero(&free_.at<u32>(begin), taken);
    const SpinGuard guard(stock.lock, shared_);
    // Backwards, so that slots leave the stock in the order of the free list.
    for (u32 k = 0; k < taken; ++k) stock.entries[taken - 1 - k] = free_.at<u32>(begin + k);
    stock.count = taken;
    return true;
}

bool NodeManager::take_hole(Stock& stock) {
    if (atomic_load(hole_count_) == 0) return false;
    const SpinGuard rest(rest_lock_);
    const u32 count = hole_count_;
    if (count == 0) return false;
    const u32 workers = static_cast<u32>(stocks_.size());
    const u32 taken = std::clamp(count / (2 * workers), 1u, kBatch);
    const SpinGuard guard(stock.lock, shared_);
    for (u32 k = 0; k < taken; ++k) stock.entries[k] = holes_[count - taken + k] | kFresh;
    stock.count = taken;
    atomic_store(hole_count_, count - taken);
    return true;
}

bool NodeManager::take_released(Stock& stock, bool new_ones) {
    if (atomic_load(run_count_) == 0) return false;
    const SpinGuard rest(rest_lock_);
    for (u32 k = run_count_; k-- > 0;) {
        Run& run = runs_[k];
        if (run.is_new != new_ones) continue;
        u32 count = std::min(fresh_batch_, run.end - run.first);
        if (!data_.restore(run.first, run.end, count)) {
            count = 1;
            if (!data_.restore(run.first, run.end, count)) return false;
        }
        const SpinGuard guard(stock.lock, shared_);
        stock.next = run.first;
        stock.end = run.first + count;
        stock.range_is_new = new_ones;
        run.first += count;
        if (run.first == run.end) {
            runs_.erase(runs_.begin() + k);
            atomic_store(run_count_, run_count_ - 1);
        }
        return true;
    }
    return false;
}

u64 NodeManager::recycled_count() const {
    u64 count = recycled_.size();
    for (const Stock& stock : stocks_) count += atomic_load(stock.dead_count);
    return count;
}

bool NodeManager::take_new(Stock& stock, u32 attempt, bool& retry) {
    // As many slots as cells and dead slots are always enough: when they exist, one is on its way
    // back from a lost race, or the cell in question is being served. The count of attempts ends
    // the wait should slots have been lost.
    const u64 needed = attempt < kMostAttempts ? max_slots_ + recycled_count() : ~u64{0};
    const u32 size = data_.size();
    if (size >= needed) {
        retry = true;
        return false;
    }
    const u64 wanted = std::min<u64>(fresh_batch_, needed - size);
    u32 first = ListManager::kNone, got = 0;
    for (const u64 count : {wanted, u64{1}}) {
        // Whoever gets a slot must be able to hand it back: its places in the lists come first.
        const u64 entries =
            std::min<u64>(size + count + stocks_.size() * kBatch, free_.max_elements());
        if (!free_.commit(entries) || !recycled_.commit(entries)) continue;
        first = data_.reserve_new_elements(static_cast<u32>(count), got);
        if (first != ListManager::kNone) break;
    }
    if (first == ListManager::kNone) return false;
    if constexpr (kPoisons)
        for (u32 k = 0; k < got; ++k) poison_slot(first + k);
    const SpinGuard guard(stock.lock, shared_);
    stock.next = first;
    stock.end = first + got;
    stock.range_is_new = true;
    return true;
}

bool NodeManager::steal(Stock& stock, bool fresh_too) {
    if (!fresh_too && (free_.size() == 0 || atomic_load(drained_) != 0)) return false;
    const std::size_t self = static_cast<std::size_t>(&stock - stocks_.data());
    for (std::size_t k = 1; k < stocks_.size(); ++k) {
        Stock& other = stocks_[(self + k) % stocks_.size()];
        u32 taken[kBatch];
        u32 count = 0;
        {
            const SpinGuard guard(other.lock);
            const auto wanted = [&](u32 entry) { return fresh_too || (entry & kFresh) == 0; };
            // Half of them, the first to have come in; the rest moves down.
            const u32 most = (other.count + 1) / 2;
            u32 kept = 0;
            for (u32 n = 0; n < other.count; ++n) {
                if (count < most && wanted(other.entries[n]))
                    taken[count++] = other.entries[n];
                else
                    other.entries[kept++] = other.entries[n];
            }
            other.count = kept;
            if (count == 0 && other.next != other.end && (fresh_too || !other.range_is_new)) {
                const u32 flag = other.range_is_new ? kFresh : 0;
                const u32 range = std::min((other.end - other.next + 1) / 2, kBatch);
                for (; count < range; ++count) taken[count] = --other.end | flag;
            }
        }
        if (count == 0) continue;
        const SpinGuard guard(stock.lock, shared_);
        std::copy_n(taken, count, stock.entries);
        stock.count = count;
        return true;
    }
    if (!fresh_too) atomic_store<u32>(drained_, 1);
    return false;
}

void NodeManager::give_back(int worker, Slot slot) {
    Stock& stock = stocks_[static_cast<std::size_t>(worker)];
    poison_slot(slot.handle);
    {
        const SpinGuard guard(stock.lock, shared_);
        // The slot left this stock just now, so there is room for it.
        if (slot.fresh == stock.range_is_new && slot.handle + 1 == stock.next) {
            --stock.next;
        } else {
            stock.entries[stock.count++] = slot.handle | (slot.fresh ? kFresh : 0);
        }
    }
    if (!slot.fresh) atomic_store<u32>(drained_, 0);
}

void NodeManager::flush_dead(Stock& stock) {
    const u32 count = stock.dead_count;
    if (count == 0) return;
    u32 got = 0;
    // There is room for every slot: see take_new().
    const u32 place = recycled_.reserve_new_elements(count, got);
    std::memcpy(&recycled_.at<u32>(place), stock.dead, count * sizeof(u32));
    atomic_store<u32>(stock.dead_count, 0);
}

// --- between tasks -------------------------------------------------------------------------------

std::span<const Handle> NodeManager::recycled() {
    for (Stock& stock : stocks_) flush_dead(stock);
    return {&recycled_.at<u32>(0), recycled_.size()};
}

void NodeManager::collect(Executor* executor) {
    (void)recycled();
    peak_ = std::max(peak_, in_use());
    flush_stocks();
    compact_free_list(executor);
    take_in_recycled(executor);
    drained_ = 0;
    ++gc_runs_;
}

u64 NodeManager::in_use() const {
    u64 idle = free_.size() - std::min(free_used_, free_.size()) + hole_count_;
    for (const Run& run : runs_) idle += run.end - run.first;
    for (const Stock& stock : stocks_) idle += stock.count + (stock.end - stock.next);
    return data_.size() - idle;
}

u64 NodeManager::take_peak() {
    const u64 peak = std::max(peak_, in_use());
    peak_ = in_use();
    return peak;
}

void NodeManager::flush_stocks() {
    high_water_ = std::max<u64>(high_water_, data_.size());
    std::vector<u32> fresh, used;
    for (Stock& stock : stocks_) {
        for (u32 h = stock.next; h != stock.end; ++h)
            (stock.range_is_new ? fresh : used).push_back(h);
        for (u32 k = 0; k < stock.count; ++k) {
            const u32 entry = stock.entries[k];
            ((entry & kFresh) != 0 ? fresh : used).push_back(entry & ~kFresh);
        }
        stock.next = stock.end = stock.count = 0;
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
        (void)free_.resize(count + unused);  // has memory for every slot: see take_new()
        if (unused != 0)
            std::memmove(&free_.at<u32>(count), &free_.at<u32>(cursor), unused * sizeof(u32));
        cursor = count;
    }
    if (count != 0) std::memcpy(&free_.at<u32>(cursor - count), used.data(), count * sizeof(u32));
    free_used_ = cursor - count;
}

void NodeManager::compact_free_list(Executor* executor) {
    const u32 cursor = std::min(free_used_, free_.size());
    const u32 unused = free_.size() - cursor;
    if (cursor != 0 && unused != 0) {
        if (executor != nullptr && unused >= kParallelEntries) {
            // Only what fits in front moves, from the end: source and target never overlap.
            const u32 moved = std::min(cursor, unused);
            copy_entries(&free_.at<u32>(0), &free_.at<u32>(cursor + unused - moved), moved,
                         executor);
        } else {
            std::memmove(&free_.at<u32>(0), &free_.at<u32>(cursor), unused * sizeof(u32));
        }
    }
    (void)free_.resize(unused);  // shrinks
    free_used_ = 0;
}

void NodeManager::take_in_recycled(Executor* executor) {
    const u32 count = recycled_.size();
    if (count == 0) return;
    const u32 before = free_.size();
    (void)free_.resize(before + count);  // has memory for every slot: see take_new()
    copy_entries(&free_.at<u32>(before), &recycled_.at<u32>(0), count, executor);
    if (zeroing_ == Zeroing::in_gc || kPoisons) {
        const auto treat = [&](i64 begin, i64 end, int) {
            for (i64 k = begin; k < end; ++k) {
                const u32& handle = free_.at<u32>(before + static_cast<u32>(k));
                if (zeroing_ == Zeroing::in_gc) zero(&handle, 1);
                poison_slot(handle);
            }
        };
        u64 bytes = 0;
        for (const u64 stride : slot_bytes_) bytes += stride;
        const u64 grain = std::max<u64>(kParallelBytes / 16 / bytes, 1);
        if (executor != nullptr && count * bytes >= kParallelBytes)
            executor->parallel_for(count, static_cast<i64>(grain), treat);
        else
            treat(0, count, 0);
    }
    deactivations_ += count;
    (void)recycled_.resize(0);
}

u32 NodeManager::block_slots() const {
    u64 widest = 1;
    for (int column = 0; column < data_.column_count(); ++column)
        widest = std::max(widest, data_.stride(column));
    return static_cast<u32>(std::max<u64>((kReleaseBytes + widest - 1) / widest, 1));
}

std::vector<u32> NodeManager::free_in_blocks() const {
    const u32 block = block_slots();
    std::vector<u32> count((data_.size() + block - 1) / block, 0);
    for (u32 k = std::min(free_used_, free_.size()); k < free_.size(); ++k)
        ++count[(free_.at<u32>(k) - 1) / block];
    for (u32 k = 0; k < hole_count_; ++k) ++count[(holes_[k] - 1) / block];
    return count;
}

void NodeManager::release(u64 keep) {
    (void)recycled();
    flush_stocks();
    compact_free_list(nullptr);
    const u32 block = block_slots(), size = data_.size();
    const std::vector<u32> idle = free_in_blocks();
    std::vector<u32> away(idle.size(), 0);
    u64 capacity = size;
    for (const Run& run : runs_) {
        capacity -= run.end - run.first;
        for (u32 h = run.first; h < run.end; ++h) ++away[(h - 1) / block];
    }
    u64 slot_bytes = 0;
    for (int column = 0; column < data_.column_count(); ++column)
        slot_bytes += data_.stride(column);
    std::vector<u8> goes(idle.size(), 0);
    bool any = false;
    for (std::size_t b = idle.size(); b-- > 0;) {
        const u32 slots = std::min<u32>(block, size - static_cast<u32>(b) * block);
        if (idle[b] == 0 || idle[b] + away[b] != slots || idle[b] * slot_bytes < kReleaseLeast)
            continue;
        if (capacity < keep + idle[b]) continue;
        capacity -= idle[b];
        goes[b] = 1;
        any = true;
    }
    if (any) {
        const auto leaves = [&](Handle handle) { return goes[(handle - 1) / block] != 0; };
        std::vector<std::pair<u32, bool>> leaving;  // handle, never published
        u32 kept = 0;
        for (u32 k = 0; k < free_.size(); ++k) {
            const Handle handle = free_.at<u32>(k);
            if (leaves(handle))
                leaving.emplace_back(handle, false);
            else
                free_.at<u32>(kept++) = handle;
        }
        (void)free_.resize(kept);
        u32 holes = 0;
        for (u32 k = 0; k < hole_count_; ++k) {
            if (leaves(holes_[k]))
                leaving.emplace_back(holes_[k], true);
            else
                holes_[holes++] = holes_[k];
        }
        hole_count_ = holes;
        std::sort(leaving.begin(), leaving.end());
        for (std::size_t k = 0; k < leaving.size();) {
            std::size_t stop = k + 1;
            while (stop < leaving.size() && leaving[stop].first == leaving[stop - 1].first + 1 &&
                   leaving[stop].second == leaving[k].second)
                ++stop;
            const Run run{leaving[k].first, leaving[stop - 1].first + 1, leaving[k].second};
            data_.discard(run.first, run.end);
            for (u32 h = run.first; h < run.end; ++h) poison_slot(h);
            runs_.push_back(run);
            k = stop;
        }
        run_count_ = static_cast<u32>(runs_.size());
    }
    data_.uncommit(keep);
    free_.shed();
    recycled_.shed();
}

bool NodeManager::prepare_repack(u32 live) {
    (void)recycled();
    flush_stocks();
    compact_free_list(nullptr);
    for (std::size_t k = runs_.size(); k-- > 0;) {
        const Run run = runs_[k];
        if (run.first > live) continue;
        if (!data_.restore(run.first, run.end, run.end - run.first)) return false;
        // The books stay right when a later run is refused: these slots are free as others are.
        for (u32 h = run.first; h < run.end; ++h) {
            if (run.is_new) {
                holes_.resize(hole_count_);
                holes_.push_back(h);
                ++hole_count_;
            } else {
                (void)free_.resize(free_.size() + 1);
                free_.at<u32>(free_.size() - 1) = h;
            }
        }
        runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(k));
        run_count_ = static_cast<u32>(runs_.size());
    }
    if constexpr (kPoisons)
        for (u32 h = 1; h <= data_.size(); ++h) unpoison_slot(h);
    return true;
}

void NodeManager::finish_repack(u32 live) {
    std::vector<u8> away(data_.size() + 1, 0);
    for (const Run& run : runs_)
        for (u32 h = run.first; h < run.end; ++h) away[h] = 1;
    // As many slots as before are new ones; the highest stand for them, and those at the end leave.
    u32 fresh = hole_count_;
    std::vector<u32> holes;
    u32 size = data_.size();
    for (u32 h = data_.size(); h > live && fresh != 0; --h) {
        if (away[h] != 0) continue;
        zero(&h, 1);
        away[h] = 1;
        --fresh;
        if (h == size)
            --size;
        else
            holes.push_back(h);
    }
    (void)data_.resize(size);
    holes_ = std::move(holes);
    hole_count_ = static_cast<u32>(holes_.size());
    u32 count = 0;
    (void)free_.resize(size - live);
    for (u32 h = live + 1; h <= size; ++h) {
        if (away[h] != 0) continue;
        if (zeroing_ == Zeroing::in_gc) zero(&h, 1);
        free_.at<u32>(count++) = h;
    }
    (void)free_.resize(count);
    free_used_ = 0;
    if constexpr (kPoisons)
        for (u32 h = live + 1; h <= high_water_; ++h) poison_slot(h);
}

void NodeManager::zero(const Handle* handles, u32 count) {
    for (int column = 0; column < data_.column_count(); ++column) {
        const u64 stride = data_.stride(column), bytes = slot_bytes(column);
        for (u32 k = 0; k < count;) {
            // Slots that follow each other are cleared at once.
            u32 run = 1;
            while (k + run < count && handles[k + run] == handles[k] + run && stride == bytes)
                ++run;
            u8* const begin = data_.origin(column) + handles[k] * stride;
            unpoison(begin, bytes);
            stream_zero(begin, (run - 1) * stride + bytes);
            poison(begin, bytes);
            k += run;
        }
    }
    stream_fence();
}

// --- books ---------------------------------------------------------------------------------------

NodeManagerStats NodeManager::stats() const {
    NodeManagerStats stats;
    u64 reserved = atomic_load(hole_count_);
    for (const Stock& stock : stocks_) {
        const SpinGuard guard(stock.lock, shared_);
        reserved += stock.count + (stock.end - stock.next);
        stats.created += atomic_load(stock.created);
        stats.activations += atomic_load(stock.activations);
    }
    {
        const SpinGuard guard(rest_lock_);
        for (const Run& run : runs_)
            (run.is_new ? reserved : stats.released) += run.end - run.first;
    }
    const u32 cursor = std::min(atomic_load(free_used_), free_.size());
    stats.free = free_.size() - cursor;
    stats.recycled = recycled_count();
    stats.reserved = reserved;
    stats.deactivations = deactivations_ + stats.recycled;
    stats.live = stats.activations - stats.deactivations;
    stats.high_water = std::max<u64>(high_water_, data_.size());
    stats.gc_runs = gc_runs_;
    for (const ListManager* list : {&data_, &free_, &recycled_}) {
        stats.bytes_committed += list->committed_bytes();
        stats.bytes_reserved += list->reserved_bytes();
    }
    for (const u64 bytes : slot_bytes_) stats.bytes_used += bytes * stats.live;
    return stats;
}

std::vector<u32> NodeManager::occupancy(u32& slots) const {
    slots = block_slots();
    std::vector<u32> live = free_in_blocks();
    const auto take = [&](Handle handle) { ++live[(handle - 1) / slots]; };
    for (u32 k = 0; k < recycled_.size(); ++k) take(recycled_.at<u32>(k));
    for (const Stock& stock : stocks_) {
        for (u32 k = 0; k < stock.count; ++k) take(stock.entries[k] & ~kFresh);
        for (u32 k = 0; k < stock.dead_count; ++k) take(stock.dead[k]);
        for (u32 h = stock.next; h != stock.end; ++h) take(h);
    }
    for (const Run& run : runs_)
        for (u32 h = run.first; h < run.end; ++h) take(h);
    for (std::size_t b = 0; b < live.size(); ++b)
        live[b] = std::min<u32>(slots, data_.size() - static_cast<u32>(b) * slots) - live[b];
    return live;
}

Status NodeManager::validate() const {
    const std::pair<const char*, const ListManager*> lists[] = {
        {"data", &data_}, {"free", &free_}, {"recycled", &recycled_}};
    for (const auto& [name, list] : lists)
        if (Status ok = list->validate(); !ok)
            return Error{std::string(name) + " list: " + ok.error().text};
    if (!pooled_) return {};
    std::vector<const char*> seen(data_.size() + 1, nullptr);
    std::string wrong;
    const auto visit = [&](u32 entry, const char* where) {
        const Handle handle = entry & ~kFresh;
        if (!wrong.empty()) return;
        if (handle == 0 || handle > data_.size())
            wrong = "slot " + std::to_string(handle) + " in the " + where +
                    " does not exist; there are " + std::to_string(data_.size());
        else if (seen[handle] != nullptr)
            wrong = "slot " + std::to_string(handle) + " is in the " + where + " and in the " +
                    seen[handle];
        else
            seen[handle] = where;
    };
    for (u32 k = std::min(free_used_, free_.size()); k < free_.size(); ++k)
        visit(free_.at<u32>(k), "free list");
    for (u32 k = 0; k < recycled_.size(); ++k) visit(recycled_.at<u32>(k), "recycled list");
    for (u32 k = 0; k < hole_count_; ++k) visit(holes_[k], "list of holes");
    for (const Run& run : runs_)
        for (u32 h = run.first; h < run.end; ++h) visit(h, "released blocks");
    for (const Stock& stock : stocks_) {
        if (stock.count > kBatch || stock.dead_count > kBatch || stock.next > stock.end)
            return Error{"a worker's stock has impossible counts"};
        for (u32 k = 0; k < stock.count; ++k) visit(stock.entries[k], "stock of a worker");
        for (u32 k = 0; k < stock.dead_count; ++k) visit(stock.dead[k], "recycled list");
        for (u32 h = stock.next; h != stock.end; ++h) visit(h, "stock of a worker");
    }
    if (!wrong.empty()) return Error{wrong};
    u64 rest = 0;
    for (u32 handle = 1; handle <= data_.size(); ++handle) rest += seen[handle] == nullptr;
    if (rest != stats().live)
        return Error{std::to_string(rest) + " slots are in no list, but " +
                     std::to_string(stats().live) + " are live"};
    return {};
}

}  // namespace starling::sparse
