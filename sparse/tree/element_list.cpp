// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// TreeCore: element lists, from the activity masks of the pointers.
#include "sparse/tree/element_list.h"

#include <algorithm>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "sparse/core/bits.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {
namespace {

/// Cells of a block: lists are counted, filled and patched by blocks.
constexpr u64 kBlockCells = 4096;
/// Slots of at most this many cells have a table of their cells' coordinates.
constexpr u64 kTableCells = 4096;
constexpr u32 kNoRecord = 0xffffffffu;

/// Which of `count` (<= 64) handles are not 0.
u64 activity_of(const Handle* handles, u64 count) {
    u64 bits = 0, k = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    const auto none = [&](u64 at) {
        return _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(handles + at)),
                               zero);
    };
    for (; k + 16 <= count; k += 16) {
        const __m128i low = _mm_packs_epi32(none(k), none(k + 4));
        const __m128i high = _mm_packs_epi32(none(k + 8), none(k + 12));
        const u32 empty = static_cast<u32>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
        bits |= static_cast<u64>(~empty & 0xffffu) << k;
    }
#endif
    for (; k < count; ++k) bits |= static_cast<u64>(handles[k] != 0) << k;
    return bits;
}

/// The same for all records, R axes a record; R = 0: any number.
template <u32 R>
void add_offset(i32* to, const i32* base, const i32* offset, u32 rank) {
    for (u32 a = 0; a < (R != 0 ? R : rank); ++a) to[a] = base[a] + offset[a];
}

}  // namespace

struct TreeCore::ListGeometry {
    u32 segment, owner;
    const SNodePlan* node;
    const ElementList* above;
    u32 rank;
    u64 cells, blocks_per_slot, blocks;
    CellDecoder decoder;
    SlotOrigin origin;

    u64 first_word(u64 block) const { return block % blocks_per_slot * (kBlockCells / 64); }
    u64 last_word(u64 block) const {
        return std::min(mask_words(cells), first_word(block) + kBlockCells / 64);
    }
    Handle slot(u64 block) const { return above->slots[block / blocks_per_slot]; }
};

TreeCore::ListGeometry TreeCore::list_geometry(u32 segment) {
    const u32 owner = plan_.segments[segment].owner;
    const SNodePlan& node = plan_.snodes[owner];
    const std::vector<int> axes = plan_.axes_of(owner);
    const u32 rank = static_cast<u32>(axes.size());
    const Path& path = plan_.paths[owner];
    CellDecoder decoder(path, path.first_step_in(node.segment), rank);
    SlotOrigin origin(plan_.axes_of(plan_.segments[node.segment].owner), axes, decoder);
    const u64 cells = node.cells_per_slot();
    const u64 per_slot = (cells + kBlockCells - 1) / kBlockCells;
    const ElementList& above = lists_[node.segment];
    ListState& state = list_states_[segment];
    if (state.offsets.empty() && cells <= kTableCells) {
        state.offsets.assign(cells * rank, 0);
        for (u64 cell = 0; cell < cells; ++cell)
            decoder.add(cell, state.offsets.data() + cell * rank);
    }
    return {segment,
            owner,
            &node,
            &above,
            rank,
            cells,
            per_slot,
            above.size() * per_slot,
            std::move(decoder),
            std::move(origin)};
}

u64 TreeCore::count_block(const ListGeometry& g, u64 block, bool rescan) const {
    const Handle slot = g.slot(block);
    u64* const mask = pointer_mask(g.owner, slot);
    const Handle* const handles = columns_[g.node->column].slot<Handle>(slot);
    u64 count = 0;
    for (u64 w = g.first_word(block); w < g.last_word(block); ++w) {
        if (rescan) {
            const u64 bits = activity_of(handles + w * 64, std::min<u64>(64, g.cells - w * 64));
            if (mask[w] != bits) mask[w] = bits;
        }
        count += static_cast<u64>(count_bits(mask[w]));
    }
    return count;
}

