// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/neighbour_table.h"

#include <algorithm>

#include "sparse/tree/walk.h"

namespace starling::sparse {
namespace {

constexpr int kCube = 27;

/// Steps by one along up to three axes: digit d of `n` in base 3, minus one.
struct Delta {
    int d[3];
    explicit Delta(int n) : d{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1} {}
    static int number(const int* d) { return (d[0] + 1) + 3 * (d[1] + 1) + 9 * (d[2] + 1); }
};

/// Finds the slots next to a slot. Neighbours below the same parent slot are read out of that; the
/// 26 parents around it are looked up once and serve for all its children.
class SlotNeighbours {
 public:
    SlotNeighbours(const TreeCore& tree, const LeafGeometry& leaf)
        : tree_(tree),
          owner_(tree.plan().snodes[leaf.owner()]),
          path_(tree.plan().paths[leaf.owner()]),
          rank_(leaf.batch().coord_rank),
          cells_(path_, path_.first_step_in(owner_.segment), rank_) {
        const std::vector<int> axes = tree.plan().axes_of(leaf.owner());
        for (u32 a = 0; a < axes.size(); ++a)
            shape_[a] = static_cast<i32>(owner_.shape[static_cast<std::size_t>(axes[a])]);
        for (u32 d = 0; d < 3; ++d) {
            const u8 axis = leaf.batch().axis[d];
            source_[d] = axis == LeafBlock::kNoAxis ? -1 : leaf.batch().source[axis];
        }
    }

    /// Moves to the slot of a record.
    void start(const ElementList& list, std::size_t record) {
        const i32* const coord = list.coord(record);
        const Handle parent = list.parents[record];
        if (parent != parent_) {
            parent_ = parent;
            known_ = 0;
        }
        coord_ = coord;
        i32 local[kMaxAxes];
        for (u32 a = 0; a < list.rank; ++a) local[a] = coord[a] % span(a);
        linear_ = cells_.linear(local);
        for (int d = 0; d < 3; ++d) {
            if (source_[d] < 0) continue;
            const u32 axis = static_cast<u32>(source_[d]);
            const i32 at = local[axis], span = this->span(axis);
            const u64 own = cells_.part(axis, at);
            for (const int step : {-1, 1}) {
                Side& side = sides_[d][step > 0];
                side.exists = coord[axis] + step >= 0 && coord[axis] + step < shape_[axis];
                side.crosses = at + step < 0 || at + step >= span;
                side.change = cells_.part(axis, (at + step + span) % span) - own;
            }
        }
    }

    Handle get(const Delta& delta) {
        u64 linear = linear_;
        int crossing[3] = {};
        bool crosses = false;
        for (int d = 0; d < 3; ++d) {
            if (delta.d[d] == 0) continue;
            if (source_[d] < 0) return 0;
            const Side& side = sides_[d][delta.d[d] > 0];
            if (!side.exists) return 0;
            linear += side.change;
            if (side.crosses) {
                crossing[d] = delta.d[d];
                crosses = true;
            }
        }
        const Handle parent = crosses ? parent_at(crossing) : parent_;
        return tree_.column(owner_.column).slot<Handle>(parent)[linear];
    }

 private:
    struct Side {
        bool exists = false, crosses = false;
        u64 change = 0;  // of the linear number; wraps
    };

    i32 span(u32 axis) const { return static_cast<i32>(cells_.span(axis)); }

    /// The slot in which the owner's cells next to the parent slot lie.
    Handle parent_at(const int* crossing) {
        const int n = Delta::number(crossing);
        if ((known_ >> n & 1) == 0) {
            known_ |= 1u << n;
            i32 at[kMaxAxes];
            std::copy_n(coord_, rank_, at);
            for (int d = 0; d < 3; ++d)
                if (source_[d] >= 0)
                    at[source_[d]] += crossing[d] * span(static_cast<u32>(source_[d]));
            parents_[n] = find_container(tree_, path_, at).container.handle;
        }
        return parents_[n];
    }

