// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/fast_path.h"

#include "sparse/tree/tree_core.h"

namespace starling::sparse {

FastPath::FastPath(const LayoutPlan& plan, const std::vector<ColumnView>& columns, u32 snode) {
    const Path& path = plan.paths[snode];
    const u32 rank = static_cast<u32>(plan.axes_of(snode).size());
    if (rank == 0 || rank > 3) return;
    u32 depth = 0;
    for (std::size_t begin = 0; begin < path.steps.size();) {
        // A level is the steps of one segment.
        std::size_t end = begin;
        while (end < path.steps.size() && path.steps[end].segment == path.steps[begin].segment)
            ++end;
        if (depth > kMaxDepth) return;
        Level& level = levels_[depth];
        u32 place = 0, below_mask = 0;
        for (std::size_t k = end; k-- > begin;) {
            const PathStep& step = path.steps[k];
            if (step.kind == SNodeKind::dynamic) return;
            if (step.kind == SNodeKind::bitmasked && masks_ == nullptr) {
                masks_ = columns[step.column].origin;
                mask_bytes_ = columns[step.column].stride;
                below_mask = place;
            }
            for (u32 n = step.axis_end; n-- > step.axis_begin;) {
                const AxisStep& axis = path.axes[n];
                if (!axis.pot || level.mask[axis.position] != 0) return;
                level.shift[axis.position] = axis.shift;
                level.mask[axis.position] = axis.mask;
                level.place[axis.position] = static_cast<u8>(place);
                place += static_cast<u32>(log2_floor(axis.extent));
            }
        }
        bit_shift_ = static_cast<u8>(below_mask);
        const PathStep& last = path.steps[end - 1];
        if (last.kind != SNodeKind::pointer) break;
        masks_ = nullptr;  // a cell below a pointer is active when the pointer's is
        level.slot_bytes = columns[last.column].stride;
        level.handles = columns[last.column].origin + (depth == 0 ? level.slot_bytes : 0);
        ++depth;
        begin = end;
    }
    if (depth > kMaxDepth) return;
    depth_ = depth;
    rank_ = rank;
    for (u32 a = 0; a < rank; ++a)
        leaf_bits_[a] = static_cast<u8>(log2_floor(u64{levels_[depth].mask[a]} + 1));
}

}  // namespace starling::sparse
