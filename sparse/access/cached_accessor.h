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
    explicit CachedAccessor(const Accessor<T>& plain) : fast_(plain.fast_path()), accessor_(plain) {
        // The others all go through the plain accessor.
        if (!fast_->has_tables() || fast_->leaf_bits() == 64) return;
        rank_ = fast_->rank();
        const FieldPlan& plan = plain.tree().plan().fields[plain.field()];
        for (u32 a = 0; a < rank_; ++a) {
            offset_[a] = static_cast<u32>(plan.offset[a]);
            shape_[a] = fast_->shape(a);
            tables_[a] = fast_->table(a);
        }
        slot_cells_ = u64{1} << fast_->leaf_bits();
        cell_bytes_ = plan.cell_bytes;
        column_ = plain.tree().column(plan.column);
        column_.origin += plan.offset_in_cell;
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
            if (rank_ == sizeof...(I)) [[likely]] {
                u64 word;
                if (find_word(word, static_cast<u32>(index)...)) [[likely]] {
                    if (word - base_ >= readable_) [[unlikely]]
                        remember(word);
                    return address(word);
                }
            }
        return accessor_.lookup(index...);
    }

    /// Address to write to, activating; null when there is no memory.
    template <class... I>
    T* activate(I... index) {
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (rank_ == sizeof...(I)) [[likely]] {
                u64 word;
                if (find_word(word, static_cast<u32>(index)...)) [[likely]] {
                    if (word - base_ < writable_) [[likely]]
                        return address(word);
                    if (word - base_ >= readable_) remember(word);
                    if (slot_ != 0 && fast_->bit_is_set({slot_, word - base_}))
                        return address(word);
                    forget();
                }
            }
        return accessor_.activate(index...);
    }

    /// The same by a pointer to one number an axis.
    const T* lookup_at(const i32* index) {
        return with_numbers(
            static_cast<u32>(rank()), index, [this](auto... at) { return lookup(at...); },
            [&] { return accessor_.lookup_at(index); });
    }
    /// The same by a pointer to one number an axis.
    T* activate_at(const i32* index) {
        return with_numbers(
            static_cast<u32>(rank()), index, [this](auto... at) { return activate(at...); },
            [&] { return accessor_.activate_at(index); });
    }

    int rank() const { return accessor_.rank(); }

    /// Looks anew at the next access.
    void forget() { readable_ = writable_ = slot_ = 0; }

 private:
    // Sum of the table words; false: an index is out of range.
    template <class... I>
    bool find_word(u64& word, I... index) const {
        const u32 at[] = {index...};
        word = 0;
        for (u32 a = 0; a < sizeof...(I); ++a) {
            const u32 k = at[a] - offset_[a];
            if (k >= shape_[a]) [[unlikely]]
                return false;
            word += tables_[a][k];
        }
        return true;
    }
    void remember(u64 word) {
        slot_ = fast_->find_word(word).handle;
        base_ = word & ~(slot_cells_ - 1);
        // An inactive slot may become active under this accessor's feet; look again each time.
        readable_ = slot_ != 0 ? slot_cells_ : 0;
        writable_ = fast_->has_bits() ? 0 : readable_;
        data_ = column_.origin + slot_ * column_.stride;
    }
    T* address(u64 word) const {
        return reinterpret_cast<T*>(data_ + (word - base_) * cell_bytes_);
    }

    // What every access reads lies together. A cell of the remembered slot has a word from base_
    // on.
    u32 rank_ = 0;  // 0: not remembered
    u32 offset_[3] = {};
    u32 shape_[3] = {};
    const u64* tables_[3] = {};
    u64 base_ = 0;
    u64 readable_ = 0, writable_ = 0;  // words of the slot; 0: none, or each has a bit of its own
    u8* data_ = nullptr;
    u64 cell_bytes_ = 0;
    Handle slot_ = 0;
    u64 slot_cells_ = 0;
    ColumnView column_;
    const FastPath* fast_;
    Accessor<T> accessor_;
};

}  // namespace starling::sparse
