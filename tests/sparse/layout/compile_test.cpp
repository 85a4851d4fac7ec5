// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// What declarations compile into, against numbers computed by hand.
#include <gtest/gtest.h>

#include <string>

#include "sparse/layout/fields_builder.h"

namespace starling::sparse {
namespace {

LayoutPlan compile(const FieldsBuilder& builder) {
    auto plan = builder.compile();
    EXPECT_TRUE(plan.ok()) << plan.error().text;
    return std::move(*plan);
}

void expect_in(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in:\n" << text;
}

TEST(Compile, DenseLevelsAlongDifferentAxesAreOneStep) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("b");
    b.root().dense("j", {32}).dense("i", {16}).place(ref);
    const LayoutPlan plan = compile(b);
    const FieldPlan& field = plan.fields[0];
    EXPECT_EQ(field.snode, 2u);
    EXPECT_EQ(field.cell_bytes, 4u);
    EXPECT_EQ(plan.columns[field.column].stride, 32u * 16 * 4);
    EXPECT_EQ(plan.slot_bytes(0), 2048u);
    EXPECT_EQ(plan.axes_of(2), (std::vector<int>{0, 1}));
    const Path& path = plan.paths[2];
    ASSERT_EQ(path.steps.size(), 1u);
    EXPECT_EQ(path.steps[0].cells, 512u);
    // Row-major: j outside, i inside.
    ASSERT_EQ(path.axes.size(), 2u);
    EXPECT_EQ(path.axes[0].position, 1);
    EXPECT_EQ(path.axes[0].extent, 32u);
    EXPECT_EQ(path.axes[1].position, 0);
    EXPECT_EQ(path.axes[1].extent, 16u);
    EXPECT_TRUE(path.axes[0].pot && path.axes[1].pot);
    expect_in(plan.describe(), "root  2048 B, always there");
    expect_in(plan.describe(), "b:i32  4 B a cell");
    expect_in(plan.describe(), "block   512 cells in one row-major box");
    expect_in(plan.describe(), "fast: a table an axis");
}

TEST(Compile, BlocksInsideOfBlocksStayTwoSteps) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root().dense("ij", {8}).dense("ij", {8}).place(ref);
    const LayoutPlan plan = compile(b);
    const Path& path = plan.paths[2];
    ASSERT_EQ(path.steps.size(), 2u);
    EXPECT_EQ(path.steps[0].cells, 64u);
    EXPECT_EQ(path.steps[1].cells, 64u);
    EXPECT_EQ(path.axes[0].divisor, 8u);
    EXPECT_EQ(path.axes[0].shift, 3);
    EXPECT_EQ(path.axes[2].divisor, 1u);
    EXPECT_EQ(plan.snodes[2].shape[0], 64u);
    EXPECT_EQ(plan.snodes[2].containers, 64u);
    EXPECT_EQ(plan.slot_bytes(0), 64u * 64 * 4);
    expect_in(plan.describe(), "2 nested boxes");
}

TEST(Compile, APointerStartsASegmentOfSlots) {
    FieldsBuilder b;
    const FieldRef x = b.field<u8>("x"), y = b.field<f64>("y"), v = b.field<f32>("v", 3);
    const NodeRef p = b.root().pointer("ij", {6, 10});
    p.dense("ij", {5, 4}).place({x, y}).place(v);
    const LayoutPlan plan = compile(b);
    ASSERT_EQ(plan.segments.size(), 2u);
    EXPECT_EQ(plan.segments[1].owner, p.id());
    EXPECT_EQ(plan.segments[1].max_slots, 60u);
    EXPECT_EQ(plan.slot_bytes(0), 60u * 4);
    // u8 then f64 beside it: padded to 16 B; the vector group on its own: 12 B.
    EXPECT_EQ(plan.fields[0].cell_bytes, 16u);
    EXPECT_EQ(plan.fields[0].offset_in_cell, 0u);
    EXPECT_EQ(plan.fields[1].offset_in_cell, 8u);
    EXPECT_EQ(plan.fields[2].cell_bytes, 12u);
    EXPECT_EQ(plan.slot_bytes(1), 20u * (16 + 12));
    const Path& path = plan.paths[2];
    ASSERT_EQ(path.steps.size(), 2u);
    EXPECT_EQ(path.steps[0].kind, SNodeKind::pointer);
    EXPECT_EQ(path.steps[0].segment, 0u);
    EXPECT_EQ(path.steps[1].segment, 1u);
    EXPECT_EQ(path.first_step_in(1), 1u);
    EXPECT_EQ(path.axes[0].divisor, 5u);
    EXPECT_EQ(path.axes[1].divisor, 4u);
    EXPECT_FALSE(path.axes[0].pot);
    const std::string text = plan.describe();
    expect_in(text, "pointer#1(ij, 6x10)  4 B a cell, 560 B more when active");
    expect_in(text, "x:u8 y:f64  16 B a cell");
    expect_in(text, "v:f32x3  12 B a cell");
    expect_in(text, "fast: a table an axis");
}

