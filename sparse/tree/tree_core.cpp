// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/tree_core.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <thread>

#include "sparse/core/bits.h"
#include "sparse/tree/list_ops.h"

namespace starling::sparse {

Result<std::unique_ptr<TreeCore>> TreeCore::create(LayoutPlan plan, const Backend& backend) {
    std::unique_ptr<TreeCore> core(new TreeCore(std::move(plan), backend));
    const LayoutPlan& p = core->plan_;
    core->columns_.resize(p.columns.size());
    core->managers_.resize(p.segments.size());
    for (u32 segment = 0; segment < p.segments.size(); ++segment) {
        const u32 owner = p.segments[segment].owner;
        std::vector<u64> strides;
        for (const u32 column : p.segments[segment].columns)
            strides.push_back(p.columns[column].stride);
        // Behind the plan's columns: the activity masks of the pointers in these slots.
        std::vector<u32> pointers;
        for (u32 snode = 1; snode < p.snodes.size(); ++snode) {
            const SNodePlan& node = p.snodes[snode];
            if (node.kind != SNodeKind::pointer || node.segment != segment) continue;
            pointers.push_back(snode);
            strides.push_back(mask_words(node.cells_per_slot()) * sizeof(u64));
        }
        const std::string where = p.name_of(owner) + ": ";
        const ListManager* data = nullptr;
        if (segment == 0) {
            auto root = ListManager::create(strides, 1, true, backend.step, core->memory_);
            if (!root) return Error{where + root.error().text};
            core->root_ = std::make_unique<ListManager>(std::move(*root));
            if (!core->root_->resize(1))
                return Error{where + core->memory_error("the root's " +
                                                        std::to_string(p.slot_bytes(0)) + " bytes")
                                         .text};
            data = core->root_.get();
        } else {
            const SNodePlan& node = p.snodes[owner];
            const bool packed =
                node.kind == SNodeKind::dynamic && node.dynamic.storage == DynamicStorage::packed;
            auto nodes =
                NodeManager::create(strides, p.segments[segment].max_slots, core->workers(),
                                    {backend.zeroing, backend.step, &core->memory_, !packed});
            if (!nodes) return Error{where + nodes.error().text};
            core->managers_[segment] = std::move(*nodes);
            data = &core->managers_[segment]->data();
        }
        const auto view = [&](std::size_t k) {
            return ColumnView{data->origin(static_cast<int>(k)), data->stride(static_cast<int>(k))};
        };
        const std::vector<u32>& columns = p.segments[segment].columns;
        for (std::size_t k = 0; k < columns.size(); ++k) core->columns_[columns[k]] = view(k);
        for (std::size_t k = 0; k < pointers.size(); ++k)
            core->masks_[pointers[k]] = view(columns.size() + k);
    }
    for (u32 snode = 0; snode < p.snodes.size(); ++snode)
        core->fast_paths_.emplace_back(p, core->columns_, snode);
    return core;
}

TreeCore::TreeCore(LayoutPlan plan, const Backend& backend)
    : plan_(std::move(plan)),
      executor_(backend.executor),
      shared_(backend.executor->workers() > 1),
      memory_(backend.memory_limit, &process_memory()),
      masks_(plan_.snodes.size()),
      worker_state_(static_cast<std::size_t>(backend.executor->workers())),
      lists_(plan_.segments.size()),
      list_states_(plan_.segments.size()),
      fault_totals_(plan_.snodes.size()),
      faults_(plan_.snodes.size()),
      release_after_(backend.release_after),
      repack_share_(backend.repack_share),
      listener_(backend.listener) {}

Error TreeCore::memory_error(const std::string& what) const {
    const auto mib = [](u64 bytes) { return std::to_string(bytes >> 20) + " MiB"; };
    std::string text = "no memory for " + what;
    for (const auto& [budget, name] :
         {std::pair<const MemoryBudget*, const char*>{&memory_, "tree"},
          {&process_memory(), "process"}})
        if (budget->limit() != 0)
            text += std::string(" (the ") + name + "'s limit is " + mib(budget->limit()) + ", " +
                    mib(budget->used()) + " are committed)";
    return Error{text};
}

// --- single cells --------------------------------------------------------------------------------

Handle TreeCore::activate_new(u32 segment, u32 snode, Handle& place, u32* lock, int worker) {
    NodeManager& nodes = *managers_[segment];
    const auto publish = [&](NodeManager::Slot slot) {
        nodes.published(worker, slot);
        note_change(segment, place, worker);
        mark_changed();
    };
    Handle handle = 0;
    for (u32 attempt = 0;; ++attempt) {
        NodeManager::Slot slot;
        if (lock != nullptr) {
            locked_task(
                *lock, [&] { return (handle = atomic_load_acquire(place)) == 0; },
                [&] {
                    slot = nodes.allocate(worker, attempt);
                    handle = slot.handle;
                    if (handle == 0) return;
                    atomic_store_release(place, handle);
                    publish(slot);
                });
        } else {
            slot = nodes.allocate(worker, attempt);
            if (slot.handle == 0) {
                handle = atomic_load_acquire(place);
            } else if (!shared_) {
                atomic_store(place, slot.handle);
                publish(slot);
                return slot.handle;
            } else if (atomic_cas_release(place, handle, slot.handle)) {
                publish(slot);
                return slot.handle;
            } else {
                nodes.give_back(worker, slot);
            }
        }
        if (handle != 0) return handle;
        if (!slot.retry) break;
        // Whoever holds the slot may wait for a core of its own.
        if (attempt < 100)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    faults_.record(Fault::out_of_slots, snode, 0, 0);
    return 0;
}

void TreeCore::recycle(u32 segment, Handle handle, int worker) {
    managers_[segment]->recycle(worker, handle);
    if (atomic_load(recycled_) == 0) atomic_store<u32>(recycled_, 1);
    mark_changed();
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
        if (handle == 0) return;
        recycle(node.child_segment, handle, worker);
        note_change(node.child_segment, place, worker);
    } else if (node.kind == SNodeKind::bitmasked) {
        u64& word = own.slot<u64>(container.handle)[linear / 64];
        const u64 bit = u64{1} << (linear % 64);
        if ((atomic_and(word, ~bit) & bit) == 0) return;
        // In place at once: the bytes are this cell's for good, and must read zero from now on.
        mark_changed();
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
                    if (atomic_load(handles[k]) == 0) continue;
                    const Handle dead = atomic_exchange<Handle>(handles[k], 0);
                    if (dead == 0) continue;
                    recycle(below.child_segment, dead, worker);
                    note_change(below.child_segment, handles[k], worker);
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
    if (atomic_exchange<u32>(header.length, 0) != 0) mark_changed();
    if (node.dynamic.storage == DynamicStorage::packed) return;
    const Handle first = atomic_exchange<u32>(header.first, 0);
    if (first == 0) return;
    if (node.dynamic.depth != 0) {
        const Handle table = *columns_[node.dynamic.next_column].slot<Handle>(first);
        if (table != 0) recycle_table(node, table, node.dynamic.depth - 1, worker);
    }
    recycle(node.child_segment, first, worker);
}

void TreeCore::recycle_table(const SNodePlan& node, Handle table, u32 level, int worker) {
    const Handle* const entries = columns_[node.dynamic.table_column].slot<Handle>(table);
    for (u32 k = 0; k < node.dynamic.fanout; ++k) {
        const Handle entry = atomic_load_acquire(entries[k]);
        if (entry == 0) continue;
        if (level != 0)
            recycle_table(node, entry, level - 1, worker);
        else
            recycle(node.child_segment, entry, worker);
    }
    recycle(node.dynamic.table_segment, table, worker);
}

void TreeCore::deactivate_every(u32 snode) {
    const SNodePlan& node = plan_.snodes[snode];
    const ElementList& slots = element_list(node.segment);
    if (node.kind == SNodeKind::dynamic) {
        executor_->parallel_for(
            static_cast<i64>(slots.size() * node.containers), 64,
            [&](i64 begin, i64 end, int worker) {
                for (u64 k = static_cast<u64>(begin); k < static_cast<u64>(end); ++k) {
                    const Handle slot = slots.slots[k / node.containers];
                    clear_list(node,
                               columns_[node.column].slot<ListHeader>(slot)[k % node.containers],
                               worker);
                }
            });
        return;
    }
    const u64 words = mask_words(node.cells_per_slot());
    const u64 pieces = (words + 63) / 64;
    if (node.kind == SNodeKind::pointer) refresh_masks(node.child_segment);
    executor_->parallel_for(
        static_cast<i64>(slots.size() * pieces), 8, [&](i64 begin, i64 end, int worker) {
            for (u64 k = static_cast<u64>(begin); k < static_cast<u64>(end); ++k) {
                const Handle slot = slots.slots[k / pieces];
                const u64 first = k % pieces * 64, last = std::min(words, first + 64);
                if (node.kind == SNodeKind::pointer)
                    deactivate_words(node, slot, first, last, worker);
                else
                    clear_words(snode, slot, first, last, worker);
            }
        });
    if (node.kind == SNodeKind::pointer) list_states_[node.child_segment].built = false;
}

void TreeCore::deactivate_words(const SNodePlan& node, Handle slot, u64 first, u64 last,
                                int worker) {
    u64* const mask = masks_[plan_.segments[node.child_segment].owner].slot<u64>(slot);
    Handle* const handles = columns_[node.column].slot<Handle>(slot);
    for (u64 w = first; w < last; ++w) {
        for (u64 bits = mask[w]; bits != 0; bits &= bits - 1) {
            Handle& place = handles[w * 64 + static_cast<u64>(lowest_bit(bits))];
            recycle(node.child_segment, place, worker);
            place = 0;
        }
        if (mask[w] != 0) mask[w] = 0;
    }
}

void TreeCore::clear_words(u32 snode, Handle slot, u64 first, u64 last, int worker) {
    u64* const mask = columns_[plan_.snodes[snode].column].slot<u64>(slot);
    for (u64 w = first; w < last; ++w) {
        u64 bits = mask[w];
        if (bits == 0) continue;
        mark_changed();
        mask[w] = 0;
        while (bits != 0) {  // runs of set bits at once
            const u64 begin = static_cast<u64>(lowest_bit(bits));
            const u64 rest = ~(bits >> begin);
            const u64 length = rest == 0 ? 64 : static_cast<u64>(lowest_bit(rest));
            zero_cells(snode, slot, w * 64 + begin, w * 64 + begin + length, worker);
            bits = begin + length >= 64 ? 0 : bits >> (begin + length) << (begin + length);
        }
    }
}

// --- tasks ---------------------------------------------------------------------------------------

Status TreeCore::begin_task() {
    if (LoopScope::inside())
        return Error{"launched from inside the body of a loop; launches do not nest"};
    if (in_task_.exchange(true))
        return Error{"a task of this tree is running; launches do not nest"};
    if (listener_ != nullptr) task_begin_ns_ = profile_now();
    return {};
}

Status TreeCore::finish_task() {
    if (listener_ != nullptr && in_task_)
        listener_->on_span({"task", task_begin_ns_, profile_now(), id_, 0, 0});
    in_task_ = false;
    if (atomic_load(recycled_) != 0) collect_garbage();
    if (release_in_ != 0 && --release_in_ == 0) release_memory(false);
    if (check_order_) maybe_repack();
    if (!faults_.any()) return {};
    return report_faults();
}

Status TreeCore::report_faults() {
    std::string text = faults_.index_text(plan_);
    bool starved = false;
    const auto add = [&](u32 snode, const std::string& what) {
        text += (text.empty() ? "" : "; ") + plan_.name_of(snode) + ": " + what;
    };
    for (u32 snode = 0; snode < plan_.snodes.size(); ++snode) {
        const u64 overflows = faults_.entry(Fault::list_overflow, snode).count;
        const u64 refused = faults_.entry(Fault::out_of_slots, snode).count;
        const u64 dropped = faults_.entry(Fault::dropped_write, snode).count;
        FaultTotals& sum = fault_totals_[snode];
        sum.list_overflows += overflows;
        sum.refused_activations += refused;
        sum.dropped_writes += dropped;
        totals_.list_overflows += overflows;
        totals_.dropped_writes += dropped;
        if (overflows != 0)
            add(snode, std::to_string(overflows) + " appends past the capacity of " +
                           std::to_string(plan_.snodes[snode].cells));
        if (refused != 0) add(snode, memory_error(std::to_string(refused) + " activations").text);
        starved |= refused != 0;
    }
    faults_.clear();
    // What other SNodes hold and do not need may be what this one lacked.
    if (starved) release_memory(true);
    if (text.empty()) return {};
    return Error{text};
}

}  // namespace starling::sparse
