// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Leaf blocks as kernels see them. Sources that are compiled for one instruction set may include
// this (STARLING_INLINE says what that asks of it).

#include "sparse/core/macros.h"
#include "sparse/core/types.h"
#include "sparse/layout/layout_desc.h"

namespace starling::sparse {

/// Number of a leaf block in its tree: slot * (blocks of a slot) + which of them. Where a slot is
/// one block, as below a pointer it mostly is, that is the slot's handle. 0 is ambient: it reads
/// zero and lies read-only.
using BlockId = u32;

/// Which neighbours of its block a kernel asks for.
enum class Neighbours : u8 {
    none,
    faces,  ///< 2 an axis: x-, x+, y-, y+ and, in 3-D, z-, z+.
    all,    ///< 3^axes with the block itself in the middle, x fastest: 9 or 27.
};

/// What a kernel knows of its blocks when it is compiled. `Row`: cells of a row (4, 8, 16 or 32),
/// or 0 = LeafBlock::extent[0] says. `Masked`: single cells may be inactive. `Dim`: 2 or 3; a field
/// with one axis has blocks in 2-D, one row high.
template <int Row, bool Masked, int Dim>
struct LeafShape {
    /// The parameters, for kernels.
    static constexpr int kRow = Row;
    static constexpr bool kMasked = Masked;
    static constexpr int kDim = Dim;
    /// Number among the kLeafVariants.
    static constexpr int kVariant = ((Row == 4    ? 0
                                      : Row == 8  ? 1
                                      : Row == 16 ? 2
                                      : Row == 32 ? 3
                                                  : 4) *
                                         2 +
                                     (Masked ? 1 : 0)) *
                                        2 +
                                    (Dim - 2);
};

/// Instantiations of a kernel.
inline constexpr int kLeafVariants = 20;

/// The shape of a number below kLeafVariants.
template <int Variant>
using LeafShapeOf =
    LeafShape<(Variant / 4 == 4 ? 0 : 4 << Variant / 4), (Variant / 2 % 2 != 0), 2 + Variant % 2>;

/// A piece of a leaf, and at most a whole one: a box of cells in a row in memory, x fastest, then
/// y, then z. What a grid kernel works on: no tree walk, no activity test a cell.
struct LeafBlock {
    /// Most cells of a block.
    static constexpr u64 kTile = 4096;

    BlockId id = 0;
    Handle slot = 0;
    const i32* origin = nullptr;  ///< User index of the slot's first cell, one number an axis.
    const i32* first = nullptr;   ///< User index of the block's first cell.
    u64 begin = 0, end = 0;       ///< Its cells, by linear number in the slot.
    /// Cells along x, y, z. (Fields with more than three axes have ranges only: all along x.)
    u32 extent[3] = {1, 1, 1};
    /// Extent of the blocks before this one along x, y, z: another number only next to the short
    /// last piece of a leaf that was cut.
    u32 before[3] = {1, 1, 1};
    /// Which user axis x, y, z is; kNoAxis: the block is one cell wide there, and the field has no
    /// such axis.
    u8 axis[3] = {0, 1, 2};
    static constexpr u8 kNoAxis = 255;

    const u64* mask = nullptr;  ///< Activity bits of a bitmasked level inside; null: all active.
    u64 cells_per_bit = 1;      ///< Cell c is active when bit c / cells_per_bit is set.
    u32 active = 0;             ///< Active cells of the block, > 0.

    /// The neighbours asked for; 0 where nothing is active.
    const BlockId* neighbours = nullptr;
    int worker = 0;

    STARLING_INLINE u32 cells() const { return static_cast<u32>(end - begin); }

    /// Whether a cell, by linear number, is active.
    STARLING_INLINE bool is_active(u64 cell) const {
        const u64 bit = cell / cells_per_bit;
        return mask == nullptr || (mask[bit / 64] >> (bit % 64) & 1) != 0;
    }

    /// Activity of up to 32 cells from block cell `cell` on, in the low bits. Masked shapes only;
    /// `cell` is a multiple of `count`, which is a power of two.
    STARLING_INLINE u32 bits(u32 cell, u32 count) const {
        const u64 bit = begin + cell;
        const u64 word = mask[bit / 64] >> (bit % 64);
        return static_cast<u32>(word & ((u64{1} << count) - 1));
    }

    /// Calls body(from, to) for each run of active cells, by linear number in the slot, ascending.
    template <class Body>
    STARLING_INLINE void for_each_run(Body&& body) const {
        if (active == cells()) {
            body(begin, end);
            return;
        }
        for (u64 cell = begin; cell < end;) {
            // Zeros, then ones, from here to the end of the word.
            const u64 word = mask[cell / 64] >> (cell % 64);
            if (word == 0) {
                cell = (cell / 64 + 1) * 64;
                continue;
            }
            const u64 from = cell + static_cast<u64>(__builtin_ctzll(word));
            if (from >= end) return;
            u64 to = from;
            for (;;) {
                const u64 rest = ~(mask[to / 64] >> (to % 64));
                const u64 ones = static_cast<u64>(rest == 0 ? 64 : __builtin_ctzll(rest));
                to += ones < 64 - to % 64 ? ones : 64 - to % 64;
                if (to >= end || to % 64 != 0 || (mask[to / 64] & 1) == 0) break;
            }
            if (to > end) to = end;
            body(from, to);
            cell = to;
        }
    }
};

/// Where a field's cells lie: plain numbers.
struct LeafMemory {
    u8* origin = nullptr;  ///< Of the field's first cell in slot 0.
    u64 slot_bytes = 0, cell_bytes = 0;
    u32 blocks = 1;  ///< Of a slot.
    u32 pieces = 1;  ///< Of a box of a slot.
    u64 box_bytes = 0;
    u64 block_bytes = 0;  ///< Of a block that is not a short one.
};

/// A field as leaf blocks see it. Made from a Field of the tree; it fits the blocks of any field of
/// the same leaves (see same_leaves()).
template <class T>
class LeafField {
 public:
    LeafField() = default;
    template <class Field>
    explicit LeafField(const Field& field) : LeafField(leaf_memory(*field.core(), field.id())) {}

    explicit LeafField(const LeafMemory& memory)
        : at_(memory), even_(memory.block_bytes * memory.blocks == memory.slot_bytes) {}

    /// The cells of a slot: cell c is data(slot)[c * stride()].
    STARLING_INLINE T* data(Handle slot) const {
        return reinterpret_cast<T*>(at_.origin + slot * at_.slot_bytes);
    }
    /// The cells of a block, x fastest.
    STARLING_INLINE T* block(BlockId id) const {
        if (even_) return reinterpret_cast<T*>(at_.origin + id * at_.block_bytes);
        const u32 piece = id % at_.blocks;
        return reinterpret_cast<T*>(at_.origin + id / at_.blocks * at_.slot_bytes +
                                    piece / at_.pieces * at_.box_bytes +
                                    piece % at_.pieces * at_.block_bytes);
    }
    STARLING_INLINE T* block(const LeafBlock& block) const {
        return data(block.slot) + block.begin * stride();
    }
    /// Elements between neighbouring cells: 1 in a group of its own, more where fields or
    /// components lie side by side.
    STARLING_INLINE u64 stride() const { return at_.cell_bytes / sizeof(T); }
    STARLING_INLINE u64 block_bytes() const { return at_.block_bytes; }

 private:
    LeafMemory at_;
    bool even_ = true;
};

template <template <class> class Field, class T>
LeafField(const Field<T>&) -> LeafField<T>;

}  // namespace starling::sparse
