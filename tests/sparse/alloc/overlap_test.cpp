// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows B08, B24 and B25 for all small sizes: whatever part of the free list was handed out when a
// collection compacts it, and whatever comes back, every slot is in one place afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "sparse/alloc/node_manager.h"

namespace starling::sparse {
namespace {

constexpr ListStep kSmallSteps{.first_elements = 4, .growth = 1};

std::unique_ptr<NodeManager> make(int workers, Zeroing zeroing) {
    const u64 strides[] = {8};
    auto nodes =
        NodeManager::create(strides, 100, workers, {.zeroing = zeroing, .step = kSmallSteps});
    EXPECT_TRUE(nodes.ok());
    return std::move(*nodes);
}

/// Slots with an owner's mark in each, so that one that is given out twice shows.
class Marks {
 public:
    explicit Marks(NodeManager& nodes) : nodes_(&nodes) {}

    bool take(int worker) {
        NodeManager::Slot slot = nodes_->allocate(worker);
        for (u32 attempt = 1; slot.retry; ++attempt) slot = nodes_->allocate(worker, attempt);
        if (slot.handle == 0 || value(slot.handle) != 0) return false;
        nodes_->published(worker, slot);
        value(slot.handle) = 1000 + slot.handle;
        live_.push_back(slot.handle);
        return true;
    }
    void recycle(int worker, bool oldest) {
        const std::size_t which = oldest ? 0 : live_.size() - 1;
        nodes_->recycle(worker, live_[which]);
        live_.erase(live_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    bool right() const {
        return std::all_of(live_.begin(), live_.end(),
                           [&](Handle slot) { return value(slot) == 1000 + slot; }) &&
               std::set<Handle>(live_.begin(), live_.end()).size() == live_.size();
    }
    std::size_t live() const { return live_.size(); }

 private:
    u64& value(Handle slot) const {
        return *reinterpret_cast<u64*>(nodes_->data().origin(0) + slot * nodes_->data().stride(0));
    }
    NodeManager* nodes_;
    std::vector<Handle> live_;
};

TEST(FreeListOverlap, EveryCursorAndEveryNumberThatComesBack) {
    for (const Zeroing zeroing : {Zeroing::at_reuse, Zeroing::in_gc})
        for (u32 list = 0; list <= 9; ++list)            // the free list's length
            for (u32 out = 0; out <= list; ++out)        // handed out of it: the cursor
                for (u32 back = 0; back <= out; ++back)  // come back before the collection
                    for (u32 then = 0; then <= list - out + back; ++then)
                        for (const bool oldest : {false, true}) {
                            const auto nodes = make(1, zeroing);
                            Marks marks(*nodes);
                            for (u32 k = 0; k < list; ++k) ASSERT_TRUE(marks.take(0));
                            for (u32 k = 0; k < list; ++k) marks.recycle(0, true);
                            nodes->collect();
                            for (u32 k = 0; k < out; ++k) ASSERT_TRUE(marks.take(0));
                            for (u32 k = 0; k < back; ++k) marks.recycle(0, oldest);
                            nodes->collect();
                            ASSERT_EQ(nodes->stats().free, list - out + back);
                            for (u32 k = 0; k < then; ++k) ASSERT_TRUE(marks.take(0));
                            const NodeManagerStats stats = nodes->stats();
                            const Status valid = nodes->validate();
                            ASSERT_TRUE(valid.ok() && marks.right())
                                << list << ' ' << out << ' ' << back << ' ' << then;
                            ASSERT_EQ(stats.created, list);  // no new slot
                            ASSERT_EQ(stats.live, marks.live());
                        }
}

TEST(FreeListOverlap, EveryShareOfThreeWorkers) {
    // Three workers with stocks of their own; whoever takes, the slots there are must do.
    for (u32 list = 1; list <= 12; ++list)
        for (u32 a = 0; a <= list; ++a)
            for (u32 b = 0; a + b <= list; ++b) {
                const auto nodes = make(3, Zeroing::at_reuse);
                Marks marks(*nodes);
                for (u32 k = 0; k < list; ++k) ASSERT_TRUE(marks.take(static_cast<int>(k % 3)));
                for (u32 k = 0; k < list; ++k) marks.recycle(static_cast<int>(k % 2), true);
                nodes->collect();
                for (u32 k = 0; k < a; ++k) ASSERT_TRUE(marks.take(0));
                for (u32 k = 0; k < b; ++k) ASSERT_TRUE(marks.take(1));
                while (marks.live() < list) ASSERT_TRUE(marks.take(2));
                ASSERT_TRUE(marks.right());
                ASSERT_EQ(nodes->stats().created, list) << list << ' ' << a << ' ' << b;
                const Status valid = nodes->validate();
                ASSERT_TRUE(valid.ok()) << valid.error().text;
                for (u32 k = 0; k < a / 2; ++k) marks.recycle(2, false);
                nodes->collect();
                while (marks.live() < list) ASSERT_TRUE(marks.take(1));
                ASSERT_TRUE(marks.right() && nodes->is_valid());
                ASSERT_EQ(nodes->stats().created, list);
            }
}

TEST(FreeListOverlap, LongListsAreCompactedInParallel) {
    auto executor = make_executor(ExecutorKind::jthread, 3);
    ASSERT_TRUE(executor.ok());
    const u64 strides[] = {8};
    constexpr u32 kSlots = 400000;
    for (const u32 out : {1000u, 150000u, 250000u, 399000u}) {
        auto made = NodeManager::create(strides, kSlots, 1, {.zeroing = Zeroing::in_gc});
        ASSERT_TRUE(made.ok());
        NodeManager& nodes = **made;
        Marks marks(nodes);
        for (u32 k = 0; k < kSlots; ++k) ASSERT_TRUE(marks.take(0));
        for (u32 k = 1; k <= kSlots; ++k) nodes.recycle(0, k);
        nodes.collect(executor->get());
        Marks again(nodes);
        for (u32 k = 0; k < out; ++k) ASSERT_TRUE(again.take(0));
        for (u32 k = 0; k < out / 1000; ++k) again.recycle(0, false);
        nodes.collect(executor->get());
        ASSERT_EQ(nodes.stats().free, kSlots - out + out / 1000);
        ASSERT_TRUE(nodes.is_valid());
        while (again.live() < kSlots) ASSERT_TRUE(again.take(0));
        ASSERT_TRUE(again.right());
        ASSERT_EQ(nodes.stats().created, kSlots);
    }
}

}  // namespace
}  // namespace starling::sparse
