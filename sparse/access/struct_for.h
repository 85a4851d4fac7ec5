// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "sparse/access/field.h"
#include "sparse/core/bits.h"

namespace starling::sparse {

/// One iteration of a struct_for: a user index and the worker that runs it.
struct LoopCell {
    const i32* index = nullptr;
    int worker = 0;
    i32 operator[](int axis) const { return index[axis]; }
};

/// Who runs the iterations of a struct_for, and in what order.
enum class LoopOrder : u8 {
    any,     ///< The workers, in parallel.
    memory,  ///< The calling thread: slots in spatial order, the cells of each as they lie in
             ///< memory.
};

namespace detail {

/// body(begin, end, worker) over [0, count) as the order asks.
template <class Body>
void run_loop(Executor& executor, LoopOrder order, u64 count, i64 grain, Body&& body) {
    if (order == LoopOrder::any) return executor.parallel_for(static_cast<i64>(count), grain, body);
    const LoopScope scope;
    body(0, static_cast<i64>(count), 0);
}

/// The lowest bit from `bit` on that is `value`, or `end`.
inline u64 find_bit(const u64* words, u64 bit, u64 end, bool value) {
    while (bit < end) {
        const u64 rest = (value ? words[bit / 64] : ~words[bit / 64]) >> (bit % 64);
        if (rest != 0) return std::min(end, bit + static_cast<u64>(lowest_bit(rest)));
        bit = (bit / 64 + 1) * 64;
    }
    return end;
}

/// A copy of one column over the slots of a list: what was active when the loop started, whatever
/// its body does.
template <class Word>
std::vector<Word> snapshot(const TreeCore& tree, u32 column, const ElementList& slots, u64 words) {
    std::vector<Word> copy(slots.size() * words);
    for (u64 record = 0; record < slots.size(); ++record)
        std::copy_n(tree.column(column).slot<Word>(slots.slots[record]), words,
                    copy.begin() + static_cast<std::ptrdiff_t>(record * words));
    return copy;
}

/// struct_for over the cells of an SNode that has no lists. `offset` is added to their indices.
template <class Body>
void for_each_cell(TreeCore& tree, Executor& executor, u32 snode, const i32* offset,
                   LoopOrder order, Body& body) {
    const LeafGeometry& at = tree.leaf_cache().geometry(snode);
    const u32 rank = at.rank();
    const ElementList& list = tree.element_list(at.segment());
    if (tree.plan().snodes[snode].kind == SNodeKind::pointer) {
        // Its cells are the slots of the list, which has their indices.
        const bool shifted =
            std::any_of(offset, offset + rank, [](i32 first) { return first != 0; });
        return run_loop(executor, order, list.size(), 1024, [&](i64 first, i64 last, int worker) {
            const u32 axes = list.rank;
            const i32* coord = list.coord(static_cast<u64>(first));
            const i32* const end = coord + static_cast<u64>(last - first) * axes;
            if (!shifted) {
                for (; coord != end; coord += axes) body(LoopCell{coord, worker});
                return;
            }
            i32 index[kMaxAxes] = {};
            for (; coord != end; coord += axes) {
                for (u32 a = 0; a < axes; ++a) index[a] = coord[a] + offset[a];
                body(LoopCell{index, worker});
            }
        });
    }
    const u64 bits = at.cells() / at.cells_per_bit(), words = mask_words(bits);
    std::vector<u64> masks;
    if (at.mask_column() != kNoColumn) masks = snapshot<u64>(tree, at.mask_column(), list, words);
    constexpr u64 kTile = 4096;
    const u64 tiles = (at.cells() + kTile - 1) / kTile;
    const auto run = [&](u64 record, u64 begin, u64 end, int worker) {
        i32 index[kMaxAxes] = {};
        u32 wheels[kMaxAxes * kMaxDepth];
        at.first_index(list.coord(record), index);
        for (u32 a = 0; a < rank; ++a) index[a] += offset[a];
        at.decoder().add(begin, index);
        at.decoder().start(begin, wheels);
        for (; begin < end; ++begin) {
            body(LoopCell{index, worker});
            at.decoder().next(wheels, index);
        }
    };
    run_loop(executor, order, list.size() * tiles,
             static_cast<i64>(std::max<u64>(kTile / at.cells(), 1)),
             [&](i64 first, i64 last, int worker) {
                 for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k) {
                     const u64 record = k / tiles;
                     const u64 begin = k % tiles * kTile, end = std::min(at.cells(), begin + kTile);
                     if (masks.empty()) {
                         run(record, begin, end, worker);
                         continue;
                     }
                     const u64* const mask = masks.data() + record * words;
                     for (u64 cell = begin; cell < end;) {
                         const u64 on = find_bit(mask, cell / at.cells_per_bit(), bits, true);
                         const u64 off = find_bit(mask, on, bits, false);
                         cell = std::min(end, std::max(cell, on * at.cells_per_bit()));
                         const u64 stop = std::min(end, off * at.cells_per_bit());
                         run(record, cell, stop, worker);
                         cell = std::max(cell, stop);
                     }
                 }
             });
}

/// struct_for over the lists of a dynamic SNode. `offset` is added to the indices of elements.
template <class Body>
void for_each_element(TreeCore& tree, Executor& executor, u32 snode, const i32* offset,
                      LoopOrder order, Body& body) {
    const SNodePlan& node = tree.plan().snodes[snode];
    const std::vector<int> axes = tree.plan().axes_of(snode);
    const Path& above = tree.plan().paths[node.parent];
    const std::vector<int> above_axes = tree.plan().axes_of(node.parent);
    const CellDecoder decoder(above, above.first_step_in(node.segment),
                              static_cast<u32>(above_axes.size()));
    const SlotOrigin origin(tree.plan().axes_of(tree.plan().segments[node.segment].owner),
                            above_axes, decoder);
    const ElementList& slots = tree.element_list(node.segment);
    const std::vector<ListHeader> headers =
        snapshot<ListHeader>(tree, node.column, slots, node.containers);
    run_loop(executor, order, headers.size(), 64, [&](i64 first, i64 last, int worker) {
        for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k) {
            const u32 length = std::min(headers[k].length, node.dynamic.capacity);
            if (length == 0) continue;
            i32 list[kMaxAxes], index[kMaxAxes];
            origin.set(slots.coord(k / node.containers), list);
            decoder.add(k % node.containers, list);
            // The list's own axis goes where it belongs among the axes above.
            std::size_t own = 0;
            for (std::size_t a = 0, b = 0; a < axes.size(); ++a) {
                if (axes[a] == node.axes[0])
                    own = a;
                else
                    index[a] = list[b++] + offset[a];
            }
            for (u32 element = 0; element < length; ++element) {
                index[own] = static_cast<i32>(element) + offset[own];
                body(LoopCell{index, worker});
            }
        }
    });
}

