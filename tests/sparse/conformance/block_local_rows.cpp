// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/access/stencil.h"
#include "sparse/access/tile.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

using Cell = std::array<i32, 3>;

/// root→P→D(block)→x, y, z, w over n cells an axis, i32.
struct Fields {
    FieldsBuilder builder;
    std::vector<FieldRef> refs;
    std::unique_ptr<SNodeTree> tree;
    std::vector<i64> size;

    Fields(Env& env, std::vector<i64> shape, const std::vector<i64>& block, bool bitmasked = false)
        : size(std::move(shape)) {
        const std::string all = "ijk";
        const Axes axes(all.substr(0, size.size()));
        std::vector<i64> above;
        for (std::size_t a = 0; a < size.size(); ++a) above.push_back(size[a] / block[a]);
        for (const char* name : {"x", "y", "z", "w", "expected"})
            refs.push_back(builder.field<i32>(name));
        const NodeRef blocks = builder.root().pointer(axes, above, env.pointer());
        const NodeRef node = bitmasked ? blocks.bitmasked(axes, block) : blocks.dense(axes, block);
        for (const FieldRef ref : refs) node.place(ref);
        tree = env.finalize(builder);
    }
    Field<i32> operator[](std::size_t k) const { return get<i32>(*tree, refs[k]); }

    bool inside(const Cell& at) const {
        for (std::size_t a = 0; a < size.size(); ++a)
            if (at[a] < 0 || at[a] >= size[a]) return false;
        return true;
    }
    static Cell cell(const i32* index, std::size_t rank) {
        Cell at{};
        std::copy_n(index, rank, at.begin());
        return at;
    }
    i32 read(Field<i32>& field, int worker, const Cell& at) const {
        return inside(at) ? *field.accessor(worker).lookup_at(at.data()) : 0;
    }
    /// Values in most blocks: every cell whose number does not fall into a gap.
    void fill(std::size_t k) {
        Field<i32> field = (*this)[k];
        const i64 n = size[0] * (size.size() > 1 ? size[1] : 1) * (size.size() > 2 ? size[2] : 1);
        auto access = field.accessor(0);
        for (i64 c = 0; c < n; ++c) {
            if (c / 97 % 5 == 1) continue;
            Cell at{};
            i64 rest = c;
            for (std::size_t a = size.size(); a-- > 0;) {
                at[a] = static_cast<i32>(rest % size[a]);
                rest /= size[a];
            }
            *access.activate_at(at.data()) = static_cast<i32>(c * 31 % 1009 + 1);
        }
    }
};

/// Calls body(index) for the active cells of a block, by user index.
template <class Body>
void for_cells(const LeafBlock& block, const CellDecoder& decoder, std::size_t rank, Body body) {
    block.for_each_run([&](u64 from, u64 to) {
        for (u64 c = from; c < to; ++c) {
            i32 index[kMaxAxes] = {};
            std::copy_n(block.origin, rank, index);
            decoder.add(c, index);
            body(index);
        }
    });
}

Halo halo_of(const std::vector<Cell>& stencil) {
    Halo halo;
    for (const Cell& step : stencil)
        for (std::size_t a = 0; a < 3; ++a) {
            halo.before[a] = std::max(halo.before[a], -step[a]);
            halo.after[a] = std::max(halo.after[a], step[a]);
        }
    return halo;
}

Cell plus(const Cell& at, const Cell& step) {
    return {at[0] + step[0], at[1] + step[1], at[2] + step[2]};
}

/// y[I] = sum of x[I + step] over the stencil, through a tile and cell by cell.
void gather_row(Env& env, const std::vector<i64>& size, const std::vector<i64>& block,
                const std::vector<Cell>& stencil, bool bitmasked = false) {
    Fields f(env, size, block, bitmasked);
    f.fill(0);
    auto x = f[0], y = f[1], expected = f[4];
    const std::size_t rank = size.size();
    auto tiles = HaloTiles<i32>::create(x, y, halo_of(stencil));
    CHECK(tiles.ok());
    const LeafGeometry& leaves =
        y.core()->leaf_cache().geometry(y.core()->plan().fields[y.id()].snode);
    const u64 active = count(env, x);
    CHECK_OK(for_each_leaf(
        y,
        [&](const LeafBlock& b) {
            const Tile<i32> in = tiles->gather(b);
            auto out = y.accessor(b.worker);
            for_cells(b, leaves.decoder(), rank, [&](const i32* index) {
                i32 sum = 0;
                for (const Cell& step : stencil)
                    sum += in.at(plus(Fields::cell(index, rank), step).data());
                *out.activate_at(index) = sum;
            });
        },
        Neighbours::all));
    CHECK(count(env, x) == active);
    CHECK_OK(struct_for(expected, [&](LoopCell c) {
        i32 sum = 0;
        for (const Cell& step : stencil)
            sum += f.read(x, c.worker, plus(Fields::cell(c.index, rank), step));
        *expected.accessor(c.worker).activate_at(c.index) = sum;
    }));
    u64 wrong = 0, seen = 0;
    CHECK_OK(struct_for(y, [&](LoopCell c) {
        atomic_add<u64>(seen, 1);
        if (*y.accessor(c.worker).lookup_at(c.index) !=
            *expected.accessor(c.worker).lookup_at(c.index))
            atomic_add<u64>(wrong, 1);
    }));
    CHECK(seen == active);
    CHECK(wrong == 0);
}

