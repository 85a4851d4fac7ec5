// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/snode_tree.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "sparse/access/struct_for.h"
#include "tests/sparse/sanitizers.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using TreeLife = testing::TreeTest;

std::unique_ptr<SNodeTree> small_tree(const Backend& backend) {
    FieldsBuilder b;
    b.root().dense("i", {4}).place(b.field<i32>("x"));
    auto tree = b.finalize(backend);
    EXPECT_TRUE(tree.ok()) << tree.error().text;
    return tree.ok() ? std::move(*tree) : nullptr;
}

TEST_F(TreeLife, G03_TreesAreNumberedFromZeroAndNumbersComeBack) {
    std::vector<std::unique_ptr<SNodeTree>> trees;
    for (u32 k = 0; k < 3; ++k) {
        trees.push_back(small_tree(backend));
        EXPECT_EQ(*trees[k]->id(), k);
    }
    ASSERT_TRUE(trees[1]->destroy().ok());
    EXPECT_FALSE(trees[1]->id().ok());
    const auto again = small_tree(backend);
    EXPECT_EQ(*again->id(), 1u);
    EXPECT_EQ(*small_tree(backend)->id(), 3u);
}

TEST_F(TreeLife, G17_TheTreePastTheLimitIsAnErrorUntilOneGoes) {
    std::vector<std::unique_ptr<SNodeTree>> trees;
    for (u32 k = 0; k < 512; ++k) {
        trees.push_back(small_tree(backend));
        ASSERT_NE(trees.back(), nullptr) << k;
    }
    FieldsBuilder b;
    b.root().dense("i", {4}).place(b.field<i32>("x"));
    const auto refused = b.finalize(backend);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text.find("512"), std::string::npos);
    EXPECT_NE(refused.error().text.find("destroy"), std::string::npos);
    ASSERT_TRUE(trees[100]->destroy().ok());
    const auto again = small_tree(backend);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(*again->id(), 100u);
}

TEST_F(TreeLife, ListsOfBlocksAreReusedUntilTheTopologyChanges) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef p = builder.root().pointer("i", {8});
    p.dense("i", {8}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(0) = 1;
    const auto loop = [&] { ASSERT_TRUE(struct_for(x, [](LoopCell) {}).ok()); };
    loop();
    const TreeStats first = tree->stats();
    EXPECT_GT(first.list_builds, 0u);
    loop();
    x.at(3) = 5;  // a block that is active already
    loop();
    const TreeStats same = tree->stats();
    EXPECT_EQ(same.list_builds, first.list_builds);
    EXPECT_GE(same.list_hits, first.list_hits + 2);
    EXPECT_EQ(same.topology_version, first.topology_version);
    x.at(8) = 1;
    loop();
    const TreeStats changed = tree->stats();
    EXPECT_GT(changed.list_builds, same.list_builds);
    EXPECT_GT(changed.topology_version, same.topology_version);
    ASSERT_TRUE(tree->deactivate(p.id(), {1}).ok());
    loop();
    EXPECT_GT(tree->stats().list_builds, changed.list_builds);
}

TEST_F(TreeLife, StatsCountSlotsCollectionsAndBytes) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef p = builder.root().pointer("i", {100});
    p.dense("i", {16}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    const TreeStats empty = tree->stats();
    EXPECT_EQ(empty.snodes.size(), 3u);
    EXPECT_EQ(empty.snodes[1].name, "pointer#1(i, 100)");
    EXPECT_EQ(empty.snodes[1].slots.live, 0u);
    EXPECT_GE(empty.bytes_committed, 400u);  // the handles in the root
    for (int k = 0; k < 100; ++k) x.at(k * 16) = 1;
    const TreeStats full = tree->stats();
    EXPECT_EQ(full.snodes[1].slots.live, 100u);
    EXPECT_EQ(full.snodes[1].slots.created, 100u);
    EXPECT_GE(full.bytes_committed, empty.bytes_committed + 100 * 16 * 4);
    EXPECT_GE(full.bytes_reserved, full.bytes_committed);
    EXPECT_EQ(full.gc_runs, 0u);
    ASSERT_TRUE(tree->deactivate_all(p.id()).ok());
    EXPECT_EQ(tree->stats().gc_runs, 1u);
    EXPECT_EQ(tree->stats().snodes[1].slots.live, 0u);
    EXPECT_EQ(tree->stats().snodes[1].slots.free, 100u);
    EXPECT_EQ(tree->stats().snodes[1].slots.deactivations, 100u);
    ASSERT_TRUE(tree->deactivate(p.id(), {5}).ok());  // is inactive: nothing to collect
    EXPECT_EQ(tree->stats().gc_runs, 1u);
    ASSERT_TRUE(tree->destroy().ok());
    EXPECT_EQ(tree->stats().bytes_committed, 0u);
    EXPECT_TRUE(tree->stats().snodes.empty());
}

