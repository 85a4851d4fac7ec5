// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Element lists after all sorts of changes, patched or built anew, and slots that were moved into
// their order, against a map of what is active.
#include "sparse/tree/element_list.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <vector>

#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/sanitizers.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::kSanitized;
using testing::TreeTest;
using Cell = std::array<i32, 2>;

/// pointer(outer) → pointer(inner) → bitmasked(2): the active cells of the inner pointer by value.
class ElementLists : public TreeTest {
 protected:
    void declare(std::vector<i64> outer_shape, std::vector<i64> inner_shape) {
        ref = builder.field<i32>("x");
        const NodeRef top = builder.root().pointer("ij", outer_shape);
        const NodeRef low = top.pointer("ij", inner_shape);
        low.bitmasked("ij", {2}).place(ref);
        outer = top.id();
        inner = low.id();
        shape = {static_cast<i32>(outer_shape[0] * inner_shape[0]),
                 static_cast<i32>(outer_shape[1] * inner_shape[1])};
        below = {static_cast<i32>(inner_shape[0]), static_cast<i32>(inner_shape[1])};
        finalize();
    }

    /// One task that makes cells active (value > 0) and inactive (0), then clears outer cells.
    void change(const std::vector<std::pair<Cell, i32>>& cells, const std::vector<Cell>& cleared) {
        const Field<i32> x = *tree->field<i32>(ref);
        ASSERT_TRUE(tree->parallel_for(static_cast<i64>(cells.size()), 8,
                                       [&](i64 begin, i64 end, int worker) {
                                           auto at = x.accessor(worker);
                                           NodeAccess node(*tree->core(), inner, worker);
                                           for (i64 k = begin; k < end; ++k) {
                                               const auto& [c, value] =
                                                   cells[static_cast<std::size_t>(k)];
                                               if (value != 0)
                                                   at.write(value, 2 * c[0], 2 * c[1]);
                                               else
                                                   node.deactivate(c[0], c[1]);
                                           }
                                       })
                        .ok());
        for (const auto& [c, value] : cells)
            if (value != 0)
                active[c] = value;
            else
                active.erase(c);
        if (cleared.empty()) return;
        ASSERT_TRUE(tree->parallel_for(static_cast<i64>(cleared.size()), 1,
                                       [&](i64 begin, i64 end, int worker) {
                                           NodeAccess node(*tree->core(), outer, worker);
                                           for (i64 k = begin; k < end; ++k) {
                                               const Cell& c = cleared[static_cast<std::size_t>(k)];
                                               node.deactivate(c[0], c[1]);
                                           }
                                       })
                        .ok());
        std::erase_if(active, [&](const auto& one) {
            const Cell above{one.first[0] / below[0], one.first[1] / below[1]};
            return std::find(cleared.begin(), cleared.end(), above) != cleared.end();
        });
    }

    /// The order of the tree: outer container row-major, then the cell inside, row-major.
    std::array<i32, 4> place(const Cell& c) const {
        return {c[0] / below[0], c[1] / below[1], c[0] % below[0], c[1] % below[1]};
    }

    void expect_right() {
        const u32 segment = tree->plan().snodes[inner].child_segment;
        const ElementList& list = tree->core()->element_list(segment);
        ASSERT_EQ(list.size(), active.size());
        const Field<i32> x = *tree->field<i32>(ref);
        for (std::size_t n = 0; n < list.size(); ++n) {
            const Cell c{list.coord(n)[0], list.coord(n)[1]};
            const auto found = active.find(c);
            ASSERT_NE(found, active.end()) << c[0] << ' ' << c[1];
            ASSERT_EQ(*x.get({2 * c[0], 2 * c[1]}), found->second);
            if (n == 0) continue;
            const Cell before{list.coord(n - 1)[0], list.coord(n - 1)[1]};
            ASSERT_LT(place(before), place(c));
        }
        const Status valid = tree->is_valid();
        ASSERT_TRUE(valid.ok()) << valid.error().text;
    }

    std::pair<Cell, i32> random_cell(std::mt19937& random, i32 value) const {
        return {{static_cast<i32>(random() % static_cast<u32>(shape[0])),
                 static_cast<i32>(random() % static_cast<u32>(shape[1]))},
                value};
    }

