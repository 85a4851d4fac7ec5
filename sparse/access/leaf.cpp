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

LeafBlocks::LeafBlocks(TreeCore& tree, u32 field)
    : tree_(&tree),
      field_(field),
      geometry_(&tree.leaf_cache().geometry(tree.plan().fields[field].snode)) {}

Status LeafBlocks::check(bool shaped) const {
    const FieldPlan& plan = tree_->plan().fields[field_];
    if (shaped && !geometry_->has_box())
        return Error{"for_each_leaf: field " + plan.name + " has " +
                     std::to_string(geometry_->rank()) +
                     " axes; shapes and neighbours are for up to three"};
    const u32 owner = geometry_->owner();
    const u64 slots =
        geometry_->segment() == 0 ? 1 : tree_->manager(geometry_->segment()).data().size();
    if (!geometry_->can_number(slots))
        return Error{"for_each_leaf: " + tree_->plan().name_of(plan.snode) + " below " +
                     tree_->plan().name_of(owner) +
                     " has more than 2^32 blocks; make its innermost level larger"};
    return {};
}

void LeafBlocks::run_kernel(LeafKernelTable::Run loop, void* kernel, Neighbours neighbours,
                            int variant) {
    LeafCache& cache = tree_->leaf_cache();
    const FieldPlan& plan = tree_->plan().fields[field_];
    const ElementList& list = tree_->element_list(geometry_->segment());
    ++cache.launches[static_cast<std::size_t>(variant)];
    LeafBatch batch = geometry_->batch();
    batch.slots = list.slots.data();
    batch.coords = list.coords.data();
    std::copy(plan.offset.begin(), plan.offset.end(), batch.offset);
    if (neighbours != Neighbours::none) {
        const NeighbourTable& table = cache.neighbours(*tree_, plan.snode, neighbours);
        batch.neighbours = table.ids.data();
        batch.neighbour_count = table.width;
    }
    if (geometry_->mask_column() != kNoColumn) {
        const ColumnView& masks = tree_->column(geometry_->mask_column());
        batch.masks = masks.origin;
        batch.mask_bytes = masks.stride;
    }
    // Small enough to share out evenly, large enough that a piece of work is some microseconds.
    constexpr u64 kCells = 16384;
    const i64 grain = static_cast<i64>(std::clamp<u64>(kCells / batch.block_cells, 1, 256));
    tree_->executor().parallel_for(
        static_cast<i64>(list.size() * batch.blocks), grain, [&](i64 first, i64 last, int worker) {
            loop(kernel, batch, static_cast<u64>(first), static_cast<u64>(last), worker);
        });
}

namespace detail {

Status launch_leaves(TreeCore* tree, u32 field, const LeafKernelTable* table,
                     LeafKernelTable::Run run, void* kernel, Neighbours neighbours) {
    if (tree == nullptr) return Error{"for_each_leaf: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field];
    if (tree->plan().snodes[plan.snode].kind == SNodeKind::dynamic)
        return Error{"for_each_leaf: field " + plan.name + " lies in lists; use struct_for"};
    if (Status free = tree->begin_task(); !free) return free;
    LeafBlocks blocks(*tree, field);
    if (Status possible = blocks.check(table != nullptr || neighbours != Neighbours::none);
        !possible) {
        (void)tree->finish_task();
        return possible;
    }
    const int variant = table != nullptr ? blocks.variant() : kLeafVariants;
    blocks.run_kernel(table != nullptr ? table->run[variant] : run, kernel, neighbours, variant);
    return tree->finish_task();
}

}  // namespace detail

}  // namespace starling::sparse
