// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <type_traits>

#include "sparse/core/atomic.h"
#include "sparse/tree/walk.h"

namespace starling::sparse {

/// Random access to one field inside a task. User indices, one number an axis in ascending order;
/// wrong ones wrap inside the index space (unchecked). Cheap to copy; valid until the tree is
/// destroyed. Threads: one accessor a worker.
template <class T>
class Accessor {
 public:
    Accessor(TreeCore& tree, u32 field, int worker)
        : tree_(&tree),
          plan_(&tree.plan().fields[field]),
          path_(&tree.plan().paths[plan_->snode]),
          column_(tree.column(plan_->column)),
          fast_(&tree.fast_path(plan_->snode)),
          field_(field),
          snode_(plan_->snode),
          rank_(static_cast<int>(plan_->offset.size())),
          worker_(worker),
          cell_bytes_(plan_->cell_bytes) {
        column_.origin += plan_->offset_in_cell;
        for (int a = 0; a < 3 && a < rank_; ++a) first_[a] = plan_->offset[static_cast<u32>(a)];
    }

    /// The value; zero where the cell is inactive. Never activates.
    template <class... I>
    T read(I... index) const {
        return *lookup(index...);
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
        return lookup_slow(std::array<i32, kMaxAxes>{static_cast<i32>(index)...}.data());
    }

    /// Address to write to, activating; null when there is no memory.
    template <class... I>
    T* activate(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (fast_->rank() == sizeof...(I)) {
                const CellRef cell = find(static_cast<i32>(index)...);
                if (cell.handle != 0 && fast_->bit_is_set(cell)) return address(cell);
            }
        return activate_slow(std::array<i32, kMaxAxes>{static_cast<i32>(index)...}.data());
    }

    /// The same by a pointer to rank() numbers.
    const T* lookup_at(const i32* index) const {
        switch (fast_->rank()) {
            case 1:
                return lookup(index[0]);
            case 2:
                return lookup(index[0], index[1]);
            case 3:
                return lookup(index[0], index[1], index[2]);
            default:
                return lookup_slow(index);
        }
    }
    T* activate_at(const i32* index) {
        switch (fast_->rank()) {
            case 1:
                return activate(index[0]);
            case 2:
                return activate(index[0], index[1]);
            case 3:
                return activate(index[0], index[1], index[2]);
            default:
                return activate_slow(index);
        }
    }

    /// Appends to the list at the index of the axes above the dynamic SNode; returns the element's
    /// number, or -1 when the list is full (counted; the task then ends with an error).
    template <class... I>
    i64 append(T value, I... list) {
        const std::array<i32, kMaxAxes> at{static_cast<i32>(list)...};
        const Path& above = tree_->plan().paths[tree_->plan().snodes[snode_].parent];
        CellRef container;
        if (!activate_steps(*tree_, above, at.data(), above.steps.size(), worker_, container))
            return -1;
        CellRef cell;
        const i64 number = append_element(*tree_, snode_, container,
                                          list_header(*tree_, snode_, container), worker_, cell);
        if (number >= 0) *address(cell) = value;
        return number;
    }

    int rank() const { return rank_; }
    TreeCore& tree() const { return *tree_; }
    u32 field() const { return field_; }
    int worker() const { return worker_; }

 private:
    template <class... I>
    CellRef find(I... index) const {
        const i32* first = first_;
        const u32 at[] = {static_cast<u32>(index) - static_cast<u32>(*first++)...};
        return fast_->find(at);
    }

    // Level by level.
    const T* lookup_slow(const i32* index) const {
        return address(find_cell(*tree_, *path_, shift(index).data()));
    }
    T* activate_slow(const i32* index) {
        const CellRef cell = activate_cell(*tree_, *path_, shift(index).data(), worker_);
        if (cell.handle != 0) return address(cell);
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

    TreeCore* tree_;
    const FieldPlan* plan_;
    const Path* path_;
    ColumnView column_;
    const FastPath* fast_;
    u32 field_;
    u32 snode_;
    int rank_;
    int worker_;
    u64 cell_bytes_;
    i32 first_[3] = {};
};

}  // namespace starling::sparse
