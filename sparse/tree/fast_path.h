// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
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

/// The way to the cells of one SNode without interpreting its steps: what find_cell() and
/// activate_bit() of walk.h do, for paths of one to three axes with at most kMaxDepth pointers.
///
/// Inside a slot each axis adds its own part to a cell's number, whatever the nesting and the
/// sizes. So a table per axis holds, for each index, its parts on all levels side by side in one
/// word; the sum of two or three words is the cell's number on every level. Index spaces too large
/// for tables take shifts and masks where sizes are powers of two; the rest walks.
class FastPath {
 public:
    static constexpr u32 kMaxDepth = 3;          ///< Pointers on the way.
    static constexpr u64 kMaxEntries = 1 << 14;  ///< Of all tables of a path: 128 KiB.

    FastPath() = default;
    FastPath(const LayoutPlan& plan, const std::vector<ColumnView>& columns, u32 snode);
    FastPath(FastPath&&) = default;  // the tables point into the entries

    /// Axes of the path; 0: it cannot be walked this way.
    u32 rank() const { return rank_; }
    /// Whether a cell is active when all pointers on the way are, and those have no lock words.
    bool is_plain() const { return is_plain_; }
    bool has_tables() const { return has_tables_; }

    /// Sum of the table words: the cell's numbers, the slot's own in the lowest leaf_bits(). False:
    /// an index is out of range. Only with tables.
    template <int Rank>
    bool word(const u32 (&at)[Rank], u64& sum) const {
        sum = 0;
        for (int a = 0; a < Rank; ++a) {
            if (at[a] >= shape_[a]) [[unlikely]]
                return false;
            sum += tables_[a][at[a]];
        }
        return true;
    }
    /// Indices of an axis, and its table.
    u32 shape(u32 axis) const { return shape_[axis]; }
    const u64* table(u32 axis) const { return tables_[axis]; }
    /// Whether each cell, or group of them, has a bit that tells whether it is active.
    bool has_bits() const { return masks_ != nullptr; }
    int leaf_bits() const { return 64 / static_cast<int>(depth_ + 1); }

    /// The cell at indices that count from 0 and wrap at the edge; slot 0 where a pointer on the
    /// way is inactive.
    template <int Rank>
    CellRef find(const u32 (&at)[Rank]) const {
        return find(at, Load{});
    }
    /// The same, with `enter(snode, place)` giving the handle of the pointer cell at `place`; ends
    /// with slot 0 where that is 0.
    template <int Rank, class Enter>
    CellRef find(const u32 (&at)[Rank], const Enter& enter) const {
        u64 sum;
        if (has_tables_) [[likely]] {
            if (!word(at, sum)) [[unlikely]] {
                u32 wrapped[Rank];
                for (int a = 0; a < Rank; ++a) wrapped[a] = at[a] % shape_[a];
                (void)word(wrapped, sum);
            }
            return find_word(sum, enter);
        }
        const auto linear = [&](int n) { return levels_[n].linear(at); };
        switch (depth_) {
            case 0:
                return walk<0>(linear, enter);
            case 1:
                return walk<1>(linear, enter);
            case 2:
                return walk<2>(linear, enter);
            default:
                return walk<3>(linear, enter);
        }
    }
    /// The same by the sum of words.
    CellRef find_word(u64 sum) const { return find_word(sum, Load{}); }
    template <class Enter>
    CellRef find_word(u64 sum, const Enter& enter) const {
        // The field of level n, the first level highest.
        const auto field = [sum](int depth) {
            return [sum, bits = 64 / (depth + 1), depth](int n) {
                return bits == 64 ? sum : sum >> ((depth - n) * bits) & ((u64{1} << bits % 64) - 1);
            };
        };
        switch (depth_) {
            case 0:
                return walk<0>(field(0), enter);
            case 1:
                return walk<1>(field(1), enter);
            case 2:
                return walk<2>(field(2), enter);
            default:
                return walk<3>(field(3), enter);
        }
    }

    /// Whether the cell's own bit is set, if it has one.
    bool bit_is_set(CellRef cell) const {
        if (masks_ == nullptr) return true;
        const u64 bit = cell.linear / cells_per_bit_;
        const u64* const words = reinterpret_cast<const u64*>(masks_ + cell.handle * mask_bytes_);
        return (atomic_load(words[bit / 64]) >> (bit % 64) & 1) != 0;
    }

 private:
    struct Level {
        const u8* handles =
            nullptr;  // of slot 0, but of slot 1 on the first level: it has no other
        u64 slot_bytes = 0;
        u32 snode = 0;
        // Each axis' bits of a cell's number, where sizes are powers of two.
        u32 mask[3] = {};
        u8 shift[3] = {}, place[3] = {};

        template <int Rank>
        u64 linear(const u32 (&at)[Rank]) const {
            u64 sum = 0;
            for (int a = 0; a < Rank; ++a) sum += u64{(at[a] >> shift[a]) & mask[a]} << place[a];
            return sum;
        }
    };

    struct Load {
        Handle operator()(u32, const Handle& place) const { return atomic_load_dependent(place); }
    };

    template <int Depth, class LinearOf, class Enter>
    CellRef walk(LinearOf linear, const Enter& enter) const {
        Handle handle = 1;
        for (int n = 0; n < Depth; ++n) {
            const Level& level = levels_[n];
            const u8* const slot =
                n == 0 ? level.handles : level.handles + handle * level.slot_bytes;
            handle = enter(level.snode, reinterpret_cast<const Handle*>(slot)[linear(n)]);
            if constexpr (!std::is_same_v<Enter, Load>)  // slot 0 leads to slot 0
                if (handle == 0) [[unlikely]]
                    return {};
        }
        return {handle, linear(Depth)};
    }

    bool find_shifts(const Path& path, u32 level, std::size_t begin, std::size_t end);
    void fill_tables(const Path& path);

    u32 rank_ = 0;
    u32 depth_ = 0;
    bool has_tables_ = false;
    bool is_plain_ = false;
    u32 shape_[3] = {};
    const u64* tables_[3] = {};
    Level levels_[kMaxDepth + 1];
    const u8* masks_ = nullptr;
    u64 mask_bytes_ = 0;
    u64 cells_per_bit_ = 1;
    std::vector<u64> entries_;
};

}  // namespace starling::sparse
