// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "sparse/access/leaf.h"

namespace starling::sparse {

/// How many cells a kernel reaches past its block, before and after, along each user axis.
struct Halo {
    std::array<i32, 3> before{}, after{};
};

/// Cells of a block and of its halo in a row in memory: local to a worker, found by user index.
template <class T>
class Tile {
 public:
    template <class... I>
    STARLING_INLINE T& operator()(I... index) const {
        const i32 list[] = {static_cast<i32>(index)...};
        return at(list);
    }
    /// The same by a pointer to as many numbers as the field has axes.
    STARLING_INLINE T& at(const i32* index) const { return cells[cell(index)]; }
    STARLING_INLINE u32 cell(const i32* index) const {
        u32 n = 0;
        for (u32 a = 0; a < rank; ++a) n += static_cast<u32>(index[a] - low[a]) * weight[a];
        return n;
    }

    T* cells = nullptr;
    u32 count = 0;
    u32 rank = 0;
    i32 low[3] = {0, 0, 0};     ///< User index of the first one.
    u32 weight[3] = {0, 0, 0};  ///< Distance of neighbours along each user axis.
};

/// The same for adding up. add() counts a cell as written, also when the value is 0.
template <class T>
class ScatterTile : public Tile<T> {
 public:
    /// Adds to a cell of the tile, given by one number an axis or a pointer to them.
    template <class... I>
    STARLING_INLINE void add(T value, I... index) const {
        const i32 list[] = {static_cast<i32>(index)...};
        add_at(value, list);
    }
    STARLING_INLINE void add_at(T value, const i32* index) const {
        const u32 n = this->cell(index);
        this->cells[n] += value;
        written[n] = 1;
    }

    u8* written = nullptr;
};

/// Tiles of one field for the kernels of a launch over the blocks of another (or the same) field:
/// gather() copies a block and its halo, scatter() gives zeros to add to, which flush() adds to the
/// field. The launch asks for Neighbours::all. Several such objects can serve one kernel. Threads:
/// each block's worker its own tile.
template <class T>
class HaloTiles {
 public:
    /// Errors: the fields have other leaves than each other, lists, or more than three axes; the
    /// halo is negative.
    template <class L>
    static Result<HaloTiles> create(const Field<T>& field, const Field<L>& loop, const Halo& halo) {
        TreeCore* const tree = field.core();
        if (tree == nullptr || tree != loop.core())
            return Error{"halo tiles: both fields must be of one tree that is alive"};
        const FieldPlan& plan = tree->plan().fields[field.id()];
        const FieldPlan& other = tree->plan().fields[loop.id()];
        if (!same_leaves(*tree, field.id(), loop.id()))
            return Error{"halo tiles: field " + plan.name + " in " +
                         tree->plan().name_of(plan.snode) +
                         " does not have the leaf blocks of field " + other.name + " in " +
                         tree->plan().name_of(other.snode)};
        if (plan.offset.size() > 3 || tree->plan().snodes[plan.snode].kind == SNodeKind::dynamic)
            return Error{"halo tiles: field " + plan.name +
                         " lies in lists or has more than three axes"};
        for (int a = 0; a < 3; ++a)
            if (halo.before[static_cast<std::size_t>(a)] < 0 ||
                halo.after[static_cast<std::size_t>(a)] < 0)
                return Error{"halo tiles: field " + plan.name + ": a halo cannot be negative"};
        return HaloTiles(field, other, halo);
    }

    /// The block and its halo; cells that are inactive or outside of the index space are zero. The
    /// tile lasts until the worker's next gather() or scatter() of this object.
    Tile<T> gather(const LeafBlock& block) {
        Worker& worker = workers_[static_cast<std::size_t>(block.worker)];
        Tile<T> tile;
        place(block, tile);
        if (worker.cells.size() < tile.count) worker.cells.resize(tile.count);
        tile.cells = worker.cells.data();
        for_each_part(block, [&](const Part& part) {
            T* const to = tile.cells + part.tile_cell;
            if (part.id == 0 && part.known) {
                std::fill_n(to, part.count, T{});
            } else if (part.known) {
                const T* const from = field_.block(part.id) + part.block_cell * field_.stride();
                if (field_.stride() == 1)
                    std::memcpy(to, from, part.count * sizeof(T));
                else
                    for (u32 k = 0; k < part.count; ++k) to[k] = from[k * field_.stride()];
            } else {
                for (u32 k = 0; k < part.count; ++k) {
                    std::array<i32, 3> at = part.index;
                    at[row_axis(block)] += static_cast<i32>(k);
                    to[k] =
                        inside(at)
                            ? *access_[static_cast<std::size_t>(block.worker)].lookup_at(at.data())
                            : T{};
                }
            }
        });
        return tile;
    }

