// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/snode_tree.h"

#include <algorithm>
#include <mutex>

#include "sparse/layout/declaration.h"
#include "sparse/layout/index_math.h"
#include "sparse/tree/tree_core.h"
#include "sparse/tree/walk.h"

namespace starling::sparse {
namespace {

const Error kDestroyed{"the tree is destroyed; make a new one with FieldsBuilder"};

/// Numbers of live trees, the lowest that is free is given next; and how many SNodes live below
/// their roots, so that as many trees of two levels fit as there can be trees.
class TreeIds {
 public:
    Result<u32> take(std::size_t snodes) {
        const std::lock_guard lock(mutex_);
        const auto free = std::find(taken_.begin(), taken_.end(), false);
        if (free == taken_.end())
            return Error{"finalize: " + std::to_string(SNodeTree::kMaxTrees) +
                         " trees are alive, which is the limit; destroy one first"};
        if (snodes_ + snodes > SNodeTree::kMaxSNodes)
            return Error{"finalize: " + std::to_string(snodes) + " SNodes beside " +
                         std::to_string(snodes_) + " that are alive; the limit is " +
                         std::to_string(SNodeTree::kMaxSNodes) + ", destroy a tree first"};
        *free = true;
        snodes_ += snodes;
        return static_cast<u32>(free - taken_.begin());
    }
    void give_back(u32 id, std::size_t snodes) {
        const std::lock_guard lock(mutex_);
        taken_[id] = false;
        snodes_ -= snodes;
    }

