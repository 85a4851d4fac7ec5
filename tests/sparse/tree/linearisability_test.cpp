// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Concurrent activate, deactivate, is_active, append and length behave as if they had run one after
// the other, each at some moment between its call and its return. Histories are short and many;
// whether one fits is found by trying every order.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "sparse/access/field.h"
#include "sparse/access/node_access.h"
#include "sparse/tree/snode_tree.h"
#include "tests/sparse/sanitizers.h"

namespace starling::sparse {
namespace {

constexpr int kRounds = testing::kSanitized ? 300 : 3000;
constexpr i64 kCapacity = 5;

struct Operation {
    enum Kind { activate, deactivate, is_active, append, length } kind = is_active;
    i64 result = 0;
    u64 called = 0, returned = 0;
};

/// Looks for an order of the operations that respects who returned before whom was called, and in
/// which each result is right. `done`: those that are placed; the state is what they left.
class Search {
 public:
    explicit Search(const std::vector<Operation>& history, bool active)
        : history_(history), active_(active) {}

    bool fits() { return next(0, active_ ? 1 : 0); }

 private:
    bool next(u32 done, i64 state) {
        if (done + 1 == u32{1} << history_.size()) return true;
        if (!seen_.insert(u64{done} << 32 | static_cast<u64>(state)).second) return false;
        u64 first_return = ~u64{0};
        for (std::size_t k = 0; k < history_.size(); ++k)
            if ((done >> k & 1) == 0) first_return = std::min(first_return, history_[k].returned);
        for (std::size_t k = 0; k < history_.size(); ++k) {
            const Operation& op = history_[k];
            if ((done >> k & 1) != 0 || op.called > first_return) continue;
            i64 after = state;
            if (apply(op, after) && next(done | u32{1} << k, after)) return true;
        }
        return false;
    }

    /// The state: whether a cell is active, or the length of a list.
    static bool apply(const Operation& op, i64& state) {
        switch (op.kind) {
            case Operation::activate:
                state = 1;
                return true;
            case Operation::deactivate:
                state = 0;
                return true;
            case Operation::append:
                if (state == kCapacity) return op.result == -1;
                return op.result == state++;
            default:
                return op.result == state;
        }
    }

