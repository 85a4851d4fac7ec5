// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// TreeCore: the collection behind a task, and what goes back to the system.
#include <algorithm>
#include <span>

#include "sparse/core/bits.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {

void TreeCore::recycle_contents(u32 segment, Handle handle, int worker) {
    for (const u32 column : plan_.segments[segment].columns) {
        const u32 snode = plan_.columns[column].snode;
        const SNodePlan& node = plan_.snodes[snode];
        if (node.column != column) continue;  // a place group, lock words, a table
        if (node.kind == SNodeKind::pointer) {
            const Handle* const handles = columns_[column].slot<Handle>(handle);
            if (list_states_[node.child_segment].rescan == 0) {
                const u64* const mask = pointer_mask(snode, handle);
                for (u64 w = 0; w < mask_words(node.cells_per_slot()); ++w)
                    for (u64 bits = mask[w]; bits != 0; bits &= bits - 1)
                        recycle(node.child_segment,
                                handles[w * 64 + static_cast<u64>(lowest_bit(bits))], worker);
            } else {
                for (u64 k = 0; k < node.cells_per_slot(); ++k)
                    if (handles[k] != 0) recycle(node.child_segment, handles[k], worker);
            }
        } else if (node.kind == SNodeKind::dynamic) {
            ListHeader* const headers = columns_[column].slot<ListHeader>(handle);
            for (u64 k = 0; k < node.containers; ++k) clear_list(node, headers[k], worker);
        }
    }
}

void TreeCore::collect_garbage() {
    const u64 begin = profile_now();
    ProfileScope whole(listener_, "gc", id_, 0);
    u64 collected = 0;
    drain_changes();  // while dead slots can still be looked at
    // Parents come first, so that what hangs in a dead slot is recycled before its own segment is
    // collected.
    for (u32 segment = 1; segment < managers_.size(); ++segment) {
        NodeManager& nodes = *managers_[segment];
        const std::span<const Handle> dead = nodes.recycled();
        if (dead.empty()) continue;
        const u32 owner = plan_.segments[segment].owner;
        bool nested = false;
        for (const u32 column : plan_.segments[segment].columns) {
            const SNodePlan& node = plan_.snodes[plan_.columns[column].snode];
            nested |= node.column == column &&
                      (node.kind == SNodeKind::pointer || node.kind == SNodeKind::dynamic);
        }
        if (nested) {
            ProfileScope scope(listener_, "gc: cascade", id_, owner);
            scope.set_items(dead.size());
            executor_->parallel_for(
                static_cast<i64>(dead.size()), 16, [&](i64 first, i64 last, int worker) {
                    for (i64 k = first; k < last; ++k)
                        recycle_contents(segment, dead[static_cast<u64>(k)], worker);
                });
        }
        ProfileScope scope(listener_, "gc: collect", id_, owner);
        scope.set_items(dead.size());
        collected += dead.size();
        nodes.collect(executor_);
    }
    recycled_ = 0;
    ++totals_.gc_runs;
    totals_.gc_seconds += static_cast<double>(profile_now() - begin) * 1e-9;
    whole.set_items(collected);
    if (release_after_ == 0)
        release_memory(true);
    else if (release_in_ == 0)
        release_in_ = release_after_;
}

void TreeCore::release_memory(bool all) {
    ProfileScope scope(listener_, "gc: release", id_, 0);
    bool again = false;
    for (const auto& nodes : managers_) {
        if (nodes == nullptr) continue;
        const u64 peak = nodes->take_peak(), live = nodes->stats().live;
        // What was needed lately, and a little more, stays.
        nodes->release(all ? live : peak + peak / 8);
        again |= !all && peak > live;
    }
    release_in_ = again ? release_after_ : 0;
}

void TreeCore::trim() {
    if (atomic_load(recycled_) != 0) collect_garbage();
    release_memory(true);
}

}  // namespace starling::sparse
