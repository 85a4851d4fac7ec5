// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measure.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace starling::bench {
namespace {

TEST(TimingOf, MedianAndRangeOfOddAndEvenCounts) {
    const Timing odd = timing_of({5, 1, 3});
    EXPECT_EQ(odd.median, 3);
    EXPECT_EQ(odd.min, 1);
    EXPECT_EQ(odd.max, 5);
    EXPECT_DOUBLE_EQ(odd.spread(), 4.0 / 3.0);
    EXPECT_EQ(timing_of({4, 1, 2, 8}).median, 3);
    EXPECT_EQ(timing_of({7}).spread(), 0);
}

TEST(MeasureOrder, InterleavesVariantsAndRotatesWhoIsFirst) {
    std::string order;
    const auto timings = measure({{"a", [&] { order += 'a'; }},
                                  {"b", [&] { order += 'b'; }},
                                  {"c", [&] { order += 'c'; }, [&] { order += '.'; }}},
                                 3);
    EXPECT_EQ(order,
              "ab.c"
              "b.ca"
              ".cab"
              "ab.c");
    EXPECT_EQ(timings.size(), 3u);
}

/// A clock that stands still unless a variant moves it.
class Measure : public testing::Test {
 protected:
    std::function<void()> takes(double seconds) {
        return [this, seconds] { now_ += seconds; };
    }
    std::function<double()> clock() {
        return [this] { return now_; };
    }

    double now_ = 0;
};

TEST_F(Measure, CountsWhatRunTakesAndNotWhatComesBefore) {
    const auto timings =
        measure({{"plain", takes(2)}, {"prepared", takes(4), takes(64)}}, 3, clock());
    ASSERT_EQ(timings.size(), 2u);
    EXPECT_EQ(timings[0].median, 2);
    EXPECT_EQ(timings[1].median, 4);
    EXPECT_EQ(timings[1].max, 4);
}

TEST_F(Measure, DropsTheWarmUpRound) {
    int calls = 0;
    const auto timings =
        measure({{"first is slow", [&] { now_ += calls++ == 0 ? 64 : 1; }}}, 2, clock());
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(timings[0].max, 1);
}

TEST(SteadySeconds, RunsForwardsInSeconds) {
    const double start = steady_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_GE(steady_seconds() - start, 0.002);
}

}  // namespace
}  // namespace starling::bench
