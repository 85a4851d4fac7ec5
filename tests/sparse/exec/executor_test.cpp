// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/exec/executor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace starling::sparse {
namespace {

struct Kind {
    ExecutorKind kind;
    int threads;
};

std::vector<Kind> kinds() {
    // A person may narrow a run to one executor.
    const char* const only = std::getenv("STARLING_TEST_EXECUTOR");
    std::vector<Kind> list;
    for (const int threads : {1, 2, 8}) {
        list.push_back({ExecutorKind::jthread, threads});
        if (only == nullptr || std::string(only) != "jthread")
            list.push_back({ExecutorKind::tbb, threads});
    }
    return list;
}

class ExecutorTest : public testing::TestWithParam<Kind> {
 protected:
    void SetUp() override {
        auto made = make_executor(GetParam().kind, GetParam().threads);
        ASSERT_TRUE(made.ok()) << made.error().text;
        executor_ = std::move(*made);
    }
    std::unique_ptr<Executor> executor_;
};

INSTANTIATE_TEST_SUITE_P(All, ExecutorTest, testing::ValuesIn(kinds()), [](const auto& variant) {
    return std::string(variant.param.kind == ExecutorKind::tbb ? "tbb" : "jthread") +
           std::to_string(variant.param.threads);
});

TEST_P(ExecutorTest, HasTheWorkersAskedFor) {
    EXPECT_EQ(executor_->workers(), GetParam().threads);
    EXPECT_STREQ(executor_->name(), GetParam().kind == ExecutorKind::tbb ? "tbb" : "jthread");
}

TEST_P(ExecutorTest, CallsEveryIndexOnceInBlocksOfAtMostTheGrain) {
    for (const i64 count : {i64{1}, i64{7}, i64{64}, i64{1000}, i64{4099}})
        for (const i64 grain : {i64{1}, i64{3}, i64{64}, i64{1000}, i64{1000000}}) {
            std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
            std::atomic<int> wrong = 0;
            executor_->parallel_for(count, grain, [&](i64 begin, i64 end, int) {
                if (begin >= end || end - begin > grain || begin < 0 || end > count) ++wrong;
                for (i64 k = std::max<i64>(begin, 0); k < std::min(end, count); ++k)
                    ++calls[static_cast<std::size_t>(k)];
            });
            EXPECT_EQ(wrong, 0) << count << " by " << grain;
            EXPECT_TRUE(
                std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; }))
                << count << " by " << grain;
        }
}

TEST_P(ExecutorTest, DoesNothingForAnEmptyLoop) {
    int calls = 0;
    executor_->parallel_for(0, 1, [&](i64, i64, int) { ++calls; });
    executor_->parallel_for(-5, 1, [&](i64, i64, int) { ++calls; });
    EXPECT_EQ(calls, 0);
}

TEST_P(ExecutorTest, NeverSharesAWorkerBetweenCallsAtTheSameTime) {
    const int workers = executor_->workers();
    std::vector<std::atomic<int>> busy(static_cast<std::size_t>(workers));
    std::atomic<int> wrong = 0;
    for (int round = 0; round < 20; ++round)
        executor_->parallel_for(400, 1, [&](i64, i64, int worker) {
            if (worker < 0 || worker >= workers) {
                ++wrong;
                return;
            }
            if (++busy[static_cast<std::size_t>(worker)] != 1) ++wrong;
            std::this_thread::yield();
            --busy[static_cast<std::size_t>(worker)];
        });
    EXPECT_EQ(wrong, 0);
}

TEST_P(ExecutorTest, RunsNestedLoopsOnTheWorkerOfTheLoopAround) {
    // Also where the outer loop is a single block.
    for (const i64 outer : {1, 40}) {
        std::atomic<int> wrong = 0;
        std::atomic<i64> calls = 0;
        executor_->parallel_for(outer, 1, [&](i64, i64, int worker) {
            const std::thread::id thread = std::this_thread::get_id();
            i64 next = 0;
            executor_->parallel_for(50, 3, [&](i64 begin, i64 end, int inner) {
                if (inner != worker || std::this_thread::get_id() != thread || begin != next)
                    ++wrong;
                next = end;
                calls += end - begin;
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            });
        });
        EXPECT_EQ(wrong, 0) << outer;
        EXPECT_EQ(calls, outer * 50);
    }
}

TEST_P(ExecutorTest, RunsParallelAgainAfterNestedLoops) {
    executor_->parallel_for(
        1, 1, [&](i64, i64, int) { executor_->parallel_for(8, 1, [](i64, i64, int) {}); });
    // Two blocks that wait for each other finish only on two workers.
    if (executor_->workers() < 2) return;
    std::atomic<int> arrived = 0;
    executor_->parallel_for(2, 1, [&](i64, i64, int) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    });
    EXPECT_EQ(arrived, 2);
}

TEST_P(ExecutorTest, WorksForManySmallLoops) {
    std::atomic<i64> sum = 0;
    for (int round = 0; round < 10000; ++round)
        executor_->parallel_for(3, 1, [&](i64 begin, i64 end, int) { sum += end - begin; });
    EXPECT_EQ(sum, 30000);
}

TEST(MakeExecutor, RefusesWrongNumbersOfThreads) {
    for (const ExecutorKind kind : {ExecutorKind::tbb, ExecutorKind::jthread})
        for (const int threads : {-1, -1000, 1025, 1 << 30}) {
            const auto made = make_executor(kind, threads);
            ASSERT_FALSE(made.ok());
            EXPECT_NE(made.error().text.find("threads"), std::string::npos);
            EXPECT_NE(made.error().text.find(std::to_string(threads)), std::string::npos);
        }
}

TEST(MakeExecutor, ZeroThreadsMeansOneAHardwareThread) {
    const auto made = make_executor(ExecutorKind::jthread, 0);
    ASSERT_TRUE(made.ok());
    EXPECT_GE((*made)->workers(), 1);
    if (std::thread::hardware_concurrency() != 0) {
        EXPECT_EQ((*made)->workers(), static_cast<int>(std::thread::hardware_concurrency()));
    }
}

}  // namespace
}  // namespace starling::sparse