/// struct_for over any SNode, inside a task.
template <class Body>
void for_each_active(TreeCore& tree, Executor& executor, u32 snode, const i32* offset,
                     LoopOrder order, Body& body) {
    if (tree.plan().snodes[snode].kind == SNodeKind::dynamic)
        for_each_element(tree, executor, snode, offset, order, body);
    else
        for_each_cell(tree, executor, snode, offset, order, body);
}

template <class Body>
Status struct_for(TreeCore& tree, u32 snode, const i32* offset, LoopOrder order, Body& body) {
    if (Status free = tree.begin_task(); !free) return free;
    for_each_active(tree, tree.executor(), snode, offset, order, body);
    return tree.finish_task();
}

}  // namespace detail

/// Calls body(LoopCell) once for every cell of `field` that was active when the loop started, as
/// one task; cells that the body activates are not visited. Indices are user indices.
template <class T, class Body>
Status struct_for(const Field<T>& field, Body&& body, LoopOrder order = LoopOrder::any) {
    TreeCore* const tree = field.core();
    if (tree == nullptr) return Error{"struct_for: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field.id()];
    return detail::struct_for(*tree, plan.snode, plan.offset.data(), order, body);
}

/// The same over the active cells of any SNode: for a dynamic one over the elements of its lists,
/// for a dense one over the cells whose ancestors are active, for the root once. Indices count the
/// SNode's cells from 0.
template <class Body>
Status struct_for_cells(SNodeTree& owner, u32 snode, Body&& body,
                        LoopOrder order = LoopOrder::any) {
    TreeCore* const tree = owner.core();
    if (tree == nullptr) return Error{"struct_for: the tree is destroyed"};
    if (snode >= tree->plan().snodes.size())
        return Error{"struct_for: no SNode " + std::to_string(snode) + " in this tree"};
    constexpr i32 kNoOffset[kMaxAxes] = {};
    return detail::struct_for(*tree, snode, kNoOffset, order, body);
}

}  // namespace starling::sparse
