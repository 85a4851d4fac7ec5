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

/// The chunk of a list that was appended to last, so that the way to it is walked once a chunk. It
/// is told by the list's chunk 0, which no other list has until a GC: the memory of one worker for
/// one dynamic SNode, through any change of its lists.
struct LastChunk {
    u64 gc_runs = 0;  ///< Of TreeCore::totals() then.
    Handle first = 0;
    u32 chunk = 0;
    Handle handle = 0;
};

/// activate_element() with a look at the chunk of last time.
inline CellRef activate_element(TreeCore& tree, u32 snode, ListHeader& header, u32 element,
                                int worker, LastChunk& last) {
    u64 linear = 0;
    const u32 chunk = chunk_of(tree.plan().snodes[snode].dynamic, element, linear);
    const Handle first = atomic_load_acquire(header.first);
    if (first != 0) {
        if (chunk == 0) return {first, linear};
        if (first == last.first && chunk == last.chunk && last.gc_runs == tree.totals().gc_runs)
            return {last.handle, linear};
    }
    const CellRef cell = activate_element(tree, snode, header, element, worker);
    if (chunk != 0 && cell.handle != 0)
        last = {tree.totals().gc_runs, atomic_load_acquire(header.first), chunk, cell.handle};
    return cell;
}

/// Counts one more element, unless the list is full; returns its number, at least `capacity` then.
inline u32 take_element(ListHeader& header, u32 capacity, bool shared) {
    if (!shared) {
        const u32 element = atomic_load(header.length);
        if (element < capacity) atomic_store(header.length, element + 1);
        return element;
    }
    // Added without a look first: where threads append to one list, each look at its header would
    // fetch it from the other thread once more.
    const u32 element = atomic_add<u32>(header.length, 1);
    if (element >= capacity) [[unlikely]] {
        // Taken back: the length stays within the capacity and the number of threads.
        u32 length = element + 1;
        while (length > capacity && !atomic_cas_release<u32>(header.length, length, length - 1)) {
        }
    }
    return element;
}

/// Takes the next element of the list and makes its chunk; returns its number, or -1 when the list
/// is full or memory is used up (recorded as a fault).
inline i64 append_element(TreeCore& tree, u32 snode, CellRef container, ListHeader& header,
                          int worker, LastChunk& last, CellRef& cell) {
    const DynamicPlan& dynamic = tree.plan().snodes[snode].dynamic;
    // Packed lists are rebuilt as a whole: they are always full.
    u32 element = dynamic.capacity;
    if (dynamic.storage != DynamicStorage::packed) [[likely]]
        element = take_element(header, dynamic.capacity, tree.is_shared());
    if (element >= dynamic.capacity) [[unlikely]] {
        tree.faults().record(Fault::list_overflow, snode, container.handle, container.linear);
        return -1;
    }
    cell = activate_element(tree, snode, header, element, worker, last);
    if (element == 0) tree.mark_changed();
    return cell.handle == 0 ? -1 : static_cast<i64>(element);
}

/// The same for a caller that appends to a list once.
inline i64 append_element(TreeCore& tree, u32 snode, CellRef container, ListHeader& header,
                          int worker, CellRef& cell) {
    LastChunk last;
    return append_element(tree, snode, container, header, worker, last, cell);
}

}  // namespace starling::sparse