TEST_F(TreeLife, WrongUsesNameTheSNode) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef d = builder.root().dense("i", {4});
    const NodeRef p = d.pointer("j", {3});
    p.place(ref);
    finalize();
    EXPECT_EQ(tree->activate(p.id(), {0, 3}).error().text,
              "pointer#2(j, 3): index 3 on axis j is outside of 0 to 2");
    EXPECT_EQ(tree->is_active(p.id(), {-1, 0}).error().text,
              "pointer#2(j, 3): index -1 on axis i is outside of 0 to 3");
    EXPECT_NE(tree->deactivate(d.id(), {0}).error().text.find("dense#1(i, 4)"), std::string::npos);
    EXPECT_NE(tree->deactivate_all(d.id()).error().text.find("dense#1(i, 4)"), std::string::npos);
    EXPECT_FALSE(tree->deactivate_all(77).ok());
    EXPECT_FALSE(tree->is_active(77, {0}).ok());
    EXPECT_FALSE(tree->activate(77, {0}).ok());
    EXPECT_FALSE(tree->deactivate(77, {0}).ok());
    EXPECT_NE(tree->length(p.id(), {0}).error().text.find("pointer#2(j, 3)"), std::string::npos);
}

TEST_F(TreeLife, OneVoxelOfAFluidSizedTreeTakesLittleMemory) {
    // 13 groups of one number a cell, as a fluid keeps them.
    const NodeRef leaf = builder.root().pointer("ijk", {64}).dense("ijk", {8});
    std::vector<FieldRef> refs;
    for (int k = 0; k < 13; ++k) {
        refs.push_back(builder.field<f32>(std::string(1, static_cast<char>('a' + k))));
        leaf.place(refs.back());
    }
    finalize();
    ASSERT_TRUE(tree->field<f32>(refs[4])->set({100, 200, 300}, 1).ok());
    // 1 MiB of it are the root's handles.
    EXPECT_LE(tree->stats().bytes_committed, u64{2} << 20);
}

u64 resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    u64 size = 0, resident = 0;
    statm >> size >> resident;
    return resident * static_cast<u64>(sysconf(_SC_PAGESIZE));
}

TEST_F(TreeLife, DestroyGivesTheMemoryBackToTheSystem) {
    if (testing::kSanitized) GTEST_SKIP() << "sanitizers keep memory of their own";
    const auto fill = [&](i64 blocks) {
        FieldsBuilder b;
        const FieldRef ref = b.field<f32>("x");
        b.root().pointer("i", {blocks}).dense("i", {4096}).place(ref);
        auto made = b.finalize(backend);
        ASSERT_TRUE(made.ok());
        const Field<f32> x = *(*made)->field<f32>(ref);
        ASSERT_TRUE((*made)
                        ->parallel_for(blocks, 16,
                                       [&](i64 begin, i64 end, int worker) {
                                           auto access = x.accessor(worker);
                                           for (i64 k = begin * 4096; k < end * 4096; ++k)
                                               access.write(1, k);
                                       })
                        .ok());
        if (blocks == 4096) {
            EXPECT_GE(resident_bytes(), u64{64} << 20);
        }
        ASSERT_TRUE((*made)->destroy().ok());
    };
    fill(16);  // warms what the process takes once
    const u64 before = resident_bytes();
    fill(4096);  // 64 MiB
    EXPECT_LE(resident_bytes(), before + (u64{2} << 20));
}

}  // namespace
}  // namespace starling::sparse
