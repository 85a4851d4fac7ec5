// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/alloc/node_manager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace starling::sparse {
namespace {

constexpr ListStep kSmallSteps{.first_elements = 4, .growth = 1};

std::unique_ptr<NodeManager> make(const std::vector<u64>& strides, u64 max_slots = 1000,
                                  int workers = 1, Zeroing zeroing = Zeroing::at_reuse,
                                  const ListStep& step = kSmallSteps) {
    auto nodes =
        NodeManager::create(strides, max_slots, workers, {.zeroing = zeroing, .step = step});
    EXPECT_TRUE(nodes.ok()) << nodes.error().text;
    return std::move(*nodes);
}

/// A slot; asks again where it is told to, as activation does.
NodeManager::Slot allocate(NodeManager& nodes, int worker) {
    NodeManager::Slot slot = nodes.allocate(worker);
    for (u32 attempt = 1; slot.retry; ++attempt) slot = nodes.allocate(worker, attempt);
    return slot;
}

/// Takes a slot and publishes it.
Handle take(NodeManager& nodes, int worker = 0) {
    const NodeManager::Slot slot = allocate(nodes, worker);
    if (slot.handle != 0) nodes.published(worker, slot);
    return slot.handle;
}

std::vector<Handle> take_many(NodeManager& nodes, u32 count) {
    std::vector<Handle> slots;
    for (u32 k = 0; k < count; ++k) slots.push_back(take(nodes));
    return slots;
}

u8* bytes(NodeManager& nodes, Handle handle, int column = 0) {
    return nodes.data().origin(column) + handle * nodes.data().stride(column);
}

bool is_filled(NodeManager& nodes, Handle handle, u8 value) {
    for (int column = 0; column < nodes.data().column_count(); ++column) {
        const u8* const begin = bytes(nodes, handle, column);
        if (!std::all_of(begin, begin + nodes.slot_bytes(column),
                         [&](u8 byte) { return byte == value; }))
            return false;
    }
    return true;
}

void fill(NodeManager& nodes, Handle handle, u8 value) {
    for (int column = 0; column < nodes.data().column_count(); ++column)
        std::memset(bytes(nodes, handle, column), value, nodes.slot_bytes(column));
}

TEST(NodeManager, B08_RecycledSlotsAreReusedAndOthersLeftAlone) {
    const auto nodes = make({8});
    const std::vector<Handle> slots = take_many(*nodes, 19);
    EXPECT_EQ(std::set<Handle>(slots.begin(), slots.end()).size(), 19u);
    EXPECT_EQ(*std::max_element(slots.begin(), slots.end()), 19u);
    for (const Handle slot : slots) fill(*nodes, slot, static_cast<u8>(slot));
    for (int k = 0; k < 5; ++k) nodes->recycle(0, slots[static_cast<std::size_t>(k)]);
    nodes->collect();
    const std::vector<Handle> again = take_many(*nodes, 5);
    EXPECT_EQ(std::set<Handle>(again.begin(), again.end()),
              std::set<Handle>(slots.begin(), slots.begin() + 5));
    for (const Handle slot : again) EXPECT_TRUE(is_filled(*nodes, slot, 0));
    for (std::size_t k = 5; k < slots.size(); ++k)
        EXPECT_TRUE(is_filled(*nodes, slots[k], static_cast<u8>(slots[k])));
    EXPECT_EQ(nodes->stats().created, 19u);
    EXPECT_TRUE(nodes->is_valid());
}

TEST(NodeManager, B09_EverythingRecycledIsFreeAfterTheCollection) {
    const auto nodes = make({8});
    std::vector<Handle> slots = take_many(*nodes, 24);
    for (const Handle slot : slots) nodes->recycle(0, slot);
    EXPECT_EQ(nodes->stats().free, 0u);
    EXPECT_EQ(nodes->stats().recycled, 24u);
    nodes->collect();
    EXPECT_EQ(nodes->stats().free, 24u);
    EXPECT_EQ(nodes->stats().recycled, 0u);
    slots = take_many(*nodes, 12);
    for (const Handle slot : slots) EXPECT_LE(slot, 24u);
    for (const Handle slot : slots) nodes->recycle(0, slot);
    nodes->collect();
    EXPECT_EQ(nodes->stats().free, 24u);
    EXPECT_EQ(nodes->stats().live, 0u);
    EXPECT_EQ(nodes->stats().created, 24u);
    EXPECT_EQ(nodes->data().size(), 24u);
    EXPECT_TRUE(nodes->is_valid());
}

/// A free list of 8; take `first`, recycle `back` of them, collect, take `then`.
void free_list_of_8(u32 first, u32 back, u32 then) {
    const auto nodes = make({8});
    for (const Handle slot : take_many(*nodes, 8)) nodes->recycle(0, slot);
    nodes->collect();
    ASSERT_EQ(nodes->stats().free, 8u);
    std::vector<Handle> live = take_many(*nodes, first);
    for (u32 k = 0; k < back; ++k) {
        nodes->recycle(0, live.back());
        live.pop_back();
    }
    nodes->collect();
    EXPECT_EQ(nodes->stats().free, 8 - first + back);
    std::set<Handle> all(live.begin(), live.end());
    for (const Handle slot : take_many(*nodes, then)) EXPECT_TRUE(all.insert(slot).second) << slot;
    EXPECT_EQ(all.size(), live.size() + then);
    EXPECT_LE(*all.rbegin(), 8u);
    EXPECT_EQ(nodes->stats().created, 8u);
    EXPECT_TRUE(nodes->is_valid());
}

TEST(NodeManager, B24_CompactionOfAFreeListWhoseRestOverlapsItsStart) {
    free_list_of_8(3, 1, 6);
}

TEST(NodeManager, B25_CompactionOfAFreeListWhoseRestDoesNotOverlap) {
    free_list_of_8(6, 2, 4);
}

TEST(NodeManager, B27_ACollectionWithNothingRecycledChangesNothing) {
    const auto nodes = make({8});
    const std::vector<Handle> slots = take_many(*nodes, 10);
    for (int k = 0; k < 4; ++k) nodes->recycle(0, slots[static_cast<std::size_t>(k)]);
    nodes->collect();
    const NodeManagerStats before = nodes->stats();
    for (std::size_t k = 4; k < 10; ++k) fill(*nodes, slots[k], 0xab);
    nodes->collect();
    const NodeManagerStats after = nodes->stats();
    EXPECT_EQ(after.free, before.free);
    EXPECT_EQ(after.recycled, 0u);
    EXPECT_EQ(after.live, before.live);
    EXPECT_EQ(after.deactivations, before.deactivations);
    for (std::size_t k = 4; k < 10; ++k) EXPECT_TRUE(is_filled(*nodes, slots[k], 0xab));
}

TEST(NodeManager, GivesNoneWhenAllSlotsAreTakenAndGoesOnAfterACollection) {
    const auto nodes = make({8}, 10);
    std::vector<Handle> slots = take_many(*nodes, 10);
    EXPECT_EQ(std::set<Handle>(slots.begin(), slots.end()).size(), 10u);
    // All cells that there are have a slot: who asks is told to look again.
    EXPECT_EQ(nodes->allocate(0).handle, 0u);
    EXPECT_TRUE(nodes->allocate(0).retry);
    EXPECT_TRUE(nodes->is_valid());
    // A dead slot is not given out before the collection; there is another for its cell.
    nodes->recycle(0, slots[3]);
    EXPECT_EQ(take(*nodes), 11u);
    EXPECT_EQ(nodes->allocate(0).handle, 0u);
    nodes->collect();
    EXPECT_EQ(nodes->stats().free, 1u);
    EXPECT_EQ(take(*nodes), slots[3]);
    EXPECT_TRUE(nodes->is_valid());
}

TEST(NodeManager, SlotsThatWereLostAreReplacedInTheEnd) {
    const auto nodes = make({8}, 3);
    (void)take_many(*nodes, 3);
    u32 attempt = 0;
    while (nodes->allocate(0, attempt).handle == 0) ASSERT_LT(++attempt, 100000u);
}

TEST(NodeManager, SlotsInTheStocksOfOthersAreTakenBeforeNewOnesAreMade) {
    constexpr int kWorkers = 8;
    const auto nodes = make({8}, 1000, kWorkers, Zeroing::at_reuse, {});
    std::vector<Handle> slots;
    for (int k = 0; k < 500; ++k) slots.push_back(take(*nodes, k % kWorkers));
    EXPECT_EQ(nodes->stats().created, 500u);
    for (int round = 0; round < 20; ++round) {
        for (const Handle slot : slots) nodes->recycle(round % kWorkers, slot);
        nodes->collect();
        slots.clear();
        // Some workers take one slot and a stock with it; one worker takes all the others.
        for (int worker = 1; worker < kWorkers; ++worker) slots.push_back(take(*nodes, worker));
        while (slots.size() < 500) slots.push_back(take(*nodes, 0));
        ASSERT_EQ(std::set<Handle>(slots.begin(), slots.end()).size(), 500u);
        ASSERT_EQ(nodes->stats().created, 500u) << "round " << round;
        ASSERT_TRUE(nodes->is_valid());
    }
}

TEST(NodeManager, EveryWorkerCanTakeASlotThoughOthersHoldStock) {
    // As many slots as can be live, by one worker, while every other one took and gave back.
    constexpr int kWorkers = 8;
    const auto nodes = make({8}, 50, kWorkers);
    for (int worker = 1; worker < kWorkers; ++worker)
        nodes->give_back(worker, allocate(*nodes, worker));
    for (int k = 0; k < 50; ++k) ASSERT_NE(take(*nodes), 0u) << k;
    EXPECT_EQ(nodes->stats().created, 50u);
    EXPECT_TRUE(nodes->is_valid());
}

TEST(NodeManager, ASlotThatLostItsRaceIsGivenOutAgain) {
    const auto nodes = make({8});
    const NodeManager::Slot lost = nodes->allocate(0);
    nodes->give_back(0, lost);
    EXPECT_TRUE(nodes->is_valid());
    EXPECT_EQ(take(*nodes), lost.handle);
    EXPECT_EQ(nodes->stats().created, 1u);
    EXPECT_EQ(nodes->stats().live, 1u);
    EXPECT_TRUE(nodes->is_valid());
}

struct ZeroingCase {
    Zeroing zeroing;
    std::vector<u64> strides;
};

class NodeManagerZeroing : public testing::TestWithParam<ZeroingCase> {};

TEST_P(NodeManagerZeroing, SlotsReadZeroAndKeepTheirBytesUntilTheCollection) {
    const auto nodes = make(GetParam().strides, 300, 1, GetParam().zeroing);
    std::vector<Handle> slots = take_many(*nodes, 200);
    for (const Handle slot : slots) ASSERT_TRUE(is_filled(*nodes, slot, 0));
    for (const Handle slot : slots) fill(*nodes, slot, static_cast<u8>(slot | 0x80));
    for (std::size_t k = 0; k < slots.size(); k += 2) nodes->recycle(0, slots[k]);
    // Taken in the same task: never one of those, which keep their bytes.
    for (int k = 0; k < 20; ++k) slots.push_back(take(*nodes));
    for (std::size_t k = 0; k < 200; ++k)
        ASSERT_TRUE(is_filled(*nodes, slots[k], static_cast<u8>(slots[k] | 0x80)));
    EXPECT_EQ(std::set<Handle>(slots.begin(), slots.end()).size(), slots.size());
    nodes->collect();
    for (int k = 0; k < 100; ++k) {
        const Handle slot = take(*nodes);
        ASSERT_LE(slot, 200u);
        ASSERT_TRUE(is_filled(*nodes, slot, 0)) << slot;
    }
    for (std::size_t k = 1; k < 200; k += 2)
        ASSERT_TRUE(is_filled(*nodes, slots[k], static_cast<u8>(slots[k] | 0x80)));
    EXPECT_TRUE(nodes->is_valid());
}

std::vector<ZeroingCase> zeroing_cases() {
    std::vector<ZeroingCase> list;
    for (const Zeroing zeroing : {Zeroing::at_reuse, Zeroing::in_gc}) {
        for (const u64 stride : {1, 2, 3, 5, 12, 42, 4097}) list.push_back({zeroing, {stride}});
        list.push_back({zeroing, {3, 4097, 1, 8}});
    }
    return list;
}

INSTANTIATE_TEST_SUITE_P(Strides, NodeManagerZeroing, testing::ValuesIn(zeroing_cases()),
                         [](const auto& variant) {
                             std::string name =
                                 variant.param.zeroing == Zeroing::in_gc ? "in_gc" : "at_reuse";
                             for (const u64 stride : variant.param.strides)
                                 name.append(1, '_').append(std::to_string(stride));
                             return name;
                         });

/// Workers take, give back and recycle at random; between rounds a collection. Every live slot
/// carries its owner's mark, so that one given out twice shows.
void random_use(Zeroing zeroing, int workers, u64 seed) {
    const auto nodes = make({4, 5}, 20000, workers, zeroing, {.first_elements = 16, .growth = 1.5});
    const auto mark = [&](Handle slot) -> u32& {
        return *reinterpret_cast<u32*>(bytes(*nodes, slot));
    };
    std::vector<std::vector<Handle>> live(static_cast<std::size_t>(workers));
    std::vector<std::vector<Handle>> dead(static_cast<std::size_t>(workers));
    std::vector<std::string> errors(static_cast<std::size_t>(workers));
    for (u32 round = 1; round <= 30; ++round) {
        {
            std::vector<std::jthread> threads;
            for (int worker = 0; worker < workers; ++worker)
                threads.emplace_back([&, worker] {
                    const std::size_t w = static_cast<std::size_t>(worker);
                    std::mt19937_64 random(seed + round * 100 + w);
                    dead[w].clear();
                    for (int k = 0; k < 400; ++k) {
                        const u64 dice = random() % 10;
                        if (dice < (round % 3 == 0 ? 2u : 6u)) {
                            const NodeManager::Slot slot = allocate(*nodes, worker);
                            if (slot.handle == 0 || !is_filled(*nodes, slot.handle, 0)) {
                                errors[w] = "no slot, or one that does not read zero";
                                return;
                            }
                            if (random() % 4 == 0) {
                                nodes->give_back(worker, slot);
                                continue;
                            }
                            nodes->published(worker, slot);
                            mark(slot.handle) = static_cast<u32>(worker) + 1;
                            bytes(*nodes, slot.handle, 1)[4] = 0xee;
                            live[w].push_back(slot.handle);
                        } else if (!live[w].empty()) {
                            const std::size_t which = random() % live[w].size();
                            dead[w].push_back(live[w][which]);
                            nodes->recycle(worker, live[w][which]);
                            live[w][which] = live[w].back();
                            live[w].pop_back();
                        }
                    }
                });
        }
        std::set<Handle> distinct;
        u64 count = 0, recycled = 0;
        for (std::size_t w = 0; w < live.size(); ++w) {
            ASSERT_EQ(errors[w], "");
            for (const auto* list : {&live[w], &dead[w]})
                for (const Handle slot : *list) {
                    distinct.insert(slot);
                    ++count;
                    ASSERT_EQ(mark(slot), w + 1) << "slot " << slot << " in round " << round;
                }
            recycled += dead[w].size();
        }
        ASSERT_EQ(distinct.size(), count);
        ASSERT_EQ(nodes->stats().live, count - recycled);
        ASSERT_EQ(nodes->stats().recycled, recycled);
        ASSERT_TRUE(nodes->is_valid()) << "before the collection of round " << round;
        nodes->collect();
        ASSERT_EQ(nodes->stats().reserved + nodes->stats().free + nodes->stats().live,
                  nodes->data().size());
        ASSERT_TRUE(nodes->is_valid()) << "after the collection of round " << round;
    }
}

TEST(NodeManager, RandomUseByOneWorker) {
    random_use(Zeroing::at_reuse, 1, 1);
    random_use(Zeroing::in_gc, 1, 2);
}

TEST(NodeManager, RandomUseByManyWorkers) {
    for (const u64 seed : {10, 20, 30}) {
        random_use(Zeroing::at_reuse, 4, seed);
        random_use(Zeroing::in_gc, 4, seed + 1);
    }
}

}  // namespace
}  // namespace starling::sparse
