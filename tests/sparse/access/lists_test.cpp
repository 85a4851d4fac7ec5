// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <vector>

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

TEST_F(Lists, AnAccessorAppendsRightAcrossClearsListsAndCollections) {
    // Chunks of 4 in tables; one accessor lives through tasks, and their chunks are reused.
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef lists = builder.root().pointer("i", {3}).dynamic("j", 64, {.chunk = 4});
    lists.place(ref);
    finalize();
    const Field<i32> x = *tree->field<i32>(ref);
    auto access = x.accessor(0);
    std::vector<i32> oracle[3];
    std::mt19937 random(5);
    for (int task = 0; task < 40; ++task) {
        ASSERT_TRUE(tree->parallel_for(1, 1,
                                       [&](i64, i64, int) {
                                           NodeAccess list(*tree->core(), lists.id(), 0);
                                           for (i32 k = 0; k < 60; ++k) {
                                               const u32 n = static_cast<u32>(random() % 3);
                                               if (random() % 16 == 0) {
                                                   list.clear(static_cast<i32>(n));
                                                   oracle[n].clear();
                                               }
                                               if (oracle[n].size() == 64) continue;
                                               const i64 number = access.append(task * 64 + k, n);
                                               EXPECT_EQ(number,
                                                         static_cast<i64>(oracle[n].size()));
                                               oracle[n].push_back(task * 64 + k);
                                           }
                                       })
                        .ok());
        for (i64 n = 0; n < 3; ++n) {
            ASSERT_EQ(*tree->length(lists.id(), {n}), oracle[n].size());
            for (std::size_t k = 0; k < oracle[n].size(); ++k)
                ASSERT_EQ(*x.get({n, static_cast<i64>(k)}), oracle[n][k]);
        }
        ASSERT_TRUE(tree->core()->validate().ok());
    }
}

TEST_F(Lists, AListThatManyOverfillHoldsItsCapacity) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef lists = builder.root().dynamic("i", 50, {.chunk = 4});
    lists.place(ref);
    finalize();
    const Field<i32> x = *tree->field<i32>(ref);
    i64 taken = 0;
    EXPECT_FALSE(tree->parallel_for(4000, 10,
                                    [&](i64 begin, i64 end, int worker) {
                                        auto access = x.accessor(worker);
                                        for (i64 k = begin; k < end; ++k)
                                            if (access.append(1) >= 0) atomic_add<i64>(taken, 1);
                                    })
                     .ok());
    EXPECT_EQ(taken, 50);
    const TreeCore& core = *tree->core();
    EXPECT_EQ(list_header(core, lists.id(), {1, 0}).length, 50u);
    for (i64 k = 0; k < 50; ++k) EXPECT_EQ(*x.get({k}), 1);
}

}  // namespace
}  // namespace starling::sparse