/// y[I + step] += x[I] over the stencil, through a tile and cell by cell.
void scatter_row(Env& env, const std::vector<i64>& size, const std::vector<i64>& block,
                 const std::vector<Cell>& stencil, bool bitmasked = false) {
    Fields f(env, size, block, bitmasked), g(env, size, block, bitmasked);
    f.fill(0);
    g.fill(0);
    auto x = f[0], y = f[1], other_x = g[0], other_y = g[1];
    const std::size_t rank = size.size();
    auto tiles = HaloTiles<i32>::create(y, x, halo_of(stencil));
    CHECK(tiles.ok());
    const LeafGeometry& leaves =
        x.core()->leaf_cache().geometry(x.core()->plan().fields[x.id()].snode);
    CHECK_OK(for_each_leaf(
        x,
        [&](const LeafBlock& b) {
            const ScatterTile<i32> out = tiles->scatter(b);
            auto in = x.accessor(b.worker);
            for_cells(b, leaves.decoder(), rank, [&](const i32* index) {
                for (const Cell& step : stencil) {
                    const Cell to = plus(Fields::cell(index, rank), step);
                    if (f.inside(to)) out.add_at(*in.lookup_at(index), to.data());
                }
            });
            tiles->flush(b, out);
        },
        Neighbours::all));
    // Cell by cell in the other tree.
    CHECK_OK(struct_for(other_x, [&](LoopCell c) {
        const i32 value = *other_x.accessor(c.worker).lookup_at(c.index);
        for (const Cell& step : stencil) {
            const Cell to = plus(Fields::cell(c.index, rank), step);
            if (!g.inside(to)) continue;
            atomic_add<i32>(*other_y.accessor(c.worker).activate_at(to.data()), value);
        }
    }));
    CHECK(count(env, y) == count(env, other_y));
    u64 wrong = 0;
    CHECK_OK(struct_for(other_y, [&](LoopCell c) {
        if (*other_y.accessor(c.worker).lookup_at(c.index) !=
            *y.accessor(c.worker).lookup_at(c.index))
            atomic_add<u64>(wrong, 1);
    }));
    CHECK(wrong == 0);
}

const std::vector<Cell> kPair{{-1, 0, 0}, {0, 0, 0}};
const std::vector<Cell> kFour{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};

CONFORMANCE_ROW(L01) {
    Fields f(env, {64}, {16});
    auto x = f[0], y = f[1];
    for (i32 i = 0; i < 64; ++i) x.at(i) = i;
    auto tiles = HaloTiles<i32>::create(x, y, {});
    CHECK(tiles.ok());
    CHECK_OK(for_each_leaf(
        y,
        [&](const LeafBlock& b) {
            const Tile<i32> in = tiles->gather(b);
            const BlockCells<i32> out(LeafField<i32>(y), b);
            for (u32 c = 0; c < b.cells(); ++c) out[c] = in(b.first[0] + static_cast<i32>(c));
        },
        Neighbours::all));
    for (i32 i = 0; i < 64; ++i) CHECK(y.at(i) == i);
}

CONFORMANCE_ROW(L02) {
    gather_row(env, {128}, {32}, kPair);
    gather_row(env, {128, 128}, {16, 16}, kFour);
    gather_row(env, {128, 128}, {4, 16}, kFour);
    gather_row(env, {64, 64, 64}, {4, 8, 16}, {{-1, -1, -1}, {2, 0, 1}});
    // Sizes that are no powers of two, single cells, and a halo wider than a block.
    gather_row(env, {105, 66}, {7, 11}, kFour);
    gather_row(env, {128, 128}, {16, 16}, kFour, true);
    gather_row(env, {40, 40, 40}, {2, 4, 5}, {{-3, 1, 0}, {0, 0, 7}});
}