void TreeCore::emit_block(const ListGeometry& g, u64 block) {
    ElementList& list = lists_[g.segment];
    const ListState& state = list_states_[g.segment];
    const u64 record = block / g.blocks_per_slot;
    const Handle slot = g.above->slots[record];
    const u64* const mask = pointer_mask(g.owner, slot);
    const Handle* const handles = columns_[g.node->column].slot<Handle>(slot);
    i32 base[kMaxAxes];
    g.origin.set(g.above->coord(record), base);
    u64 n = state.start[block];
    Handle* const slots = list.slots.data();
    Handle* const parents = list.parents.data();
    i32* const coords = list.coords.data();
    const i32* const offsets = state.offsets.empty() ? nullptr : state.offsets.data();
    const auto fill = [&](auto add) {
        for (u64 w = g.first_word(block); w < g.last_word(block); ++w)
            for (u64 bits = mask[w]; bits != 0; bits &= bits - 1, ++n) {
                const u64 cell = w * 64 + static_cast<u64>(lowest_bit(bits));
                slots[n] = handles[cell];
                parents[n] = slot;
                add(coords + n * g.rank, cell);
            }
    };
    if (offsets == nullptr)
        fill([&](i32* to, u64 cell) {
            std::copy_n(base, g.rank, to);
            g.decoder.add(cell, to);
        });
    else if (g.rank == 1)
        fill([&](i32* to, u64 cell) { add_offset<1>(to, base, offsets + cell, 1); });
    else if (g.rank == 2)
        fill([&](i32* to, u64 cell) { add_offset<2>(to, base, offsets + cell * 2, 2); });
    else if (g.rank == 3)
        fill([&](i32* to, u64 cell) { add_offset<3>(to, base, offsets + cell * 3, 3); });
    else
        fill([&](i32* to, u64 cell) { add_offset<0>(to, base, offsets + cell * g.rank, g.rank); });
}

void TreeCore::drain_changes() {
    for (WorkerState& state : worker_state_) {
        for (const u64 entry : state.changes) {
            const u32 segment = static_cast<u32>(entry >> 48);
            const u32 owner = plan_.segments[segment].owner;
            const ColumnView& column = columns_[plan_.snodes[owner].column];
            const u8* const place =
                reinterpret_cast<const u8*>(static_cast<std::uintptr_t>(entry << 16 >> 16));
            const u64 byte = static_cast<u64>(place - column.origin);
            const Handle slot = static_cast<Handle>(byte / column.stride);
            const u64 cell = byte % column.stride / sizeof(Handle);
            u64& word = pointer_mask(owner, slot)[cell / 64];
            const u64 bit = u64{1} << (cell % 64);
            word = *reinterpret_cast<const Handle*>(place) != 0 ? word | bit : word & ~bit;
            std::vector<u64>& changed = list_states_[segment].changed;
            const u64 block = static_cast<u64>(slot) << 32 | cell / kBlockCells;
            if (changed.empty() || changed.back() != block) changed.push_back(block);
        }
        state.changes.clear();
    }
}

void TreeCore::refresh_masks(u32 segment) {
    drain_changes();
    ListState& state = list_states_[segment];
    if (state.rescan == 0) return;
    (void)element_list(plan_.snodes[plan_.segments[segment].owner].segment);
    const ListGeometry g = list_geometry(segment);
    executor_->parallel_for(static_cast<i64>(g.blocks), 16, [&](i64 first, i64 last, int) {
        for (i64 block = first; block < last; ++block)
            (void)count_block(g, static_cast<u64>(block), true);
    });
    state.rescan = 0;
    state.built = false;
}

const ElementList& TreeCore::updated_list(u32 segment) {
    (void)topology_version();
    drain_changes();
    update_list(segment);
    return lists_[segment];
}