    const std::vector<Operation>& history_;
    bool active_;
    std::unordered_set<u64> seen_;
};

TEST(Search, TellsRightHistoriesFromWrongOnes) {
    using Op = Operation;
    // Overlapping appends in either order; one after the other only in that.
    EXPECT_TRUE(Search({{Op::append, 1, 0, 5}, {Op::append, 0, 1, 4}}, false).fits());
    EXPECT_FALSE(Search({{Op::append, 1, 0, 1}, {Op::append, 0, 2, 3}}, false).fits());
    EXPECT_FALSE(Search({{Op::append, 0, 0, 5}, {Op::append, 0, 1, 4}}, false).fits());
    EXPECT_TRUE(
        Search({{Op::activate, 0, 0, 9}, {Op::is_active, 0, 1, 2}, {Op::is_active, 1, 3, 4}}, false)
            .fits());
    EXPECT_FALSE(
        Search({{Op::activate, 0, 0, 9}, {Op::is_active, 1, 1, 2}, {Op::is_active, 0, 3, 4}}, false)
            .fits());
    EXPECT_FALSE(Search({{Op::is_active, 0, 0, 1}}, true).fits());
}

class Linearisability : public ::testing::TestWithParam<Activation> {};

TEST_P(Linearisability, OfActivateDeactivateAndAppend) {
    auto executor = make_executor(ExecutorKind::jthread, 4);
    ASSERT_TRUE(executor.ok());
    Backend backend;
    backend.executor = executor->get();
    FieldsBuilder b;
    const NodeRef pointer = b.root().pointer("i", {2}, {GetParam()});
    pointer.dense("i", {4}).place(b.field<i32>("x"));
    const NodeRef bits = b.root().bitmasked("i", {2});
    bits.place(b.field<i32>("y"));
    const FieldRef ref = b.field<i32>("l");
    const NodeRef lists = b.root().dense("i", {2}).dynamic("j", kCapacity, {.chunk = 2});
    lists.place(ref);
    auto made = b.finalize(backend);
    ASSERT_TRUE(made.ok());
    SNodeTree& tree = **made;
    const Field<i32> list = *tree.field<i32>(ref);

    // Four tasks of three operations on one thing at a time, so that they meet.
    constexpr int kTasks = 4, kOperations = 3;
    for (int round = 0; round < kRounds; ++round) {
        const u32 kind = static_cast<u32>(round) % 3;
        const u32 snode = kind == 0 ? pointer.id() : kind == 1 ? bits.id() : lists.id();
        const i64 cell = round / 3 % 2;
        const bool active_before = kind != 2 && *tree.is_active(snode, {cell});
        if (kind == 2) {
            ASSERT_TRUE(tree.deactivate(snode, {cell}).ok());
        }
        std::vector<Operation> history(kTasks * kOperations);
        u64 clock = 0;  // atomic
        u32 ready = 0;  // atomic
        const int together = std::min(kTasks, (*executor)->workers());
        const Status done = tree.parallel_for(kTasks, 1, [&](i64 task, i64, int worker) {
            std::mt19937 random(static_cast<u32>(round * kTasks + task));
            NodeAccess node(*tree.core(), snode, worker);
            Accessor<i32> append = list.accessor(worker);
            // As near to a common start as a loop without promises allows.
            atomic_add<u32>(ready, 1);
            for (int spin = 0; spin < 2000 && atomic_load(ready) < static_cast<u32>(together);)
                ++spin;
            for (int k = 0; k < kOperations; ++k) {
                Operation op;
                constexpr Operation::Kind kKinds[2][4] = {
                    {Operation::activate, Operation::deactivate, Operation::is_active,
                     Operation::activate},
                    {Operation::append, Operation::append, Operation::append, Operation::length}};
                op.kind = kKinds[kind == 2 ? 1 : 0][random() % 4];
                op.called = atomic_add<u64>(clock, 1);
                switch (op.kind) {
                    case Operation::activate:
                        node.activate(cell);
                        break;
                    case Operation::deactivate:
                        node.deactivate(cell);
                        break;
                    case Operation::is_active:
                        op.result = node.is_active(cell) ? 1 : 0;
                        break;
                    case Operation::append:
                        op.result = append.append(static_cast<i32>(task * 100 + k + 1), cell);
                        break;
                    case Operation::length:
                        op.result = node.length(cell);
                        break;
                }
                op.returned = atomic_add<u64>(clock, 1);
                history[static_cast<u64>(task * kOperations + k)] = op;
            }
        });
        EXPECT_EQ(done.ok(), std::none_of(history.begin(), history.end(), [](const Operation& op) {
                      return op.kind == Operation::append && op.result < 0;
                  }));
        // What is there in the end comes after everything else.
        Operation last{kind == 2 ? Operation::length : Operation::is_active, 0, clock, clock + 1};
        last.result = kind == 2 ? *tree.length(snode, {cell}) : *tree.is_active(snode, {cell});
        history.push_back(last);
        ASSERT_TRUE(Search(history, active_before).fits()) << "round " << round;
        // Every number that append returned holds what was appended.
        for (std::size_t k = 0; k < kTasks * kOperations; ++k)
            if (history[k].kind == Operation::append && history[k].result >= 0) {
                ASSERT_EQ(*list.get({cell, history[k].result}),
                          static_cast<i32>(k / kOperations * 100 + k % kOperations + 1));
            }
    }
    const TreeStats stats = tree.stats();
    EXPECT_EQ(stats.snodes[pointer.id()].slots.live,
              u64{*tree.is_active(pointer.id(), {0})} + u64{*tree.is_active(pointer.id(), {1})});
    for (const u32 snode : {pointer.id(), lists.id()})
        EXPECT_TRUE(tree.core()->manager(tree.plan().snodes[snode].child_segment).is_valid());
}

INSTANTIATE_TEST_SUITE_P(Protocols, Linearisability,
                         ::testing::Values(Activation::cas, Activation::locked),
                         [](const auto& tested) {
                             return std::string(tested.param == Activation::cas ? "cas" : "locked");
                         });

}  // namespace
}  // namespace starling::sparse
