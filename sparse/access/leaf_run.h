// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The loop over leaf blocks, compiled with the kernel. Sources that are compiled for one
// instruction set may include this.

#include "sparse/access/leaf_block.h"

namespace starling::sparse {

/// A part of an index: coordinate at `position` += digit * weight, digits row-major.
struct LeafDigit {
    u8 position;
    u32 extent;
    u32 weight;
};

/// All blocks of a launch, as plain data. Blocks are numbered in spatial order: block k is piece
/// k % blocks of the slot of record k / blocks.
struct LeafBatch {
    // The leaves: ElementList.
    const Handle* slots;
    const i32* coords;
    u32 coord_rank;
    const BlockId* neighbours;  // `neighbour_count` a block; null when not asked for
    u32 neighbour_count;

    // From the coordinate of a slot's owner to that of its first cell, by user axis.
    u32 rank;
    i32 source[kMaxAxes];  // -1: the owner has no such axis
    i32 scale[kMaxAxes];
    i32 offset[kMaxAxes];

    // From a slot to its blocks.
    u32 blocks, pieces;  // of a slot; of a box, which is a part of a slot
    u64 box_cells, block_cells;
    u32 extent[3];
    u32 cut, short_extent;  // along which of x, y, z pieces are cut, and how long the last one is
    u8 axis[3];
    const LeafDigit* digits;
    u32 digit_count;

