// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "sparse/access/leaf.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using FieldTest = testing::TreeTest;

TEST_F(FieldTest, AskedForAsAnotherTypeIsAnErrorThatNamesBoth) {
    const FieldRef ref = builder.field<f32>("x");
    builder.root().dense("i", {4}).place(ref);
    finalize();
    const auto wrong = tree->field<i32>(ref);
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().text, "field x: is f32, asked for as i32");
    EXPECT_FALSE(tree->field<f64>(ref).ok());
    EXPECT_FALSE(tree->field<u32>(ref).ok());
    EXPECT_TRUE(tree->field<f32>(ref).ok());
    EXPECT_FALSE(tree->field<f32>(FieldRef{1}).ok());
}

TEST_F(FieldTest, IndicesOutOfRangeAreErrorsThatSayTheRange) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("ij", {2}).dense("ij", {4, 8}).place(ref, {-8, 100});
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    EXPECT_TRUE(x.set({-8, 100}, 1).ok());
    EXPECT_TRUE(x.set({-1, 115}, 2).ok());
    EXPECT_EQ(*x.get({-8, 100}), 1);
    EXPECT_EQ(*x.get({-1, 115}), 2);
    for (const Index& index : {Index{-9, 100}, Index{0, 100}, Index{-8, 99}, Index{-8, 116}}) {
        const Status written = x.set(index, 9);
        ASSERT_FALSE(written.ok());
        EXPECT_NE(written.error().text.find("field x"), std::string::npos);
        EXPECT_EQ(x.get(index).error().text, written.error().text);
    }
    EXPECT_EQ(x.get({0, 100}).error().text, "field x: index 0 on axis i is outside of -8 to -1");
    EXPECT_EQ(x.get({-8, 99}).error().text, "field x: index 99 on axis j is outside of 100 to 115");
    EXPECT_EQ(x.get({1}).error().text, "field x: expected 2 indices, got 1");
    EXPECT_EQ(x.get({1, 2, 3}).error().text, "field x: expected 2 indices, got 3");
    EXPECT_EQ(x.get({-8, 100}, 1).error().text, "field x: component 1 of 1");
}

TEST_F(FieldTest, IndicesBeyond32BitsAreOutOfRangeToo) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef node = builder.root().pointer("i", {4});
    node.place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    for (const i64 far : {i64{1} << 32, (i64{1} << 32) + 1, -(i64{1} << 32), i64{1} << 62}) {
        EXPECT_FALSE(x.set({far}, 5).ok()) << far;
        EXPECT_FALSE(x.get({far}).ok()) << far;
        EXPECT_FALSE(tree->activate(node.id(), {far}).ok()) << far;
    }
    EXPECT_FALSE(*tree->is_active(node.id(), {0}));
}

TEST_F(FieldTest, MoreIndicesThanAnyFieldHasAreAnError) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().dense("ijklmnopqrst", {1}).place(ref);
    finalize();
    const Field<i32> x = *tree->field<i32>(ref);
    EXPECT_TRUE(x.get({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}).ok());
    EXPECT_FALSE(x.get({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}).ok());
}

TEST_F(FieldTest, ComponentsLieBesideEachOther) {
    const FieldRef ref = builder.field<f32>("v", 3), other = builder.field<i32>("n");
    builder.root().bitmasked("i", {5}).place({ref, other});
    finalize();
    Field<f32> v = *tree->field<f32>(ref);
    Field<i32> n = *tree->field<i32>(other);
    for (u32 c = 0; c < 3; ++c) ASSERT_TRUE(v.set({3}, static_cast<f32>(c) + 1, c).ok());
    n.at(3) = 42;
    for (u32 c = 0; c < 3; ++c) {
        EXPECT_EQ(*v.get({3}, c), static_cast<f32>(c) + 1);
        EXPECT_EQ(v.at(3)[c], static_cast<f32>(c) + 1);
        EXPECT_EQ(v.accessor(0).lookup(3)[c], static_cast<f32>(c) + 1);
        EXPECT_EQ(*v.get({2}, c), 0);
    }
    EXPECT_FALSE(v.set({3}, 1, 3).ok());
    EXPECT_EQ(n.at(3), 42);
}

TEST_F(FieldTest, ReferencesReadAndAssignLikeValues) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {4}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(0) = 7;
    x.at(1) = x.at(0);  // the value, not the place
    x.at(0) = 8;
    EXPECT_EQ(x.at(0), 8);
    EXPECT_EQ(x.at(1), 7);
    EXPECT_EQ(x.at(2), 0);
    x.at(99) = 5;  // out of range: writes nothing
    EXPECT_EQ(x.at(99), 0);
    EXPECT_EQ(x.at(3), 0);
}

TEST_F(FieldTest, EveryUseAfterDestroyIsAnErrorThatSaysSo) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {4}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(1) = 3;
    tree.reset();  // the field outlives the tree object
    for (const std::string& text : {x.get({1}).error().text, x.set({1}, 2).error().text,
                                    struct_for(x, [](LoopCell) {}).error().text,
                                    for_each_leaf(x, [](const LeafBlock&) {}).error().text})
        EXPECT_NE(text.find("destroyed"), std::string::npos) << text;
    EXPECT_EQ(x.at(1), 0);
    x.at(1) = 4;
    EXPECT_EQ(x.core(), nullptr);
}

TEST_F(FieldTest, TasksInsideOfTasksAreRefusedAndLeaveTheOuterOneAlone) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef node = builder.root().pointer("i", {4});
    node.place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    int refused = 0, calls = 0;
    ASSERT_TRUE(tree->parallel_for(
                        1, 1,
                        [&](i64, i64, int worker) {
                            ++calls;
                            refused +=
                                !tree->parallel_for(1, 1, [&](i64, i64, int) { ++calls; }).ok();
                            refused += !struct_for(x, [&](LoopCell) { ++calls; }).ok();
                            refused += !for_each_leaf(x, [&](const LeafBlock&) { ++calls; }).ok();
                            refused += !x.set({0}, 1).ok();
                            refused += !tree->activate(node.id(), {0}).ok();
                            refused += !tree->deactivate_all().ok();
                            x.accessor(worker).write(3, 2);
                        })
                    .ok());
    EXPECT_EQ(refused, 6);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(x.at(2), 3);
    EXPECT_TRUE(x.set({0}, 1).ok());
}

}  // namespace
}  // namespace starling::sparse
