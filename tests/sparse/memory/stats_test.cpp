// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics against what is known to have been done, and the spans that a listener hears of.
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "sparse/tree/profile.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::TreeTest;

TEST_F(TreeTest, StatisticsAreExactAtRest) {
    const FieldRef x = builder.field<f32>("x"), y = builder.field<u8>("y");
    const NodeRef top = builder.root().pointer("i", {64});
    const NodeRef bits = top.bitmasked("i", {100});
    bits.place(x);
    const NodeRef list = top.dynamic("j", 50, {.chunk = 8});
    list.place(y);
    finalize();
    const Field<f32> fx = *tree->field<f32>(x);
    const Field<u8> fy = *tree->field<u8>(y);
    ASSERT_TRUE(tree->parallel_for(20, 1,
                                   [&](i64 begin, i64 end, int worker) {
                                       auto ax = fx.accessor(worker);
                                       auto ay = fy.accessor(worker);
                                       for (i64 k = begin; k < end; ++k) {
                                           for (i64 c = 0; c < k; ++c)
                                               ax.write(1.0f, k * 100 + c * 3);
                                           for (i64 c = 0; c <= k; ++c) (void)ay.append(1, k);
                                       }
                                   })
                    .ok());
    const TreeStats stats = tree->stats();
    EXPECT_EQ(stats.snodes[top.id()].active_cells, 20u);
    EXPECT_EQ(stats.snodes[top.id()].slots.live, 20u);
    EXPECT_EQ(stats.snodes[top.id()].slots.created, 20u);
    EXPECT_EQ(stats.snodes[top.id()].slots.activations, 20u);
    EXPECT_EQ(stats.snodes[bits.id()].active_cells, 190u);
    EXPECT_EQ(stats.snodes[list.id()].active_cells, 210u);
    u64 chunks = 0;
    for (u64 k = 1; k <= 20; ++k) chunks += (k + 7) / 8;
    EXPECT_EQ(stats.snodes[list.id()].slots.live, chunks);
    EXPECT_EQ(stats.bytes_committed, tree->core()->memory().used());
    u64 committed = tree->core()->root_bytes_committed();
    for (u32 segment = 1; segment < tree->plan().segments.size(); ++segment)
        committed += tree->core()->manager(segment).stats().bytes_committed;
    EXPECT_EQ(stats.bytes_committed, committed);
    EXPECT_GT(stats.bytes_used, 0u);
    EXPECT_LE(stats.bytes_used, stats.bytes_committed);
    EXPECT_GE(stats.bytes_reserved, stats.bytes_committed);

    // Overflows and dropped writes are of the SNode where they happened.
    EXPECT_FALSE(tree->parallel_for(1, 1,
                                    [&](i64, i64, int worker) {
                                        auto at = fy.accessor(worker);
                                        for (int k = 0; k < 55; ++k) (void)at.append(1, 40);
                                    })
                     .ok());
    EXPECT_EQ(tree->stats().snodes[list.id()].list_overflows, 5u);
    EXPECT_EQ(tree->stats().list_overflows, 5u);

    ASSERT_TRUE(tree->deactivate_all(top.id()).ok());
    const TreeStats after = tree->stats();
    EXPECT_EQ(after.snodes[top.id()].active_cells, 0u);
    EXPECT_EQ(after.snodes[bits.id()].active_cells, 0u);
    EXPECT_EQ(after.snodes[list.id()].active_cells, 0u);
    EXPECT_EQ(after.snodes[top.id()].slots.free, 21u);
    EXPECT_EQ(after.snodes[top.id()].slots.deactivations, 21u);
    EXPECT_EQ(after.gc_runs, stats.gc_runs + 1);
    EXPECT_GT(after.gc_seconds, stats.gc_seconds);
    EXPECT_GT(after.topology_version, stats.topology_version);
}

