// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sparse runtime in the manner of the article, as a peer: a lock and a pointer a cell, lists in
// chunks that are allocated one by one, a serial GC that zeroes, a serial list generation through
// function pointers. Written from its description, to be fast within that design.

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace starling::bench::article {

/// A list in chunks of 2^log_chunk elements; addresses never change.
class List {
 public:
    List(std::size_t element_bytes, int log_chunk)
        : bytes_(element_bytes), log_(log_chunk), chunks_(kMostChunks) {}
    ~List() {
        for (auto& chunk : chunks_) std::free(chunk.load());
    }
    List(const List&) = delete;
    List& operator=(const List&) = delete;

    std::size_t size() const { return size_.load(std::memory_order_relaxed); }
    void resize(std::size_t size) { size_.store(size, std::memory_order_relaxed); }

    std::size_t reserve() {
        const std::size_t index = size_.fetch_add(1, std::memory_order_relaxed);
        touch(index >> log_);
        return index;
    }

    char* at(std::size_t index) const {
        return chunks_[index >> log_].load(std::memory_order_acquire) +
               (index & ((std::size_t{1} << log_) - 1)) * bytes_;
    }
    template <class T>
    T& get(std::size_t index) const {
        return *reinterpret_cast<T*>(at(index));
    }

    /// Which element lies at `address`: every chunk is asked.
    std::size_t index_of(const char* address) const {
        const std::size_t chunk_bytes = bytes_ << log_;
        for (std::size_t c = 0; c < kMostChunks; ++c) {
            const char* const begin = chunks_[c].load(std::memory_order_relaxed);
            if (begin != nullptr && address >= begin && address < begin + chunk_bytes)
                return (c << log_) + static_cast<std::size_t>(address - begin) / bytes_;
        }
        return 0;
    }

 private:
    static constexpr std::size_t kMostChunks = 4096;

    void touch(std::size_t chunk) {
        if (chunks_[chunk].load(std::memory_order_acquire) != nullptr) return;
        while (lock_.exchange(1, std::memory_order_acquire) != 0) std::this_thread::yield();
        if (chunks_[chunk].load(std::memory_order_relaxed) == nullptr)
            chunks_[chunk].store(static_cast<char*>(std::calloc(std::size_t{1} << log_, bytes_)),
                                 std::memory_order_release);
        lock_.store(0, std::memory_order_release);
    }

    std::size_t bytes_;
    int log_;
    std::atomic<std::size_t> size_ = 0;
    std::atomic<int> lock_ = 0;
    std::vector<std::atomic<char*>> chunks_;
};

/// The allocator of one pointer node: data, free and recycled list.
class Nodes {
 public:
    Nodes(std::size_t bytes, int log_chunk)
        : bytes_(bytes), data_(bytes, log_chunk), free_(4, 16), recycled_(4, 16) {}

    char* allocate() {
        const std::size_t place = free_used_.fetch_add(1, std::memory_order_relaxed);
        return data_.at(place < free_.size() ? free_.get<int>(place) : data_.reserve());
    }
    void recycle(const char* address) {
        const std::size_t index = data_.index_of(address);
        recycled_.get<int>(recycled_.reserve()) = static_cast<int>(index);
    }
    void collect() {
        // What of the free list was not handed out moves to its front.
        const std::size_t used = std::min(free_used_.load(), free_.size());
        const std::size_t left = free_.size() - used;
        const std::size_t moved = std::min(used, left);
        for (std::size_t k = 0; k < moved; ++k)
            free_.get<int>(k) = free_.get<int>(used + left - moved + k);
        free_.resize(left);
        free_used_.store(0);
        for (std::size_t k = 0; k < recycled_.size(); ++k) {
            const int index = recycled_.get<int>(k);
            std::memset(data_.at(static_cast<std::size_t>(index)), 0, bytes_);
            free_.get<int>(free_.reserve()) = index;
        }
        recycled_.resize(0);
    }

 private:
    std::size_t bytes_;
    List data_, free_, recycled_;
    std::atomic<std::size_t> free_used_ = 0;
};

/// A cell of a pointer node.
struct Cell {
    std::atomic<unsigned long long> lock = 0;
    std::atomic<char*> slot = nullptr;
};

/// Cells of one pointer level and where their slots come from.
class PointerLevel {
 public:
    PointerLevel(std::size_t cells, std::size_t slot_bytes, int log_chunk)
        : cells_(cells), nodes_(slot_bytes, log_chunk) {}

    char* activate(std::size_t index) {
        Cell& cell = cells_[index];
        if (cell.slot.load(std::memory_order_acquire) == nullptr) {
            while (cell.lock.exchange(1, std::memory_order_acquire) != 0) {
            }
            if (cell.slot.load(std::memory_order_relaxed) == nullptr)
                cell.slot.store(nodes_.allocate(), std::memory_order_release);
            cell.lock.store(0, std::memory_order_release);
        }
        return cell.slot.load(std::memory_order_acquire);
    }
    void deactivate(std::size_t index) {
        Cell& cell = cells_[index];
        while (cell.lock.exchange(1, std::memory_order_acquire) != 0) {
        }
        if (char* const slot = cell.slot.load(std::memory_order_relaxed)) {
            nodes_.recycle(slot);
            cell.slot.store(nullptr, std::memory_order_release);
        }
        cell.lock.store(0, std::memory_order_release);
    }
    void collect() { nodes_.collect(); }
    const Cell& cell(std::size_t index) const { return cells_[index]; }

 private:
    std::vector<Cell> cells_;
    Nodes nodes_;
};

/// An element of a list that a struct-for runs over.
struct alignas(64) Element {
    const Cell* node = nullptr;
    int loop_bounds[2] = {};
    int coordinate[8] = {};
};

/// What list generation knows of a node, by function pointers.
struct StructMeta {
    int cells;
    bool (*is_active)(const Cell* node, int index);
    const Cell* (*lookup)(const Cell* node, int index);
    void (*refine)(const int* from, int* to, int index);
};

/// One level's list from the list above: serial, as the article has it on the CPU.
inline void generate_list(const StructMeta& meta, const std::vector<Element>& above,
                          std::vector<Element>& out, std::atomic<std::size_t>& size) {
    size.store(0);
    for (const Element& element : above)
        for (int k = element.loop_bounds[0]; k < element.loop_bounds[1]; ++k) {
            if (!meta.is_active(element.node, k)) continue;
            const std::size_t place = size.fetch_add(1);
            Element& made = out[place];
            made.node = meta.lookup(element.node, k);
            made.loop_bounds[0] = 0;
            made.loop_bounds[1] = meta.cells;
            meta.refine(element.coordinate, made.coordinate, k);
        }
}

}  // namespace starling::bench::article
