// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of slots whose memory goes back to the system, and comes again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "sparse/alloc/node_manager.h"

namespace starling::sparse {
namespace {

constexpr u64 kStride = 4096 + 24;  // blocks do not end at pages
constexpr u64 kSpaced = kStride + (kPoisons ? 16 : 0);
constexpr u32 kBlock = static_cast<u32>((NodeManager::kReleaseBytes + kSpaced - 1) / kSpaced);

class Release : public testing::Test {
 protected:
    void make(u64 max_slots, int workers = 1, u64 limit = 0) {
        nodes.reset();  // counts in the budget to the end
        budget = std::make_unique<MemoryBudget>(limit);
        const u64 strides[] = {kStride, 5};
        auto made = NodeManager::create(strides, max_slots, workers, {.budget = budget.get()});
        ASSERT_TRUE(made.ok()) << made.error().text;
        nodes = std::move(*made);
    }
    Handle take(int worker = 0) {
        NodeManager::Slot slot = nodes->allocate(worker);
        for (u32 attempt = 1; slot.retry; ++attempt) slot = nodes->allocate(worker, attempt);
        if (slot.handle == 0) return 0;
        EXPECT_TRUE(all_are(slot.handle, 0)) << slot.handle;
        nodes->published(worker, slot);
        for (int c = 0; c < 2; ++c)
            std::memset(at(slot.handle, c), static_cast<u8>(slot.handle * 7 + 1),
                        nodes->slot_bytes(c));
        return slot.handle;
    }
    bool is_intact(Handle slot) { return all_are(slot, static_cast<u8>(slot * 7 + 1)); }
    bool all_are(Handle slot, u8 value) {
        for (int c = 0; c < 2; ++c)
            if (!std::all_of(at(slot, c), at(slot, c) + nodes->slot_bytes(c),
                             [&](u8 byte) { return byte == value; }))
                return false;
        return true;
    }
    u8* at(Handle slot, int column) {
        return nodes->data().origin(column) + slot * nodes->data().stride(column);
    }
    void expect_valid() {
        const Status valid = nodes->validate();
        EXPECT_TRUE(valid.ok()) << valid.error().text;
        const NodeManagerStats s = nodes->stats();
        EXPECT_EQ(s.live + s.free + s.recycled + s.reserved + s.released, nodes->data().size());
        EXPECT_EQ(s.bytes_committed, budget->used());
    }

