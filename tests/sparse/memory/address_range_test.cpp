// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/memory/address_range.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tests/sparse/sanitizers.h"

namespace starling::sparse {
namespace {

TEST(AddressRange, ReservesWithoutTakingMemory) {
    auto range = AddressRange::reserve(u64{1} << 32, 0);
    ASSERT_TRUE(range.ok()) << range.error().text;
    EXPECT_EQ(range->reserved(), u64{1} << 32);
    EXPECT_EQ(range->committed(), 0u);
    EXPECT_NE(range->base(), nullptr);
    EXPECT_EQ(reinterpret_cast<u64>(range->base()) % 4096, 0u);
}

TEST(AddressRange, CommittedMemoryReadsZeroKeepsItsBytesAndNeverMoves) {
    auto range = AddressRange::reserve(u64{64} << 20, 100);
    ASSERT_TRUE(range.ok());
    u8* const base = range->base();
    u64 written = 0;
    for (const u64 bytes : {u64{1}, u64{5000}, u64{100000}, u64{5} << 20, u64{64} << 20}) {
        ASSERT_TRUE(range->commit(bytes));
        EXPECT_GE(range->committed(), bytes);
        EXPECT_EQ(range->base(), base);
        for (u64 k = 0; k < written; k += 97) ASSERT_EQ(base[k], 0xcd) << k;
        for (u64 k = (written + 96) / 97 * 97; k < range->committed(); k += 97) {
            ASSERT_EQ(base[k], 0) << k;
            base[k] = 0xcd;
        }
        written = range->committed();
    }
    // Less than what is there changes nothing.
    ASSERT_TRUE(range->commit(1));
    EXPECT_EQ(range->committed(), u64{64} << 20);
}

TEST(AddressRange, AmbientBytesBeforeTheStartReadZero) {
    for (const u64 ambient : {u64{1}, u64{12}, u64{4096}, u64{3} << 20}) {
        auto range = AddressRange::reserve(1, ambient);
        ASSERT_TRUE(range.ok());
        ASSERT_TRUE(range->commit(1));
        range->base()[0] = 1;
        for (u64 k = 1; k <= ambient; ++k) ASSERT_EQ(*(range->base() - k), 0) << k;
    }
}

/// How a child that runs `body` ends: the signal that ended it, or 0.
template <class Body>
int signal_of(Body body) {
    const pid_t child = fork();
    if (child == 0) {
        for (const int number : {SIGSEGV, SIGBUS}) std::signal(number, SIG_DFL);
        body();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(AddressRange, WritesToTheAmbientBytesOrPastWhatIsCommittedFault) {
    auto range = AddressRange::reserve(1 << 20, 64);
    ASSERT_TRUE(range.ok());
    ASSERT_TRUE(range->commit(4096));
    volatile u8* const base = range->base();
    EXPECT_EQ(signal_of([&] { base[4095] = 1; }), 0);
    EXPECT_EQ(signal_of([&] { *(base - 1) = 1; }), SIGSEGV);
    EXPECT_EQ(signal_of([&] { *(base - 64) = 1; }), SIGSEGV);
    EXPECT_EQ(signal_of([&] { base[range->committed()] = 1; }), SIGSEGV);
}

TEST(AddressRange, DiscardedBytesReadZeroAndCountAgainOnlyWhenRestored) {
    MemoryBudget budget(u64{1} << 20);
    auto range = AddressRange::reserve(u64{1} << 20, 64, budget);
    ASSERT_TRUE(range.ok());
    ASSERT_TRUE(range->commit(100 * 4096));
    std::fill_n(range->base(), 100 * 4096, u8{0xab});
    // Page 10 in part, pages 11 … 49, page 50 in part.
    const u64 begin = 10 * 4096 + 100, end = 50 * 4096 + 7;
    range->discard(begin, end);
    EXPECT_EQ(range->committed(), 61u * 4096);
    EXPECT_EQ(budget.used(), 61u * 4096);
    for (u64 k = 0; k < 100 * 4096; ++k)
        ASSERT_EQ(range->base()[k], k >= begin && k < end ? 0 : 0xab) << k;
    // The first twenty pages' worth comes back, in two steps of which one is undone.
    ASSERT_TRUE(range->restore(begin, end, begin + 20 * 4096, end));
    EXPECT_EQ(range->committed(), 81u * 4096);
    range->undo_restore(begin, end, begin + 20 * 4096, end);
    EXPECT_EQ(budget.used(), 61u * 4096);
    budget.set_limit(61 * 4096);
    EXPECT_FALSE(range->restore(begin, end, end, end));
    EXPECT_EQ(range->committed(), 61u * 4096);
    budget.set_limit(0);
    ASSERT_TRUE(range->restore(begin, end, end, end));
    EXPECT_EQ(range->committed(), 100u * 4096);
    *range = AddressRange();
    EXPECT_EQ(budget.used(), 0u);
}

TEST(AddressRange, ACommitBeyondTheBudgetIsRefusedAndTakesNothing) {
    MemoryBudget whole(10 * 4096), part(0, &whole);
    auto range = AddressRange::reserve(u64{1} << 20, 0, part);
    ASSERT_TRUE(range.ok());
    ASSERT_TRUE(range->commit(8 * 4096));
    EXPECT_FALSE(range->commit(11 * 4096));
    EXPECT_EQ(range->committed(), 8u * 4096);
    EXPECT_EQ(part.used(), 8u * 4096);
    EXPECT_EQ(whole.used(), 8u * 4096);
    EXPECT_TRUE(range->commit(10 * 4096));
}

TEST(AddressRange, UncommittedBytesCountNoMoreAndComeBackAsZeros) {
    MemoryBudget budget;
    auto range = AddressRange::reserve(1 << 20, 0, budget);
    ASSERT_TRUE(range.ok());
    ASSERT_TRUE(range->commit(10 * 4096));
    std::fill_n(range->base(), 10 * 4096, u8{1});
    range->uncommit(2 * 4096 + 1);
    EXPECT_EQ(range->committed(), 3u * 4096);
    EXPECT_EQ(budget.used(), 3u * 4096);
    ASSERT_TRUE(range->commit(10 * 4096));
    EXPECT_EQ(range->base()[3 * 4096 - 1], 1);
    EXPECT_EQ(range->base()[3 * 4096], 0);
}

TEST(AddressRange, ShedPagesReadZeroAndStayCommitted) {
    auto range = AddressRange::reserve(1 << 20, 0);
    ASSERT_TRUE(range.ok());
    ASSERT_TRUE(range->commit(10 * 4096));
    std::fill_n(range->base(), 10 * 4096, u8{1});
    range->shed(3 * 4096 + 1);
    EXPECT_EQ(range->committed(), 10u * 4096);
    EXPECT_EQ(range->base()[4 * 4096 - 1], 1);
    EXPECT_EQ(range->base()[4 * 4096], 0);
}

TEST(AddressRange, MovesLeaveNothingBehind) {
    auto made = AddressRange::reserve(10000, 10);
    ASSERT_TRUE(made.ok());
    ASSERT_TRUE(made->commit(10000));
    u8* const base = made->base();
    base[77] = 7;
    AddressRange range = std::move(*made);
    EXPECT_EQ(range.base(), base);
    EXPECT_EQ(made->base(), nullptr);
    EXPECT_EQ(made->reserved(), 0u);
    AddressRange other;
    other = std::move(range);
    EXPECT_EQ(other.base()[77], 7);
    EXPECT_EQ(range.base(), nullptr);
}

TEST(AddressRange, AUsedUpBudgetIsAnErrorUntilRangesGo) {
    constexpr u64 kPiece = u64{1} << (starling::sparse::testing::kSanitized ? 36 : 40);
    EXPECT_FALSE(AddressRange::reserve(u64{1} << 47, 0).ok());
    std::vector<AddressRange> ranges;
    // Each takes many shares of one list, so that some hundreds use the budget up.
    while (true) {
        auto range = AddressRange::reserve(std::max(reservation_share() * 2, kPiece), 0);
        if (!range.ok()) break;
        ranges.push_back(std::move(*range));
        ASSERT_LT(ranges.size(), 2000u);
    }
    const auto refused = AddressRange::reserve(u64{1} << 44, 0);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text.find("budget"), std::string::npos) << refused.error().text;
    EXPECT_NE(refused.error().text.find("destroy"), std::string::npos) << refused.error().text;
    const u64 little = reservation_share();
    ranges.clear();
    EXPECT_GT(reservation_share(), little);
    EXPECT_TRUE(AddressRange::reserve(u64{1} << 30, 0).ok());
}

TEST(AddressRange, StaysWithinALimitOfTheAddressSpace) {
    if (starling::sparse::testing::kSanitized)
        GTEST_SKIP() << "sanitizers need the whole address space";
    // A child has 2 GiB: shares shrink, requests beyond them are errors, nothing crashes.
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{u64{2} << 30, u64{2} << 30};
        if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(2);
        if (reservation_share() > (u64{2} << 30) / 8) _exit(3);
        if (AddressRange::reserve(u64{1} << 30, 0).ok()) _exit(4);
        auto range = AddressRange::reserve(1 << 20, 0);
        if (!range.ok() || !range->commit(1 << 20)) _exit(5);
        range->base()[(1 << 20) - 1] = 1;
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace starling::sparse
