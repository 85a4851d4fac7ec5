// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Every mistake in a declaration is an error value that names the node and the rule.
#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using Declare = std::function<void(FieldsBuilder&)>;

std::string error_of(const Declare& declare) {
    FieldsBuilder builder;
    declare(builder);
    const auto plan = builder.compile();
    if (plan.ok()) return "no error";
    // finalize() refuses it with the same words, and makes no tree.
    auto executor = make_executor(ExecutorKind::jthread, 1);
    Backend backend;
    backend.executor = executor->get();
    const auto tree = builder.finalize(backend);
    EXPECT_FALSE(tree.ok());
    EXPECT_EQ(tree.ok() ? "" : tree.error().text, plan.error().text);
    return plan.error().text;
}

void expect_error(const Declare& declare, std::initializer_list<const char*> parts) {
    const std::string text = error_of(declare);
    for (const char* const part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in: " << text;
}

FieldRef x(FieldsBuilder& b) {
    return b.field<f32>("x");
}

TEST(BuilderErrors, F05_OffsetOfTheWrongLength) {
    expect_error([](auto& b) { b.root().dense("ij", {4}).place(x(b), {1}); },
                 {"dense#1(ij, 4x4)", "offset of 2 numbers", "got 1"});
    expect_error(
        [](auto& b) {
            b.root().dense("i", {4}).place(x(b), {1, 2, 3});
        },
        {"dense#1(i, 4)", "offset of 1 numbers", "got 3"});
    expect_error([](auto& b) { b.root().place(x(b), {1}); }, {"root", "no shape"});
    expect_error([](auto& b) { b.root().dense("i", {4}).place(x(b), {i64{1} << 40}); },
                 {"field x", "offset", "out of range"});
}

TEST(BuilderErrors, F09_AxesRepeatedUnknownOrMissing) {
    expect_error([](auto& b) { b.root().dense("ii", {4}).place(x(b)); },
                 {"dense#1(ii, 4x4)", "axis i is given twice"});
    expect_error([](auto& b) { b.root().pointer("iz", {4}).place(x(b)); },
                 {"pointer#1(i?, 4x4)", "unknown axis", "i to t"});
    expect_error([](auto& b) { b.root().pointer("h", {4}).place(x(b)); }, {"unknown axis"});
    expect_error([](auto& b) { b.root().pointer("", {4}).place(x(b)); },
                 {"pointer#1", "at least one axis"});
    expect_error([](auto& b) { b.root().dense(std::vector<int>{12}, {4}).place(x(b)); },
                 {"unknown axis"});
}

TEST(BuilderErrors, F16_TwelveAxesWorkAndTheThirteenthIsRefused) {
    EXPECT_EQ(error_of([](auto& b) { b.root().dense("ijklmnopqrst", {2}).place(x(b)); }),
              "no error");
    expect_error([](auto& b) { b.root().dense("ijklmnopqrstu", {2}).place(x(b)); },
                 {"dense#1", "unknown axis"});
}

TEST(BuilderErrors, F21_SizesOutOfRangeOrOfTheWrongNumber) {
    for (const i64 size : {i64{0}, i64{-1}, i64{1} << 31, i64{1} << 40}) {
        const std::string got = "got " + std::to_string(size);
        for (const auto kind :
             {SNodeKind::dense, SNodeKind::bitmasked, SNodeKind::pointer, SNodeKind::dynamic}) {
            expect_error(
                [&](auto& b) {
                    const NodeRef root = b.root();
                    const NodeRef node = kind == SNodeKind::dense ? root.dense("i", {size})
                                         : kind == SNodeKind::bitmasked
                                             ? root.bitmasked("i", {size})
                                         : kind == SNodeKind::pointer ? root.pointer("i", {size})
                                                                      : root.dynamic("i", size);
                    node.place(x(b));
                },
                {"#1(i, ", "sizes from 1 to 2147483647", got.c_str()});
        }
    }
    expect_error(
        [](auto& b) {
            b.root().dense("ijk", {4, 4}).place(x(b));
        },
        {"dense#1(ijk, 4x4)", "2 sizes for 3 axes"});
    expect_error([](auto& b) { b.root().dense("i", {4, 4}).place(x(b)); }, {"2 sizes for 1 axes"});
    expect_error([](auto& b) { b.root().dense("i", {}).place(x(b)); }, {"0 sizes for 1 axes"});
}

TEST(BuilderErrors, SizesWhoseProductIsTooLarge) {
    expect_error(
        [](auto& b) {
            b.root().pointer("i", {1 << 16}).dense("ij", {1 << 15, 1}).place(x(b));
        },
        {"dense#2(ij, 32768x1)", "axis i", "2147483647 cells over all levels"});
    // The largest that is allowed compiles; its memory is asked for by use alone.
    EXPECT_EQ(error_of([](auto& b) {
                  b.root().pointer("i", {1 << 16}).pointer("i", {(1 << 15) - 1}).place(x(b));
              }),
              "no error");
    expect_error([](auto& b) { b.root().dense("ijk", {1 << 14}).place(x(b)); },
                 {"dense#1(ijk, 16384x16384x16384)", "2^40", "pointer"});
}

TEST(BuilderErrors, F22_DynamicWithASharedAxisOrTwo) {
    expect_error([](auto& b) { b.root().dense("ij", {4}).dynamic("j", 8).place(x(b)); },
                 {"dynamic#2(j, 8)", "shares axis j", "dense#1(ij, 4x4)"});
    expect_error(
        [](auto& b) { b.root().pointer("k", {4}).dense("i", {2}).dynamic("k", 8).place(x(b)); },
        {"dynamic#3(k, 8)", "shares axis k", "pointer#1(k, 4)"});
    expect_error([](auto& b) { b.root().dynamic("ij", 8).place(x(b)); },
                 {"dynamic#1(ij, 8x8)", "one axis", "got 2"});
    for (const i64 chunk : {i64{0}, i64{-4}, i64{1} << 31})
        expect_error([&](auto& b) { b.root().dynamic("i", 8, {.chunk = chunk}).place(x(b)); },
                     {"dynamic#1(i, 8)", "chunk", std::to_string(chunk).c_str()});
}

TEST(BuilderErrors, D31_AnythingBelowADynamic) {
    const auto below = [](const std::function<NodeRef(NodeRef)>& child, const char* name) {
        expect_error([&](auto& b) { child(b.root().dynamic("i", 8)).place(x(b)); },
                     {name, "dynamic#1(i, 8)", "only place()"});
    };
    below([](NodeRef n) { return n.dense("j", {2}); }, "dense#2(j, 2)");
    below([](NodeRef n) { return n.bitmasked("j", {2}); }, "bitmasked#2(j, 2)");
    below([](NodeRef n) { return n.pointer("j", {2}); }, "pointer#2(j, 2)");
    below([](NodeRef n) { return n.dynamic("j", 2); }, "dynamic#2(j, 2)");
}

TEST(BuilderErrors, F23_ANodeWithoutAChild) {
    expect_error([](auto& b) { b.root().pointer("i", {4}); }, {"pointer#1(i, 4)", "no child"});
    expect_error(
        [](auto& b) {
            const NodeRef node = b.root().dense("i", {4});
            node.place(x(b));
            node.bitmasked("j", {3});
        },
        {"bitmasked#2(j, 3)", "no child"});
}

TEST(BuilderErrors, F24_FieldsPlacedTwiceNeverOrFromElsewhere) {
    expect_error(
        [](auto& b) {
            const FieldRef ref = x(b);
            b.root().dense("i", {4}).place(ref).place(ref);
        },
        {"field x", "placed twice"});
    expect_error(
        [](auto& b) {
            const FieldRef ref = x(b);
            b.root().dense("i", {4}).place(FieldGroup{ref, ref});
        },
        {"field x", "placed twice"});
    expect_error(
        [](auto& b) {
            b.root().dense("i", {4}).place(x(b));
            b.template field<i32>("y");
        },
        {"field y", "never placed"});
    expect_error(
        [](auto& b) {
            FieldsBuilder other;
            const FieldRef first = x(other), second = other.template field<f32>("y");
            (void)first;
            x(b);
            b.root().dense("i", {4}).place(second);
        },
        {"another FieldsBuilder"});
    expect_error([](auto& b) { b.root().dense("i", {4}).place(FieldGroup{}); },
                 {"at least one field"});
}

TEST(BuilderErrors, FieldsOfOneNameOrWithAWrongNumberOfComponents) {
    expect_error(
        [](auto& b) {
            b.root().dense("i", {4}).place(FieldGroup{x(b), x(b)});
        },
        {"field x", "of this name exists already"});
    for (const u32 components : {0u, 65u, 0xffffffffu})
        expect_error(
            [&](auto& b) {
                b.root().dense("i", {4}).place(b.template field<f32>("v", components));
            },
            {"field v", "1 to 64 components", std::to_string(components).c_str()});
}

TEST(BuilderErrors, EightLevelsWorkAndTheNinthIsRefused) {
    const auto chain = [](int levels) {
        return [levels](FieldsBuilder& b) {
            NodeRef node = b.root();
            for (int k = 0; k < levels; ++k) node = node.dense("i", {2});
            node.place(x(b));
        };
    };
    EXPECT_EQ(error_of(chain(8)), "no error");
    expect_error(chain(9), {"dense#9(i, 2)", "level 9", "at most 8"});
}

TEST(BuilderErrors, TheFirstMistakeIsTheOneReported) {
    FieldsBuilder b;
    EXPECT_TRUE(b.status().ok());
    b.root().dense("ii", {4});
    b.root().dense("j", {0});
    ASSERT_FALSE(b.status().ok());
    EXPECT_NE(b.status().error().text.find("axis i is given twice"), std::string::npos);
    EXPECT_EQ(b.compile().error().text, b.status().error().text);
}

LevelDesc level(SNodeKind kind, std::vector<int> axes, std::vector<i64> shape) {
    LevelDesc out;
    out.kind = kind;
    out.axes = std::move(axes);
    out.shape = std::move(shape);
    return out;
}

LevelDesc place_level(const char* field) {
    LevelDesc out;
    out.kind = SNodeKind::place;
    out.place = {{field}};
    return out;
}

TEST(BuilderErrors, LayoutDescriptionsAreHeldToTheSameRules) {
    const auto desc = [](std::vector<LevelDesc> levels) {
        return [levels](FieldsBuilder& b) {
            x(b);
            b.add({levels});
        };
    };
    const LevelDesc dense = level(SNodeKind::dense, {0, 1}, {4, 5});
    EXPECT_EQ(error_of(desc({dense, place_level("x")})), "no error");
    expect_error(desc({dense, place_level("y")}), {"no field is named y"});
    expect_error(desc({level(SNodeKind::root, {}, {}), dense, place_level("x")}), {"root"});
    expect_error(desc({level(SNodeKind::pointer, {0}, {}), place_level("x")}),
                 {"0 sizes for 1 axes"});
    expect_error(desc({level(SNodeKind::dynamic, {0}, {}), place_level("x")}),
                 {"dynamic#1(i", "size"});
    expect_error(desc({level(SNodeKind::dynamic, {0}, {8, 9}), place_level("x")}),
                 {"dynamic#1(i, 8x9)", "one size", "got 2"});
    LevelDesc chunked = level(SNodeKind::dynamic, {0}, {8});
    chunked.chunk = -1;
    expect_error(desc({chunked, place_level("x")}), {"dynamic#1(i, 8)", "chunk"});
}

using BuilderLife = testing::TreeTest;

TEST_F(BuilderLife, G06_NothingMayFollowFinalize) {
    const NodeRef node = builder.root().dense("i", {4});
    node.place(x(builder));
    finalize();
    const auto again = builder.finalize(backend);
    ASSERT_FALSE(again.ok());
    EXPECT_NE(again.error().text.find("finalize() was called before"), std::string::npos);
    node.pointer("j", {2});
    ASSERT_FALSE(builder.status().ok());
    EXPECT_NE(builder.status().error().text.find("pointer#2(j, 2)"), std::string::npos);
    EXPECT_NE(builder.status().error().text.find("after finalize()"), std::string::npos);
    EXPECT_TRUE(tree->alive());
    EXPECT_EQ(tree->plan().snodes.size(), 2u);
}

TEST_F(BuilderLife, FieldsAndPlacesAfterFinalizeAreMistakesToo) {
    builder.root().dense("i", {4}).place(x(builder));
    finalize();
    builder.field<f32>("late");
    ASSERT_FALSE(builder.status().ok());
    EXPECT_NE(builder.status().error().text.find("field late"), std::string::npos);
}

TEST_F(BuilderLife, G07_AnEmptyBuilderMakesATreeThatHoldsNothing) {
    finalize();
    EXPECT_EQ(tree->plan().snodes.size(), 1u);
    EXPECT_TRUE(tree->plan().fields.empty());
    EXPECT_FALSE(tree->field<f32>(FieldRef{0}).ok());
    EXPECT_TRUE(tree->deactivate_all().ok());
    EXPECT_TRUE(tree->destroy().ok());
}

TEST_F(BuilderLife, ABackendWithoutAnExecutorIsAnErrorThatCanBeMended) {
    builder.root().dense("i", {4}).place(x(builder));
    const auto refused = builder.finalize(Backend{});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text.find("executor"), std::string::npos);
    finalize();
}

TEST_F(BuilderLife, F25_IndicesOfTheWrongNumberNameBothCounts) {
    const NodeRef node = builder.root().pointer("ij", {4});
    node.place(x(builder));
    finalize();
    const auto one = tree->is_active(node.id(), {1});
    const auto three = tree->is_active(node.id(), {1, 2, 3});
    ASSERT_FALSE(one.ok());
    ASSERT_FALSE(three.ok());
    EXPECT_EQ(one.error().text, "pointer#1(ij, 4x4): expected 2 indices, got 1");
    EXPECT_EQ(three.error().text, "pointer#1(ij, 4x4): expected 2 indices, got 3");
    EXPECT_EQ(tree->activate(node.id(), {1}).error().text, one.error().text);
    EXPECT_EQ(tree->deactivate(node.id(), {1}).error().text, one.error().text);
}

}  // namespace
}  // namespace starling::sparse
