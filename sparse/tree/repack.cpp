// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// TreeCore: moving slots into the order of their element list.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "sparse/core/bits.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {
namespace {

/// Lists shorter than this are left as they are, unless asked.
constexpr std::size_t kRepackLeast = 1024;
/// A slot's bytes are moved in pieces of at least this size, so that workers can share one slot.
constexpr u64 kPieceBytes = 512;

/// One slot's contents go from a slot to another; 0 stands for a buffer aside.
struct Move {
    Handle from, to;
};

/// The moves that bring slot from[k] to k + 1 for all k, in an order in which none overwrites what
/// is still needed.
std::vector<Move> plan_moves(const std::vector<Handle>& from, Handle last) {
    const Handle count = static_cast<Handle>(from.size());
    std::vector<Handle> wanted_by(static_cast<std::size_t>(last) + 1, 0);
    for (Handle k = 0; k < count; ++k) wanted_by[from[k]] = k + 1;
    std::vector<Move> moves;
    std::vector<u8> done(static_cast<std::size_t>(count) + 1, 0);
    const auto chain = [&](Handle to, Handle stop) {
        // Slot `to` may be overwritten; then the slot that it came from may, and so on.
        while (to <= count && done[to] == 0) {
            done[to] = 1;
            const Handle source = from[to - 1];
            if (source == to) return;
            if (source == stop) {
                moves.push_back({0, to});
                return;
            }
            moves.push_back({source, to});
            to = source;
        }
    };
    for (Handle to = 1; to <= count; ++to)
        if (wanted_by[to] == 0) chain(to, 0);
    for (Handle to = 1; to <= count; ++to) {  // what is left are cycles
        if (done[to] != 0) continue;
        if (from[to - 1] == to) continue;
        moves.push_back({to, 0});
        chain(to, to);
    }
    return moves;
}

}  // namespace

void TreeCore::move_slots(u32 segment, const std::vector<Handle>& from) {
    const ListManager& data = managers_[segment]->data();
    const std::vector<Move> moves = plan_moves(from, data.size());
    struct Piece {
        u8* origin;
        u64 stride, bytes;
    };
    std::vector<Piece> pieces;
    for (int column = 0; column < data.column_count(); ++column) {
        const u64 bytes = managers_[segment]->slot_bytes(column);
        const u64 parts = std::clamp<u64>(bytes / kPieceBytes, 1, static_cast<u64>(workers()) * 2);
        for (u64 part = 0; part < parts; ++part) {
            const u64 begin = bytes * part / parts, end = bytes * (part + 1) / parts;
            pieces.push_back({data.origin(column) + begin, data.stride(column), end - begin});
        }
    }
    executor_->parallel_for(static_cast<i64>(pieces.size()), 1, [&](i64 first, i64 last, int) {
        for (i64 k = first; k < last; ++k) {
            const Piece& piece = pieces[static_cast<std::size_t>(k)];
            std::vector<u8> aside(piece.bytes);
            const auto at = [&](Handle slot) {
                return slot == 0 ? aside.data() : piece.origin + slot * piece.stride;
            };
            for (const Move& move : moves) std::memcpy(at(move.to), at(move.from), piece.bytes);
        }
    });
}

bool TreeCore::repack_segment(u32 segment) {
    (void)element_list(segment);
    ElementList& list = lists_[segment];
    ListState& state = list_states_[segment];
    const u32 count = static_cast<u32>(list.size());
    state.churn = 0;
    u32 in_place = 0;
    while (in_place < count && list.slots[in_place] == in_place + 1) ++in_place;
    if (in_place == count) return true;
    if (!managers_[segment]->prepare_repack(count)) return false;
    const u32 owner = plan_.segments[segment].owner;
    const SNodePlan& node = plan_.snodes[owner];
    ProfileScope scope(listener_, "repack", id_, owner);
    scope.set_items(count);
    // The handles that name the slots, in the order of the list.
    u32 next = 0;
    for (const Handle parent : lists_[node.segment].slots) {
        const u64* const mask = pointer_mask(owner, parent);
        Handle* const handles = columns_[node.column].slot<Handle>(parent);
        for (u64 w = 0; w < mask_words(node.cells_per_slot()); ++w)
            for (u64 bits = mask[w]; bits != 0; bits &= bits - 1)
                handles[w * 64 + static_cast<u64>(lowest_bit(bits))] = ++next;
    }
    move_slots(segment, list.slots);
    managers_[segment]->finish_repack(count);
    std::iota(list.slots.begin(), list.slots.end(), 1u);
    ++state.content;
    for (u32 below = 1; below < plan_.segments.size(); ++below) {
        if (plan_.snodes[plan_.segments[below].owner].segment != segment) continue;
        list_states_[below].built = false;
        list_states_[below].changed.clear();
    }
    mark_changed();
    return true;
}

bool TreeCore::repack() {
    ++totals_.repacks;
    bool done = true;
    for (u32 segment = 1; segment < plan_.segments.size(); ++segment)
        if (plan_.snodes[plan_.segments[segment].owner].kind == SNodeKind::pointer)
            done &= repack_segment(segment);
    return done;
}

void TreeCore::maybe_repack() {
    check_order_ = false;
    if (repack_share_ >= 1) return;
    bool wanted = false;
    for (u32 segment = 1; segment < plan_.segments.size() && !wanted; ++segment) {
        ListState& state = list_states_[segment];
        // Worth a look only when enough is new since the last one.
        const std::size_t size = lists_[segment].size();
        if (size < kRepackLeast || state.churn * 4 < size) continue;
        state.churn = 0;
        wanted = fragmentation(segment) > repack_share_;
    }
    if (wanted) (void)repack();
}

}  // namespace starling::sparse
