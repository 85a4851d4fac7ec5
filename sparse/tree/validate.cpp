// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// TreeCore: counts of active cells, and walkers that check every structure against the others.
#include <algorithm>
#include <string>

#include "sparse/core/bits.h"
#include "sparse/tree/walk.h"

namespace starling::sparse {
namespace {

/// The slots that a walk came by.
class Seen {
 public:
    explicit Seen(u32 slots) : seen_(static_cast<std::size_t>(slots) + 1, 0) {}

    /// Why `handle` cannot be what refers to a slot here; empty when it can.
    std::string visit(Handle handle) {
        if (handle >= seen_.size())
            return "names slot " + std::to_string(handle) + " of " +
                   std::to_string(seen_.size() - 1);
        if (seen_[handle]++ != 0) return "shares slot " + std::to_string(handle) + " with another";
        ++count_;
        return {};
    }
    u64 count() const { return count_; }

 private:
    std::vector<u8> seen_;
    u64 count_ = 0;
};

std::string in_slot(u64 cell, Handle slot) {
    return "cell " + std::to_string(cell) + " in slot " + std::to_string(slot) + " ";
}

}  // namespace

u64 TreeCore::active_cells(u32 snode) {
    const SNodePlan& node = plan_.snodes[snode];
    if (node.kind == SNodeKind::pointer) return managers_[node.child_segment]->stats().live;
    const u64 live = node.segment == 0 ? 1 : managers_[node.segment]->stats().live;
    if (node.kind != SNodeKind::bitmasked && node.kind != SNodeKind::dynamic)
        return live * node.cells_per_slot();
    const ElementList& slots = element_list(node.segment);
    std::vector<u64> sums(static_cast<std::size_t>(workers()), 0);
    executor_->parallel_for(
        static_cast<i64>(slots.size()), 64, [&](i64 first, i64 last, int worker) {
            u64 sum = 0;
            for (i64 k = first; k < last; ++k) {
                const Handle slot = slots.slots[static_cast<std::size_t>(k)];
                if (node.kind == SNodeKind::bitmasked) {
                    const u64* const words = columns_[node.column].slot<u64>(slot);
                    for (u64 w = 0; w < mask_words(node.cells_per_slot()); ++w)
                        sum += static_cast<u64>(count_bits(words[w]));
                } else {
                    const ListHeader* const lists = columns_[node.column].slot<ListHeader>(slot);
                    for (u64 c = 0; c < node.containers; ++c)
                        sum += list_length(node.dynamic, lists[c]);
                }
            }
            sums[static_cast<std::size_t>(worker)] += sum;
        });
    u64 sum = 0;
    for (const u64 part : sums) sum += part;
    return sum;
}

Status TreeCore::validate_books() const {
    const auto ambient_is_zero = [](const ListManager& list) {
        for (int column = 0; column < list.column_count(); ++column) {
            const u8* const begin = list.origin(column);
            if (std::any_of(begin, begin + list.stride(column), [](u8 byte) { return byte != 0; }))
                return false;
        }
        return true;
    };
    for (u32 segment = 0; segment < plan_.segments.size(); ++segment) {
        const std::string name = plan_.name_of(plan_.segments[segment].owner) + ": ";
        const Status books = segment == 0 ? root_->validate() : managers_[segment]->validate();
        if (!books) return Error{name + books.error().text};
        if (!ambient_is_zero(segment == 0 ? *root_ : managers_[segment]->data()))
            return Error{name + "the ambient slot does not read zero"};
    }
    return {};
}

Status TreeCore::validate_pointer(u32 snode) {
    const SNodePlan& node = plan_.snodes[snode];
    const u32 segment = node.child_segment;
    const std::string name = plan_.name_of(snode) + ": ";
    const auto fail = [&](const std::string& text) -> Status { return Error{name + text}; };
    (void)element_list(segment);
    const ElementList& above = lists_[node.segment];
    const ElementList& list = lists_[segment];
    Seen seen(managers_[segment]->data().size());
    std::size_t record = 0;
    for (std::size_t p = 0; p < above.size(); ++p) {
        const Handle slot = above.slots[p];
        const Handle* const handles = columns_[node.column].slot<Handle>(slot);
        const u64* const mask = pointer_mask(snode, slot);
        const u32* const locks =
            node.lock_column == kNoColumn ? nullptr : columns_[node.lock_column].slot<u32>(slot);
        for (u64 cell = 0; cell < mask_words(node.cells_per_slot()) * 64; ++cell) {
            const bool bit = (mask[cell / 64] >> (cell % 64) & 1) != 0;
            const Handle handle = cell < node.cells_per_slot() ? handles[cell] : 0;
            if (bit != (handle != 0))
                return fail(in_slot(cell, slot) + "has handle " + std::to_string(handle) +
                            ", but its mask bit is " + std::to_string(bit));
            if (handle == 0) continue;
            if (const std::string wrong = seen.visit(handle); !wrong.empty())
                return fail(in_slot(cell, slot) + wrong);
            if (locks != nullptr && locks[cell] != 0)
                return fail(in_slot(cell, slot) + "is locked at rest");
            if (record >= list.size() || list.slots[record] != handle ||
                list.parents[record] != slot)
                return fail("the element list differs from the tree at record " +
                            std::to_string(record));
            if (find_cell(*this, plan_.paths[snode], list.coord(record)).handle != handle)
                return fail("record " + std::to_string(record) +
                            " of the element list has the coordinates of another cell");
            ++record;
        }
    }
    if (record != list.size())
        return fail("the element list has " + std::to_string(list.size()) + " records for " +
                    std::to_string(record) + " active cells");
    const u64 live = managers_[segment]->stats().live;
    if (seen.count() != live)
        return fail(std::to_string(live) + " slots are live, but " + std::to_string(seen.count()) +
                    " are reachable");
    return {};
}

Status TreeCore::validate_lists(u32 snode) {
    const SNodePlan& node = plan_.snodes[snode];
    const DynamicPlan& dynamic = node.dynamic;
    const std::string name = plan_.name_of(snode) + ": ";
    const bool packed = dynamic.storage == DynamicStorage::packed;
    const u32 elements = managers_[node.child_segment]->data().size();
    Seen chunks(elements);
    Seen tables(dynamic.table_segment == 0 ? 0 : managers_[dynamic.table_segment]->data().size());
    std::string wrong;
    const auto visit_table = [&](auto self, Handle table, u32 level) -> void {
        wrong += tables.visit(table);
        const Handle* const entries = columns_[dynamic.table_column].slot<Handle>(table);
        for (u32 k = 0; k < dynamic.fanout && wrong.empty(); ++k) {
            if (entries[k] == 0) continue;
            if (level != 0)
                self(self, entries[k], level - 1);
            else
                wrong += chunks.visit(entries[k]);
        }
    };
    const ElementList& slots = element_list(node.segment);
    for (const Handle slot : slots.slots)
        for (u64 c = 0; c < node.containers; ++c) {
            const ListHeader& header = columns_[node.column].slot<ListHeader>(slot)[c];
            const std::string where =
                name + "list " + std::to_string(c) + " in slot " + std::to_string(slot) + ": ";
            const u32 length = list_length(dynamic, header);
            if (packed) {
                if (length != 0 &&
                    (header.first == 0 || u64{header.first} + length > u64{elements} + 1))
                    return Error{where + "elements " + std::to_string(header.first) + " and on, " +
                                 std::to_string(length) + " of them, but there are " +
                                 std::to_string(elements)};
                continue;
            }
            if (length != 0 && header.first == 0 && elements != 0 &&
                fault_totals_[snode].refused_activations == 0)
                return Error{where + "has " + std::to_string(length) + " elements and no chunk"};
            if (header.first == 0) continue;
            wrong = chunks.visit(header.first);
            if (wrong.empty() && dynamic.depth != 0) {
                const Handle table = *columns_[dynamic.next_column].slot<Handle>(header.first);
                if (table != 0) visit_table(visit_table, table, dynamic.depth - 1);
            }
            if (!wrong.empty()) return Error{where + wrong};
        }
    if (packed) return {};
    const auto all_found = [&](u32 segment, const Seen& seen, const char* what) -> Status {
        const u64 live = managers_[segment]->stats().live;
        if (seen.count() == live) return {};
        return Error{name + std::to_string(live) + " " + what + " are live, but " +
                     std::to_string(seen.count()) + " are reachable"};
    };
    if (Status ok = all_found(node.child_segment, chunks, "chunks"); !ok) return ok;
    if (dynamic.table_segment == 0) return {};
    return all_found(dynamic.table_segment, tables, "tables");
}

Status TreeCore::validate() {
    if (Status ok = validate_books(); !ok) return ok;
    for (u32 snode = 1; snode < plan_.snodes.size(); ++snode) {
        const SNodePlan& node = plan_.snodes[snode];
        Status ok;
        if (node.kind == SNodeKind::pointer) ok = validate_pointer(snode);
        if (node.kind == SNodeKind::dynamic) ok = validate_lists(snode);
        if (!ok) return ok;
        if (node.kind != SNodeKind::bitmasked || node.cells_per_slot() % 64 == 0) continue;
        for (const Handle slot : element_list(node.segment).slots) {
            const u64 last = columns_[node.column].slot<u64>(slot)[node.cells_per_slot() / 64];
            if (last >> (node.cells_per_slot() % 64) != 0)
                return Error{plan_.name_of(snode) + ": slot " + std::to_string(slot) +
                             " has mask bits behind its last cell"};
        }
    }
    return {};
}

}  // namespace starling::sparse
