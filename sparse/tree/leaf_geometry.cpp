// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/leaf_geometry.h"

#include <algorithm>

namespace starling::sparse {
namespace {

/// Extent of the pieces that `extent` cells are cut into, at most `most` each: the largest divisor
/// if it is not much shorter, so that no piece is short.
u32 piece_extent(u32 extent, u32 most) {
    most = std::min(extent, most);
    for (u32 piece = most; piece > most / 2; --piece)
        if (extent % piece == 0) return piece;
    return most;
}

}  // namespace

LeafGeometry::LeafGeometry(const LayoutPlan& plan, u32 snode)
    : segment_(plan.snodes[snode].kind == SNodeKind::pointer ? plan.snodes[snode].child_segment
                                                             : plan.snodes[snode].segment),
      owner_(plan.segments[segment_].owner),
      cells_(plan.snodes[snode].kind == SNodeKind::pointer ? 1
                                                           : plan.snodes[snode].cells_per_slot()),
      decoder_(plan.paths[snode], plan.paths[snode].first_step_in(segment_),
               static_cast<u32>(plan.axes_of(snode).size())) {
    const Path& path = plan.paths[snode];
    const std::vector<int> axes = plan.axes_of(snode), owner_axes = plan.axes_of(owner_);
    LeafBatch& b = batch_;
    b.rank = static_cast<u32>(axes.size());
    b.coord_rank = static_cast<u32>(owner_axes.size());
    for (u32 a = 0; a < b.rank; ++a) {
        const auto found = std::find(owner_axes.begin(), owner_axes.end(), axes[a]);
        b.source[a] = found == owner_axes.end() ? -1 : static_cast<i32>(found - owner_axes.begin());
        b.scale[a] = static_cast<i32>(decoder_.span(a));
        shape_[a] = static_cast<i32>(plan.snodes[snode].shape[static_cast<std::size_t>(axes[a])]);
    }

    b.cells_per_bit = 1;
    b.box_cells = 1;
    for (std::size_t k = path.first_step_in(segment_); k < path.steps.size(); ++k) {
        const PathStep& step = path.steps[k];
        for (u32 n = step.axis_begin; n < step.axis_end; ++n)
            digits_.push_back({path.axes[n].position, path.axes[n].extent,
                               static_cast<u32>(path.axes[n].divisor)});
        b.cells_per_bit *= step.cells;
        b.box_cells = step.cells;
        if (step.kind != SNodeKind::bitmasked) continue;
        mask_column_ = step.column;
        b.cells_per_bit = 1;
    }
    b.digits = digits_.data();
    b.digit_count = static_cast<u32>(digits_.size());

    // x, y, z of a box, from the innermost axis of the last step out.
    u32 extent[3] = {1, 1, 1};
    for (u32 d = 0; d < 3; ++d) b.axis[d] = LeafBlock::kNoAxis;
    if (!has_box()) {
        extent[0] = static_cast<u32>(b.box_cells);
    } else if (path.first_step_in(segment_) < path.steps.size()) {
        const PathStep& last = path.steps.back();
        u32 d = 0;
        for (u32 n = last.axis_end; n-- > last.axis_begin; ++d) {
            extent[d] = path.axes[n].extent;
            b.axis[d] = path.axes[n].position;
        }
    }
    if (has_box())
        for (u32 a = 0, d = 0; a < b.rank; ++a)
            if (std::find(b.axis, b.axis + 3, a) == b.axis + 3) {
                while (b.axis[d] != LeafBlock::kNoAxis) ++d;
                b.axis[d] = static_cast<u8>(a);
            }

    // Split and cut.
    b.cut = 2;
    b.pieces = 1;
    b.block_cells = b.box_cells;
    b.short_extent = extent[2];
    while (b.block_cells > LeafBlock::kTile) {
        const u64 inside = b.block_cells / extent[b.cut];
        const u32 piece = piece_extent(
            extent[b.cut], static_cast<u32>(std::max<u64>(LeafBlock::kTile / inside, 1)));
        b.pieces = (extent[b.cut] + piece - 1) / piece;
        b.short_extent = extent[b.cut] - (b.pieces - 1) * piece;
        extent[b.cut] = piece;
        b.block_cells = inside * piece;
        if (b.block_cells <= LeafBlock::kTile) break;
        b.box_cells = inside;  // one plane or row of the old box
        b.pieces = 1;
        --b.cut;
    }
    std::copy_n(extent, 3, b.extent);
    b.blocks = static_cast<u32>(cells_ / b.box_cells) * b.pieces;

    const bool masked = mask_column_ != kNoColumn && b.cells_per_bit == 1;
    const int row = extent[0] == 4 ? 0 : extent[0] == 8 ? 1 : extent[0] == 16 ? 2 : 3;
    const bool known = b.pieces == 1 || b.cut != 0 ? extent[0] == 4u << row : false;
    variant_ = ((known ? row : 4) * 2 + (masked ? 1 : 0)) * 2 + (b.rank == 3 ? 1 : 0);
}

bool LeafGeometry::matches(const LeafGeometry& other) const {
    const auto same = [](const LeafDigit& a, const LeafDigit& b) {
        return a.position == b.position && a.extent == b.extent && a.weight == b.weight;
    };
    return segment_ == other.segment_ && cells_ == other.cells_ &&
           batch_.rank == other.batch_.rank && batch_.blocks == other.batch_.blocks &&
           batch_.block_cells == other.batch_.block_cells &&
           std::equal(digits_.begin(), digits_.end(), other.digits_.begin(), other.digits_.end(),
                      same);
}

}  // namespace starling::sparse