    std::unique_ptr<MemoryBudget> budget;
    std::unique_ptr<NodeManager> nodes;
};

TEST_F(Release, FreeBlocksGoAndLiveSlotsStay) {
    make(10 * kBlock);
    std::vector<Handle> slots;
    for (u32 k = 0; k < 10 * kBlock; ++k) slots.push_back(take());
    // All of blocks 2, 3 and 7, half of block 5.
    for (const Handle slot : slots) {
        const u32 block = (slot - 1) / kBlock;
        if (block == 2 || block == 3 || block == 7 || (block == 5 && slot % 2 == 0))
            nodes->recycle(0, slot);
    }
    nodes->collect();
    const u64 before = budget->used();
    nodes->release(0);
    EXPECT_EQ(nodes->stats().released, 3 * kBlock);
    EXPECT_LE(budget->used(), before - 3 * (NodeManager::kReleaseBytes - 4 * 4096));
    expect_valid();
    for (const Handle slot : slots) {
        const u32 block = (slot - 1) / kBlock;
        const bool away = block == 2 || block == 3 || block == 7;
        const bool lives = !away && (block != 5 || slot % 2 != 0);
        EXPECT_TRUE(!away || kPoisons || all_are(slot, 0)) << slot;
        EXPECT_TRUE(!lives || is_intact(slot)) << slot;
    }
    // A second time there is nothing more to give.
    nodes->release(0);
    EXPECT_EQ(nodes->stats().released, 3 * kBlock);
    // They come back when needed, none of them as a new one.
    const u64 created = nodes->stats().created;
    for (u32 k = 0; k < 3 * kBlock + kBlock / 2; ++k) ASSERT_NE(take(), 0u);
    EXPECT_EQ(nodes->stats().created, created);
    EXPECT_EQ(nodes->stats().released, 0u);
    EXPECT_LE(budget->used(), before);
    expect_valid();
}

TEST_F(Release, WhatShallBeKeptStays) {
    make(8 * kBlock);
    std::vector<Handle> slots;
    for (u32 k = 0; k < 8 * kBlock; ++k) slots.push_back(take());
    for (const Handle slot : slots) nodes->recycle(0, slot);
    nodes->collect();
    nodes->release(5 * kBlock);
    EXPECT_EQ(nodes->stats().released, 3 * kBlock);
    EXPECT_EQ(nodes->stats().free, 5 * kBlock);
    nodes->release(0);
    EXPECT_EQ(nodes->stats().free, 0u);
    expect_valid();
    // Only the indices are left, and they are without pages.
    EXPECT_LT(nodes->data().committed_bytes(), 8 * 8192u);
}

TEST_F(Release, SmallPoolsAreLeftAlone) {
    make(8);
    for (u32 k = 0; k < 8; ++k) nodes->recycle(0, take());
    nodes->collect();
    nodes->release(0);
    EXPECT_EQ(nodes->stats().released, 0u);
}

TEST_F(Release, ARefusedComebackIsNoSlotAndLeavesAllRight) {
    make(4 * kBlock);
    std::vector<Handle> slots;
    for (u32 k = 0; k < 4 * kBlock; ++k) slots.push_back(take());
    for (const Handle slot : slots) nodes->recycle(0, slot);
    nodes->collect();
    nodes->release(0);
    budget->set_limit(budget->used() + NodeManager::kReleaseBytes / 2);
    u32 taken = 0;
    while (take() != 0) ++taken;
    EXPECT_GT(taken, kBlock / 3);
    EXPECT_LE(taken, kBlock / 2 + 2);
    EXPECT_LE(budget->used(), budget->limit());
    expect_valid();
    budget->set_limit(0);
    EXPECT_NE(take(), 0u);
    expect_valid();
}

TEST_F(Release, PeaksAreOfTheTimeSinceTheLastLook) {
    make(100);
    std::vector<Handle> slots;
    for (u32 k = 0; k < 50; ++k) slots.push_back(take());
    for (u32 k = 0; k < 40; ++k) nodes->recycle(0, slots[k]);
    nodes->collect();
    EXPECT_EQ(nodes->take_peak(), 50u);
    EXPECT_EQ(nodes->take_peak(), 10u);
}

TEST_F(Release, RandomUse) {
    for (const u32 seed : {1u, 2u, 3u}) {
        make(6 * kBlock, 3);
        std::mt19937 random(seed);
        std::vector<Handle> live;
        for (int round = 0; round < 40; ++round) {
            const std::size_t goal = random() % (6 * kBlock);
            while (live.size() < goal) {
                const Handle slot = take(static_cast<int>(random() % 3));
                ASSERT_NE(slot, 0u);
                live.push_back(slot);
            }
            // Mostly neighbours go together, so that whole blocks become free.
            if (round % 2 == 0) std::sort(live.begin(), live.end());
            while (live.size() > goal) {
                nodes->recycle(static_cast<int>(random() % 3), live.back());
                live.pop_back();
            }
            nodes->collect();
            if (random() % 3 != 0) nodes->release(random() % 2 == 0 ? 0 : live.size() * 9 / 8);
            for (const Handle slot : live) ASSERT_TRUE(is_intact(slot)) << slot;
            expect_valid();
            ASSERT_EQ(nodes->stats().live, live.size());
            ASSERT_LE(nodes->stats().created, nodes->data().size());
        }
    }
}

}  // namespace
}  // namespace starling::sparse
