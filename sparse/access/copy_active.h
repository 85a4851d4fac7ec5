// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "sparse/access/struct_for.h"

namespace starling::sparse::detail {

/// What copy_from() does: (1) values where the target is active already, zeros included, (2) the
/// source's active cells, activating, (3) what the source does not hold goes.
template <class T>
class ActiveCopy {
 public:
    ActiveCopy(const Field<T>& to, const Field<T>& from)
        : to_(to),
          from_(from),
          to_tree_(*to.core()),
          from_tree_(*from.core()),
          to_plan_(to_tree_.plan().fields[to.id()]),
          from_plan_(from_tree_.plan().fields[from.id()]) {}

    Status check() const {
        const std::string names = "copy_from: fields " + to_plan_.name + " and " + from_plan_.name;
        if (to_plan_.components != from_plan_.components)
            return Error{names + " have " + std::to_string(to_plan_.components) + " and " +
                         std::to_string(from_plan_.components) + " components"};
        if (shape(to_tree_, to_plan_) != shape(from_tree_, from_plan_))
            return Error{names + " differ in shape"};
        if (to_node().dynamic.storage == DynamicStorage::packed)
            return Error{"copy_from: field " + to_plan_.name +
                         " lies in packed lists; build them with assign_lists"};
        return {};
    }

    Status run() {
        const bool two = &to_tree_ != &from_tree_;
        if (Status free = to_tree_.begin_task(); !free) return free;
        if (Status free = two ? from_tree_.begin_task() : Status(); !free) {
            (void)to_tree_.finish_task();
            return free;
        }
        copy_values();
        mark_kept();
        drop_the_rest();
        if (two) (void)from_tree_.finish_task();
        return to_tree_.finish_task();
    }

 private:
    static std::vector<u64> shape(const TreeCore& tree, const FieldPlan& field) {
        std::vector<u64> out;
        for (const u64 size : tree.plan().snodes[field.snode].shape)
            if (size != 0) out.push_back(size);
        return out;
    }
    const SNodePlan& to_node() const { return to_tree_.plan().snodes[to_plan_.snode]; }
    const Path& to_path() const { return to_tree_.plan().paths[to_plan_.snode]; }

    /// body(index of the cell from 0, worker) over the active cells of a field.
    template <class Body>
    void for_cells(TreeCore& tree, const FieldPlan& field, Body body) {
        constexpr i32 kNoOffset[kMaxAxes] = {};
        const auto visit = [&](LoopCell cell) { body(cell.index, cell.worker); };
        // Loops run on the target's workers: they write there.
        for_each_active(tree, to_tree_.executor(), field.snode, kNoOffset, LoopOrder::any, visit);
    }

    static T* address(const TreeCore& tree, const FieldPlan& field, CellRef cell) {
        return reinterpret_cast<T*>(cell_address(tree, field, cell));
    }
    const T* source(const i32* index) const {
        const Path& path = from_tree_.plan().paths[from_plan_.snode];
        return address(from_tree_, from_plan_, find_cell(from_tree_, path, index));
    }

    void copy_values() {
        const u32 components = to_plan_.components;
        for_cells(to_tree_, to_plan_, [&](const i32* index, int) {
            const CellRef cell = find_cell(to_tree_, to_path(), index);
            if (cell.handle != 0)  // 0: an element of a list in a chunk that does not exist yet
                std::copy_n(source(index), components, address(to_tree_, to_plan_, cell));
        });
        if (to_node().kind == SNodeKind::dynamic) shorten_lists();
        for_cells(from_tree_, from_plan_, [&](const i32* index, int worker) {
            const CellRef cell = activate_cell(to_tree_, to_path(), index, worker);
            if (cell.handle != 0)
                std::copy_n(source(index), components, address(to_tree_, to_plan_, cell));
        });
    }

    /// Empties lists that have an element which the source does not have; (2) fills them again.
    void shorten_lists() {
        const Path& from_path = from_tree_.plan().paths[from_plan_.snode];
        for_cells(to_tree_, to_plan_, [&](const i32* index, int worker) {
            if (path_is_active(from_tree_, from_path, index)) return;
            const ContainerRef at = find_container(to_tree_, to_path(), index);
            to_tree_.clear_list(to_node(), list_header(to_tree_, to_plan_.snode, at.container),
                                worker);
        });
    }

    /// A bit a cell of every sparse SNode on the target's path, by slot: the source is active
    /// there.
    void mark_kept() {
        kept_.resize(to_path().steps.size());
        for (std::size_t k = 0; k < kept_.size(); ++k) {
            const PathStep& step = to_path().steps[k];
            const u64 slots = step.segment == 0 ? 1 : to_tree_.manager(step.segment).data().size();
            if (is_sparse(step)) kept_[k].assign((slots + 1) * words_of(step), 0);
        }
        for_cells(from_tree_, from_plan_, [&](const i32* index, int) {
            CellRef at{1, 0};
            for (std::size_t k = 0; k < kept_.size() && at.handle != 0; ++k) {
                const PathStep& step = to_path().steps[k];
                if (step.kind == SNodeKind::dynamic) return;
                at.linear = at.linear * step.cells + local_cell(to_path(), step, index);
                if (!is_sparse(step)) continue;
                u64& word = kept_[k][at.handle * words_of(step) + at.linear / 64];
                const u64 bit = u64{1} << (at.linear % 64);
                if ((atomic_load(word) & bit) == 0) atomic_or(word, bit);
                if (step.kind != SNodeKind::pointer) continue;
                at = {to_tree_.column(step.column).template slot<Handle>(at.handle)[at.linear], 0};
            }
        });
    }

    void drop_the_rest() {
        for (std::size_t k = 0; k < kept_.size(); ++k) {
            const PathStep& step = to_path().steps[k];
            if (!is_sparse(step)) continue;
            const SNodePlan& node = to_tree_.plan().snodes[step.snode];
            const ElementList& list = to_tree_.element_list(step.segment);
            to_tree_.executor().parallel_for(
                static_cast<i64>(list.size()), 16, [&](i64 first, i64 last, int worker) {
                    for (u64 record = static_cast<u64>(first); record < static_cast<u64>(last);
                         ++record) {
                        const Handle slot = list.slots[record];
                        const u64* const kept = kept_[k].data() + slot * words_of(step);
                        for (u64 cell = find_bit(kept, 0, node.cells_per_slot(), false);
                             cell < node.cells_per_slot();
                             cell = find_bit(kept, cell + 1, node.cells_per_slot(), false))
                            to_tree_.deactivate_cell(step.snode, {slot, cell / node.cells},
                                                     cell % node.cells, worker);
                    }
                });
        }
    }

    static bool is_sparse(const PathStep& step) {
        return step.kind == SNodeKind::pointer || step.kind == SNodeKind::bitmasked;
    }
    u64 words_of(const PathStep& step) const {
        return mask_words(to_tree_.plan().snodes[step.snode].cells_per_slot());
    }

    const Field<T>& to_;
    const Field<T>& from_;
    TreeCore& to_tree_;
    TreeCore& from_tree_;
    const FieldPlan& to_plan_;
    const FieldPlan& from_plan_;
    std::vector<std::vector<u64>> kept_;  // like the steps of the target's path
};

}  // namespace starling::sparse::detail
