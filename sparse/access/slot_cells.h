// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/tree/element_list.h"

namespace starling::sparse {

/// Where the cells of one SNode (any kind but dynamic) lie: `cells` in a row, in memory order, in
/// every live slot of one segment, of which a mask may leave some out.
class SlotCells {
 public:
    SlotCells(const LayoutPlan& plan, u32 snode)
        : SlotCells(plan, snode,
                    plan.snodes[snode].kind == SNodeKind::pointer ? plan.snodes[snode].child_segment
                                                                  : plan.snodes[snode].segment) {}

    u32 segment() const { return segment_; }
    u64 cells() const { return cells_; }

    /// Column of the bits that say which cells are active; kNoColumn: all are.
    u32 mask_column() const { return mask_column_; }
    u64 cells_per_bit() const { return cells_per_bit_; }

    /// Index of the first cell of a slot whose record in the element list has this coordinate.
    void first_index(const i32* coord, i32* index) const { origin_.set(coord, index); }

    /// From there to the indices of the others.
    const CellDecoder& decoder() const { return decoder_; }

 private:
    SlotCells(const LayoutPlan& plan, u32 snode, u32 segment)
        : segment_(segment),
          cells_(segment == plan.snodes[snode].segment ? plan.snodes[snode].cells_per_slot() : 1),
          decoder_(plan.paths[snode], plan.paths[snode].first_step_in(segment),
                   static_cast<u32>(plan.axes_of(snode).size())),
          origin_(plan.axes_of(plan.segments[segment].owner), plan.axes_of(snode), decoder_) {
        const Path& path = plan.paths[snode];
        for (std::size_t k = path.first_step_in(segment); k < path.steps.size(); ++k) {
            const PathStep& step = path.steps[k];
            cells_per_bit_ *= step.cells;
            if (step.kind != SNodeKind::bitmasked) continue;
            mask_column_ = step.column;
            cells_per_bit_ = 1;
        }
    }

    u32 segment_;
    u64 cells_;
    CellDecoder decoder_;
    SlotOrigin origin_;
    u32 mask_column_ = kNoColumn;
    u64 cells_per_bit_ = 1;
};

}  // namespace starling::sparse
