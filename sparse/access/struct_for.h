// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sparse/access/leaf.h"

namespace starling::sparse {

/// One iteration of a struct_for: a user index and the worker that runs it.
struct LoopCell {
    const i32* index = nullptr;
    int worker = 0;
    i32 operator[](int axis) const { return index[axis]; }
};

namespace detail {

/// struct_for over the lists of a dynamic SNode.
template <class Body>
void for_each_element(TreeCore& tree, u32 snode, const i32* offset, Body& body) {
    const SNodePlan& node = tree.plan().snodes[snode];
    const std::vector<int> axes = tree.plan().axes_of(snode);
    const Path& above = tree.plan().paths[node.parent];
    const std::vector<int> above_axes = tree.plan().axes_of(node.parent);
    const CellDecoder decoder(above, above.first_step_in(node.segment),
                              static_cast<u32>(above_axes.size()));
    const SlotOrigin origin(tree.plan().axes_of(tree.plan().segments[node.segment].owner),
                            above_axes, decoder);
    const ElementList& slots = tree.element_list(node.segment);
    tree.executor().parallel_for(
        static_cast<i64>(slots.size() * node.containers), 64, [&](i64 first, i64 last, int worker) {
            for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k) {
                const u64 record = k / node.containers, container = k % node.containers;
                const ListHeader& header =
                    tree.column(node.column).slot<ListHeader>(slots.slots[record])[container];
                const u32 length = list_length(node.dynamic, header);
                if (length == 0) continue;
                i32 list[kMaxAxes], index[kMaxAxes];
                origin.set(slots.coord(record), list);
                decoder.add(container, list);
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

}  // namespace detail

/// Calls body(LoopCell) once for every cell of `field` that is active now (snapshot), in parallel,
/// as one task. Order is not fixed. Cells activated meanwhile may be left out.
template <class T, class Body>
Status struct_for(const Field<T>& field, Body&& body) {
    TreeCore* const tree = field.core();
    if (tree == nullptr) return Error{"struct_for: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field.id()];
    if (Status free = tree->begin_task(); !free) return free;
    if (tree->plan().snodes[plan.snode].kind == SNodeKind::dynamic) {
        detail::for_each_element(*tree, plan.snode, plan.offset.data(), body);
        return tree->finish_task();
    }
    LeafBlocks blocks(*tree, field.id());
    if (Status possible = blocks.check(false); !possible) {
        (void)tree->finish_task();
        return possible;
    }
    const CellDecoder& decoder = blocks.decoder();
    blocks.run([&](const LeafBlock& block) {
        // By value: the body may write anything, and these would be read again after it.
        const u32 rank = static_cast<u32>(plan.offset.size());
        const int worker = block.worker;
        block.for_each_run([&](u64 from, u64 to) {
            i32 index[kMaxAxes] = {};
            u32 wheels[kMaxAxes * kMaxDepth];
            std::copy_n(block.origin, rank, index);
            decoder.add(from, index);
            decoder.start(from, wheels);
            body(LoopCell{index, worker});
            for (u64 cell = from + 1; cell < to; ++cell) {
                decoder.next(wheels, index);
                body(LoopCell{index, worker});
            }
        });
    });
    return tree->finish_task();
}

/// The same over the active cells of a pointer SNode; indices count its cells.
template <class Body>
Status struct_for_cells(SNodeTree& owner, u32 snode, Body&& body) {
    TreeCore* const tree = owner.core();
    if (tree == nullptr) return Error{"struct_for: the tree is destroyed"};
    if (tree->plan().snodes[snode].kind != SNodeKind::pointer)
        return Error{tree->plan().name_of(snode) + ": struct_for over an SNode needs a pointer"};
    if (Status free = tree->begin_task(); !free) return free;
    const ElementList& list = tree->element_list(tree->plan().snodes[snode].child_segment);
    tree->executor().parallel_for(static_cast<i64>(list.size()), 1024,
                                  [&](i64 first, i64 last, int worker) {
                                      const u32 rank = list.rank;
                                      const i32* coord = list.coord(static_cast<u64>(first));
                                      for (i64 k = first; k < last; ++k, coord += rank)
                                          body(LoopCell{coord, worker});
                                  });
    return tree->finish_task();
}

}  // namespace starling::sparse