    /// A tile of zeros around the block.
    ScatterTile<T> scatter(const LeafBlock& block) {
        Worker& worker = workers_[static_cast<std::size_t>(block.worker)];
        ScatterTile<T> tile;
        place(block, tile);
        worker.cells.assign(std::max<std::size_t>(worker.cells.size(), tile.count), T{});
        worker.written.assign(std::max<std::size_t>(worker.written.size(), tile.count), 0);
        tile.cells = worker.cells.data();
        tile.written = worker.written.data();
        return tile;
    }

    /// Adds what was added to the tile to the field, atomically, and activates the cells written
    /// to. Adds to cells outside of the index space are dropped and counted. (Sums of floats depend
    /// on the order that blocks end in.)
    void flush(const LeafBlock& block, const ScatterTile<T>& tile) {
        Accessor<T>& access = access_[static_cast<std::size_t>(block.worker)];
        for_each_part(block, [&](const Part& part) {
            for (u32 k = 0; k < part.count; ++k) {
                if (tile.written[part.tile_cell + k] == 0) continue;
                const T value = tile.cells[part.tile_cell + k];
                const u32 cell = part.block_cell + k;
                const bool own = part.id == block.id && part.known;
                if (part.known && part.id != 0 &&
                    (!masked_ || (own && block.is_active(block.begin + cell)))) {
                    atomic_add<T>(field_.block(part.id)[cell * field_.stride()], value);
                    continue;
                }
                std::array<i32, 3> at = part.index;
                at[row_axis(block)] += static_cast<i32>(k);
                if (!inside(at)) {
                    tree_->faults().record(Fault::dropped_write, snode_, 0, 0);
                    continue;
                }
                if (T* const place = access.activate_at(at.data())) atomic_add<T>(*place, value);
            }
        });
    }

 private:
    struct alignas(128) Worker {
        std::vector<T> cells;
        std::vector<u8> written;
    };

    /// Cells in a row that lie in one block, or (not known) who knows where.
    struct Part {
        bool known;
        BlockId id;
        u32 block_cell;
        u32 tile_cell, count;
        std::array<i32, 3> index;  // user index of the first one
    };

    HaloTiles(const Field<T>& field, const FieldPlan& loop, const Halo& halo)
        : tree_(field.core()), field_(field), halo_(halo) {
        const FieldPlan& plan = tree_->plan().fields[field.id()];
        snode_ = plan.snode;
        const LeafGeometry& leaf = tree_->leaf_cache().geometry(plan.snode);
        rank_ = leaf.rank();
        masked_ = leaf.batch().cells_per_bit == 1 && leaf.mask_column() != kNoColumn;
        const LeafBatch& batch = leaf.batch();
        for (u32 d = 0; d < 3; ++d) shortest_[d] = batch.extent[d];
        if (batch.pieces != 1)
            shortest_[batch.cut] = std::min(batch.short_extent, batch.extent[batch.cut]);
        for (u32 a = 0; a < rank_; ++a) {
            low_[a] = plan.offset[a];
            shape_[a] = leaf.shape(a);
            change_[a] = plan.offset[a] - loop.offset[a];
        }
        workers_.resize(static_cast<std::size_t>(tree_->workers()));
        for (int w = 0; w < tree_->workers(); ++w) access_.push_back(field.accessor(w));
    }

    static std::size_t row_axis(const LeafBlock& block) { return block.axis[0]; }

