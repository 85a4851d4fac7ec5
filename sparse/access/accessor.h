// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <span>

#include "sparse/access/active_cell.h"
#include "sparse/core/atomic.h"
#include "sparse/tree/walk.h"

namespace starling::sparse {

/// Random access to one field inside a task. User indices, one number an axis in ascending order.
/// Wrong ones wrap inside the index space; in checked mode (Backend::checked) they read zero, write
/// nothing, and make the task end with an error. Cheap to copy; valid until the tree is destroyed.
/// Threads: one accessor a worker.
template <class T>
class Accessor {
 public:
    Accessor(TreeCore& tree, u32 field, int worker)
        : tree_(&tree),
          plan_(&tree.plan().fields[field]),
          path_(&tree.plan().paths[plan_->snode]),
          column_(tree.column(plan_->column)),
          fast_(tree.faults().checked() ? &kNoFastPath : &tree.fast_path(plan_->snode)),
          field_(field),
          snode_(plan_->snode),
          rank_(static_cast<int>(plan_->offset.size())),
          worker_(worker),
          cell_bytes_(plan_->cell_bytes),
          checked_(tree.faults().checked()),
          activates_fast_(fast_->is_plain()) {
        column_.origin += plan_->offset_in_cell;
        for (int a = 0; a < 3 && a < rank_; ++a) first_[a] = plan_->offset[static_cast<u32>(a)];
    }

    /// Of a tree that is destroyed: every cell reads zero, nothing can be written.
    Accessor() : plan_(&kNoField), checked_(true) {}

    /// The same cells without activation: a write, an atomic or an append that would need a cell
    /// that is not active is dropped and counted (TreeStats::dropped_writes); no error.
    Accessor no_activate() const {
        Accessor quiet = *this;
        quiet.activates_ = quiet.activates_fast_ = false;
        return quiet;
    }

    /// The value; zero where the cell is inactive. Never activates.
    template <class... I>
    T read(I... index) const {
        return *lookup(index...);
    }

    /// The same while other workers may write it.
    template <class... I>
    T atomic_read(I... index) const {
        return atomic_load(*lookup(index...));
    }

    /// Writes, activating the cell and its ancestors. Without memory for it the write is dropped,
    /// counted, and makes the task end with an error.
    template <class... I>
    void write(T value, I... index) {
        if (T* place = activate(index...)) *place = value;
    }

    /// Adds atomically, activating; returns the value before (0 when dropped).
    template <class... I>
    T atomic_add(T value, I... index) {
        T* place = activate(index...);
        return place != nullptr ? sparse::atomic_add<T>(*place, value) : T{};
    }

    /// Address to read from: defined and never null, also for an inactive cell.
    template <class... I>
    const T* lookup(I... index) const {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (fast_->rank() == sizeof...(I)) return address(find(static_cast<i32>(index)...));
        if (checked_ && !admits({static_cast<i64>(index)...})) return address({});
        return lookup_slow(std::array<i32, kMaxAxes>{static_cast<i32>(index)...}.data());
    }

    /// Address to write to, activating; null when the write is dropped.
    template <class... I>
    T* activate(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (fast_->rank() == sizeof...(I)) {
                if (activates_fast_) [[likely]] {
                    const CellRef cell = activate_fast(static_cast<i32>(index)...);
                    return cell.handle != 0 ? address(cell) : dropped();
                }
                const CellRef cell = find(static_cast<i32>(index)...);
                if (cell.handle != 0 && fast_->bit_is_set(cell)) return address(cell);
            }
        if (checked_ && !admits({static_cast<i64>(index)...})) return nullptr;
        return activate_slow(std::array<i32, kMaxAxes>{static_cast<i32>(index)...}.data());
    }

    /// The same by a pointer to rank() numbers.
    const T* lookup_at(const i32* index) const {
        return with_numbers(
            fast_->rank(), index, [this](auto... at) { return lookup(at...); },
            [&] { return checked_ && !admits_at(index) ? address({}) : lookup_slow(index); });
    }
    T* activate_at(const i32* index) {
        return with_numbers(
            fast_->rank(), index, [this](auto... at) { return activate(at...); },
            [&] { return checked_ && !admits_at(index) ? nullptr : activate_slow(index); });
    }

    /// Whether the cell is active with all its ancestors: what no_activate() writes to.
    bool is_active_at(const i32* index) const {
        if (checked_ && !admits_at(index)) [[unlikely]]
            return false;
        return path_is_active(*tree_, *path_, shift(index).data());
    }

