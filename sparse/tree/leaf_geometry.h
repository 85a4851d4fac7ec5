// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "sparse/access/leaf_run.h"
#include "sparse/layout/plan.h"
#include "sparse/tree/element_list.h"

namespace starling::sparse {

/// How the slots that hold the cells of one SNode fall into leaf blocks. A slot is the product of
/// the dense and bitmasked steps of its segment. Cells of the last step lie in a row: a *box*. A
/// box of more than LeafBlock::kTile cells is split on its outer axes, then cut into *pieces* along
/// one axis.
class LeafGeometry {
 public:
    LeafGeometry(const LayoutPlan& plan, u32 snode);
    LeafGeometry(const LeafGeometry&) = delete;  // the batch points into it
    LeafGeometry& operator=(const LeafGeometry&) = delete;

    u32 segment() const { return segment_; }
    u32 owner() const { return owner_; }
    u32 rank() const { return batch_.rank; }
    u64 cells() const { return cells_; }
    u32 blocks() const { return batch_.blocks; }
    /// Whether the blocks of that many slots, and the ambient one, have numbers of their own.
    bool can_number(u64 slots) const {
        return (slots + 1) * cells_ / batch_.box_cells * batch_.pieces <= 0xffffffffu;
    }
    /// Column of the bits that say which cells are active, one for every cells_per_bit();
    /// kNoColumn: all are.
    u32 mask_column() const { return mask_column_; }
    u64 cells_per_bit() const { return batch_.cells_per_bit; }

    /// Number of the kernel variant (LeafShape::kVariant) that fits; fields of up to three axes.
    int variant() const { return variant_; }
    bool has_box() const { return batch_.rank <= 3; }

    /// What is the same for all launches; the rest is null.
    const LeafBatch& batch() const { return batch_; }

    /// Block of a slot that holds a cell.
    u32 piece_of(u64 cell) const {
        return static_cast<u32>(cell / batch_.box_cells) * batch_.pieces +
               static_cast<u32>(cell % batch_.box_cells / batch_.block_cells);
    }
    /// First cell of a block of a slot.
    u64 first_cell(u32 piece) const {
        return piece / batch_.pieces * batch_.box_cells +
               piece % batch_.pieces * batch_.block_cells;
    }

    /// User index, less the field's offset, of the first cell of a slot whose record in the element
    /// list has this coordinate.
    void first_index(const i32* coord, i32* index) const {
        for (u32 a = 0; a < batch_.rank; ++a)
            index[a] = batch_.source[a] < 0 ? 0 : coord[batch_.source[a]] * batch_.scale[a];
    }
    /// From there to the indices of the others.
    const CellDecoder& decoder() const { return decoder_; }
    /// Cells of a slot along a user axis, and of the whole index space.
    i32 span(u32 axis) const { return static_cast<i32>(decoder_.span(axis)); }
    i32 shape(u32 axis) const { return shape_[axis]; }

    /// Whether cells of both have the same blocks and numbers in them.
    bool matches(const LeafGeometry& other) const;

 private:
    u32 segment_, owner_;
    u64 cells_;
    CellDecoder decoder_;
    std::vector<LeafDigit> digits_;
    std::array<i32, kMaxAxes> shape_{};
    u32 mask_column_ = kNoColumn;
    int variant_ = 0;
    LeafBatch batch_{};
};

}  // namespace starling::sparse
