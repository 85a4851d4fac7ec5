// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "sparse/access/field.h"
#include "sparse/core/bits.h"

namespace starling::sparse {

/// A piece of one leaf block: the cells [begin, end) of a slot, in memory order. What a grid
/// kernel works on: no tree walk, no activity test a cell.
struct LeafBlock {
    Handle slot = 0;
    const i32* origin = nullptr;  ///< User index of the slot's first cell, one number an axis.
    u64 begin = 0, end = 0;       ///< Linear cell numbers; at most kTile of them.
    const u64* mask = nullptr;    ///< Activity bits of a bitmasked level inside; null: all active.
    u64 cells_per_bit = 1;        ///< Cell c is active when bit c / cells_per_bit is set.
    int worker = 0;

    /// Most cells of a block.
    static constexpr u64 kTile = 4096;

    /// Whether cell `cell` of the slot (a number in [begin, end)) is active.
    bool is_active(u64 cell) const {
        const u64 bit = cell / cells_per_bit;
        return mask == nullptr || (mask[bit / 64] >> (bit % 64) & 1) != 0;
    }
};

/// A field as leaf blocks see it: cell c of a slot is data(slot)[c * stride()].
template <class T>
class LeafField {
 public:
    explicit LeafField(const Field<T>& field)
        : column_(field.core()->column(field.core()->plan().fields[field.id()].column)),
          stride_(field.core()->plan().fields[field.id()].cell_bytes / sizeof(T)),
          offset_(field.core()->plan().fields[field.id()].offset_in_cell) {}

    /// Cell 0 of a slot.
    T* data(Handle slot) const {
        return reinterpret_cast<T*>(column_.origin + slot * column_.stride + offset_);
    }
    u64 stride() const { return stride_; }

 private:
    ColumnView column_;
    u64 stride_;
    u64 offset_;
};

/// The blocks of one field, and how to run over them.
class LeafBlocks {
 public:
    LeafBlocks(TreeCore& tree, u32 field)
        : tree_(&tree),
          plan_(&tree.plan().fields[field]),
          node_(&tree.plan().snodes[plan_->snode]),
          segment_(tree.plan().columns[plan_->column].segment),
          path_(&tree.plan().paths[plan_->snode]),
          first_step_(path_->first_step_in(segment_)),
          decoder_(*path_, first_step_, static_cast<u32>(plan_->offset.size())),
          origin_(tree.plan().axes_of(tree.plan().segments[segment_].owner),
                  tree.plan().axes_of(plan_->snode), decoder_),
          cells_(node_->kind == SNodeKind::pointer ? 1 : node_->cells_per_slot()) {
        for (std::size_t k = first_step_; k < path_->steps.size(); ++k) {
            const PathStep& step = path_->steps[k];
            cells_per_bit_ *= step.cells;
            if (step.kind != SNodeKind::bitmasked) continue;
            mask_column_ = step.column;
            cells_per_bit_ = 1;
        }
    }

    const CellDecoder& decoder() const { return decoder_; }
    u64 cells_per_slot() const { return cells_; }

    /// Calls body(const LeafBlock&) for every tile of every live slot, in parallel.
    template <class Body>
    void run(Body&& body) {
        const ElementList& list = tree_->element_list(segment_);
        const u64 tiles = (cells_ + LeafBlock::kTile - 1) / LeafBlock::kTile;
        const i64 grain = static_cast<i64>(std::max<u64>(LeafBlock::kTile / cells_, 1));
        tree_->executor().parallel_for(
            static_cast<i64>(list.size() * tiles), grain, [&](i64 first, i64 last, int worker) {
                i32 origin[kMaxAxes];
                LeafBlock block;
                block.origin = origin;
                block.cells_per_bit = cells_per_bit_;
                block.worker = worker;
                for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k) {
                    const u64 record = k / tiles;
                    block.slot = list.slots[record];
                    block.begin = k % tiles * LeafBlock::kTile;
                    block.end = std::min(cells_, block.begin + LeafBlock::kTile);
                    origin_.set(list.coord(record), origin);
                    for (std::size_t a = 0; a < plan_->offset.size(); ++a)
                        origin[a] += plan_->offset[a];
                    if (mask_column_ != kNoColumn)
                        block.mask = tree_->column(mask_column_).slot<u64>(block.slot);
                    body(static_cast<const LeafBlock&>(block));
                }
            });
    }

 private:
    TreeCore* tree_;
    const FieldPlan* plan_;
    const SNodePlan* node_;
    u32 segment_;
    const Path* path_;
    u32 first_step_;
    CellDecoder decoder_;
    SlotOrigin origin_;
    u64 cells_;
    u64 cells_per_bit_ = 1;
    u32 mask_column_ = kNoColumn;
};

/// Runs body(const LeafBlock&) over the leaf blocks of `field` that are active now, in parallel,
/// as one task. Fields placed in a dynamic SNode have lists, not leaf blocks: an error.
template <class T, class Body>
Status for_each_leaf(const Field<T>& field, Body&& body) {
    TreeCore* const tree = field.core();
    if (tree == nullptr) return Error{"for_each_leaf: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field.id()];
    if (tree->plan().snodes[plan.snode].kind == SNodeKind::dynamic)
        return Error{"for_each_leaf: field " + plan.name + " lies in lists; use struct_for"};
    if (Status free = tree->begin_task(); !free) return free;
    LeafBlocks(*tree, field.id()).run(body);
    return tree->finish_task();
}

}  // namespace starling::sparse
