// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/access/leaf.h"

#include <algorithm>

namespace starling::sparse {

LeafMemory leaf_memory(TreeCore& tree, u32 field) {
    const FieldPlan& plan = tree.plan().fields[field];
    const LeafBatch& batch = tree.leaf_cache().geometry(plan.snode).batch();
    const ColumnView& column = tree.column(plan.column);
    return {.origin = column.origin + plan.offset_in_cell,
            .slot_bytes = column.stride,
            .cell_bytes = plan.cell_bytes,
            .blocks = batch.blocks,
            .pieces = batch.pieces,
            .box_bytes = batch.box_cells * plan.cell_bytes,
            .block_bytes = batch.block_cells * plan.cell_bytes};
}

bool same_leaves(TreeCore& tree, u32 field, u32 other) {
    const auto& fields = tree.plan().fields;
    if (fields[field].snode == fields[other].snode) return true;
    for (const u32 id : {field, other})
        if (tree.plan().snodes[fields[id].snode].kind == SNodeKind::dynamic) return false;
    LeafCache& cache = tree.leaf_cache();
    return cache.geometry(fields[field].snode).matches(cache.geometry(fields[other].snode));
}

namespace {

/// Why the blocks of a field cannot be had, if they cannot.
Status check_leaves(const TreeCore& tree, const FieldPlan& field, const LeafGeometry& leaf,
                    bool shaped) {
    if (shaped && !leaf.has_box())
        return Error{"for_each_leaf: field " + field.name + " has " + std::to_string(leaf.rank()) +
                     " axes; shapes and neighbours are for up to three"};
    const u64 slots = leaf.segment() == 0 ? 1 : tree.manager(leaf.segment()).data().size();
    if (!leaf.can_number(slots))
        return Error{"for_each_leaf: " + tree.plan().name_of(field.snode) + " below " +
                     tree.plan().name_of(leaf.owner()) +
                     " has more than 2^32 blocks; make its innermost level larger"};
    return {};
}

/// Runs one variant of a kernel; `variant` counts it.
void run_leaves(TreeCore& tree, const FieldPlan& field, const LeafGeometry& leaf,
                LeafKernelTable::Run loop, void* kernel, Neighbours neighbours, int variant) {
    LeafCache& cache = tree.leaf_cache();
    const ElementList& list = tree.element_list(leaf.segment());
    ++cache.launches[static_cast<std::size_t>(variant)];
    LeafBatch batch = leaf.batch();
    batch.slots = list.slots.data();
    batch.coords = list.coords.data();
    std::copy(field.offset.begin(), field.offset.end(), batch.offset);
    if (neighbours != Neighbours::none) {
        const NeighbourTable& table = cache.neighbours(tree, field.snode, neighbours);
        batch.neighbours = table.ids.data();
        batch.neighbour_count = table.width;
    }
    if (leaf.mask_column() != kNoColumn) {
        const ColumnView& masks = tree.column(leaf.mask_column());
        batch.masks = masks.origin;
        batch.mask_bytes = masks.stride;
    }
    // Small enough to share out evenly, large enough that a piece of work is some microseconds.
    constexpr u64 kCells = 16384;
    const i64 grain = static_cast<i64>(std::clamp<u64>(kCells / batch.block_cells, 1, 256));
    tree.executor().parallel_for(
        static_cast<i64>(list.size() * batch.blocks), grain, [&](i64 first, i64 last, int worker) {
            loop(kernel, batch, static_cast<u64>(first), static_cast<u64>(last), worker);
        });
}

}  // namespace

Status detail::launch_leaves(TreeCore* tree, u32 field, const LeafKernelTable* table,
                             LeafKernelTable::Run run, void* kernel, Neighbours neighbours) {
    if (tree == nullptr) return Error{"for_each_leaf: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field];
    if (tree->plan().snodes[plan.snode].kind == SNodeKind::dynamic)
        return Error{"for_each_leaf: field " + plan.name + " lies in lists; use struct_for"};
    if (Status free = tree->begin_task(); !free) return free;
    const LeafGeometry& leaf = tree->leaf_cache().geometry(plan.snode);
    const bool shaped = table != nullptr || neighbours != Neighbours::none;
    if (Status possible = check_leaves(*tree, plan, leaf, shaped); !possible) {
        (void)tree->finish_task();
        return possible;
    }
    const int variant = table != nullptr ? leaf.variant() : kLeafVariants;
    run_leaves(*tree, plan, leaf, table != nullptr ? table->run[variant] : run, kernel, neighbours,
               variant);
    return tree->finish_task();
}

}  // namespace starling::sparse