TEST(Compile, SeveralChildrenShareTheCellsOfTheirParent) {
    FieldsBuilder b;
    const FieldRef x = b.field<i32>("x"), y = b.field<i16>("y"), z = b.field<i64>("z");
    const NodeRef d = b.root().dense("i", {4});
    d.dense("i", {8}).place(x);
    d.pointer("i", {2}, {.activation = Activation::locked}).dense("i", {8}).place(y);
    d.bitmasked("j", {33}).place(z);
    const LayoutPlan plan = compile(b);
    ASSERT_EQ(plan.snodes.size(), 6u);
    EXPECT_EQ(plan.snodes[1].children, (std::vector<u32>{2, 3, 5}));
    EXPECT_EQ(plan.snodes[2].shape[0], 32u);
    EXPECT_EQ(plan.snodes[4].shape[0], 64u);
    // Root: x 32 cells, handles and locks of 8 pointer cells, 132 bits in 3 words, z 132 cells.
    EXPECT_EQ(plan.columns[plan.snodes[5].column].stride, 24u);
    EXPECT_EQ(plan.slot_bytes(0), 32u * 4 + 8 * 4 + 8 * 4 + 24 + 132 * 8);
    EXPECT_EQ(plan.slot_bytes(1), 8u * 2);
    EXPECT_EQ(plan.segments[1].max_slots, 8u);
    EXPECT_EQ(plan.paths[2].steps.size(), 1u);  // both dense levels in one
    EXPECT_EQ(plan.paths[2].steps[0].cells, 32u);
    EXPECT_EQ(plan.paths[2].axes.size(), 1u);
    EXPECT_EQ(plan.paths[2].axes[0].extent, 32u);
    expect_in(plan.describe(), "bitmasked#5(j, 33)  1 bit a cell");
}

TEST(Compile, ListsKeepAHeaderEachAndTheirChunksElsewhere) {
    FieldsBuilder b;
    const FieldRef id = b.field<u32>("id");
    b.root().pointer("i", {10}).dynamic("j", 100, {.chunk = 8}).place(id);
    const LayoutPlan plan = compile(b);
    const SNodePlan& lists = plan.snodes[2];
    EXPECT_EQ(plan.columns[lists.column].stride, 8u);
    EXPECT_EQ(lists.dynamic.capacity, 100u);
    EXPECT_EQ(lists.dynamic.chunk, 8u);
    // 13 chunks a list: the first in the header, 12 in one table; a chunk also keeps its handle.
    EXPECT_EQ(lists.dynamic.depth, 1u);
    EXPECT_EQ(lists.dynamic.fanout, 12u);
    EXPECT_EQ(plan.segments[lists.child_segment].max_slots, 130u);
    EXPECT_EQ(plan.slot_bytes(lists.child_segment), 8u * 4 + 4);
    EXPECT_EQ(plan.slot_bytes(lists.dynamic.table_segment), 48u);
    expect_in(plan.describe(),
              "dynamic#2(j, 100)  chunked: 8 B a list, 36 B a chunk of 8, tables of 48 B");
}

TEST(Compile, PackedListsHaveSlotsOfOneElement) {
    FieldsBuilder b;
    const FieldRef id = b.field<u32>("id");
    b.root().dense("i", {10}).dynamic("j", 100, {.storage = DynamicStorage::packed}).place(id);
    const LayoutPlan plan = compile(b);
    const SNodePlan& lists = plan.snodes[2];
    EXPECT_EQ(plan.columns[lists.column].stride, 80u);
    EXPECT_EQ(plan.slot_bytes(lists.child_segment), 4u);
    EXPECT_EQ(plan.segments[lists.child_segment].max_slots, 1000u);
    expect_in(plan.describe(), "dynamic#2(j, 100)  packed: 8 B a list, 4 B an element");
}

}  // namespace
}  // namespace starling::sparse
