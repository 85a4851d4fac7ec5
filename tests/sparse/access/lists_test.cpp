// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sparse/access/field.h"
#include "sparse/access/node_access.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using Lists = testing::TreeTest;

TEST_F(Lists, AnElementIsActiveBelowTheLengthInsideTasksToo) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef lists = builder.root().dense("i", {3}).dynamic("j", 8);
    lists.place(ref);
    finalize();
    ASSERT_TRUE(tree->field<i32>(ref)->set({1, 4}, 7).ok());
    const NodeAccess access(*tree->core(), lists.id(), 0);
    EXPECT_TRUE(access.is_active(1, 4));
    EXPECT_TRUE(access.is_active(1, 0));
    EXPECT_FALSE(access.is_active(1, 5));
    EXPECT_FALSE(access.is_active(0, 0));
    EXPECT_FALSE(*tree->is_active(lists.id(), {1, 5}));
}

TEST_F(Lists, AppendNamesTheListByTheAxesAboveWhateverTheListsAxis) {
    // The lists run along i, before the axes j and l of the cells that hold them.
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef lists = builder.root().pointer("lj", {4, 3}).dynamic("i", 8);
    lists.place(ref);
    finalize();
    const Field<i32> x = *tree->field<i32>(ref);
    ASSERT_TRUE(tree->parallel_for(1, 1,
                                   [&](i64, i64, int worker) {
                                       EXPECT_EQ(x.accessor(worker).append(5, 2, 3), 0);
                                       EXPECT_EQ(x.accessor(worker).append(6, 2, 3), 1);
                                   })
                    .ok());
    EXPECT_EQ(*tree->length(lists.id(), {2, 3}), 2u);
    EXPECT_EQ(*x.get({0, 2, 3}), 5);
    EXPECT_EQ(*x.get({1, 2, 3}), 6);
    EXPECT_EQ(*tree->length(lists.id(), {0, 2}), 0u);
}

}  // namespace
}  // namespace starling::sparse
