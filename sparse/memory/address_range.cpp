// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/memory/address_range.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "sparse/core/bits.h"
#include "sparse/memory/poison.h"

namespace starling::sparse {
namespace {

constexpr u64 kHugePage = u64{2} << 20;

u64 page_size() {
    static const u64 size = static_cast<u64>(sysconf(_SC_PAGESIZE));
    return size;
}

/// Bytes of the whole pages inside [begin, end).
u64 page_bytes(u64 begin, u64 end) {
    const u64 first = round_up(begin, page_size()), last = end / page_size() * page_size();
    return last > first ? last - first : 0;
}

#if defined(__SANITIZE_THREAD__)
#define STARLING_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define STARLING_UNDER_TSAN 1
#endif
#endif

u64 total_budget() {
#if defined(STARLING_UNDER_TSAN)
    u64 budget = u64{1} << 37;
#else
    u64 budget = u64{1} << 46;  // half of the user part of a 47-bit address space
#endif
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        budget = std::min<u64>(budget, limit.rlim_cur / 8);
    return budget;
}

std::atomic<u64>& reserved_total() {
    static std::atomic<u64> total = 0;
    return total;
}

}  // namespace

u64 reservation_share() {
    constexpr u64 kGenerous = 64, kLists = 16384;
    const u64 half = total_budget() / 2;
    const u64 used = reserved_total().load(std::memory_order_relaxed);
    const u64 generous = half > used ? (half - used) / kGenerous : 0;
    const u64 left = 2 * half > used ? 2 * half - used : 0;
    return std::max({generous, std::min(half / kLists, left / kGenerous), page_size()});
}

Result<AddressRange> AddressRange::reserve(u64 bytes, u64 ambient_bytes, MemoryBudget& budget) {
    AddressRange range;
    range.budget_ = &budget;
    range.ambient_ = round_up(ambient_bytes, page_size());
    range.reserved_ = round_up(std::max<u64>(bytes, 1), page_size());
    const u64 whole = range.ambient_ + range.reserved_ + kHugePage;
    if (reserved_total().load(std::memory_order_relaxed) + whole > total_budget())
        return Error{"address space: the budget for reservations (" +
                     std::to_string(total_budget() >> 20) + " MiB) is used up; destroy trees, or " +
                     "raise the address space limit (ulimit -v)"};
    void* start =
        mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return Error{"address space: reserving " + std::to_string(whole >> 20) +
                     " MiB failed: " + std::strerror(errno)};
    // Element 0 starts on a huge page, so that a grown pool can be backed by them from its start.
    u8* const first = static_cast<u8*>(start);
    u8* const base =
        reinterpret_cast<u8*>(round_up(reinterpret_cast<u64>(first) + range.ambient_, kHugePage));
    u8* const low = base - range.ambient_;
    if (low > first) munmap(first, static_cast<u64>(low - first));
    u8* const high = base + range.reserved_;
    u8* const last = first + whole;
    if (last > high) munmap(high, static_cast<u64>(last - high));
    range.base_ = base;
    reserved_total().fetch_add(range.ambient_ + range.reserved_, std::memory_order_relaxed);
    if (range.ambient_ != 0 && mprotect(low, range.ambient_, PROT_READ) != 0)
        return Error{std::string("address space: mapping the ambient slot failed: ") +
                     std::strerror(errno)};
    return range;
}

u64 AddressRange::commit_cost(u64 bytes) const {
    bytes = std::min(round_up(bytes, page_size()), reserved_);
    return bytes > committed_ ? bytes - committed_ : 0;
}

bool AddressRange::commit(u64 bytes) {
    const u64 more = commit_cost(bytes);
    if (more == 0) return true;
    bytes = committed_ + more;
    if (!budget_->take(more)) return false;
    if (mprotect(base_ + committed_, more, PROT_READ | PROT_WRITE) != 0) {
        budget_->give_back(more);
        return false;
    }
    // The pages before the first 2 MiB were asked for one by one; the rest comes as huge pages.
    if (bytes >= kHugePage) madvise(base_, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
    committed_ = bytes;
    return true;
}

void AddressRange::uncommit(u64 bytes) {
    bytes = round_up(bytes, page_size());
    if (bytes >= committed_) return;
    const u64 less = committed_ - bytes;
    unpoison(base_ + bytes, less);
    if (madvise(base_ + bytes, less, MADV_DONTNEED) != 0) return;
    if (mprotect(base_ + bytes, less, PROT_NONE) != 0) return;
    committed_ = bytes;
    budget_->give_back(less);
}

void AddressRange::discard(u64 begin, u64 end) {
    unpoison(base_ + begin, end - begin);
    const u64 bytes = page_bytes(begin, end);
    const u64 first = bytes != 0 ? round_up(begin, page_size()) : end;
    if (bytes != 0 && madvise(base_ + first, bytes, MADV_DONTNEED) != 0)
        std::memset(base_ + first, 0, bytes);
    std::memset(base_ + begin, 0, first - begin);
    if (bytes != 0) std::memset(base_ + first + bytes, 0, end - first - bytes);
    discarded_ += bytes;
    budget_->give_back(bytes);
}

bool AddressRange::restore(u64 begin, u64 end, u64 kept_begin, u64 kept_end) {
    const u64 bytes = page_bytes(begin, end) - page_bytes(kept_begin, kept_end);
    if (!budget_->take(bytes)) return false;
    discarded_ -= bytes;
    return true;
}

void AddressRange::undo_restore(u64 begin, u64 end, u64 kept_begin, u64 kept_end) {
    const u64 bytes = page_bytes(begin, end) - page_bytes(kept_begin, kept_end);
    discarded_ += bytes;
    budget_->give_back(bytes);
}

void AddressRange::shed(u64 begin) {
    const u64 bytes = page_bytes(begin, committed_);
    if (bytes != 0) madvise(base_ + round_up(begin, page_size()), bytes, MADV_DONTNEED);
}

void AddressRange::release() {
    if (base_ == nullptr) return;
    unpoison(base_, committed_);
    budget_->give_back(committed());
    munmap(base_ - ambient_, ambient_ + reserved_);
    reserved_total().fetch_sub(ambient_ + reserved_, std::memory_order_relaxed);
    base_ = nullptr;
}

AddressRange::AddressRange(AddressRange&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      reserved_(std::exchange(other.reserved_, 0)),
      ambient_(std::exchange(other.ambient_, 0)),
      committed_(std::exchange(other.committed_, 0)),
      discarded_(std::exchange(other.discarded_, 0)),
      budget_(other.budget_) {}

AddressRange& AddressRange::operator=(AddressRange&& other) noexcept {
    if (this == &other) return *this;
    release();
    base_ = std::exchange(other.base_, nullptr);
    reserved_ = std::exchange(other.reserved_, 0);
    ambient_ = std::exchange(other.ambient_, 0);
    committed_ = std::exchange(other.committed_, 0);
    discarded_ = std::exchange(other.discarded_, 0);
    budget_ = other.budget_;
    return *this;
}

AddressRange::~AddressRange() {
    release();
}

}  // namespace starling::sparse
