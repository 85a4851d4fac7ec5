// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/access/accessor.h"

namespace starling::sparse {

/// An Accessor that remembers the slot of its last access: for walks that stay near, such as cell
/// after cell or a stencil around each. Jumping about it is slower than an Accessor, which has the
/// same interface. Inside a task that deactivates cells it may go on seeing those of the slot it
/// remembers; call forget() then. Threads: one accessor a worker.
template <class T>
class CachedAccessor {
 public:
    /// As Accessor is made; or remembers on behalf of one.
    CachedAccessor(TreeCore& tree, u32 field, int worker)
        : CachedAccessor(Accessor<T>(tree, field, worker)) {}
    /// The same cells, checks and scope as `plain`.
    explicit CachedAccessor(const Accessor<T>& plain) : accessor_(plain), fast_(plain.fast_path()) {
        // The others all go through the plain accessor.
        if (!fast_->has_tables() || fast_->leaf_bits() == 64) return;
        rank_ = fast_->rank();
        const FieldPlan& plan = plain.tree().plan().fields[plain.field()];
        for (u32 a = 0; a < rank_; ++a) offset_[a] = static_cast<u32>(plan.offset[a]);
        leaf_bits_ = fast_->leaf_bits();
        cell_bytes_ = plan.cell_bytes;
        column_ = plain.tree().column(plan.column);
        column_.origin += plan.offset_in_cell;
        forget();
    }

    /// As Accessor has them: read, write, add atomically.
    template <class... I>
    T read(I... index) {
        return *lookup(index...);
    }
    template <class... I>
    void write(T value, I... index) {
        if (T* place = activate(index...)) *place = value;
    }
    template <class... I>
    T atomic_add(T value, I... index) {
        T* place = activate(index...);
        return place != nullptr ? sparse::atomic_add<T>(*place, value) : T{};
    }

    /// Address to read from; defined and never null, also for an inactive cell.
    template <class... I>
    const T* lookup(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (rank_ == sizeof...(I)) {
                const u32* offset = offset_;
                const u32 at[] = {static_cast<u32>(index) - *offset++...};
                u64 word;
                if (fast_->word(at, word)) [[likely]] {
                    if (word >> leaf_bits_ != base_) remember(word);
                    return address(word);
                }
            }
        return accessor_.lookup(index...);
    }

    /// Address to write to, activating; null when there is no memory.
    template <class... I>
    T* activate(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (rank_ == sizeof...(I)) {
                const u32* offset = offset_;
                const u32 at[] = {static_cast<u32>(index) - *offset++...};
                u64 word;
                if (fast_->word(at, word)) [[likely]] {
                    if (word >> leaf_bits_ != base_) remember(word);
                    if (slot_ != 0 && fast_->bit_is_set({slot_, leaf_cell(word)}))
                        return address(word);
                    forget();
                }
            }
        return accessor_.activate(index...);
    }

    /// The same by a pointer to one number an axis.
    const T* lookup_at(const i32* index) {
        switch (accessor_.rank()) {
            case 1:
                return lookup(index[0]);
            case 2:
                return lookup(index[0], index[1]);
            case 3:
                return lookup(index[0], index[1], index[2]);
            default:
                return accessor_.lookup_at(index);
        }
    }
    /// The same by a pointer to one number an axis.
    T* activate_at(const i32* index) {
        switch (accessor_.rank()) {
            case 1:
                return activate(index[0]);
            case 2:
                return activate(index[0], index[1]);
            case 3:
                return activate(index[0], index[1], index[2]);
            default:
                return accessor_.activate_at(index);
        }
    }

    int rank() const { return accessor_.rank(); }

    /// Looks anew at the next access.
    void forget() {
        base_ = kNowhere;
        slot_ = 0;
        data_ = column_.origin;
    }

 private:
    void remember(u64 word) {
        slot_ = fast_->find_word(word).handle;
        // An inactive slot may become active under this accessor's feet; look again each time.
        base_ = slot_ != 0 ? word >> leaf_bits_ : kNowhere;
        data_ = column_.origin + slot_ * column_.stride;
    }
    u64 leaf_cell(u64 word) const { return word & ((u64{1} << leaf_bits_) - 1); }
    T* address(u64 word) const {
        return reinterpret_cast<T*>(data_ + leaf_cell(word) * cell_bytes_);
    }

    static constexpr u64 kNowhere = ~u64{0};  // of more bits than a shifted word has

    Accessor<T> accessor_;
    const FastPath* fast_;
    ColumnView column_;
    u64 cell_bytes_ = 0;
    u8* data_ = nullptr;
    Handle slot_ = 0;
    u32 rank_ = 0;  // 0: not remembered
    u32 offset_[3] = {};
    int leaf_bits_ = 0;
    u64 base_ = kNowhere;
};

}  // namespace starling::sparse
