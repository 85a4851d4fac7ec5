// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/tree_core.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>

#include "sparse/tree/list_ops.h"

namespace starling::sparse {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Result<std::unique_ptr<TreeCore>> TreeCore::create(LayoutPlan plan, const Backend& backend) {
    std::unique_ptr<TreeCore> core(new TreeCore(std::move(plan), backend));
    const LayoutPlan& p = core->plan_;
    core->columns_.resize(p.columns.size());
    core->managers_.resize(p.segments.size());
    for (u32 segment = 0; segment < p.segments.size(); ++segment) {
        std::vector<u64> strides;
        for (const u32 column : p.segments[segment].columns)
            strides.push_back(p.columns[column].stride);
        const std::string where = p.name_of(p.segments[segment].owner) + ": ";
        const ListManager* data = nullptr;
        if (segment == 0) {
            auto root = ListManager::create(strides, 1, true, backend.step);
            if (!root) return Error{where + root.error().text};
            core->root_ = std::make_unique<ListManager>(std::move(*root));
            if (!core->root_->resize(1))
                return Error{where + "the system gave no memory for the root's " +
                             std::to_string(p.slot_bytes(0)) + " bytes"};
            data = core->root_.get();
        } else {
            auto nodes = NodeManager::create(strides, p.segments[segment].max_slots,
                                             core->workers(), backend.zeroing, backend.step);
            if (!nodes) return Error{where + nodes.error().text};
            core->managers_[segment] = std::move(*nodes);
            data = &core->managers_[segment]->data();
        }
        for (std::size_t k = 0; k < strides.size(); ++k)
            core->columns_[p.segments[segment].columns[k]] = {data->origin(static_cast<int>(k)),
                                                              strides[k]};
    }
    return core;
}

TreeCore::TreeCore(LayoutPlan plan, const Backend& backend)
    : plan_(std::move(plan)),
      executor_(backend.executor),
      worker_state_(static_cast<std::size_t>(backend.executor->workers())),
      lists_(plan_.segments.size()),
      faults_(plan_.snodes.size()) {}

void TreeCore::recycle(u32 segment, u32 snode, Handle handle, int worker) {
    if (!managers_[segment]->recycle(handle)) faults_.record(Fault::out_of_slots, snode, handle, 0);
    atomic_store<u8>(worker_state_[static_cast<std::size_t>(worker)].recycled, 1);
    mark_changed(worker);
}

void TreeCore::deactivate_cell(u32 snode, CellRef container, u64 cell, int worker) {
    const SNodePlan& node = plan_.snodes[snode];
    if (container.handle == 0) return;
    const u64 linear = container.linear * node.cells + cell;
    const ColumnView& own = columns_[node.column];
    if (node.kind == SNodeKind::pointer) {
        Handle& place = own.slot<Handle>(container.handle)[linear];
        if (atomic_load(place) == 0) return;
        const Handle handle = atomic_exchange<Handle>(place, 0);
        if (handle != 0) recycle(node.child_segment, snode, handle, worker);
    } else if (node.kind == SNodeKind::bitmasked) {
        u64& word = own.slot<u64>(container.handle)[linear / 64];
        const u64 bit = u64{1} << (linear % 64);
        if ((atomic_and(word, ~bit) & bit) == 0) return;
        // In place at once: the bytes are this cell's for good, and must read zero from now on.
        mark_changed(worker);
        zero_cells(snode, container.handle, linear, linear + 1, worker);
    }
}

void TreeCore::zero_cells(u32 snode, Handle handle, u64 begin, u64 end, int worker) {
    const SNodePlan& node = plan_.snodes[snode];
    for (const u32 field : node.fields) {
        const FieldPlan& plan = plan_.fields[field];
        if (plan.offset_in_cell != 0) continue;  // the first of a group stands for it
        u8* const data = columns_[plan.column].slot<u8>(handle);
        std::memset(data + begin * plan.cell_bytes, 0, (end - begin) * plan.cell_bytes);
    }
    for (const u32 child : node.children) {
        const SNodePlan& below = plan_.snodes[child];
        const u64 first = begin * below.cells, last = end * below.cells;
        switch (below.kind) {
            case SNodeKind::pointer: {
                Handle* const handles = columns_[below.column].slot<Handle>(handle);
                for (u64 k = first; k < last; ++k) {
                    const Handle dead = atomic_exchange<Handle>(handles[k], 0);
                    if (dead != 0) recycle(below.child_segment, child, dead, worker);
                }
                break;
            }
            case SNodeKind::dynamic: {
                ListHeader* const headers = columns_[below.column].slot<ListHeader>(handle);
                for (u64 k = begin; k < end; ++k) clear_list(below, headers[k], worker);
                break;
            }
            case SNodeKind::bitmasked: {
                u64* const words = columns_[below.column].slot<u64>(handle);
                for (u64 k = first; k < last;) {
                    const u64 stop = std::min(last, (k / 64 + 1) * 64);
                    const u64 low = ~u64{0} << (k % 64);
                    const u64 high = stop % 64 == 0 ? ~u64{0} : (u64{1} << (stop % 64)) - 1;
                    atomic_and(words[k / 64], ~(low & high));
                    k = stop;
                }
                zero_cells(child, handle, first, last, worker);
                break;
            }
            default:
                zero_cells(child, handle, first, last, worker);
                break;
        }
    }
}

void TreeCore::clear_list(const SNodePlan& node, ListHeader& header, int worker) {
    if (atomic_exchange<u32>(header.length, 0) != 0) mark_changed(worker);
    if (node.dynamic.storage == DynamicStorage::packed) return;
    const Handle first = atomic_exchange<u32>(header.first, 0);
    if (first == 0) return;
    const u32 snode = plan_.segments[node.child_segment].owner;
    if (node.dynamic.depth != 0) {
        const Handle table = *columns_[node.dynamic.next_column].slot<Handle>(first);
        if (table != 0) recycle_table(node, table, node.dynamic.depth - 1, worker);
    }
    recycle(node.child_segment, snode, first, worker);
}

void TreeCore::recycle_table(const SNodePlan& node, Handle table, u32 level, int worker) {
    const u32 snode = plan_.segments[node.child_segment].owner;
    const Handle* const entries = columns_[node.dynamic.table_column].slot<Handle>(table);
    for (u32 k = 0; k < node.dynamic.fanout; ++k) {
        const Handle entry = atomic_load_acquire(entries[k]);
        if (entry == 0) continue;
        if (level != 0)
            recycle_table(node, entry, level - 1, worker);
        else
            recycle(node.child_segment, snode, entry, worker);
    }
    recycle(node.dynamic.table_segment, snode, table, worker);
}

void TreeCore::recycle_contents(u32 segment, Handle handle, int worker) {
    for (const u32 column : plan_.segments[segment].columns) {
        const u32 snode = plan_.columns[column].snode;
        const SNodePlan& node = plan_.snodes[snode];
        if (node.column != column) continue;  // a place group, lock words, a table
        if (node.kind == SNodeKind::pointer) {
            const Handle* const handles = columns_[column].slot<Handle>(handle);
            for (u64 k = 0; k < node.cells_per_slot(); ++k)
                if (handles[k] != 0) recycle(node.child_segment, snode, handles[k], worker);
        } else if (node.kind == SNodeKind::dynamic) {
            ListHeader* const headers = columns_[column].slot<ListHeader>(handle);
            for (u64 k = 0; k < node.containers; ++k) clear_list(node, headers[k], worker);
        }
    }
}

void TreeCore::collect_garbage() {
    const auto begin = std::chrono::steady_clock::now();
    // Parents come first, so that what hangs in a dead slot is recycled before its own segment is
    // collected.
    for (u32 segment = 1; segment < managers_.size(); ++segment) {
        NodeManager& nodes = *managers_[segment];
        const std::span<const Handle> dead = nodes.recycled();
        if (dead.empty()) continue;
        bool nested = false;
        for (const u32 column : plan_.segments[segment].columns) {
            const SNodePlan& node = plan_.snodes[plan_.columns[column].snode];
            nested |= node.column == column &&
                      (node.kind == SNodeKind::pointer || node.kind == SNodeKind::dynamic);
        }
        if (nested)
            executor_->parallel_for(
                static_cast<i64>(dead.size()), 16, [&](i64 first, i64 last, int worker) {
                    for (i64 k = first; k < last; ++k)
                        recycle_contents(segment, dead[static_cast<u64>(k)], worker);
                });
        nodes.collect();
    }
    for (WorkerState& state : worker_state_) state.recycled = 0;
    ++totals_.gc_runs;
    totals_.gc_seconds += seconds_since(begin);
}

u64 TreeCore::topology_version() {
    for (WorkerState& state : worker_state_) {
        if (state.changed == 0) continue;
        state.changed = 0;
        ++version_;
    }
    return version_;
}

Status TreeCore::begin_task() {
    if (LoopScope::inside())
        return Error{"launched from inside the body of a loop; launches do not nest"};
    if (in_task_.exchange(true))
        return Error{"a task of this tree is running; launches do not nest"};
    return {};
}

Status TreeCore::finish_task() {
    in_task_ = false;
    bool recycled = false;
    for (const WorkerState& state : worker_state_) recycled |= state.recycled != 0;
    if (recycled) collect_garbage();
    if (!faults_.any()) return {};
    totals_.list_overflows += faults_.total(Fault::list_overflow);
    totals_.dropped_writes += faults_.total(Fault::dropped_write);
    const std::string text = faults_.text(plan_);
    faults_.clear();
    if (text.empty()) return {};
    return Error{text};
}

const ElementList& TreeCore::element_list(u32 segment) {
    const u64 version = topology_version();
    if (lists_[segment].version == version) {
        ++totals_.list_hits;
        return lists_[segment];
    }
    const auto begin = std::chrono::steady_clock::now();
    build_list(segment);
    lists_[segment].version = version;
    ++totals_.list_builds;
    totals_.list_seconds += seconds_since(begin);
    return lists_[segment];
}

void TreeCore::build_list(u32 segment) {
    ElementList& list = lists_[segment];
    if (segment == 0) {
        list.slots.assign(1, 1);
        list.parents.assign(1, 0);
        return;
    }
    const u32 owner = plan_.segments[segment].owner;
    const std::vector<int> axes = plan_.axes_of(owner);
    list.rank = static_cast<u32>(axes.size());
    const SNodePlan& node = plan_.snodes[owner];
    const ElementList& above = element_list(node.segment);
    const Path& path = plan_.paths[owner];
    const CellDecoder decoder(path, path.first_step_in(node.segment), list.rank);
    const SlotOrigin origin(plan_.axes_of(plan_.segments[node.segment].owner), axes, decoder);
    const u64 cells = node.cells_per_slot();

    // Count, then fill at fixed places, in blocks of cells: the order does not depend on threads.
    constexpr u64 kBlock = 4096;
    const u64 blocks_per_slot = (cells + kBlock - 1) / kBlock;
    const u64 blocks = above.size() * blocks_per_slot;
    std::vector<u64> start(blocks + 1, 0);
    const auto for_active = [&](u64 block, auto visit) {
        const u64 record = block / blocks_per_slot;
        const u64 first = block % blocks_per_slot * kBlock;
        const Handle* const handles = columns_[node.column].slot<Handle>(above.slots[record]);
        for (u64 cell = first; cell < std::min(cells, first + kBlock); ++cell)
            if (handles[cell] != 0) visit(record, cell, handles[cell]);
    };
    constexpr i64 kGrain = 16;
    executor_->parallel_for(static_cast<i64>(blocks), kGrain, [&](i64 first, i64 last, int) {
        for (u64 block = static_cast<u64>(first); block < static_cast<u64>(last); ++block) {
            u64 count = 0;
            for_active(block, [&](u64, u64, Handle) { ++count; });
            start[block + 1] = count;
        }
    });
    for (u64 block = 0; block < blocks; ++block) start[block + 1] += start[block];
    list.slots.resize(start[blocks]);
    list.parents.resize(start[blocks]);
    list.coords.resize(start[blocks] * list.rank);
    executor_->parallel_for(static_cast<i64>(blocks), kGrain, [&](i64 first, i64 last, int) {
        for (u64 block = static_cast<u64>(first); block < static_cast<u64>(last); ++block) {
            u64 n = start[block];
            for_active(block, [&](u64 record, u64 cell, Handle handle) {
                list.slots[n] = handle;
                list.parents[n] = above.slots[record];
                i32* const coord = list.coords.data() + n * list.rank;
                origin.set(above.coord(record), coord);
                decoder.add(cell, coord);
                ++n;
            });
        }
    });
}

CellDecoder::CellDecoder(const Path& path, u32 first_step, u32 rank) : spans_(rank, 1) {
    for (std::size_t s = first_step; s < path.steps.size(); ++s) {
        const PathStep& step = path.steps[s];
        for (u32 k = step.axis_begin; k != step.axis_end; ++k) {
            const AxisStep& axis = path.axes[k];
            digits_.push_back({axis.position, axis.extent, axis.divisor});
            spans_[axis.position] *= axis.extent;
        }
    }
}

SlotOrigin::SlotOrigin(const std::vector<int>& from, const std::vector<int>& to,
                       const CellDecoder& decoder) {
    for (std::size_t k = 0; k < to.size(); ++k) {
        const auto found = std::find(from.begin(), from.end(), to[k]);
        source_.push_back(found == from.end() ? -1 : static_cast<i32>(found - from.begin()));
        scale_.push_back(static_cast<i32>(decoder.span(static_cast<u32>(k))));
    }
}

}  // namespace starling::sparse
