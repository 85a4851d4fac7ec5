// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/access/tile.h"

#include <gtest/gtest.h>

#include <mutex>

#include "sparse/access/node_access.h"
#include "tests/sparse/access/random_leaves.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::Chain;
using testing::RandomLeaves;
using At = RandomLeaves::At;

class TileTest : public testing::TreeTest {
 protected:
    /// All cells of a tile, by user index.
    static std::vector<At> cells_of(const LeafBlock& block, const Halo& halo, std::size_t rank) {
        std::vector<At> list;
        At low{}, high{};
        for (int d = 0; d < 3; ++d) {
            if (block.axis[d] == LeafBlock::kNoAxis) continue;
            const u8 a = block.axis[d];
            low[a] = block.first[a] - halo.before[a];
            high[a] = block.first[a] + static_cast<i32>(block.extent[d]) + halo.after[a];
        }
        for (std::size_t a = rank; a < 3; ++a) high[a] = 1;
        for (i32 i = low[0]; i < high[0]; ++i)
            for (i32 j = low[1]; j < high[1]; ++j)
                for (i32 k = low[2]; k < high[2]; ++k) list.push_back({i, j, k});
        return list;
    }
};

TEST_F(TileTest, RandomLayoutsAndHalosReadWhatTheWalkReads) {
    std::mt19937_64 random(5);
    for (u64 seed = 0; seed < 80; ++seed) {
        const Chain chain = testing::random_chain(random);
        SCOPED_TRACE(chain.text());
        RandomLeaves leaves(seed, chain, backend);
        Halo halo;
        for (std::size_t a = 0; a < 3; ++a) {
            halo.before[a] = static_cast<i32>(random() % 4);
            halo.after[a] = static_cast<i32>(random() % (seed % 8 == 0 ? 9 : 3));
        }
        auto tiles = HaloTiles<i32>::create(*leaves.x, *leaves.y, halo);
        ASSERT_TRUE(tiles.ok()) << tiles.error().text;
        std::mutex mutex;
        u64 blocks = 0;
        ASSERT_TRUE(for_each_leaf(
                        *leaves.y,
                        [&](const LeafBlock& block) {
                            std::lock_guard lock(mutex);
                            if (++blocks > 40 || HasFatalFailure()) return;
                            const Tile<i32> tile = tiles->gather(block);
                            for (const At& at : cells_of(block, halo, leaves.rank))
                                ASSERT_EQ(tile.at(at.data()), leaves.read(*leaves.x, at));
                        },
                        Neighbours::all)
                        .ok());
        if (HasFatalFailure()) return;
    }
}

TEST_F(TileTest, RandomScattersAddUpAndActivateWhatTheyTouch) {
    std::mt19937_64 random(6);
    for (u64 seed = 0; seed < 60; ++seed) {
        const Chain chain = testing::random_chain(random);
        SCOPED_TRACE(chain.text());
        RandomLeaves leaves(seed, chain, backend);
        Halo halo;
        for (std::size_t a = 0; a < 3; ++a)
            halo.before[a] = halo.after[a] = static_cast<i32>(random() % 3);
        auto tiles = HaloTiles<i32>::create(*leaves.y, *leaves.x, halo);
        ASSERT_TRUE(tiles.ok()) << tiles.error().text;
        std::mutex mutex;
        std::map<At, i32> expected;
        u64 dropped = 0, blocks = 0;
        ASSERT_TRUE(for_each_leaf(
                        *leaves.x,
                        [&](const LeafBlock& block) {
                            std::lock_guard lock(mutex);
                            if (++blocks > 40) return;
                            const ScatterTile<i32> tile = tiles->scatter(block);
                            const std::vector<At> cells = cells_of(block, halo, leaves.rank);
                            for (int n = 0; n < 30; ++n) {
                                const At at = cells[random() % cells.size()];
                                const i32 value = static_cast<i32>(random() % 5);
                                if (!leaves.inside(at))
                                    dropped += tile.written[tile.cell(at.data())] == 0;
                                tile.add_at(value, at.data());
                                if (leaves.inside(at)) expected[at] += value;
                            }
                            tiles->flush(block, tile);
                        },
                        Neighbours::all)
                        .ok());
        const NodeAccess node(*leaves.tree->core(), leaves.snode, 0);
        for (const auto& [at, value] : expected) {
            ASSERT_EQ(leaves.read(*leaves.y, at), value);
            At local{};
            for (std::size_t a = 0; a < leaves.rank; ++a)
                local[a] = at[a] - static_cast<i32>(leaves.offset[a]);
            ASSERT_TRUE(leaves.rank == 1   ? node.is_active(local[0])
                        : leaves.rank == 2 ? node.is_active(local[0], local[1])
                                           : node.is_active(local[0], local[1], local[2]));
        }
        EXPECT_EQ(leaves.tree->stats().dropped_writes, dropped);
    }
}

TEST_F(TileTest, MisuseIsAnError) {
    const FieldRef x = builder.field<i32>("x"), y = builder.field<i32>("y"),
                   list = builder.field<i32>("list"), wide = builder.field<i32>("wide");
    const NodeRef blocks = builder.root().pointer("ij", {4, 4});
    blocks.dense("ij", {4, 8}).place(x);
    blocks.dense("ij", {8, 4}).place(y);
    builder.root().dynamic("k", 8).place(list);
    builder.root().dense("ijkl", {2, 2, 2, 2}).place(wide);
    finalize();
    const auto expect = [&](FieldRef of, FieldRef loop, const Halo& halo, const char* text) {
        const auto refused =
            HaloTiles<i32>::create(*tree->field<i32>(of), *tree->field<i32>(loop), halo);
        ASSERT_FALSE(refused.ok());
        EXPECT_NE(refused.error().text.find(text), std::string::npos) << refused.error().text;
    };
    expect(x, y, {}, "field x in dense#2(ij, 4x8) does not have the leaf blocks of field y");
    expect(list, list, {}, "lists");
    expect(wide, wide, {}, "three axes");
    expect(x, x, {{-1, 0, 0}, {0, 0, 0}}, "negative");
    const Field<i32> gone = *tree->field<i32>(x);
    ASSERT_TRUE(tree->destroy().ok());
    EXPECT_FALSE(HaloTiles<i32>::create(gone, gone, {}).ok());
}

}  // namespace
}  // namespace starling::sparse
