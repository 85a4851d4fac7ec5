// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Under AddressSanitizer, slots that nobody holds cannot be touched: uses after recycling and
// writes past the end of a slot are found. Elsewhere there is nothing to test.
#include "sparse/memory/poison.h"

#if defined(STARLING_ASAN)

#include "sparse/access/node_access.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

class Poison : public testing::TreeTest {
 protected:
    void SetUp() override {
        TreeTest::SetUp();
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        const FieldRef ref = builder.field<i32>("x");
        const NodeRef node = builder.root().pointer("i", {16});
        pointer = node.id();
        node.dense("i", {4}).place(ref);
        finalize();
        Field<i32> x = *tree->field<i32>(ref);
        for (i64 cell = 0; cell < 8; ++cell) ASSERT_TRUE(x.set({cell * 4}, 1).ok());
        column = tree->core()->column(tree->plan().fields[ref.index].column);
        const NodeAccess at(*tree->core(), pointer, 0);
        slot = at.slot(3);
    }
    volatile i32* cells(Handle handle) { return column.slot<i32>(handle); }

    u32 pointer = 0;
    ColumnView column;
    Handle slot = 0;
};

TEST_F(Poison, LiveSlotsCanBeUsedToTheirLastByte) {
    for (int k = 0; k < 4; ++k) cells(slot)[k] = k;
    EXPECT_EQ(cells(slot)[3], 3);
    EXPECT_EQ(cells(0)[3], 0);  // the ambient slot
}

TEST_F(Poison, AWritePastTheEndIsFound) {
    EXPECT_DEATH(cells(slot)[4] = 1, "AddressSanitizer");
    EXPECT_DEATH(cells(slot)[-1] = 1, "AddressSanitizer");
}

TEST_F(Poison, AUseAfterRecyclingIsFoundOnceTheTaskIsOver) {
    ASSERT_TRUE(tree->deactivate(pointer, {3}).ok());
    EXPECT_DEATH(cells(slot)[0] = 1, "AddressSanitizer");
    EXPECT_DEATH((void)cells(slot)[0], "AddressSanitizer");
    // Handed out again, it is usable again.
    ASSERT_TRUE(tree->activate(pointer, {12}).ok());
    EXPECT_EQ(cells(slot)[0], 0);
}

TEST_F(Poison, ARecycledSlotCanBeReadInItsOwnTask) {
    i32 seen = 0;
    ASSERT_TRUE(tree->parallel_for(1, 1,
                                   [&](i64, i64, int worker) {
                                       NodeAccess(*tree->core(), pointer, worker).deactivate(3);
                                       seen = cells(slot)[0];
                                   })
                    .ok());
    EXPECT_EQ(seen, 1);
}

TEST_F(Poison, ASlotThatWasNeverHandedOutIsFound) {
    const Handle next =
        tree->core()->manager(tree->plan().snodes[pointer].child_segment).data().size();
    EXPECT_DEATH(cells(next)[0] = 1, "AddressSanitizer");
}

TEST_F(Poison, SlotsThatMovedAwayAreFound) {
    for (const i32 cell : {0, 1, 2}) ASSERT_TRUE(tree->deactivate(pointer, {cell}).ok());
    ASSERT_TRUE(tree->repack().ok());
    EXPECT_EQ(cells(1)[0], 1);
    EXPECT_DEATH((void)cells(6)[0], "AddressSanitizer");
}

}  // namespace
}  // namespace starling::sparse

#endif  // STARLING_ASAN