CONFORMANCE_ROW(L03) {
    scatter_row(env, {128}, {32}, kPair);
    scatter_row(env, {128, 128}, {16, 16}, kFour);
    scatter_row(env, {128, 128}, {4, 16}, kFour);
    scatter_row(env, {105, 66}, {7, 11}, kFour);
    scatter_row(env, {128, 128}, {16, 16}, kFour, true);
    scatter_row(env, {60, 60}, {3, 4}, {{-5, 0, 0}, {0, 9, 0}});
}

CONFORMANCE_ROW(L04) {
    Fields f(env, {128, 128}, {8, 8});
    for (std::size_t k = 0; k < 3; ++k) f.fill(k);
    auto x = f[0], y = f[1], z = f[2], w = f[3], expected = f[4];
    auto xs = HaloTiles<i32>::create(x, w, {{0, 2}, {0, 0}});
    auto ys = HaloTiles<i32>::create(y, w, {{1, 1}, {2, 0}});
    auto zs = HaloTiles<i32>::create(z, w, {{1, 0}, {1, 0}});
    CHECK(xs.ok() && ys.ok() && zs.ok());
    CHECK_OK(for_each_leaf(
        w,
        [&](const LeafBlock& b) {
            const Tile<i32> tx = xs->gather(b), ty = ys->gather(b), tz = zs->gather(b);
            const BlockCells<i32> out(LeafField<i32>(w), b);
            for (u32 c = 0; c < b.cells(); ++c) {
                const i32 i = b.first[0] + static_cast<i32>(c / 8);
                const i32 j = b.first[1] + static_cast<i32>(c % 8);
                out[c] =
                    tx(i, j - 2) + ty(i + 2, j - 1) + ty(i - 1, j) + tz(i - 1, j) + tz(i + 1, j);
            }
        },
        Neighbours::all));
    u64 wrong = 0, cells = 0;
    CHECK_OK(struct_for(expected, [&](LoopCell c) {
        const i32 i = c[0], j = c[1];
        const i32 sum = f.read(x, c.worker, {i, j - 2}) + f.read(y, c.worker, {i + 2, j - 1}) +
                        f.read(y, c.worker, {i - 1, j}) + f.read(z, c.worker, {i - 1, j}) +
                        f.read(z, c.worker, {i + 1, j});
        atomic_add<u64>(cells, 1);
        if (w.accessor(c.worker).read(i, j) != sum) atomic_add<u64>(wrong, 1);
    }));
    CHECK(cells > 10000);
    CHECK(wrong == 0);
}

CONFORMANCE_ROW(L06) {
    Fields f(env, {64, 64}, {8, 8});
    auto x = f[0], y = f[1];
    x.at(20, 20) = 5;  // block (2, 2) alone
    const u32 pointer = 1;
    auto in = HaloTiles<i32>::create(x, x, {{1, 1}, {1, 1}});
    auto out = HaloTiles<i32>::create(y, x, {{1, 1}, {1, 1}});
    CHECK(in.ok() && out.ok());
    i32 around = -1;
    CHECK_OK(for_each_leaf(
        x,
        [&](const LeafBlock& b) {
            const Tile<i32> tile = in->gather(b);
            around = 0;
            for (i32 k = 15; k <= 24; ++k)
                around += tile(15, k) + tile(24, k) + tile(k, 15) + tile(k, 24);
        },
        Neighbours::all));
    CHECK(around == 0);
    CHECK(count(env, x) == 64);
    CHECK(!*f.tree->is_active(pointer, {1, 2}));
    CHECK_OK(for_each_leaf(
        x,
        [&](const LeafBlock& b) {
            const ScatterTile<i32> tile = out->scatter(b);
            tile.add(7, 15, 20);
            tile.add(0, 24, 24);
            tile.add(1, 20, 20);
            out->flush(b, tile);
        },
        Neighbours::all));
    CHECK(y.at(15, 20) == 7);
    CHECK(y.at(20, 20) == 1);
    CHECK(*f.tree->is_active(pointer, {1, 2}));
    CHECK(*f.tree->is_active(pointer, {3, 3}));
    CHECK(!*f.tree->is_active(pointer, {2, 1}));
    CHECK(count(env, x) == 3 * 64);
}

}  // namespace
}  // namespace starling::conformance
