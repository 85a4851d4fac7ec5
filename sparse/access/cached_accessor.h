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
    CachedAccessor(TreeCore& tree, u32 field, int worker)
        : CachedAccessor(Accessor<T>(tree, field, worker)) {}
    /// The same cells, checks and scope as `plain`.
    explicit CachedAccessor(const Accessor<T>& plain)
        : accessor_(plain), fast_(plain.fast_path()), rank_(fast_->rank()) {
        if (rank_ == 0) return;  // all goes through the plain accessor
        const FieldPlan& plan = plain.tree().plan().fields[plain.field()];
        for (u32 a = 0; a < 3; ++a) {
            offset_[a] = a < plan.offset.size() ? static_cast<u32>(plan.offset[a]) : 0;
            leaf_bits_[a] = fast_->leaf_bits(a);
        }
        cell_bytes_ = plan.cell_bytes;
        column_ = plain.tree().column(plan.column);
        column_.origin += plan.offset_in_cell;
        forget();
    }

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

    template <class... I>
    const T* lookup(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (rank_ == sizeof...(I)) {
                const u32* offset = offset_;
                const u32 at[] = {static_cast<u32>(index) - *offset++...};
                if (!is_in_slot(at)) remember(at);
                return address(at);
            }
        return accessor_.lookup(index...);
    }

    template <class... I>
    T* activate(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (rank_ == sizeof...(I)) {
                const u32* offset = offset_;
                const u32 at[] = {static_cast<u32>(index) - *offset++...};
                if (!is_in_slot(at)) remember(at);
                if (slot_ != 0 && fast_->bit_is_set({slot_, fast_->leaf_cell(at)}))
                    return address(at);
                forget();
            }
        return accessor_.activate(index...);
    }

    const T* lookup_at(const i32* index) {
        switch (rank_) {
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
    T* activate_at(const i32* index) {
        switch (rank_) {
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
        for (u32& base : base_) base = kNowhere;
        slot_ = 0;
        data_ = column_.origin;
    }

 private:
    template <int Rank>
    bool is_in_slot(const u32 (&at)[Rank]) const {
        u32 differs = 0;
        for (int a = 0; a < Rank; ++a) differs |= (at[a] >> leaf_bits_[a]) ^ base_[a];
        return differs == 0;
    }
    template <int Rank>
    void remember(const u32 (&at)[Rank]) {
        slot_ = fast_->find(at).handle;
        // An inactive slot may become active under this accessor's feet; look again each time.
        for (int a = 0; a < Rank; ++a) base_[a] = slot_ != 0 ? at[a] >> leaf_bits_[a] : kNowhere;
        data_ = column_.origin + slot_ * column_.stride;
    }
    template <int Rank>
    T* address(const u32 (&at)[Rank]) const {
        return reinterpret_cast<T*>(data_ + fast_->leaf_cell(at) * cell_bytes_);
    }

    // Above the cells of a slot no legal index has all bits set.
    static constexpr u32 kNowhere = 0xffffffffu;

    Accessor<T> accessor_;
    const FastPath* fast_;
    ColumnView column_;
    u64 cell_bytes_ = 0;
    u8* data_ = nullptr;
    Handle slot_ = 0;
    u32 rank_;
    u32 base_[3] = {}, offset_[3] = {};
    u8 leaf_bits_[3] = {};
};

}  // namespace starling::sparse