    /// Appends to the list at the index of the axes above the dynamic SNode, counted from 0 (no
    /// offset); returns the element's number, or -1 when the list is full (counted; the task then
    /// ends with an error). A field of several components gets its first.
    template <class... I>
    i64 append(T value, I... list) {
        if ((checked_ || !activates_) && !admits_list({static_cast<i64>(list)...})) return -1;
        const std::array<i32, sizeof...(I)> at{static_cast<i32>(list)...};
        CellRef cell;
        const i64 number = append_element_at(*tree_, snode_, at, worker_, last_, cell);
        if (number >= 0) atomic_store(*address(cell), value);
        return number;
    }

    int rank() const { return rank_; }
    TreeCore& tree() const { return *tree_; }
    u32 field() const { return field_; }
    int worker() const { return worker_; }
    /// The fast way to the cells; of rank 0 where each access must take the slow one.
    const FastPath* fast_path() const { return fast_; }

 private:
    template <class... I>
    CellRef find(I... index) const {
        const i32* first = first_;
        const u32 at[] = {static_cast<u32>(index) - static_cast<u32>(*first++)...};
        return fast_->find(at);
    }

    template <class... I>
    CellRef activate_fast(I... index) const {
        const i32* first = first_;
        const u32 at[] = {static_cast<u32>(index) - static_cast<u32>(*first++)...};
        return activate_plain(*tree_, *fast_, at, worker_);
    }

    // Level by level.
    const T* lookup_slow(const i32* index) const {
        return address(find_cell(*tree_, *path_, shift(index).data()));
    }
    T* activate_slow(const i32* index) {
        const std::array<i32, kMaxAxes> at = shift(index);
        // What is active may still lack memory: an element of a list in a chunk not yet made.
        if (activates_ || path_is_active(*tree_, *path_, at.data())) {
            const CellRef cell = activate_cell(*tree_, *path_, at.data(), worker_);
            if (cell.handle != 0) return address(cell);
        }
        return dropped();
    }
    T* dropped() const {
        tree_->faults().record(Fault::dropped_write, snode_, 0, 0);
        return nullptr;
    }

    T* address(CellRef cell) const {
        return reinterpret_cast<T*>(column_.origin + cell.handle * column_.stride +
                                    cell.linear * cell_bytes_);
    }

    std::array<i32, kMaxAxes> shift(const i32* index) const {
        std::array<i32, kMaxAxes> at{};
        for (int k = 0; k < rank_; ++k)
            at[static_cast<std::size_t>(k)] = index[k] - plan_->offset[static_cast<std::size_t>(k)];
        return at;
    }

    // Off the fast path: what it cannot walk, checked mode, and writes without activation.

    /// False, and noted, when checked mode finds the index wrong.
    bool admits(std::initializer_list<i64> index) const {
        return admits(std::span(index.begin(), index.size()));
    }
    bool admits(std::span<const i64> index) const {
        if (tree_ == nullptr) return false;
        if (!checked_ || index_in_range(tree_->plan().snodes[snode_], plan_->offset.data(), index))
            return true;
        tree_->faults().record_index(FaultLog::Target::field, field_, index);
        return false;
    }
    bool admits_at(const i32* index) const {
        std::array<i64, kMaxAxes> wide{};
        for (int k = 0; k < rank_; ++k) wide[static_cast<std::size_t>(k)] = index[k];
        return admits(std::span(wide.data(), static_cast<std::size_t>(rank_)));
    }
    bool admits_list(std::initializer_list<i64> list) {
        if (tree_ == nullptr || !list_is_admitted(*tree_, snode_, {list.begin(), list.size()}))
            return false;
        if (!activates_) tree_->faults().record(Fault::dropped_write, snode_, 0, 0);
        return activates_;
    }

    static inline const FieldPlan kNoField{};
    static inline const FastPath kNoFastPath{};
    static constexpr u64 kZero = 0;

    TreeCore* tree_ = nullptr;
    const FieldPlan* plan_;
    const Path* path_ = nullptr;
    ColumnView column_{reinterpret_cast<u8*>(const_cast<u64*>(&kZero)), 0};
    const FastPath* fast_ = &kNoFastPath;  // of checked mode too: it takes the slow way
    u32 field_ = 0;
    u32 snode_ = 0;
    int rank_ = 0;
    int worker_ = 0;
    u64 cell_bytes_ = 0;
    i32 first_[3] = {};
    LastChunk last_;  // of append()
    bool checked_;
    bool activates_ = true;
    bool activates_fast_ = false;  // along the fast path
};

}  // namespace starling::sparse
