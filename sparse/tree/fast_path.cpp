// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/fast_path.h"

#include <algorithm>

#include "sparse/tree/tree_core.h"

namespace starling::sparse {

FastPath::FastPath(const LayoutPlan& plan, const std::vector<ColumnView>& columns, u32 snode) {
    const Path& path = plan.paths[snode];
    const std::vector<int> axes = plan.axes_of(snode);
    if (axes.empty() || axes.size() > 3) return;
    u64 entries = 0;
    for (std::size_t a = 0; a < axes.size(); ++a) {
        shape_[a] = static_cast<u32>(plan.snodes[snode].shape[static_cast<std::size_t>(axes[a])]);
        entries += shape_[a];
    }
    bool shifts = true, plain = true;
    u64 most_cells = 1;
    for (std::size_t begin = 0; begin < path.steps.size();) {
        // A level is the steps of one segment.
        if (depth_ > kMaxDepth) return;
        std::size_t end = begin;
        u64 cells = 1;
        masks_ = nullptr;  // a cell below a pointer is active when the pointer's is
        cells_per_bit_ = 1;
        for (; end < path.steps.size() && path.steps[end].segment == path.steps[begin].segment;
             ++end) {
            const PathStep& step = path.steps[end];
            if (step.kind == SNodeKind::dynamic) return;
            cells *= step.cells;
            cells_per_bit_ *= step.cells;
            if (step.kind != SNodeKind::bitmasked) continue;
            plain = false;
            masks_ = columns[step.column].origin;
            mask_bytes_ = columns[step.column].stride;
            cells_per_bit_ = 1;
        }
        most_cells = std::max(most_cells, cells);
        shifts = shifts && find_shifts(path, depth_, begin, end);
        const PathStep& last = path.steps[end - 1];
        begin = end;
        if (last.kind != SNodeKind::pointer) continue;
        masks_ = nullptr;
        Level& level = levels_[depth_];
        level.slot_bytes = columns[last.column].stride;
        level.handles = columns[last.column].origin + (depth_ == 0 ? level.slot_bytes : 0);
        level.snode = last.snode;
        plain = plain && plan.snodes[last.snode].lock_column == kNoColumn;
        ++depth_;
    }
    if (depth_ > kMaxDepth) return;
    const u32 bits = 64 / (depth_ + 1);
    has_tables_ = entries <= kMaxEntries && (bits == 64 || most_cells <= u64{1} << bits);
    if (has_tables_) fill_tables(path);
    if (has_tables_ || shifts) rank_ = static_cast<u32>(axes.size());
    is_plain_ = plain;
}

/// The shifts of a level; false where an axis needs more than one, or a division.
bool FastPath::find_shifts(const Path& path, u32 depth, std::size_t begin, std::size_t end) {
    Level& level = levels_[depth];
    u32 place = 0;
    for (std::size_t k = end; k-- > begin;)
        for (u32 n = path.steps[k].axis_end; n-- > path.steps[k].axis_begin;) {
            const AxisStep& axis = path.axes[n];
            if (!axis.pot || level.mask[axis.position] != 0) return false;
            level.shift[axis.position] = axis.shift;
            level.mask[axis.position] = axis.mask;
            level.place[axis.position] = static_cast<u8>(place);
            place += static_cast<u32>(log2_floor(axis.extent));
        }
    return true;
}

void FastPath::fill_tables(const Path& path) {
    entries_.assign(u64{shape_[0]} + shape_[1] + shape_[2], 0);
    u64* const tables[] = {entries_.data(), entries_.data() + shape_[0],
                           entries_.data() + shape_[0] + shape_[1]};
    std::copy_n(tables, 3, tables_);
    const u32 bits = 64 / (depth_ + 1);
    // From the last step up: `weight` is what one more cell of an axis adds to the number.
    u32 place = 0;
    u64 weight = 1;
    for (std::size_t k = path.steps.size(); k-- > 0;) {
        const PathStep& step = path.steps[k];
        if (step.kind == SNodeKind::pointer) {
            place += bits;
            weight = 1;
        }
        for (u32 n = step.axis_end; n-- > step.axis_begin;) {
            const AxisStep& axis = path.axes[n];
            for (u32 i = 0; i < shape_[axis.position]; ++i)
                tables[axis.position][i] += (i / axis.divisor % axis.extent * weight) << place;
            weight *= axis.extent;
        }
    }
}

}  // namespace starling::sparse
