// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "sparse/access/leaf.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

class LeafTest : public testing::TreeTest {
 protected:
    /// Compares the leaf blocks of `x` with a struct_for over it: the same cells, once each, found
    /// by the block's origin, its linear numbers and its mask.
    void expect_blocks_cover_the_loop(Field<i32>& x) {
        const TreeCore& core = *x.core();
        const FieldPlan& plan = core.plan().fields[x.id()];
        const std::size_t rank = plan.offset.size();
        std::mutex mutex;
        std::multiset<std::vector<i32>> loop, leaves;
        ASSERT_TRUE(struct_for(x, [&](LoopCell cell) {
                        std::lock_guard lock(mutex);
                        loop.insert({cell.index, cell.index + rank});
                        *x.accessor(cell.worker).activate_at(cell.index) = ++marks_;
                    }).ok());
        // Every cell now holds a mark of its own, which tells the leaf pass where it is.
        std::map<i32, std::vector<i32>> index_of;
        for (const std::vector<i32>& index : loop)
            index_of[*x.accessor(0).lookup_at(index.data())] = index;
        const LeafField<i32> leaf(x);
        const LeafGeometry& geometry = x.core()->leaf_cache().geometry(plan.snode);
        std::set<std::pair<Handle, u64>> cells;
        ASSERT_TRUE(for_each_leaf(x, [&](const LeafBlock& block) {
                        std::lock_guard lock(mutex);
                        EXPECT_LE(block.end - block.begin, LeafBlock::kTile);
                        EXPECT_LT(block.begin, block.end);
                        EXPECT_LE(block.end, geometry.cells());
                        for (u64 c = block.begin; c < block.end; ++c) {
                            if (!block.is_active(c)) continue;
                            EXPECT_TRUE(cells.insert({block.slot, c}).second);
                            std::vector<i32> index(block.origin, block.origin + rank);
                            geometry.decoder().add(c, index.data());
                            const i32 mark = leaf.data(block.slot)[c * leaf.stride()];
                            EXPECT_EQ(index_of[mark], index);
                            leaves.insert(index);
                        }
                    }).ok());
        EXPECT_EQ(leaves, loop);
        EXPECT_EQ(index_of.size(), loop.size());
    }

    i32 marks_ = 0;  // only under the mutex of the loop
};

TEST_F(LeafTest, BlocksOfPointerLeavesWithOffsets) {
    const FieldRef ref = builder.field<i32>("x"), other = builder.field<f64>("y");
    builder.root().pointer("ij", {5, 3}).dense("ji", {4, 6}).place({other, ref}, {-20, 7});
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    for (const auto& [i, j] : {std::pair{-20, 7}, {9, 18}, {-1, 11}, {-2, 12}})
        ASSERT_TRUE(x.set({i, j}, 1).ok());
    expect_blocks_cover_the_loop(x);
}

TEST_F(LeafTest, BitmaskedCellsThroughTheMask) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {3}).bitmasked("ij", {7, 11}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    for (int k = 0; k < 60; ++k) ASSERT_TRUE(x.set({k * 13 % 21, k * 5 % 11}, 1).ok());
    expect_blocks_cover_the_loop(x);
}

TEST_F(LeafTest, AMaskWhoseBitsEachCoverABlock) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().bitmasked("i", {70}).dense("ij", {3, 5}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    for (const i32 i : {0, 4, 191, 192, 200, 209}) ASSERT_TRUE(x.set({i, 2}, 1).ok());
    expect_blocks_cover_the_loop(x);
    u64 active = 0;
    ASSERT_TRUE(for_each_leaf(x, [&](const LeafBlock& block) {
                    EXPECT_EQ(block.cells_per_bit, 15u);
                    for (u64 c = block.begin; c < block.end; ++c)
                        if (block.is_active(c)) atomic_add<u64>(active, 1);
                }).ok());
    // Blocks 0, 1, 63, 64, 66, 69 of 15 cells.
    EXPECT_EQ(active, 6u * 15);
}

TEST_F(LeafTest, SlotsLargerThanATileComeInPieces) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {3}).dense("ij", {101, 97}).place(ref);  // 9,797 cells a slot
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    ASSERT_TRUE(x.set({0, 0}, 1).ok());
    ASSERT_TRUE(x.set({302, 96}, 1).ok());
    u64 pieces = 0;
    ASSERT_TRUE(for_each_leaf(x, [&](const LeafBlock&) { atomic_add<u64>(pieces, 1); }).ok());
    EXPECT_EQ(pieces, 2u * 3);
    expect_blocks_cover_the_loop(x);
}

TEST_F(LeafTest, ALargeMaskInTheRoot) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().dense("i", {3}).bitmasked("j", {5000}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    for (int k = 0; k < 300; ++k) ASSERT_TRUE(x.set({k % 3, k * 4999 / 299}, 1).ok());
    expect_blocks_cover_the_loop(x);
}

TEST_F(LeafTest, NothingActiveMeansNoActiveCell) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {3}).dense("i", {8}).place(ref);
    finalize();
    int calls = 0;
    ASSERT_TRUE(for_each_leaf(*tree->field<i32>(ref), [&](const LeafBlock&) { ++calls; }).ok());
    EXPECT_EQ(calls, 0);
}

TEST_F(LeafTest, ListsHaveNoLeafBlocks) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().dynamic("i", 8).place(ref);
    finalize();
    const Status refused = for_each_leaf(*tree->field<i32>(ref), [](const LeafBlock&) {});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text.find("field x"), std::string::npos);
    EXPECT_NE(refused.error().text.find("struct_for"), std::string::npos);
}

}  // namespace
}  // namespace starling::sparse