    bool inside(const std::array<i32, 3>& at) const {
        for (u32 a = 0; a < rank_; ++a)
            if (at[a] < low_[a] || at[a] - low_[a] >= shape_[a]) return false;
        return true;
    }
    i32 before(const LeafBlock& block, int d) const {
        return block.axis[d] == LeafBlock::kNoAxis ? 0 : halo_.before[block.axis[d]];
    }
    i32 after(const LeafBlock& block, int d) const {
        return block.axis[d] == LeafBlock::kNoAxis ? 0 : halo_.after[block.axis[d]];
    }

    void place(const LeafBlock& block, Tile<T>& tile) const {
        tile.rank = rank_;
        tile.count = 1;
        for (int d = 0; d < 3; ++d) {
            if (block.axis[d] == LeafBlock::kNoAxis) continue;
            const u32 a = block.axis[d];
            tile.low[a] = block.first[a] + change_[a] - halo_.before[a];
            tile.weight[a] = tile.count;
            tile.count *= block.extent[d] + static_cast<u32>(halo_.before[a] + halo_.after[a]);
        }
    }

    template <class Visit>
    void for_each_part(const LeafBlock& block, Visit visit) const {
        i32 low[3], high[3], extent[3];
        bool near = true;
        for (int d = 0; d < 3; ++d) {
            low[d] = -before(block, d);
            extent[d] = static_cast<i32>(block.extent[d]);
            high[d] = extent[d] + after(block, d);
            near &= -low[d] <= static_cast<i32>(shortest_[d]) &&
                    after(block, d) <= static_cast<i32>(shortest_[d]);
        }
        const bool flat = rank_ < 3;
        Part part;
        part.tile_cell = 0;
        for (i32 z = low[2]; z < high[2]; ++z)
            for (i32 y = low[1]; y < high[1]; ++y) {
                part.index = {};
                const i32 local[3] = {low[0], y, z};
                for (int d = 0; d < 3; ++d)
                    if (block.axis[d] != LeafBlock::kNoAxis)
                        part.index[block.axis[d]] =
                            block.first[block.axis[d]] + change_[block.axis[d]] + local[d];
                if (!near) {
                    part.known = false;
                    part.id = 0;
                    part.block_cell = 0;
                    part.count = static_cast<u32>(high[0] - low[0]);
                    visit(static_cast<const Part&>(part));
                    part.tile_cell += part.count;
                    continue;
                }
                part.known = true;
                const int sz = z < 0 ? -1 : z >= extent[2] ? 1 : 0;
                const int sy = y < 0 ? -1 : y >= extent[1] ? 1 : 0;
                const auto wrap = [&](i32 v, int side, int d) {
                    return static_cast<u32>(side < 0   ? v + static_cast<i32>(block.before[d])
                                            : side > 0 ? v - extent[d]
                                                       : v);
                };
                const u32 height = sy < 0 ? block.before[1] : block.extent[1];
                const u32 row = wrap(z, sz, 2) * height + wrap(y, sy, 1);
                const int middle = (flat ? 0 : 9 * (sz + 1)) + 3 * (sy + 1) + 1;
                const i32 cuts[4] = {low[0], 0, extent[0], high[0]};
                for (int sx = -1; sx <= 1; ++sx) {
                    const i32 from = cuts[sx + 1], to = cuts[sx + 2];
                    if (from == to) continue;
                    const u32 width = sx < 0 ? block.before[0] : block.extent[0];
                    part.id = block.neighbours[middle + sx];
                    part.block_cell = row * width + wrap(from, sx, 0);
                    part.count = static_cast<u32>(to - from);
                    visit(static_cast<const Part&>(part));
                    part.tile_cell += part.count;
                    if (block.axis[0] != LeafBlock::kNoAxis) part.index[block.axis[0]] += to - from;
                }
            }
    }

    TreeCore* tree_;
    LeafField<T> field_;
    u32 snode_ = 0;
    Halo halo_;
    u32 rank_ = 0;
    bool masked_ = false;
    u32 shortest_[3];
    i32 low_[3] = {}, shape_[3] = {}, change_[3] = {};
    std::vector<Worker> workers_;
    std::vector<Accessor<T>> access_;
};

}  // namespace starling::sparse