void TreeCore::update_list(u32 segment) {
    ElementList& list = lists_[segment];
    ListState& state = list_states_[segment];
    if (list.version == version_) return;
    if (segment == 0) {
        list.slots.assign(1, 1);
        list.parents.assign(1, 0);
        state.content = 1;
        list.version = version_;
        return;
    }
    const u32 owner = plan_.segments[segment].owner;
    const u32 above = plan_.snodes[owner].segment;
    update_list(above);
    const bool same = state.built && state.rescan == 0 && state.changed.empty() &&
                      state.above_content == list_states_[above].content;
    if (same) {
        ++totals_.list_hits;
    } else {
        const u64 begin = profile_now();
        ProfileScope scope(listener_, "list", id_, owner);
        list.rank = static_cast<u32>(plan_.axes_of(owner).size());
        if (state.built && state.rescan == 0 && patch_list(segment)) {
            scope.set_name("list: patch");
            ++totals_.list_patches;
        } else {
            build_list(segment);
            ++totals_.list_builds;
        }
        state.built = true;
        state.rescan = 0;
        state.changed.clear();
        state.above_content = list_states_[above].content;
        ++state.content;
        check_order_ = true;
        scope.set_items(list.size());
        totals_.list_seconds += static_cast<double>(profile_now() - begin) * 1e-9;
    }
    list.version = version_;
}

void TreeCore::build_list(u32 segment) {
    ElementList& list = lists_[segment];
    ListState& state = list_states_[segment];
    const ListGeometry g = list_geometry(segment);
    // Count, then fill at fixed places: the order does not depend on threads.
    state.start.resize(g.blocks + 1);
    const bool rescan = state.rescan != 0;
    // Fewer blocks are listed before another worker is awake.
    const i64 grain =
        static_cast<i64>(std::clamp<u64>(g.blocks / (static_cast<u64>(workers()) * 8), 64, 1024));
    executor_->parallel_for(static_cast<i64>(g.blocks), grain, [&](i64 first, i64 last, int) {
        for (u64 block = static_cast<u64>(first); block < static_cast<u64>(last); ++block)
            state.start[block] = count_block(g, block, rescan);
    });
    u64 next = 0;
    state.start[g.blocks] = 0;
    for (u64& count : state.start) {
        const u64 begin = next;
        next += count;
        count = begin;
    }
    list.slots.resize(next);
    list.parents.resize(next);
    list.coords.resize(next * list.rank);
    executor_->parallel_for(static_cast<i64>(g.blocks), grain, [&](i64 first, i64 last, int) {
        for (u64 block = static_cast<u64>(first); block < static_cast<u64>(last); ++block)
            emit_block(g, block);
    });
    state.churn += next;
}

const std::vector<u32>& TreeCore::record_index(u32 segment) {
    ListState& state = list_states_[segment];
    if (state.record_of_content == state.content) return state.record_of;
    const ElementList& list = lists_[segment];
    u32 most = 1;
    if (segment != 0) most = managers_[segment]->data().size();
    state.record_of.assign(most + 1, kNoRecord);
    for (std::size_t n = 0; n < list.size(); ++n)
        state.record_of[list.slots[n]] = static_cast<u32>(n);
    state.record_of_content = state.content;
    return state.record_of;
}

