// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/alloc/list_manager.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace starling::sparse {
namespace {

ListManager make(const std::vector<u64>& strides, u64 max, bool ambient, const ListStep& step) {
    auto list = ListManager::create(strides, max, ambient, step);
    EXPECT_TRUE(list.ok());
    return std::move(*list);
}

TEST(ListManager, B10_GrowsInEqualStepsWithoutGrowth) {
    ListManager list = make({4}, 1000, false, {.first_elements = 16, .growth = 1});
    for (i32 i = 0; i < 320; ++i) {
        u32 got = 0;
        const u32 element = list.reserve_new_elements(1, got);
        ASSERT_EQ(element, static_cast<u32>(i));
        ASSERT_EQ(got, 1u);
        EXPECT_EQ(list.at<i32>(element), 0);
        list.at<i32>(element) = i + 5;
    }
    for (i32 i = 0; i < 320; ++i) EXPECT_EQ(list.at<i32>(static_cast<u32>(i)), i + 5);
    EXPECT_EQ(list.steps(), 20u);
    EXPECT_EQ(list.size(), 320u);
}

TEST(ListManager, GrowthDoublesWhatIsThere) {
    ListManager list = make({4}, 100000, false, {.first_elements = 16, .growth = 2});
    u32 got = 0;
    for (int i = 0; i < 1024; ++i) ASSERT_NE(list.reserve_new_elements(1, got), ListManager::kNone);
    EXPECT_EQ(list.steps(), 7u);  // 16, 32, … 1024
}

TEST(ListManager, NumbersFromOneWithAnAmbientSlotThatReadsZero) {
    ListManager list = make({12, 3}, 10, true, {});
    u32 got = 0;
    EXPECT_EQ(list.reserve_new_elements(4, got), 1u);
    EXPECT_EQ(got, 4u);
    for (int column = 0; column < 2; ++column)
        for (u64 byte = 0; byte < list.stride(column) * 5; ++byte)
            ASSERT_EQ(list.origin(column)[byte], 0) << column << ' ' << byte;
}

TEST(ListManager, GivesWhatIsLeftAndThenNone) {
    ListManager list = make({8}, 10, false, {});
    ASSERT_EQ(list.max_elements(), 10u);
    u32 got = 0;
    EXPECT_EQ(list.reserve_new_elements(7, got), 0u);
    EXPECT_EQ(list.reserve_new_elements(7, got), 7u);
    EXPECT_EQ(got, 3u);
    EXPECT_EQ(list.reserve_new_elements(1, got), ListManager::kNone);
    EXPECT_EQ(list.size(), 10u);
    EXPECT_FALSE(list.resize(11));
    EXPECT_EQ(list.size(), 10u);
}

TEST(ListManager, ResizeKeepsWhatWasThere) {
    ListManager list = make({4}, 5000, false, {.first_elements = 4});
    ASSERT_TRUE(list.resize(100));
    for (u32 i = 0; i < 100; ++i) list.at<u32>(i) = i * 3;
    ASSERT_TRUE(list.resize(10));
    ASSERT_TRUE(list.resize(5000));
    for (u32 i = 0; i < 100; ++i) EXPECT_EQ(list.at<u32>(i), i * 3);
    EXPECT_GE(list.committed_bytes(), 20000u);
    EXPECT_GE(list.reserved_bytes(), list.committed_bytes());
}

TEST(ListManager, AnElementTooWideForTheBudgetIsAnError) {
    const u64 strides[] = {u64{1} << 50};
    const auto list = ListManager::create(strides, 4, false, {});
    ASSERT_FALSE(list.ok());
    EXPECT_NE(list.error().text.find(std::to_string(u64{1} << 50)), std::string::npos);
}

TEST(ListManager, ElementsReservedByManyThreadsAreDistinct) {
    ListManager list = make({4, 20}, 200000, true, {.first_elements = 7, .growth = 1.3});
    constexpr int kThreads = 4, kTimes = 3000;
    std::vector<std::vector<u32>> taken(kThreads);
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < kThreads; ++t)
            threads.emplace_back([&, t] {
                for (int k = 0; k < kTimes; ++k) {
                    u32 got = 0;
                    const u32 first = list.reserve_new_elements(1 + k % 3, got);
                    for (u32 e = first; e < first + got; ++e) {
                        list.at<u32>(e) = static_cast<u32>(t) + 1;
                        taken[static_cast<std::size_t>(t)].push_back(e);
                    }
                }
            });
    }
    std::set<u32> all;
    std::size_t count = 0;
    for (int t = 0; t < kThreads; ++t)
        for (const u32 element : taken[static_cast<std::size_t>(t)]) {
            all.insert(element);
            ++count;
            ASSERT_EQ(list.at<u32>(element), static_cast<u32>(t) + 1);
        }
    EXPECT_EQ(all.size(), count);
    EXPECT_EQ(count, static_cast<std::size_t>(kThreads * kTimes * 2));
    EXPECT_EQ(*all.begin(), 1u);
    EXPECT_EQ(*all.rbegin(), count);
}

}  // namespace
}  // namespace starling::sparse
