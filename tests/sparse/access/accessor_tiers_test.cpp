// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sparse/access/cached_accessor.h"
#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/access/random_leaves.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::Chain;
using testing::RandomLeaves;
using At = RandomLeaves::At;

class AccessorTiersTest : public testing::TreeTest {
 protected:
    /// Calls f with as many numbers as the field has axes.
    template <class F>
    static auto spread(std::size_t rank, const At& at, F f) {
        return rank == 1 ? f(at[0]) : rank == 2 ? f(at[0], at[1]) : f(at[0], at[1], at[2]);
    }

    /// Reads and writes at random, mostly near to the last place, through `access`; compares with
    /// the interpreted walk and with a map.
    template <class Access>
    void exercise(RandomLeaves& leaves, Access access) {
        At at = leaves.random_cell();
        for (int n = 0; n < 400; ++n) {
            if (leaves.below(4) == 0) at = leaves.random_cell();
            At next = at;
            next[leaves.below(leaves.rank)] += static_cast<i32>(leaves.below(5)) - 2;
            if (!leaves.inside(next)) continue;
            at = next;
            const auto read = [&](auto... i) { return access.read(i...); };
            ASSERT_EQ(spread(leaves.rank, at, read), leaves.read(*leaves.x, at));
            ASSERT_EQ(*access.lookup_at(at.data()), leaves.read(*leaves.x, at));
            if (leaves.below(3) == 0) {
                const i32 value = static_cast<i32>(leaves.below(1000));
                if (leaves.below(2) == 0)
                    *access.activate_at(at.data()) = value;
                else
                    spread(leaves.rank, at, [&](auto... i) { access.write(value, i...); });
                leaves.written[at] = value;
                spread(leaves.rank, at, [&](auto... i) { access.atomic_add(3, i...); });
                leaves.written[at] += 3;
                ASSERT_EQ(spread(leaves.rank, at, read), leaves.written[at]);
            }
        }
        // Exactly what was written is active, as far as single cells can be.
        const NodeAccess node(*leaves.tree->core(), leaves.snode, 0);
        for (const auto& [cell, value] : leaves.written) {
            ASSERT_EQ(leaves.read(*leaves.x, cell), value);
            At local{};
            for (std::size_t a = 0; a < leaves.rank; ++a)
                local[a] = cell[a] - static_cast<i32>(leaves.offset[a]);
            ASSERT_TRUE(
                spread(leaves.rank, local, [&](auto... i) { return node.is_active(i...); }));
        }
        if (leaves.tree->plan().snodes[leaves.snode].kind == SNodeKind::bitmasked) {
            u64 active = 0;
            ASSERT_TRUE(struct_for(*leaves.x, [&](LoopCell) { atomic_add<u64>(active, 1); }).ok());
            EXPECT_EQ(active, leaves.written.size());
        }
    }
};

TEST_F(AccessorTiersTest, AllReadAndWriteWhatTheWalkDoes) {
    std::mt19937_64 random(3);
    for (u64 seed = 0; seed < 150; ++seed) {
        const Chain chain = testing::random_chain(random);
        SCOPED_TRACE(chain.text());
        RandomLeaves leaves(seed, chain, backend);
        exercise(leaves, leaves.x->accessor(0));
        exercise(leaves, CachedAccessor<i32>(leaves.x->accessor(1)));
        if (HasFatalFailure()) return;
    }
}

TEST_F(AccessorTiersTest, UpToThreePointersAreFast) {
    using enum SNodeKind;
    u64 seed = 0;
    for (const std::string axes : {"i", "ij", "ijk"}) {
        Chain chain;
        for (u32 pointers = 0; pointers <= FastPath::kMaxDepth + 1; ++pointers) {
            for (const SNodeKind leaf : {dense, bitmasked}) {
                Chain whole = chain;
                whole.levels.push_back({leaf, axes, {8}});
                SCOPED_TRACE(whole.text());
                RandomLeaves leaves(++seed, whole, backend);
                EXPECT_EQ(leaves.tree->core()->fast_path(leaves.snode).rank(),
                          pointers <= FastPath::kMaxDepth ? axes.size() : 0u);
                exercise(leaves, leaves.x->accessor(0));
                exercise(leaves, CachedAccessor<i32>(leaves.x->accessor(1)));
            }
            chain.levels.push_back({pointer, axes, {2}});
        }
    }
}

TEST_F(AccessorTiersTest, IndexSpacesTooLargeForTables) {
    using enum SNodeKind;
    const auto expect = [&](const Chain& chain, u32 rank, bool tables) {
        SCOPED_TRACE(chain.text());
        RandomLeaves leaves(rank, chain, backend);
        const FastPath& path = leaves.tree->core()->fast_path(leaves.snode);
        EXPECT_EQ(path.rank(), rank);
        EXPECT_EQ(path.has_tables(), tables);
        exercise(leaves, leaves.x->accessor(0));
        exercise(leaves, CachedAccessor<i32>(leaves.x->accessor(1)));
    };
    expect({{{pointer, "i", {1024}}, {dense, "i", {16}}}}, 1, true);
    expect({{{pointer, "i", {2048}}, {dense, "i", {16}}}}, 1, false);
    expect({{{pointer, "ij", {64}}, {pointer, "ij", {16}}, {bitmasked, "ij", {16}}}}, 2, false);
    expect({{{pointer, "ijk", {128}}, {pointer, "ijk", {16}}, {dense, "ijk", {8}}}}, 3, false);
    // Shifts serve neither here: a size is no power of two, an axis is split in a slot.
    expect({{{pointer, "ij", {600}}, {dense, "ij", {16}}}}, 0, false);
    expect({{{pointer, "ij", {256}}, {bitmasked, "ij", {8}}, {dense, "ij", {8}}}}, 0, false);
}

TEST_F(AccessorTiersTest, IndicesBeyondTheEdgeStayInsideTheTree) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("ij", {4, 4}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(3, 3) = 9;
    CachedAccessor<i32> cached(x.accessor(0));
    EXPECT_EQ(x.accessor(0).read(-1, -1), 9);  // wraps
    EXPECT_EQ(cached.read(-1, 2), 0);
    EXPECT_EQ(cached.read(3, 3), 9);
}

TEST_F(AccessorTiersTest, ACachedAccessorForgetsASlotThatWentAway) {
    const FieldRef ref = builder.field<i32>("x");
    const NodeRef blocks = builder.root().pointer("i", {8});
    blocks.dense("i", {4}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(5) = 7;
    ASSERT_TRUE(tree->parallel_for(1, 1,
                                   [&](i64, i64, int worker) {
                                       CachedAccessor<i32> cached(x.accessor(worker));
                                       NodeAccess node(*tree->core(), blocks.id(), worker);
                                       EXPECT_EQ(cached.read(5), 7);
                                       node.deactivate(1);
                                       cached.forget();
                                       EXPECT_EQ(cached.read(5), 0);
                                       cached.write(8, 6);
                                       EXPECT_EQ(cached.read(5), 0);
                                       EXPECT_EQ(cached.read(6), 8);
                                   })
                    .ok());
    EXPECT_EQ(x.at(6), 8);
}

}  // namespace
}  // namespace starling::sparse