bool TreeCore::patch_list(u32 segment) {
    ElementList& list = lists_[segment];
    ListState& state = list_states_[segment];
    const u32 above = plan_.snodes[plan_.segments[segment].owner].segment;
    const ListState& above_state = list_states_[above];
    const ListGeometry g = list_geometry(segment);
    const u64 per_slot = g.blocks_per_slot;
    const u64 most = g.blocks / 4;

    // How the containers moved, and which blocks must be made anew.
    std::vector<ListRun> same{{0, 0, g.above->size()}};
    if (state.above_content != above_state.content) {
        if (state.above_content + 1 != above_state.content ||
            above_state.runs_content != above_state.content)
            return false;
        same = above_state.runs;
    }
    if (state.changed.size() > 4 * most) return false;
    std::vector<u64> anew;
    const std::vector<u32>& records = record_index(above);
    for (const u64 key : state.changed) {
        const u64 slot = key >> 32;
        if (slot < records.size() && records[slot] != kNoRecord)
            anew.push_back(records[slot] * per_slot + (key & 0xffffffffu));
    }
    u64 gap = 0;
    const auto add_gap = [&](u64 end) {
        for (u64 block = gap * per_slot; block < end * per_slot; ++block) anew.push_back(block);
    };
    for (const ListRun& run : same) {
        if (anew.size() > 4 * most) return false;
        add_gap(run.new_begin);
        gap = run.new_begin + run.count;
    }
    add_gap(g.above->size());
    std::sort(anew.begin(), anew.end());
    anew.erase(std::unique(anew.begin(), anew.end()), anew.end());
    if (anew.size() > most) return false;

    // Where every block's records begin now, and which runs of records stay together.
    std::vector<u64> start(g.blocks + 1);
    state.runs.clear();
    u64 next = 0, made = 0;
    std::size_t at = 0;
    const auto take_new = [&](u64 block) {
        start[block] = next;
        const u64 count = count_block(g, block, false);
        next += count;
        made += count;
        ++at;
    };
    for (const ListRun& run : same) {
        const u64 begin = run.new_begin * per_slot, end = begin + run.count * per_slot;
        while (at < anew.size() && anew[at] < begin) take_new(anew[at]);
        for (u64 block = begin; block < end; ++block) {
            if (at < anew.size() && anew[at] == block) {
                take_new(block);
                continue;
            }
            const u64 before = block - begin + run.old_begin * per_slot;
            const u64 old = state.start[before], count = state.start[before + 1] - old;
            start[block] = next;
            if (count == 0) continue;
            if (!state.runs.empty() &&
                state.runs.back().old_begin + state.runs.back().count == old &&
                state.runs.back().new_begin + state.runs.back().count == next)
                state.runs.back().count += count;
            else
                state.runs.push_back({old, next, count});
            next += count;
        }
    }
    while (at < anew.size()) take_new(anew[at]);
    start[g.blocks] = next;
    state.runs_content = state.content + 1;

    // Runs that go to the left first, from the left; then the others from the right: none lands on
    // one that has not moved yet.
    const std::size_t room = std::max<std::size_t>(list.size(), next);
    list.slots.resize(room);
    list.parents.resize(room);
    list.coords.resize(room * list.rank);
    const auto move = [&](const ListRun& run) {
        const auto shift = [&](auto& column, u64 width) {
            std::memmove(column.data() + run.new_begin * width,
                         column.data() + run.old_begin * width,
                         run.count * width * sizeof(column[0]));
        };
        shift(list.slots, 1);
        shift(list.parents, 1);
        shift(list.coords, list.rank);
    };
    for (const ListRun& run : state.runs)
        if (run.new_begin < run.old_begin) move(run);
    for (std::size_t k = state.runs.size(); k-- > 0;)
        if (state.runs[k].new_begin > state.runs[k].old_begin) move(state.runs[k]);
    list.slots.resize(next);
    list.parents.resize(next);
    list.coords.resize(next * list.rank);
    state.start = std::move(start);
    executor_->parallel_for(static_cast<i64>(anew.size()), 16, [&](i64 first, i64 last, int) {
        for (i64 k = first; k < last; ++k) emit_block(g, anew[static_cast<std::size_t>(k)]);
    });
    state.churn += made;
    return true;
}

double TreeCore::fragmentation(u32 segment) {
    const ElementList& list = element_list(segment);
    ListState& state = list_states_[segment];
    if (state.breaks_content != state.content) {
        state.breaks = 0;
        for (std::size_t n = 1; n < list.size(); ++n)
            state.breaks += list.slots[n] != list.slots[n - 1] + 1;
        state.breaks_content = state.content;
    }
    return list.size() < 2
               ? 0
               : static_cast<double>(state.breaks) / static_cast<double>(list.size() - 1);
}

CellDecoder::CellDecoder(const Path& path, u32 first_step, u32 rank) : spans_(rank, 1) {
    for (std::size_t s = first_step; s < path.steps.size(); ++s) {
        const PathStep& step = path.steps[s];
        for (u32 k = step.axis_begin; k != step.axis_end; ++k) {
            const AxisStep& axis = path.axes[k];
            digits_.push_back({axis.position, is_power_of_two(axis.extent),
                               static_cast<u8>(log2_floor(axis.extent)), axis.extent,
                               axis.divisor});
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