    /// Rounds of changes of random size and place, small ones above all.
    void random_changes(u32 seed, int rounds) {
        std::mt19937 random(seed);
        i32 value = 0;
        for (int round = 0; round < rounds; ++round) {
            std::map<Cell, i32> cells;
            const bool near = random() % 2 == 0;
            const Cell corner = random_cell(random, 0).first;
            const u64 count = random() % (random() % 4 == 0 ? 3000 : 20);
            for (u64 k = 0; k < count; ++k) {
                Cell c = random_cell(random, 0).first;
                if (near)
                    for (std::size_t a = 0; a < 2; ++a)
                        c[a] = std::min<i32>(corner[a] + c[a] % 9, shape[a] - 1);
                cells[c] = random() % 3 == 0 ? 0 : ++value;
            }
            std::vector<Cell> cleared;
            if (random() % 4 == 0) cleared.push_back({corner[0] / below[0], corner[1] / below[1]});
            change({cells.begin(), cells.end()}, cleared);
            ASSERT_TRUE(random() % 9 != 0 || tree->repack().ok());
            if (random() % 3 != 0) expect_right();
            if (HasFatalFailure()) FAIL() << "round " << round;
        }
        expect_right();
    }

    FieldRef ref;
    u32 outer = 0, inner = 0;
    Cell shape{}, below{};
    std::map<Cell, i32> active;
};

TEST_F(ElementLists, AreRightAfterRandomChangesOfManyContainers) {
    backend.repack_share = 1;
    declare({16, 16}, {8, 8});
    random_changes(1, kSanitized ? 60 : 200);
    EXPECT_GT(tree->stats().list_patches, 10u);
    EXPECT_GT(tree->stats().list_builds, 5u);
}

TEST_F(ElementLists, AreRightAfterRandomChangesOfOddContainers) {
    declare({5, 23}, {7, 3});
    random_changes(2, kSanitized ? 60 : 200);
}

TEST_F(ElementLists, AreRightWhereAContainerHasManyBlocks) {
    declare({2, 1}, {200, 100});
    random_changes(3, kSanitized ? 40 : 150);
    EXPECT_GT(tree->stats().list_patches, 3u);
}

TEST_F(ElementLists, AreRightWhenSlotsAreMovedBehindTheScene) {
    backend.repack_share = 0.05;
    declare({16, 16}, {8, 8});
    random_changes(4, kSanitized ? 60 : 200);
    EXPECT_GT(tree->stats().repacks, 0u);
}

TEST_F(ElementLists, AreRightWhenMoreChangesThanAreNoted) {
    declare({32, 32}, {16, 16});
    std::vector<std::pair<Cell, i32>> cells;
    std::mt19937 random(5);
    for (int round = 0; round < 3; ++round) {
        std::map<Cell, i32> many;
        for (int k = 0; k < 60000; ++k)
            many.insert(random_cell(random, round == 1 && k % 2 == 0 ? 0 : k + 1));
        change({many.begin(), many.end()}, {});
        const u32 segment = tree->plan().snodes[inner].child_segment;
        ASSERT_EQ(tree->core()->element_list(segment).size(), active.size());
    }
    const Status valid = tree->is_valid();
    ASSERT_TRUE(valid.ok()) << valid.error().text;
}

TEST_F(ElementLists, ALittleChangeIsPatchedAndNothingIsAHit) {
    backend.repack_share = 1;
    declare({16, 16}, {8, 8});
    std::vector<std::pair<Cell, i32>> cells;
    for (i32 i = 0; i < shape[0]; ++i)
        for (i32 j = 0; j < shape[1]; j += 2) cells.push_back({{i, j}, i + 1});
    change(cells, {});
    const u32 segment = tree->plan().snodes[inner].child_segment;
    (void)tree->core()->element_list(segment);
    const TreeStats built = tree->stats(false);
    (void)tree->core()->element_list(segment);
    EXPECT_EQ(tree->stats(false).list_builds, built.list_builds);
    EXPECT_GT(tree->stats(false).list_hits, built.list_hits);
    change({{{40, 41}, 1}, {{42, 42}, 0}}, {});
    (void)tree->core()->element_list(segment);
    EXPECT_EQ(tree->stats(false).list_builds, built.list_builds);
    EXPECT_EQ(tree->stats(false).list_patches, built.list_patches + 1);
    change({}, {{3, 3}});
    (void)tree->core()->element_list(segment);
    expect_right();
}

TEST_F(ElementLists, DeactivatingAllLeavesEmptyListsAndMasks) {
    declare({8, 8}, {8, 8});
    random_changes(6, 10);
    for (const u32 snode : {inner, outer}) {
        ASSERT_TRUE(tree->deactivate_all(snode).ok());
        active.clear();
        expect_right();
        change({{{1, 1}, 5}, {{63, 63}, 6}}, {});
        expect_right();
    }
}

