// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "sparse/tree/walk.h"

namespace starling::sparse {

/// Whether the cell at `index` and everything above it is active: bitmasked cells and the lengths
/// of lists included.
inline bool path_is_active(const TreeCore& tree, const Path& path, const i32* index) {
    CellRef at{1, 0};
    for (const PathStep& step : path.steps) {
        const u64 local = local_cell(path, step, index);
        if (step.kind != SNodeKind::dense && !cell_is_active(tree, step.snode, {at, local}))
            return false;
        at.linear = at.linear * step.cells + local;
        if (step.kind == SNodeKind::pointer)
            at = {atomic_load_acquire(tree.column(step.column).slot<Handle>(at.handle)[at.linear]),
                  0};
    }
    return true;
}

/// f(index[0], …) with as many numbers as `rank` says, 1 to 3; other() for another rank.
template <class F, class Other>
auto with_numbers(u32 rank, const i32* index, F f, Other other) {
    switch (rank) {
        case 1:
            return f(index[0]);
        case 2:
            return f(index[0], index[1]);
        case 3:
            return f(index[0], index[1], index[2]);
        default:
            return other();
    }
}

/// activate_cell() along a fast path that is_plain(); slot 0 when there is no memory.
template <int Rank>
CellRef activate_plain(TreeCore& tree, const FastPath& fast, const u32 (&at)[Rank], int worker) {
    return fast.find(at, [&](u32 snode, const Handle& place) {
        const Handle handle = atomic_load_dependent(place);
        return handle != 0 ? handle : tree.activate_new(snode, place, worker);
    });
}

/// In checked mode, whether `list` names a list of the dynamic SNode by the axes above it; if not,
/// that is noted.
inline bool list_is_admitted(TreeCore& tree, u32 snode, std::span<const i64> list) {
    const LayoutPlan& plan = tree.plan();
    if (!tree.faults().checked() ||
        index_in_range(plan.snodes[plan.snodes[snode].parent], nullptr, list))
        return true;
    tree.faults().record_index(FaultLog::Target::list, snode, list);
    return false;
}
inline bool list_is_admitted(TreeCore& tree, u32 snode, std::initializer_list<i64> list) {
    return list_is_admitted(tree, snode, std::span(list.begin(), list.size()));
}

/// Appends to the list at `list`, one number an axis above the dynamic SNode, activating what is
/// above it; returns the element's number and its cell, or -1. `last`: the caller's, see there.
template <std::size_t Axes>
i64 append_element_at(TreeCore& tree, u32 snode, const std::array<i32, Axes>& list, int worker,
                      LastChunk& last, CellRef& cell) {
    const u32 parent = tree.plan().snodes[snode].parent;
    CellRef container{parent == 0 ? 1u : 0u, 0};
    if constexpr (Axes >= 1 && Axes <= 3) {
        const FastPath& fast = tree.fast_path(parent);
        if (fast.rank() == Axes) {
            u32 at[Axes];
            for (std::size_t a = 0; a < Axes; ++a) at[a] = static_cast<u32>(list[a]);
            container = fast.find(at);
            if (container.handle != 0 && !fast.bit_is_set(container)) container.handle = 0;
        }
    }
    if (container.handle == 0) {
        // Level by level; numbers that the caller left out are 0.
        std::array<i32, kMaxAxes> at{};
        std::copy(list.begin(), list.end(), at.begin());
        const Path& above = tree.plan().paths[parent];
        if (!activate_steps(tree, above, at.data(), above.steps.size(), worker, container))
            return -1;
    }
    return append_element(tree, snode, container, list_header(tree, snode, container), worker, last,
                          cell);
}

}  // namespace starling::sparse
