// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// From a coordinate to a cell, along a compiled path. Indices count from 0 (no offset) and wrap at
// the edge of the index space, so that even a wrong one stays inside the tree's memory.

#include "sparse/core/bits.h"
#include "sparse/tree/list_ops.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {

/// Row-major number, inside its container, of the cell that `index` names at this step.
inline u64 local_cell(const Path& path, const PathStep& step, const i32* index) {
    u64 cell = 0;
    for (u32 k = step.axis_begin; k != step.axis_end; ++k) {
        const AxisStep& axis = path.axes[k];
        const u32 value = static_cast<u32>(index[axis.position]);
        cell = axis.pot ? cell * (axis.mask + 1) + ((value >> axis.shift) & axis.mask)
                        : cell * axis.extent + value / axis.divisor % axis.extent;
    }
    return cell;
}

/// The cell at `index`; slot 0 (which reads zero) where a pointer or list on the way is inactive.
/// Never activates.
inline CellRef find_cell(const TreeCore& tree, const Path& path, const i32* index) {
    CellRef at{1, 0};
    for (const PathStep& step : path.steps) {
        const u64 local = local_cell(path, step, index);
        if (step.kind == SNodeKind::dynamic) {
            const ListHeader& header =
                tree.column(step.column).slot<ListHeader>(at.handle)[at.linear];
            return find_element(tree, tree.plan().snodes[step.snode], header,
                                static_cast<u32>(local));
        }
        at.linear = at.linear * step.cells + local;
        if (step.kind == SNodeKind::pointer) {
            at.handle =
                atomic_load_acquire(tree.column(step.column).slot<Handle>(at.handle)[at.linear]);
            at.linear = 0;
        }
    }
    return at;
}

/// The container of the last SNode of the path that holds `index`, and the cell's number in it.
struct ContainerRef {
    CellRef container;  ///< linear: number of the container in its slot.
    u64 cell = 0;
};

/// The container and cell at `index`; slot 0 where it does not exist. Never activates.
inline ContainerRef find_container(const TreeCore& tree, const Path& path, const i32* index) {
    CellRef at{1, 0};
    for (std::size_t k = 0; k < path.steps.size(); ++k) {
        const PathStep& step = path.steps[k];
        const u64 local = local_cell(path, step, index);
        if (k + 1 == path.steps.size()) return {at, local};
        at.linear = at.linear * step.cells + local;
        if (step.kind == SNodeKind::pointer) {
            at.handle =
                atomic_load_acquire(tree.column(step.column).slot<Handle>(at.handle)[at.linear]);
            at.linear = 0;
        }
    }
    return {at, 0};
}

/// Whether the cell is active: for a list, whether it has that element; for dense and root cells,
/// whether they exist.
inline bool cell_is_active(const TreeCore& tree, u32 snode, const ContainerRef& at) {
    const SNodePlan& node = tree.plan().snodes[snode];
    const u64 linear = at.container.linear * node.cells + at.cell;
    if (at.container.handle == 0) return false;
    if (node.kind == SNodeKind::dynamic)
        return at.cell <
               list_length(node.dynamic,
                           tree.column(node.column)
                               .slot<ListHeader>(at.container.handle)[at.container.linear]);
    if (node.kind == SNodeKind::pointer)
        return atomic_load(tree.column(node.column).slot<Handle>(at.container.handle)[linear]) != 0;
    if (node.kind == SNodeKind::bitmasked) {
        const u64* words = tree.column(node.column).slot<u64>(at.container.handle);
        return (atomic_load(words[linear / 64]) >> (linear % 64) & 1) != 0;
    }
    return true;
}

/// The list of a dynamic SNode at the index of its parent's cell; slot 0 when that is inactive.
inline CellRef find_list(const TreeCore& tree, u32 snode, const i32* index) {
    return find_cell(tree, tree.plan().paths[tree.plan().snodes[snode].parent], index);
}

/// The header of the list with this container number.
inline ListHeader& list_header(const TreeCore& tree, u32 snode, CellRef container) {
    const u32 column = tree.plan().snodes[snode].column;
    return tree.column(column).slot<ListHeader>(container.handle)[container.linear];
}

/// Where a field's value in a cell lies.
inline u8* cell_address(const TreeCore& tree, const FieldPlan& field, CellRef cell) {
    return tree.column(field.column).slot<u8>(cell.handle) + cell.linear * field.cell_bytes +
           field.offset_in_cell;
}

/// Sets the bit of a bitmasked cell.
inline void activate_bit(TreeCore& tree, const PathStep& step, CellRef at) {
    u64& word = tree.column(step.column).slot<u64>(at.handle)[at.linear / 64];
    const u64 bit = u64{1} << (at.linear % 64);
    if ((atomic_load(word) & bit) == 0 && (atomic_or(word, bit) & bit) == 0) tree.mark_changed();
}

/// Makes every sparse SNode on steps [0, last) active. False: no slot to be had.
inline bool activate_steps(TreeCore& tree, const Path& path, const i32* index, std::size_t last,
                           int worker, CellRef& at) {
    at = {1, 0};
    for (std::size_t k = 0; k < last; ++k) {
        const PathStep& step = path.steps[k];
        const u64 local = local_cell(path, step, index);
        if (step.kind == SNodeKind::dynamic) {
            const DynamicPlan& dynamic = tree.plan().snodes[step.snode].dynamic;
            ListHeader& header = tree.column(step.column).slot<ListHeader>(at.handle)[at.linear];
            at = activate_element(tree, step.snode, header, static_cast<u32>(local), worker);
            if (at.handle == 0) return false;
            if (dynamic.storage == DynamicStorage::chunked &&
                atomic_max<u32>(header.length, static_cast<u32>(local) + 1) == 0)
                tree.mark_changed();
            return true;
        }
        at.linear = at.linear * step.cells + local;
        if (step.kind == SNodeKind::bitmasked) activate_bit(tree, step, at);
        if (step.kind == SNodeKind::pointer) {
            const SNodePlan& node = tree.plan().snodes[step.snode];
            Handle& place = tree.column(step.column).slot<Handle>(at.handle)[at.linear];
            u32* lock = node.lock_column == kNoColumn
                            ? nullptr
                            : tree.column(node.lock_column).slot<u32>(at.handle) + at.linear;
            at.handle = tree.activate_handle(node.child_segment, step.snode, place, lock, worker);
            at.linear = 0;
            if (at.handle == 0) return false;
        }
    }
    return true;
}

/// The cell at `index`, active with all its ancestors; slot 0 when there is no slot to be had or
/// the write can go nowhere (past the end of a packed list).
inline CellRef activate_cell(TreeCore& tree, const Path& path, const i32* index, int worker) {
    CellRef at;
    return activate_steps(tree, path, index, path.steps.size(), worker, at) ? at : CellRef{};
}

}  // namespace starling::sparse