TEST_F(ElementLists, RepackPutsSlotsIntoTheOrderOfTheList) {
    backend.repack_share = 1;
    declare({16, 16}, {8, 8});
    std::mt19937 random(7);
    std::map<Cell, i32> cells;
    for (int k = 0; k < 4000; ++k) cells.insert(random_cell(random, k + 1));
    std::vector<std::pair<Cell, i32>> order(cells.begin(), cells.end());
    std::shuffle(order.begin(), order.end(), random);
    change(order, {});
    const u32 segment = tree->plan().snodes[inner].child_segment;
    EXPECT_GT(tree->core()->fragmentation(segment), 0.9);
    EXPECT_GT(tree->stats().snodes[inner].fragmentation, 0.9);
    const u64 version = tree->stats().topology_version;
    const u64 created = tree->stats().snodes[inner].slots.created;
    ASSERT_TRUE(tree->repack().ok());
    EXPECT_NE(tree->stats().topology_version, version);
    EXPECT_EQ(tree->stats().snodes[inner].slots.created, created);
    const ElementList& list = tree->core()->element_list(segment);
    for (std::size_t n = 0; n < list.size(); ++n) ASSERT_EQ(list.slots[n], n + 1);
    EXPECT_EQ(tree->stats().snodes[inner].fragmentation, 0.0);
    expect_right();
    // Cells that come afterwards read zero, whatever lay in their slots.
    for (i32 i = 0; i < shape[0]; ++i)
        for (i32 j = 0; j < shape[1]; ++j) ASSERT_TRUE(tree->activate(inner, {i, j}).ok());
    const Field<i32> x = *tree->field<i32>(ref);
    for (i32 i = 0; i < shape[0]; ++i)
        for (i32 j = 0; j < shape[1]; ++j) {
            const auto found = active.find({i, j});
            ASSERT_EQ(*x.get({2 * i, 2 * j}), found == active.end() ? 0 : found->second);
        }
}

TEST_F(ElementLists, RepackAndReleaseGoTogether) {
    // A pool of which every 7th slot lives packs into a seventh of the memory.
    FieldsBuilder own;
    const FieldRef field = own.field<f32>("x");
    const NodeRef cells = own.root().pointer("i", {7000});
    cells.dense("i", {1024}).place(field);
    auto made = own.finalize(backend);
    ASSERT_TRUE(made.ok());
    SNodeTree& t = **made;
    Field<f32> x = *t.field<f32>(field);
    for (i64 i = 0; i < 7000; ++i) ASSERT_TRUE(x.set({i * 1024 + 5}, static_cast<f32>(i)).ok());
    ASSERT_TRUE(t.parallel_for(7000, 64, [&](i64 begin, i64 end, int worker) {
                     NodeAccess at(*t.core(), cells.id(), worker);
                     for (i64 i = begin; i < end; ++i)
                         if (i % 7 != 0) at.deactivate(i);
                 }).ok());
    ASSERT_TRUE(t.trim().ok());
    const u64 scattered = t.bytes_committed();
    ASSERT_TRUE(t.repack().ok());
    ASSERT_TRUE(t.trim().ok());
    EXPECT_LE(t.bytes_committed() * 4, scattered);
    for (i64 i = 0; i < 7000; ++i)
        ASSERT_EQ(*x.get({i * 1024 + 5}), i % 7 == 0 ? static_cast<f32>(i) : 0.0f);
    // Pack again while blocks are away, after new cells came.
    for (i64 i = 6999; i >= 3000; --i)
        ASSERT_TRUE(x.set({i * 1024 + 5}, static_cast<f32>(2 * i)).ok());
    ASSERT_TRUE(t.repack().ok());
    for (i64 i = 0; i < 7000; ++i)
        ASSERT_EQ(*x.get({i * 1024 + 5}), i >= 3000    ? static_cast<f32>(2 * i)
                                          : i % 7 == 0 ? static_cast<f32>(i)
                                                       : 0.0f);
    const Status valid = t.is_valid();
    ASSERT_TRUE(valid.ok()) << valid.error().text;
}

TEST_F(ElementLists, RepackMovesListsWithTheirContainers) {
    FieldsBuilder own;
    const FieldRef field = own.field<i32>("id");
    const NodeRef lists = own.root().pointer("i", {500});
    lists.dynamic("j", 1000, {.chunk = 4}).place(field);
    auto made = own.finalize(backend);
    ASSERT_TRUE(made.ok());
    SNodeTree& t = **made;
    const Field<i32> id = *t.field<i32>(field);
    ASSERT_TRUE(t.parallel_for(1, 1, [&](i64, i64, int worker) {
                     auto at = id.accessor(worker);
                     for (i32 k = 0; k < 500 * 30; ++k) (void)at.append(k, k * 37 % 500);
                 }).ok());
    ASSERT_TRUE(t.repack().ok());
    const Status valid = t.is_valid();
    ASSERT_TRUE(valid.ok()) << valid.error().text;
    for (i32 list = 0; list < 500; ++list) {
        i32 n = 0;
        for (i32 k = 0; k < 500 * 30; ++k)
            ASSERT_TRUE(k * 37 % 500 != list || *id.get({list, n++}) == k);
        ASSERT_EQ(n, 30);
    }
}

}  // namespace
}  // namespace starling::sparse
