// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Operations on one list of a dynamic SNode, given its header.

#include <algorithm>

#include "sparse/core/atomic.h"
#include "sparse/core/bits.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {

/// Elements in the list.
inline u32 list_length(const DynamicPlan& dynamic, const ListHeader& header) {
    return std::min(atomic_load_acquire(header.length), dynamic.capacity);
}

/// Chunk of an element, and its place in it.
inline u32 chunk_of(const DynamicPlan& dynamic, u32 element, u64& linear) {
    if (is_power_of_two(dynamic.chunk)) {
        linear = element & (dynamic.chunk - 1);
        return element >> lowest_bit(dynamic.chunk);
    }
    linear = element % dynamic.chunk;
    return element / dynamic.chunk;
}

/// Entry of chunk `chunk` (>= 1) in the table of one `level`; level 0 holds chunk handles.
inline u32 table_entry(const DynamicPlan& dynamic, u32 chunk, u32 level) {
    u32 entry = chunk - 1;
    if (dynamic.depth == 1) return entry;
    for (; level != 0; --level) entry /= dynamic.fanout;
    return entry % dynamic.fanout;
}

/// Slot of the element: its chunk and place in it; slot 0 when the chunk does not exist.
inline CellRef find_element(const TreeCore& tree, const SNodePlan& node, const ListHeader& header,
                            u32 element) {
    const DynamicPlan& dynamic = node.dynamic;
    const u32 first = atomic_load_acquire(header.first);
    if (dynamic.storage == DynamicStorage::packed)
        return {element < atomic_load(header.length) ? first + element : 0, 0};
    u64 linear = 0;
    const u32 chunk = chunk_of(dynamic, element, linear);
    if (chunk == 0 || first == 0) return {first, linear};
    Handle handle = atomic_load_acquire(*tree.column(dynamic.next_column).slot<Handle>(first));
    for (u32 level = dynamic.depth; level-- > 0 && handle != 0;)
        handle = atomic_load_acquire(tree.column(dynamic.table_column)
                                         .slot<Handle>(handle)[table_entry(dynamic, chunk, level)]);
    return {handle, linear};
}

/// The same, making the chunk if need be; slot 0 when there is no memory for it, or when the lists
/// are packed (they are rebuilt as a whole).
inline CellRef activate_element(TreeCore& tree, u32 snode, ListHeader& header, u32 element,
                                int worker) {
    const SNodePlan& node = tree.plan().snodes[snode];
    const DynamicPlan& dynamic = node.dynamic;
    if (dynamic.storage == DynamicStorage::packed) return find_element(tree, node, header, element);
    u64 linear = 0;
    const u32 chunk = chunk_of(dynamic, element, linear);
    const Handle first =
        tree.activate_handle(node.child_segment, snode, header.first, nullptr, worker);
    if (chunk == 0 || first == 0) return {first, linear};
    Handle* place = tree.column(dynamic.next_column).slot<Handle>(first);
    for (u32 level = dynamic.depth; level-- > 0;) {
        const Handle table =
            tree.activate_handle(dynamic.table_segment, snode, *place, nullptr, worker);
        if (table == 0) return {};
        place = tree.column(dynamic.table_column).slot<Handle>(table) +
                table_entry(dynamic, chunk, level);
    }
    return {tree.activate_handle(node.child_segment, snode, *place, nullptr, worker), linear};
}

/// Takes the next element of the list and makes its chunk; returns its number, or -1 when the list
/// is full or memory is used up (recorded as a fault).
inline i64 append_element(TreeCore& tree, u32 snode, CellRef container, ListHeader& header,
                          int worker, CellRef& cell) {
    const DynamicPlan& dynamic = tree.plan().snodes[snode].dynamic;
    // The first look keeps the overshoot of a full list within the number of threads.
    u32 element = atomic_load(header.length);
    if (element >= dynamic.capacity)
        element = dynamic.capacity;
    else if (tree.is_shared())
        element = atomic_add<u32>(header.length, 1);
    else
        atomic_store(header.length, element + 1);
    if (element >= dynamic.capacity || dynamic.storage == DynamicStorage::packed) {
        tree.faults().record(Fault::list_overflow, snode, container.handle, container.linear);
        return -1;
    }
    cell = activate_element(tree, snode, header, element, worker);
    if (element == 0) tree.mark_changed(worker);
    return cell.handle == 0 ? -1 : static_cast<i64>(element);
}

}  // namespace starling::sparse
