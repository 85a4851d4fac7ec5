// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sparse/access/field.h"

namespace starling::sparse {

/// Memory that assign_packed() keeps between calls.
struct PackedScratch {
    std::vector<CellRef> list;  ///< Container of every item's list.
    std::vector<u32> place;     ///< Its place among the list's items, before sorting.
    std::vector<u32> items;     ///< Items of every element, sorted: what comes out.
};

/// Rebuilds all lists of a dynamic SNode with packed storage at once, by a counting sort:
/// list_of(item, i32* index) names the list of item 0 … count - 1 by the axes above the SNode, and
/// inside a list items are ordered by key_of(item), which must differ between items. Lists end up
/// in spatial order in one array: scratch.items[e - 1] is the item that now is element e, the
/// number that ListHeader::first counts in. Fields placed in the SNode keep their old bytes; the
/// caller fills them in element order.
///
/// Lists that became empty give their pointer cell back when it holds nothing else. One task. An
/// item too many for a list makes an error; all lists are then empty. `failed`: one such item, or
/// `count`.
template <class ListOf, class KeyOf>
Status assign_packed(SNodeTree& owner, u32 snode, u32 count, ListOf list_of, KeyOf key_of,
                     PackedScratch& scratch, u32& failed) {
    TreeCore* const tree = owner.core();
    if (tree == nullptr) return Error{"assign_packed: the tree is destroyed"};
    const SNodePlan& node = tree->plan().snodes[snode];
    const std::string name = tree->plan().name_of(snode);
    if (node.kind != SNodeKind::dynamic || node.dynamic.storage != DynamicStorage::packed)
        return Error{name + ": assign_packed needs a dynamic SNode with packed storage"};
    if (Status free = tree->begin_task(); !free) return free;
    Executor& executor = tree->executor();
    const Path& above = tree->plan().paths[node.parent];
    const u64 containers = node.containers;
    const auto header = [&](CellRef list) -> ListHeader& {
        return list_header(*tree, snode, list);
    };
    const auto for_lists = [&](i64 grain, auto body) {
        const ElementList& slots = tree->element_list(node.segment);
        executor.parallel_for(static_cast<i64>(slots.size() * containers), grain,
                              [&](i64 first, i64 last, int worker) {
                                  for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last);
                                       ++k)
                                      body(CellRef{slots.slots[k / containers], k % containers},
                                           k / containers, worker);
                              });
    };
    const auto clear = [&] { for_lists(1024, [&](CellRef list, u64, int) { header(list) = {}; }); };
    clear();
    failed = count;
    scratch.list.resize(count);
    scratch.place.resize(count);
    scratch.items.resize(count);

    constexpr i64 kGrain = 2048;
    executor.parallel_for(count, kGrain, [&](i64 first, i64 last, int worker) {
        for (u32 item = static_cast<u32>(first); item < static_cast<u32>(last); ++item) {
            i32 index[kMaxAxes] = {};
            list_of(item, index);
            CellRef list;
            if (!activate_steps(*tree, above, index, above.steps.size(), worker, list)) {
                atomic_store(failed, item);
                scratch.list[item] = {};
                continue;
            }
            scratch.list[item] = list;
            const u32 place = atomic_add<u32>(header(list).length, 1);
            scratch.place[item] = place;
            if (place < node.dynamic.capacity) continue;
            tree->faults().record(Fault::list_overflow, snode, list.handle, list.linear);
            atomic_store(failed, item);
        }
    });
    if (failed != count) {
        clear();
        return tree->finish_task();
    }
    if (!tree->manager(node.child_segment).data().resize(count)) {
        clear();
        (void)tree->finish_task();
        return Error{name + ": no memory for " + std::to_string(count) + " elements"};
    }

    // Pointer cells whose lists are all empty go, unless other things live in their slots.
    if (node.segment != 0 && tree->plan().segments[node.segment].columns.size() == 1) {
        const u32 pointer = tree->plan().segments[node.segment].owner;
        const ElementList& slots = tree->element_list(node.segment);
        const auto length_in = [&](u64 record) {
            u64 length = 0;
            for (u64 c = 0; c < containers; ++c) length += header({slots.slots[record], c}).length;
            return length;
        };
        executor.parallel_for(
            static_cast<i64>(slots.size()), 256, [&](i64 first, i64 last, int worker) {
                for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k) {
                    if (length_in(k) != 0) continue;
                    const ContainerRef at =
                        find_container(*tree, tree->plan().paths[pointer], slots.coord(k));
                    tree->deactivate_cell(pointer, at.container, at.cell, worker);
                }
            });
    }

    u32 next = 1;
    const ElementList& slots = tree->element_list(node.segment);
    for (const Handle slot : slots.slots)
        for (u64 c = 0; c < containers; ++c) {
            ListHeader& list = header({slot, c});
            list.first = next;
            next += list.length;
        }
    executor.parallel_for(count, kGrain, [&](i64 first, i64 last, int) {
        for (u32 item = static_cast<u32>(first); item < static_cast<u32>(last); ++item)
            scratch.items[header(scratch.list[item]).first - 1 + scratch.place[item]] = item;
    });
    for_lists(64, [&](CellRef list, u64, int) {
        const ListHeader& sorted = header(list);
        u32* const begin = scratch.items.data() + sorted.first - 1;
        std::sort(begin, begin + sorted.length,
                  [&](u32 a, u32 b) { return key_of(a) < key_of(b); });
    });
    return tree->finish_task();
}

/// Rebuilds all lists of the dynamic SNode of `field` (packed storage) from (list, value) pairs:
/// list_of(pair, i32* index) names the list of pair 0 … count - 1 by the axes above the SNode, and
/// value_of(pair, component) is the element. Pairs of one list keep their order. Errors as
/// assign_packed(); all lists are then empty.
template <class T, class ListOf, class ValueOf>
Status assign_lists(SNodeTree& owner, const Field<T>& field, u32 count, ListOf list_of,
                    ValueOf value_of) {
    TreeCore* const tree = owner.core();
    if (tree == nullptr || field.core() != tree)
        return Error{"assign_lists: the field is not of this tree, or the tree is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field.id()];
    PackedScratch scratch;
    u32 failed = 0;
    if (Status sorted = assign_packed(
            owner, plan.snode, count, list_of, [](u32 pair) { return pair; }, scratch, failed);
        !sorted)
        return sorted;
    const ColumnView& column = tree->column(plan.column);
    return owner.parallel_for(count, 4096, [&](i64 first, i64 last, int) {
        for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k) {
            T* const element =
                reinterpret_cast<T*>(column.origin + (k + 1) * column.stride + plan.offset_in_cell);
            for (u32 c = 0; c < plan.components; ++c) element[c] = value_of(scratch.items[k], c);
        }
    });
}

}  // namespace starling::sparse
