// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// What a layout says about itself, each number worked out by hand.
#include <gtest/gtest.h>

#include <functional>

#include "sparse/layout/fields_builder.h"

namespace starling::sparse {
namespace {

std::string text_of(const FieldsBuilder& builder) {
    const auto plan = builder.compile();
    return plan.ok() ? plan->describe() : plan.error().text;
}

TEST(Describe, ABlockedGrid) {
    FieldsBuilder b;
    const FieldRef height = b.field<f32>("height"), speed = b.field<f32>("speed");
    b.root().pointer("ij", {64}).dense("ij", {8}).place(height).place(speed);
    EXPECT_EQ(
        text_of(b),
        "root  16 KiB, always there\n"
        "  pointer#1(ij, 64x64)  4 B a cell, 512 B more when active\n"
        "    dense#2(ij, 8x8)\n"
        "      place height:f32  4 B a cell\n"
        "      place speed:f32  4 B a cell\n"
        "      index   i 0..511, j 0..511\n"
        "      access  fast: a table an axis, through 1 pointer\n"
        "      block   64 cells in one row-major box\n"
        "      memory  8 B a cell for fields, 0.06 B for the levels above, if all are active\n");
}

TEST(Describe, BranchesMasksLocksOffsetsAndWhyABlockIsNotOneBox) {
    FieldsBuilder b;
    const FieldRef u = b.field<f32>("u"), v = b.field<f32>("v", 3), flag = b.field<i32>("flag");
    const NodeRef p =
        b.root().pointer("ijk", {16}).pointer("ijk", {8}, {.activation = Activation::locked});
    p.bitmasked("ijk", {8}).place({u, v});
    p.dense("ijk", {2}).dense("ijk", {4}).place(flag, {-512, -512, -512});
    // A slot of pointer#2: 512 cells of 16 B, 64 B of mask, 512 cells of 4 B.
    EXPECT_EQ(
        text_of(b),
        "root  16 KiB, always there\n"
        "  pointer#1(ijk, 16x16x16)  4 B a cell, 4096 B more when active\n"
        "    pointer#2(ijk, 8x8x8)  8 B (handle and lock) a cell, 10 KiB more when active\n"
        "      bitmasked#3(ijk, 8x8x8)  1 bit a cell\n"
        "        place u:f32 v:f32x3  16 B a cell\n"
        "        index   i 0..1023, j 0..1023, k 0..1023\n"
        "        access  fast: a table an axis, through 2 pointers\n"
        "        block   512 cells in one row-major box\n"
        "        memory  16 B a cell for fields, 0.14 B for the levels above, if all are active\n"
        "      dense#4(ijk, 2x2x2)\n"
        "        dense#5(ijk, 4x4x4)\n"
        "          place flag:i32  4 B a cell\n"
        "          index   i -512..511, j -512..511, k -512..511\n"
        "          access  fast: a table an axis, through 2 pointers\n"
        "          block   512 cells in 2 nested boxes, the innermost of 64; axis i is split "
        "between dense#4(ijk, 2x2x2) and dense#5(ijk, 4x4x4)\n"
        "          memory  4 B a cell for fields, 0.02 B for the levels above, if all are "
        "active\n");
}

TEST(Describe, ListsSayWhatAListAndAChunkCost) {
    FieldsBuilder b;
    const FieldRef id = b.field<i32>("id");
    b.root().pointer("ij", {256}).dynamic("k", 65536, {.chunk = 32}).place(id);
    EXPECT_EQ(
        text_of(b),
        "root  256 KiB, always there\n"
        "  pointer#1(ij, 256x256)  4 B a cell, 8 B more when active\n"
        "    dynamic#2(k, 65536)  chunked: 8 B a list, 132 B a chunk of 32, tables of 1024 B "
        "for lists of several chunks\n"
        "      place id:i32  4 B an element\n"
        "      index   i 0..255, j 0..255, k 0..65535\n"
        "      access  slow: level by level, through 1 pointer; dynamic#2(k, 65536) is looked up "
        "in its lists\n");
}

TEST(Describe, OffsetsThatDifferAndAMaskInsideABlock) {
    FieldsBuilder b;
    const FieldRef x = b.field<u8>("x"), y = b.field<u8>("y");
    const NodeRef d = b.root().dense("i", {5}).dense("ij", {4, 8});
    d.bitmasked("i", {2}).place(x).place(y, {1, 0});
    const std::string text = text_of(b);
    // 320 cells: 5 words of mask, and two fields of 1 B.
    EXPECT_NE(text.find("root  680 B, always there\n"), std::string::npos) << text;
    EXPECT_NE(text.find("index   i 0..39, j 0..7; others i 1..40, j 0..7\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("access  fast: a table an axis\n"), std::string::npos) << text;
    EXPECT_NE(
        text.find("block   320 cells in 2 nested boxes, the innermost of 2; bitmasked#3(i, 2) "
                  "has a mask of its own\n"),
        std::string::npos)
        << text;
}

std::string access_of(const std::function<NodeRef(NodeRef)>& declare) {
    FieldsBuilder b;
    const FieldRef x = b.field<u8>("x");
    declare(b.root()).place(x);
    const std::string text = text_of(b);
    const std::size_t begin = text.find("access  ");
    if (begin == std::string::npos) return text;
    return text.substr(begin + 8, text.find('\n', begin) - begin - 8);
}

TEST(Describe, HowCellsAreReachedAndWhyNotFaster) {
    EXPECT_EQ(access_of([](NodeRef r) { return r.pointer("i", {1 << 20}).dense("i", {8}); }),
              "fast: shifts and masks, through 1 pointer");
    EXPECT_EQ(access_of([](NodeRef r) { return r.dense("ijkl", {2}); }),
              "slow: level by level; 4 axes, more than 3");
    EXPECT_EQ(access_of([](NodeRef r) {
                  return r.pointer("i", {2}).pointer("i", {2}).pointer("i", {2}).pointer("i", {2});
              }),
              "slow: level by level, through 4 pointers; more than 3 pointers");
    EXPECT_EQ(
        access_of([](NodeRef r) { return r.pointer("i", {100000}).dense("i", {8}); }),
        "slow: level by level, through 1 pointer; pointer#1(i, 100000) has 100000 cells along "
        "i, no power of two; too many indices for tables");
    EXPECT_EQ(access_of([](NodeRef r) {
                  return r.pointer("ij", {4096}).dense("ij", {4}).dense("ij", {4});
              }),
              "slow: level by level, through 1 pointer; an axis is split between levels of one "
              "block; too many indices for tables");
}

TEST(Describe, ASingleCell) {
    FieldsBuilder b;
    const FieldRef total = b.field<f64>("total");
    b.root().place(total);
    EXPECT_EQ(text_of(b),
              "root  8 B, always there\n"
              "  place total:f64  8 B a cell\n"
              "  index   none: a single cell\n"
              "  access  fast: a single cell\n"
              "  block   1 cell in one row-major box\n"
              "  memory  8 B a cell for fields, 0 B for the levels above, if all are active\n");
}

}  // namespace
}  // namespace starling::sparse