TEST_F(TreeTest, OccupancyCountsTheLiveSlotsOfEachBlock) {
    const FieldRef x = builder.field<f32>("x");
    const NodeRef top = builder.root().pointer("i", {4096});
    top.dense("i", {1024}).place(x);
    finalize();
    ASSERT_TRUE(tree->parallel_for(1, 1,
                                   [&](i64, i64, int worker) {
                                       NodeAccess at(*tree->core(), top.id(), worker);
                                       for (i32 k = 0; k < 1600; ++k) (void)at.activate(k);
                                   })
                    .ok());
    ASSERT_TRUE(tree->parallel_for(1, 1,
                                   [&](i64, i64, int worker) {
                                       NodeAccess at(*tree->core(), top.id(), worker);
                                       for (i32 k = 0; k < 300; ++k) at.deactivate(k);
                                   })
                    .ok());
    const Occupancy blocks = tree->occupancy(top.id());
    ASSERT_GE(blocks.live.size(), 2u);
    EXPECT_EQ(std::accumulate(blocks.live.begin(), blocks.live.end(), 0u), 1300u);
    EXPECT_EQ(blocks.live[0], blocks.block_slots - 300);
    EXPECT_EQ(blocks.live[1], blocks.block_slots);
    EXPECT_TRUE(tree->occupancy(0).live.empty());
    EXPECT_TRUE(tree->occupancy(99).live.empty());
}

class Recorder : public ProfileListener {
 public:
    void on_span(const ProfileSpan& span) override { spans.push_back(span); }
    u64 count(const std::string& name) const {
        u64 n = 0;
        for (const ProfileSpan& span : spans) n += span.name == name;
        return n;
    }
    std::vector<ProfileSpan> spans;
};

TEST_F(TreeTest, AListenerHearsOfTasksCollectionsAndLists) {
    Recorder recorder;
    backend.listener = &recorder;
    const FieldRef x = builder.field<f32>("x");
    const NodeRef top = builder.root().pointer("i", {16});
    const NodeRef low = top.pointer("i", {16});
    low.dense("i", {4}).place(x);
    finalize();
    Field<f32> f = *tree->field<f32>(x);
    for (i64 k = 0; k < 10; ++k) ASSERT_TRUE(f.set({k * 64}, 1).ok());
    EXPECT_EQ(recorder.count("task"), 10u);
    EXPECT_EQ(recorder.count("gc"), 0u);
    ASSERT_TRUE(struct_for_cells(*tree, low.id(), [](LoopCell) {}).ok());
    EXPECT_EQ(recorder.count("list"), 2u);
    ASSERT_TRUE(struct_for_cells(*tree, low.id(), [](LoopCell) {}).ok());
    EXPECT_EQ(recorder.count("list"), 2u);
    ASSERT_TRUE(tree->deactivate(top.id(), {3}).ok());
    EXPECT_EQ(recorder.count("gc"), 1u);
    EXPECT_EQ(recorder.count("gc: cascade"), 1u);
    EXPECT_EQ(recorder.count("gc: collect"), 2u);
    const u32 id = *tree->id();
    for (const ProfileSpan& span : recorder.spans) {
        EXPECT_LE(span.begin_ns, span.end_ns);
        EXPECT_EQ(span.tree, id);
        const std::string name = span.name;
        if (name == "gc: cascade") {
            EXPECT_EQ(span.snode, top.id());
            EXPECT_EQ(span.items, 1u);
        }
    }
    // Nobody listens any more.
    ASSERT_TRUE(tree->set_listener(nullptr).ok());
    const std::size_t heard = recorder.spans.size();
    ASSERT_TRUE(f.set({5}, 1).ok());
    EXPECT_EQ(recorder.spans.size(), heard);
}

TEST_F(TreeTest, SlotsCountAsCreatedOnceThoughManyWorkersHoldStocks) {
    auto many = make_executor(ExecutorKind::jthread, 8);
    ASSERT_TRUE(many.ok());
    backend.executor = many->get();
    const FieldRef x = builder.field<f32>("x");
    const NodeRef top = builder.root().pointer("ij", {64});
    top.dense("ij", {4}).place(x);
    finalize();
    const Field<f32> f = *tree->field<f32>(x);
    for (int round = 0; round < 10; ++round) {
        ASSERT_TRUE(tree->parallel_for(256, 1,
                                       [&](i64 begin, i64 end, int worker) {
                                           auto at = f.accessor(worker);
                                           for (i64 i = begin; i < end; ++i)
                                               for (i64 j = 0; j < 256; ++j) at.write(2.0f, i, j);
                                       })
                        .ok());
        EXPECT_EQ(tree->stats().snodes[top.id()].slots.live, 4096u);
        ASSERT_EQ(tree->stats().snodes[top.id()].slots.created, 4096u) << round;
        ASSERT_TRUE(tree->deactivate_all(top.id()).ok());
    }
    const Status valid = tree->is_valid();
    EXPECT_TRUE(valid.ok()) << valid.error().text;
}

}  // namespace
}  // namespace starling::sparse
