// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sparse/core/atomic.h"
#include "sparse/core/bits.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {

struct ColumnView;

/// A cell by number: slot of its segment, and linear cell number inside the slot.
struct CellRef {
    Handle handle = 0;
    u64 linear = 0;
};

/// The way to the cells of one SNode as a table of shifts: what find_cell() and activate_bit() of
/// walk.h do, without interpreting steps. For paths of up to three axes whose sizes are powers of
/// two and where no axis is split inside of a segment; the others walk.
class FastPath {
 public:
    FastPath() = default;
    FastPath(const LayoutPlan& plan, const std::vector<ColumnView>& columns, u32 snode);

    /// Axes of the path; 0: it cannot be walked this way.
    u32 rank() const { return rank_; }

    /// The cell at indices that count from 0; slot 0 where a pointer on the way is inactive.
    template <int Rank>
    CellRef find(const u32 (&at)[Rank]) const {
        switch (depth_) {
            case 0:
                return walk<0>(at);
            case 1:
                return walk<1>(at);
            case 2:
                return walk<2>(at);
            default:
                return walk<3>(at);
        }
    }

    /// Whether the cell's own bit is set, if it has one.
    bool bit_is_set(CellRef cell) const {
        if (masks_ == nullptr) return true;
        const u64 bit = cell.linear >> bit_shift_;
        const u64* const words =
            reinterpret_cast<const u64*>(masks_ + cell.handle * mask_bytes_);
        return (atomic_load(words[bit / 64]) >> (bit % 64) & 1) != 0;
    }

    /// Number in its slot of the cell at those indices.
    template <int Rank>
    u64 leaf_cell(const u32 (&at)[Rank]) const {
        return levels_[depth_].linear(at);
    }
    /// Low bits of an index along an axis that tell cells of one slot apart.
    u8 leaf_bits(u32 axis) const { return leaf_bits_[axis]; }

    static constexpr u32 kMaxDepth = 3;  ///< Pointers on the way.

 private:
    // A level's cells have numbers of up to 63 bits, made up of a group of bits an axis.
    struct Level {
        const u8* handles;  // of slot 0, but of slot 1 on the first level, which has no other
        u64 slot_bytes;
        u32 mask[3];
        u8 shift[3], place[3];

        template <int Rank>
        u64 linear(const u32 (&at)[Rank]) const {
            u64 sum = 0;
            for (int a = 0; a < Rank; ++a)
                sum += u64{(at[a] >> shift[a]) & mask[a]} << place[a];
            return sum;
        }
    };

    template <int Depth, int Rank>
    CellRef walk(const u32 (&at)[Rank]) const {
        Handle handle = 1;
        for (int n = 0; n < Depth; ++n) {
            const Level& level = levels_[n];
            const u8* const slot =
                n == 0 ? level.handles : level.handles + handle * level.slot_bytes;
            handle = atomic_load_acquire(
                reinterpret_cast<const Handle*>(slot)[level.linear(at)]);
        }
        return {handle, levels_[Depth].linear(at)};
    }

    u32 rank_ = 0;
    u32 depth_ = 0;
    Level levels_[kMaxDepth + 1] = {};
    const u8* masks_ = nullptr;
    u64 mask_bytes_ = 0;
    u8 bit_shift_ = 0;
    u8 leaf_bits_[3] = {};
};

}  // namespace starling::sparse
