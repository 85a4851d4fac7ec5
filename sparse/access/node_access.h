// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>

#include "sparse/access/active_cell.h"
#include "sparse/tree/walk.h"

namespace starling::sparse {

/// Operations on the cells of one SNode inside a task. Indices count cells of that SNode from 0,
/// one number an axis. Wrong ones wrap inside the index space; in checked mode they name an
/// inactive cell that nothing can be done to, and make the task end with an error. Threads: one
/// NodeAccess a worker.
class NodeAccess {
 public:
    NodeAccess(TreeCore& tree, u32 snode, int worker)
        : tree_(&tree),
          path_(&tree.plan().paths[snode]),
          fast_(&tree.fast_path(snode)),
          snode_(snode),
          worker_(worker),
          checked_(tree.faults().checked()) {}

    /// Whether the cell is active.
    template <class... I>
    bool is_active(I... index) const {
        if (checked_ && !admits({static_cast<i64>(index)...})) [[unlikely]]
            return false;
        const std::array<i32, kMaxAxes> at{static_cast<i32>(index)...};
        return cell_is_active(*tree_, snode_, find_container(*tree_, *path_, at.data()));
    }

    /// Activates the cell and its ancestors; false when there is no memory.
    template <class... I>
    bool activate(I... index) {
        if (checked_ && !admits({static_cast<i64>(index)...})) [[unlikely]]
            return false;
        if constexpr (sizeof...(I) >= 1 && sizeof...(I) <= 3)
            if (fast_->is_plain() && fast_->rank() == sizeof...(I)) {
                const u32 at[] = {static_cast<u32>(index)...};
                return activate_plain(*tree_, *fast_, at, worker_).handle != 0;
            }
        const std::array<i32, kMaxAxes> at{static_cast<i32>(index)...};
        return activate_cell(*tree_, *path_, at.data(), worker_).handle != 0;
    }

    /// Makes the cell and all below it inactive (pointer, bitmasked).
    template <class... I>
    void deactivate(I... index) {
        if (checked_ && !admits({static_cast<i64>(index)...})) [[unlikely]]
            return;
        const std::array<i32, kMaxAxes> at{static_cast<i32>(index)...};
        const ContainerRef found = find_container(*tree_, *path_, at.data());
        tree_->deactivate_cell(snode_, found.container, found.cell, worker_);
    }

    /// Slot of an active pointer cell: equal slots mean equal memory. 0 = inactive.
    template <class... I>
    Handle slot(I... index) const {
        if (checked_ && !admits({static_cast<i64>(index)...})) [[unlikely]]
            return 0;
        const std::array<i32, kMaxAxes> at{static_cast<i32>(index)...};
        return find_cell(*tree_, *path_, at.data()).handle;
    }

    /// Length of the list at the index of the axes above a dynamic SNode.
    template <class... I>
    u32 length(I... list) const {
        if (checked_ && !list_is_admitted(*tree_, snode_, {static_cast<i64>(list)...})) [[unlikely]]
            return 0;
        const std::array<i32, kMaxAxes> at{static_cast<i32>(list)...};
        return list_length(tree_->plan().snodes[snode_].dynamic,
                           list_header(*tree_, snode_, find_list(*tree_, snode_, at.data())));
    }

    /// Appends an element that reads zero to that list; returns its number, or -1 when the list is
    /// full (counted; the task then ends with an error).
    template <class... I>
    i64 append(I... list) {
        if (checked_ && !list_is_admitted(*tree_, snode_, {static_cast<i64>(list)...})) [[unlikely]]
            return -1;
        const std::array<i32, sizeof...(I)> at{static_cast<i32>(list)...};
        CellRef cell;
        return append_element_at(*tree_, snode_, at, worker_, last_, cell);
    }

    /// Empties that list; its length is 0 at once.
    template <class... I>
    void clear(I... list) {
        if (checked_ && !list_is_admitted(*tree_, snode_, {static_cast<i64>(list)...})) [[unlikely]]
            return;
        const std::array<i32, kMaxAxes> at{static_cast<i32>(list)...};
        const CellRef container = find_list(*tree_, snode_, at.data());
        if (container.handle != 0)
            tree_->clear_list(tree_->plan().snodes[snode_], list_header(*tree_, snode_, container),
                              worker_);
    }

 private:
    /// False, and noted, when the index is wrong.
    bool admits(std::initializer_list<i64> index) const {
        const std::span<const i64> numbers(index.begin(), index.size());
        if (index_in_range(tree_->plan().snodes[snode_], nullptr, numbers)) return true;
        tree_->faults().record_index(FaultLog::Target::snode, snode_, numbers);
        return false;
    }

    TreeCore* tree_;
    const Path* path_;
    const FastPath* fast_;
    u32 snode_;
    int worker_;
    LastChunk last_;  // of append()
    bool checked_;
};

}  // namespace starling::sparse