    const TreeCore& tree_;
    const SNodePlan& owner_;
    const Path& path_;
    u32 rank_;
    CellDecoder cells_;
    std::array<i32, kMaxAxes> shape_{};
    i32 source_[3];
    const i32* coord_ = nullptr;
    Handle parent_ = 0;
    u64 linear_ = 0;
    Side sides_[3][2];
    u32 known_ = 0;
    Handle parents_[kCube] = {};
};

/// Directions in the order of a table.
std::vector<Delta> directions(u32 dim, Neighbours which) {
    std::vector<Delta> list;
    const int count = dim == 3 ? 27 : 9;
    if (which == Neighbours::all) {
        for (int n = 0; n < count; ++n) list.emplace_back(dim == 3 ? n : n + 9);
    } else {
        for (u32 d = 0; d < dim; ++d)
            for (const int step : {-1, 1}) {
                int delta[3] = {};
                delta[d] = step;
                list.emplace_back(Delta::number(delta));
            }
    }
    return list;
}

void build(TreeCore& tree, const LeafGeometry& leaf, const ElementList& list, Neighbours which,
           NeighbourTable& table) {
    const LeafBatch& batch = leaf.batch();
    const std::vector<Delta> deltas = directions(batch.rank == 3 ? 3 : 2, which);
    table.width = static_cast<u32>(deltas.size());
    table.ids.resize(list.size() * batch.blocks * table.width);
    const u8* const masks = leaf.mask_column() == kNoColumn || batch.cells_per_bit == 1
                                ? nullptr
                                : tree.column(leaf.mask_column()).slot<u8>(0);
    const u64 mask_bytes =
        leaf.mask_column() == kNoColumn ? 0 : tree.column(leaf.mask_column()).stride;

    const auto fill_slot = [&](SlotNeighbours& slots, std::size_t record, u32 first, u32 last) {
        if (leaf.segment() != 0) slots.start(list, record);
        const auto slot_at = [&](const Delta& delta) -> Handle {
            return leaf.segment() == 0 ? 0 : slots.get(delta);
        };
        BlockId* out = table.ids.data() + (record * batch.blocks + first) * table.width;
        const Handle self = list.slots[record];
        if (batch.blocks == 1) {
            for (const Delta& delta : deltas)
                *out++ =
                    delta.d[0] == 0 && delta.d[1] == 0 && delta.d[2] == 0 ? self : slot_at(delta);
            return;
        }
        for (u32 piece = first; piece < last; ++piece) {
            const u64 begin = leaf.first_cell(piece);
            i32 corner[kMaxAxes] = {};
            leaf.decoder().add(begin, corner);
            u32 extent[3] = {batch.extent[0], batch.extent[1], batch.extent[2]};
            if (piece % batch.pieces + 1 == batch.pieces && batch.pieces != 1)
                extent[batch.cut] = batch.short_extent;
            for (const Delta& delta : deltas) {
                i32 at[kMaxAxes];
                std::copy_n(corner, batch.rank, at);
                int leaves[3] = {};
                bool outside = false, other_slot = false;
                for (int d = 0; d < 3; ++d) {
                    if (delta.d[d] == 0) continue;
                    const u8 axis = batch.axis[d];
                    if (axis == LeafBlock::kNoAxis) {
                        outside = true;
                        break;
                    }
                    at[axis] += delta.d[d] > 0 ? static_cast<i32>(extent[d]) : -1;
                    if (at[axis] >= 0 && at[axis] < leaf.span(axis)) continue;
                    leaves[d] = delta.d[d];
                    other_slot = true;
                    at[axis] -= leaves[d] * leaf.span(axis);
                }
                BlockId id = 0;
                const Handle slot = outside      ? 0
                                    : other_slot ? slot_at(Delta(Delta::number(leaves)))
                                                 : self;
                if (slot != 0) {
                    const u64 cell = leaf.decoder().linear(at);
                    bool active = true;
                    if (masks != nullptr) {
                        const u64 bit = cell / batch.cells_per_bit;
                        const u64* const words =
                            reinterpret_cast<const u64*>(masks + slot * mask_bytes);
                        active = (words[bit / 64] >> (bit % 64) & 1) != 0;
                    }
                    if (active) id = slot * batch.blocks + leaf.piece_of(cell);
                }
                *out++ = id;
            }
        }
    };

    // A slot of many blocks is shared out too.
    constexpr u32 kBlocksAtATime = 512;
    const u64 parts = (batch.blocks + kBlocksAtATime - 1) / kBlocksAtATime;
    const i64 grain = static_cast<i64>(std::max<u64>(kBlocksAtATime / batch.blocks, 1));
    tree.executor().parallel_for(
        static_cast<i64>(list.size() * parts), grain, [&](i64 begin, i64 end, int) {
            SlotNeighbours slots(tree, leaf);
            for (u64 k = static_cast<u64>(begin); k < static_cast<u64>(end); ++k) {
                const u32 first = static_cast<u32>(k % parts) * kBlocksAtATime;
                fill_slot(slots, k / parts, first, std::min(batch.blocks, first + kBlocksAtATime));
            }
        });
}

}  // namespace

LeafCache::LeafCache(const LayoutPlan& plan) : entries_(plan.snodes.size()) {
    for (u32 snode = 0; snode < plan.snodes.size(); ++snode)
        entries_[snode].geometry = std::make_unique<LeafGeometry>(plan, snode);
}

const NeighbourTable& LeafCache::neighbours(TreeCore& tree, u32 snode, Neighbours which) {
    const LeafGeometry& leaf = geometry(snode);
    const ElementList& list = tree.element_list(leaf.segment());
    NeighbourTable& table = which == Neighbours::all ? entries_[snode].all : entries_[snode].faces;
    if (table.version == list.version) {
        ++neighbour_hits;
        return table;
    }
    build(tree, leaf, list, which, table);
    table.version = list.version;
    ++neighbour_builds;
    return table;
}

const char* leaf_variant_name(int variant) {
    static constexpr const char* kNames[kLeafVariants + 1] = {
        "row 4, 2-D",   "row 4, 3-D",   "row 4, masked, 2-D",   "row 4, masked, 3-D",
        "row 8, 2-D",   "row 8, 3-D",   "row 8, masked, 2-D",   "row 8, masked, 3-D",
        "row 16, 2-D",  "row 16, 3-D",  "row 16, masked, 2-D",  "row 16, masked, 3-D",
        "row 32, 2-D",  "row 32, 3-D",  "row 32, masked, 2-D",  "row 32, masked, 3-D",
        "any row, 2-D", "any row, 3-D", "any row, masked, 2-D", "any row, masked, 3-D",
        "blocks alone"};
    return kNames[variant];
}

}  // namespace starling::sparse