 private:
    std::mutex mutex_;
    std::array<bool, SNodeTree::kMaxTrees> taken_{};
    std::size_t snodes_ = 0;
};

TreeIds& tree_ids() {
    static TreeIds ids;
    return ids;
}

}  // namespace

Result<std::unique_ptr<SNodeTree>> FieldsBuilder::finalize(const Backend& backend) {
    if (declaration_->finalized)
        return Error{"finalize() was called before; use a new FieldsBuilder"};
    if (backend.executor == nullptr) return Error{"finalize: the backend has no executor"};
    auto plan = compile();
    if (!plan) return plan.error();
    auto tree = SNodeTree::create(std::move(*plan), backend);
    declaration_->finalized = tree.ok();
    return tree;
}

Result<std::unique_ptr<SNodeTree>> SNodeTree::create(LayoutPlan plan, const Backend& backend) {
    const std::size_t snodes = plan.snodes.size() - 1;
    auto id = tree_ids().take(snodes);
    if (!id) return id.error();
    auto core = TreeCore::create(std::move(plan), backend);
    if (!core) {
        tree_ids().give_back(*id, snodes);
        return core.error();
    }
    (*core)->faults().set_checked(backend.checked);
    return std::unique_ptr<SNodeTree>(new SNodeTree(std::move(*core), *id));
}

SNodeTree::SNodeTree(std::unique_ptr<TreeCore> core, u32 id)
    : plan_(core->plan()), core_(std::move(core)), link_(std::make_shared<TreeLink>()) {
    link_->core = core_.get();
    link_->id = id;
    core_->set_id(id);
}

SNodeTree::~SNodeTree() {
    if (core_ != nullptr) release();
}

void SNodeTree::release() {
    link_->core = nullptr;
    core_.reset();
    tree_ids().give_back(link_->id, plan_.snodes.size() - 1);
}

Status SNodeTree::destroy() {
    if (core_ == nullptr) return Error{"destroy: the tree is destroyed already"};
    if (Status free = core_->begin_task(); !free) return Error{"destroy: " + free.error().text};
    release();
    return {};
}

Status SNodeTree::set_checked(bool on) {
    if (core_ == nullptr) return kDestroyed;
    core_->faults().set_checked(on);
    return {};
}

bool SNodeTree::checked() const {
    return core_ != nullptr && core_->faults().checked();
}

Result<u32> SNodeTree::id() const {
    if (core_ == nullptr) return kDestroyed;
    return link_->id;
}

Status SNodeTree::check(u32 snode, const Index& index, bool list) const {
    if (core_ == nullptr) return kDestroyed;
    if (snode >= plan_.snodes.size())
        return Error{"SNode " + std::to_string(snode) + ": the tree has " +
                     std::to_string(plan_.snodes.size()) + " SNodes"};
    if (list && plan_.snodes[snode].kind != SNodeKind::dynamic)
        return Error{plan_.name_of(snode) + ": only a dynamic SNode has lists"};
    return check_index(plan_, list ? plan_.snodes[snode].parent : snode, plan_.name_of(snode),
                       index.data(), index.rank());
}

Status SNodeTree::run(FunctionRef<void()> task) {
    if (Status free = core_->begin_task(); !free) return free;
    task();
    return core_->finish_task();
}

Result<bool> SNodeTree::is_active(u32 snode, const Index& index) const {
    if (Status ok = check(snode, index, false); !ok) return ok.error();
    return cell_is_active(*core_, snode, find_container(*core_, plan_.paths[snode], index.data()));
}

Status SNodeTree::activate(u32 snode, const Index& index) {
    if (Status ok = check(snode, index, false); !ok) return ok;
    return run([&] { (void)activate_cell(*core_, plan_.paths[snode], index.data(), 0); });
}

Status SNodeTree::deactivate(u32 snode, const Index& index) {
    const bool list = snode < plan_.snodes.size() && plan_.snodes[snode].kind == SNodeKind::dynamic;
    if (Status ok = check(snode, index, list); !ok) return ok;
    const SNodeKind kind = plan_.snodes[snode].kind;
    if (kind == SNodeKind::root || kind == SNodeKind::dense)
        return Error{plan_.name_of(snode) + ": cells of a " + name_of(kind) +
                     " SNode are always active; deactivate a pointer, bitmasked or dynamic SNode"};
    return run([&] {
        if (list) {
            const CellRef container = find_list(*core_, snode, index.data());
            if (container.handle != 0)
                core_->clear_list(plan_.snodes[snode], list_header(*core_, snode, container), 0);
        } else {
            const ContainerRef at = find_container(*core_, plan_.paths[snode], index.data());
            core_->deactivate_cell(snode, at.container, at.cell, 0);
        }
    });
}

Status SNodeTree::deactivate_all(u32 snode) {
    if (core_ == nullptr) return kDestroyed;
    if (snode >= plan_.snodes.size()) return Error{"deactivate_all: no such SNode"};
    const SNodePlan& node = plan_.snodes[snode];
    if (node.kind == SNodeKind::root || node.kind == SNodeKind::dense)
        return Error{plan_.name_of(snode) + ": deactivate_all needs a sparse SNode"};
    if (Status free = core_->begin_task(); !free) return free;
    core_->deactivate_every(snode);
    return core_->finish_task();
}

Status SNodeTree::deactivate_all() {
    if (core_ == nullptr) return kDestroyed;
    // Deeper sparse SNodes go with the outermost ones.
    for (u32 snode = 1; snode < plan_.snodes.size(); ++snode) {
        if (plan_.snodes[snode].kind == SNodeKind::dense) continue;
        bool outermost = true;
        for (u32 up = plan_.snodes[snode].parent; up != 0; up = plan_.snodes[up].parent)
            outermost &= plan_.snodes[up].kind == SNodeKind::dense;
        if (!outermost) continue;
        if (Status done = deactivate_all(snode); !done) return done;
    }
    return {};
}

Result<u32> SNodeTree::length(u32 snode, const Index& index) const {
    if (Status ok = check(snode, index, true); !ok) return ok.error();
    const CellRef container = find_list(*core_, snode, index.data());
    return list_length(plan_.snodes[snode].dynamic, list_header(*core_, snode, container));
}

Status SNodeTree::parallel_for(i64 count, i64 grain, Executor::Body body) {
    if (core_ == nullptr) return kDestroyed;
    return run([&] { core_->executor().parallel_for(count, grain, body); });
}

TreeStats SNodeTree::stats(bool count_cells) const {
    TreeStats stats;
    if (core_ == nullptr) return stats;
    for (u32 snode = 0; snode < plan_.snodes.size(); ++snode) {
        const SNodePlan& node = plan_.snodes[snode];
        SNodeStats one;
        one.name = plan_.name_of(snode);
        if (node.child_segment != 0) {
            one.slots = core_->manager(node.child_segment).stats();
            // The elements of packed lists are rebuilt as a whole, not handed out one by one.
            if (node.dynamic.storage == DynamicStorage::packed)
                one.slots.live = one.slots.high_water;
            stats.bytes_used += one.slots.bytes_used;
            stats.bytes_reserved += one.slots.bytes_reserved;
        }
        if (node.dynamic.table_segment != 0) {
            const NodeManagerStats tables = core_->manager(node.dynamic.table_segment).stats();
            stats.bytes_used += tables.bytes_used;
            stats.bytes_reserved += tables.bytes_reserved;
        }
        if (count_cells) {
            one.active_cells = core_->active_cells(snode);
            if (node.kind == SNodeKind::pointer)
                one.fragmentation = core_->fragmentation(node.child_segment);
        }
        const TreeCore::FaultTotals& faults = core_->fault_totals(snode);
        one.list_overflows = faults.list_overflows;
        one.dropped_writes = faults.dropped_writes;
        one.refused_activations = faults.refused_activations;
        stats.snodes.push_back(std::move(one));
    }
    stats.bytes_used += plan_.slot_bytes(0);
    stats.bytes_committed = core_->memory().used();
    stats.memory_limit = core_->memory().limit();
    stats.bytes_reserved += core_->root_bytes_reserved();
    const TreeCore::Totals& totals = core_->totals();
    stats.topology_version = core_->topology_version();
    stats.list_builds = totals.list_builds;
    stats.list_patches = totals.list_patches;
    stats.list_hits = totals.list_hits;
    stats.gc_runs = totals.gc_runs;
    stats.repacks = totals.repacks;
    stats.list_seconds = totals.list_seconds;
    stats.gc_seconds = totals.gc_seconds;
    stats.list_overflows = totals.list_overflows;
    stats.dropped_writes = totals.dropped_writes;
    const LeafCache& leaves = core_->leaf_cache();
    stats.neighbour_builds = leaves.neighbour_builds;
    stats.neighbour_hits = leaves.neighbour_hits;
    for (std::size_t k = 0; k < leaves.launches.size(); ++k)
        stats.launches.push_back({leaf_variant_name(static_cast<int>(k)), leaves.launches[k]});
    return stats;
}

Occupancy SNodeTree::occupancy(u32 snode) const {
    Occupancy result;
    if (core_ == nullptr || snode >= plan_.snodes.size()) return result;
    const SNodePlan& node = plan_.snodes[snode];
    const bool packed =
        node.kind == SNodeKind::dynamic && node.dynamic.storage == DynamicStorage::packed;
    if (node.child_segment != 0 && !packed)
        result.live = core_->manager(node.child_segment).occupancy(result.block_slots);
    return result;
}

u64 SNodeTree::bytes_committed() const {
    return core_ == nullptr ? 0 : core_->memory().used();
}

Status SNodeTree::is_valid() const {
    return core_ == nullptr ? kDestroyed : core_->validate();
}

Status SNodeTree::repack() {
    if (core_ == nullptr) return kDestroyed;
    if (Status free = core_->begin_task(); !free) return free;
    const bool moved = core_->repack();
    if (Status done = core_->finish_task(); !done) return done;
    if (!moved) return Error{"repack: no memory to move slots into blocks that were given back"};
    return {};
}

Status SNodeTree::trim() {
    if (core_ == nullptr) return kDestroyed;
    if (Status free = core_->begin_task(); !free) return free;
    core_->trim();
    return core_->finish_task();
}

Status SNodeTree::set_memory_limit(u64 bytes) {
    if (core_ == nullptr) return kDestroyed;
    core_->memory().set_limit(bytes);
    return {};
}

Status SNodeTree::set_listener(ProfileListener* listener) {
    if (core_ == nullptr) return kDestroyed;
    core_->set_listener(listener);
    return {};
}

}  // namespace starling::sparse