    const u8* masks;  // of slot 0; null: no mask
    u64 mask_bytes;   // of a slot
    u64 cells_per_bit;
};

/// Active ones of the cells [begin, end), one bit a cell.
STARLING_INLINE u32 count_active(const u64* mask, u64 begin, u64 end) {
    u64 count = 0;
    for (u64 k = begin / 64; k <= (end - 1) / 64; ++k) {
        u64 word = mask[k];
        if (k == begin / 64) word &= ~u64{0} << (begin % 64);
        if (k == end / 64) word &= (u64{1} << (end % 64)) - 1;
        count += static_cast<u64>(__builtin_popcountll(word));
    }
    return static_cast<u32>(count);
}

/// How many blocks ahead a kernel's prefetch() is called: some 2,048 cells, so that what is fetched
/// fits into the first cache beside what is worked on.
STARLING_INLINE u64 prefetch_distance(u64 block_cells) {
    const u64 distance = 2048 / block_cells;
    return distance < 1 ? 1 : distance > 12 ? 12 : distance;
}

/// Whether all blocks of a batch are cubes (squares) with the row of the shape, one a box.
template <class Shape>
STARLING_INLINE bool is_cubic(const LeafBatch& batch) {
    for (int d = 0; d < Shape::kDim; ++d)
        if (batch.extent[d] != static_cast<u32>(Shape::kRow)) return false;
    return batch.pieces == 1 && batch.extent[2] == (Shape::kDim == 3 ? batch.extent[0] : 1);
}

/// Calls kernel(Shape, block) for the blocks [first, last) of the batch that have an active cell;
/// `Cubic` says that is_cubic() holds, which spares kernels a good deal of their work in small
/// blocks. A kernel with one parameter is called with the block alone. Masked shapes are taken back
/// for blocks that are full. A kernel may have prefetch(Shape, like, id, neighbours), called with
/// a block that comes later and some block that has the same extents.
template <class Shape, bool Cubic, class Kernel>
STARLING_INLINE void run_leaves_of(Kernel& kernel, const LeafBatch& batch, u64 first, u64 last,
                                   int worker) {
    i32 origin[kMaxAxes], corner[kMaxAxes];
    LeafBlock block;
    block.origin = origin;
    block.first = batch.blocks == 1 ? origin : corner;
    block.cells_per_bit = batch.cells_per_bit;
    block.worker = worker;
    for (int d = 0; d < 3; ++d) {
        block.extent[d] = block.before[d] = batch.extent[d];
        block.axis[d] = batch.axis[d];
    }
    [[maybe_unused]] const u64 distance = prefetch_distance(batch.block_cells);
    u64 record = first / batch.blocks;
    u32 piece = static_cast<u32>(first % batch.blocks);
    for (u64 k = first; k < last; ++k) {
        if constexpr (requires { kernel.prefetch(Shape{}, block, BlockId{}, block.neighbours); }) {
            const u64 ahead = k + distance;
            if (ahead < last) {
                if (batch.masks != nullptr)
                    __builtin_prefetch(batch.masks +
                                       batch.slots[ahead / batch.blocks] * batch.mask_bytes);
                kernel.prefetch(Shape{}, static_cast<const LeafBlock&>(block),
                                batch.blocks == 1
                                    ? batch.slots[ahead]
                                    : batch.slots[ahead / batch.blocks] * batch.blocks +
                                          static_cast<u32>(ahead % batch.blocks),
                                batch.neighbours + ahead * batch.neighbour_count);
            }
        }
        block.slot = batch.slots[record];
        block.id = block.slot * batch.blocks + piece;
        const u32 at = piece % batch.pieces;
        block.begin = piece / batch.pieces * batch.box_cells + at * batch.block_cells;
        block.end = block.begin + batch.block_cells;
        if (++piece == batch.blocks) {
            piece = 0;
            ++record;
        }
        if (batch.pieces != 1) {
            block.extent[batch.cut] =
                at + 1 == batch.pieces ? batch.short_extent : batch.extent[batch.cut];
            block.before[batch.cut] = at == 0 ? batch.short_extent : batch.extent[batch.cut];
            block.end = block.begin + u64{block.extent[0]} * block.extent[1] * block.extent[2];
        }
        if (batch.masks != nullptr) {
            block.mask = reinterpret_cast<const u64*>(batch.masks + block.slot * batch.mask_bytes);
            if (batch.cells_per_bit != 1) {
                const u64 bit = block.begin / batch.cells_per_bit;
                if ((block.mask[bit / 64] >> (bit % 64) & 1) == 0) continue;
                block.active = block.cells();
            } else {
                block.active = count_active(block.mask, block.begin, block.end);
                if (block.active == 0) continue;
            }
        } else {
            block.active = block.cells();
        }
        const i32* const owner = batch.coords + (k / batch.blocks) * batch.coord_rank;
        for (u32 a = 0; a < batch.rank; ++a)
            origin[a] = (batch.source[a] < 0 ? 0 : owner[batch.source[a]] * batch.scale[a]) +
                        batch.offset[a];
        if (batch.blocks != 1) {
            for (u32 a = 0; a < batch.rank; ++a) corner[a] = origin[a];
            u64 rest = block.begin;
            for (u32 n = batch.digit_count; n-- > 0;) {
                const LeafDigit& digit = batch.digits[n];
                corner[digit.position] += static_cast<i32>(rest % digit.extent * digit.weight);
                rest /= digit.extent;
            }
        }
        if (batch.neighbours != nullptr)
            block.neighbours = batch.neighbours + k * batch.neighbour_count;
        if constexpr (Cubic) {
            // Once more, for the compiler to know it.
            for (int d = 0; d < Shape::kDim; ++d)
                block.extent[d] = block.before[d] = static_cast<u32>(Shape::kRow);
        }
        if constexpr (requires { kernel(Shape{}, static_cast<const LeafBlock&>(block)); }) {
            if constexpr (Shape::kMasked) {
                if (block.active == block.cells()) {
                    kernel(LeafShape<Shape::kRow, false, Shape::kDim>{},
                           static_cast<const LeafBlock&>(block));
                    continue;
                }
            }
            kernel(Shape{}, static_cast<const LeafBlock&>(block));
        } else {
            kernel(static_cast<const LeafBlock&>(block));
        }
    }
}

/// run_leaves_of() for what the batch is.
template <class Shape, class Kernel>
STARLING_INLINE void run_leaves(Kernel& kernel, const LeafBatch& batch, u64 first, u64 last,
                                int worker) {
    // Larger cubes gain nothing, and a kernel's code grows with each shape.
    if constexpr ((Shape::kRow == 4 || Shape::kRow == 8) &&
                  requires(const LeafBlock& block) { kernel(Shape{}, block); }) {
        if (is_cubic<Shape>(batch)) {
            run_leaves_of<Shape, true>(kernel, batch, first, last, worker);
            return;
        }
    }
    run_leaves_of<Shape, false>(kernel, batch, first, last, worker);
}

/// A kernel compiled for every shape: what for_each_leaf() picks from, once a launch. Make one an
/// instruction set by leaf_kernel() in a source compiled for it; `Kernel` should be a type without
/// linkage (in a nameless namespace).
struct LeafKernelTable {
    /// Runs the kernel over the blocks [first, last) of a batch.
    using Run = void (*)(void* kernel, const LeafBatch& batch, u64 first, u64 last, int worker);
    Run run[kLeafVariants];
};

/// A Run for one shape.
template <class Kernel, int Variant>
void run_leaf_variant(void* kernel, const LeafBatch& batch, u64 first, u64 last, int worker) {
    run_leaves<LeafShapeOf<Variant>>(*static_cast<Kernel*>(kernel), batch, first, last, worker);
}

/// The table of a kernel, compiled for the instruction set of the source that calls it.
template <class Kernel>
constexpr LeafKernelTable leaf_kernel() {
    return {
        run_leaf_variant<Kernel, 0>,  run_leaf_variant<Kernel, 1>,  run_leaf_variant<Kernel, 2>,
        run_leaf_variant<Kernel, 3>,  run_leaf_variant<Kernel, 4>,  run_leaf_variant<Kernel, 5>,
        run_leaf_variant<Kernel, 6>,  run_leaf_variant<Kernel, 7>,  run_leaf_variant<Kernel, 8>,
        run_leaf_variant<Kernel, 9>,  run_leaf_variant<Kernel, 10>, run_leaf_variant<Kernel, 11>,
        run_leaf_variant<Kernel, 12>, run_leaf_variant<Kernel, 13>, run_leaf_variant<Kernel, 14>,
        run_leaf_variant<Kernel, 15>, run_leaf_variant<Kernel, 16>, run_leaf_variant<Kernel, 17>,
        run_leaf_variant<Kernel, 18>, run_leaf_variant<Kernel, 19>};
}

}  // namespace starling::sparse
