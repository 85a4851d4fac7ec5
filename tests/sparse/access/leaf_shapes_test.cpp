// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <mutex>
#include <set>

#include "sparse/access/leaf.h"
#include "sparse/access/stencil.h"
#include "tests/sparse/access/random_leaves.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::Chain;
using testing::RandomLeaves;
using At = RandomLeaves::At;

/// Looks at every cell of every block, and at the cells across the faces, edges and corners.
struct Inspector {
    const RandomLeaves* leaves;
    LeafField<i32> x;
    Neighbours which;
    std::mutex* mutex;
    std::set<At>* seen;

    template <class Shape>
    void operator()(Shape, const LeafBlock& block) const {
        std::lock_guard lock(*mutex);
        if constexpr (Shape::kRow != 0) {
            ASSERT_EQ(block.extent[0], u32{Shape::kRow});
        }
        if constexpr (Shape::kDim == 2) {
            ASSERT_EQ(block.extent[2], 1u);
        }
        if constexpr (!Shape::kMasked) {
            ASSERT_EQ(block.active, block.cells());
        }
        ASSERT_EQ(block.cells(), block.extent[0] * block.extent[1] * block.extent[2]);
        ASSERT_LE(block.cells(), LeafBlock::kTile);
        ASSERT_EQ(x.block(block.id), x.data(block.slot) + block.begin * x.stride());
        u32 active = 0;
        for (u32 c = 0; c < block.cells(); ++c) {
            const At at = cell(block, c);
            ASSERT_EQ(x.block(block)[c * x.stride()], leaves->read(*leaves->x, at));
            if (!block.is_active(block.begin + c)) continue;
            ++active;
            ASSERT_TRUE(seen->insert(at).second);
        }
        ASSERT_EQ(active, block.active);
        u32 in_runs = 0;
        block.for_each_run([&](u64 from, u64 to) {
            ASSERT_LT(from, to);
            for (u64 c = from; c < to; ++c) ASSERT_TRUE(block.is_active(c));
            in_runs += static_cast<u32>(to - from);
        });
        ASSERT_EQ(in_runs, active);
        if constexpr (Shape::kMasked && Shape::kRow != 0) {
            for (u32 row = 0; row < block.cells() / Shape::kRow; ++row)
                for (u32 k = 0; k < Shape::kRow; ++k)
                    ASSERT_EQ(block.bits(row * Shape::kRow, Shape::kRow) >> k & 1,
                              block.is_active(block.begin + row * Shape::kRow + k) ? 1u : 0u);
        }

        const int count = Shape::kDim == 3 ? 27 : 9;
        int entry = 0;
        for (int n = 0; n < count; ++n) {
            const int dz = Shape::kDim == 3 ? n / 9 - 1 : 0;
            const int step[3] = {n % 3 - 1, n / 3 % 3 - 1, dz};
            const int axes = (step[0] != 0) + (step[1] != 0) + (step[2] != 0);
            if (which == Neighbours::all) {
                check_neighbour(block, block.neighbours[entry++], step);
            } else if (axes == 1) {
                const int d = step[0] != 0 ? 0 : step[1] != 0 ? 1 : 2;
                check_neighbour(block, block.neighbours[2 * d + (step[d] > 0)], step);
            }
        }
        check_rows(Shape{}, block);
    }

    /// User index of a cell of the block.
    static At cell(const LeafBlock& block, u32 c) {
        const u32 local[3] = {c % block.extent[0], c / block.extent[0] % block.extent[1],
                              c / block.extent[0] / block.extent[1]};
        At at{};
        for (int d = 0; d < 3; ++d)
            if (block.axis[d] != LeafBlock::kNoAxis)
                at[block.axis[d]] = block.first[block.axis[d]] + static_cast<i32>(local[d]);
        return at;
    }

    /// The neighbour's cell that touches the block at its first or last cell.
    void check_neighbour(const LeafBlock& block, BlockId id, const int* step) const {
        if (step[0] == 0 && step[1] == 0 && step[2] == 0) {
            ASSERT_EQ(id, block.id);
            return;
        }
        At at{};
        for (std::size_t a = 0; a < leaves->rank; ++a) at[a] = block.first[a];
        u64 linear = 0, weight = 1;
        for (int d = 0; d < 3; ++d) {
            const u32 local = step[d] < 0 ? block.before[d] - 1 : 0;
            linear += local * weight;
            weight *= step[d] < 0 ? block.before[d] : block.extent[d];
            if (step[d] == 0) continue;
            if (block.axis[d] == LeafBlock::kNoAxis) {
                ASSERT_EQ(id, 0u);
                return;
            }
            at[block.axis[d]] += step[d] < 0 ? -1 : static_cast<i32>(block.extent[d]);
        }
        ASSERT_EQ(x.block(id)[linear * x.stride()], leaves->read(*leaves->x, at))
            << "step " << step[0] << step[1] << step[2];
    }

    /// What for_each_face_row() says.
    template <class Shape>
    void check_rows(Shape shape, const LeafBlock& block) const {
        if (which != Neighbours::faces) return;
        u32 cells = 0;
        for_each_face_row(shape, block, x, [&](const auto& row) {
            constexpr int kLanes = std::remove_cvref_t<decltype(row)>::kLanes;
            for (int k = 0; k < kLanes; ++k) {
                const At at = cell(block, row.cell + static_cast<u32>(k));
                const auto expect = [&](const RowVector<i32, kLanes>& lanes, int d, int step) {
                    i32 value[kLanes];
                    lanes.store(value);
                    At there = at;
                    if (step != 0) {
                        if (block.axis[d] == LeafBlock::kNoAxis) {
                            ASSERT_EQ(value[k], 0);
                            return;
                        }
                        there[block.axis[d]] += step;
                    }
                    ASSERT_EQ(value[k], leaves->read(*leaves->x, there));
                };
                expect(row.self, 0, 0);
                expect(row.x0, 0, -1);
                expect(row.x1, 0, 1);
                expect(row.y0, 1, -1);
                expect(row.y1, 1, 1);
                if constexpr (Shape::kDim == 3) {
                    expect(row.z0, 2, -1);
                    expect(row.z1, 2, 1);
                }
                const bool active = block.is_active(block.begin + row.cell + static_cast<u32>(k));
                if constexpr (Shape::kMasked) {
                    ASSERT_EQ(row.bits >> k & 1, active ? 1u : 0u);
                }
                cells += active;
            }
        });
        ASSERT_EQ(cells, block.active);
    }
};

class LeafShapesTest : public testing::TreeTest {
 protected:
    void inspect(u64 seed, const Chain& chain) {
        SCOPED_TRACE(chain.text());
        RandomLeaves leaves(seed, chain, backend);
        std::mutex mutex;
        for (const Neighbours which : {Neighbours::faces, Neighbours::all})
            for (const Field<i32>* field : {leaves.x.get(), leaves.y.get()}) {
                std::set<At> seen;
                // The second field fits the blocks of the first, and lies in a group of two.
                if (field == leaves.y.get()) {
                    EXPECT_TRUE(same_leaves(*leaves.tree->core(), leaves.x->id(), field->id()));
                    for (const auto& [at, value] : leaves.written)
                        *leaves.y->accessor(0).activate_at(at.data()) = value;
                }
                const Status done = for_each_leaf(
                    *leaves.x, Inspector{&leaves, LeafField<i32>(*field), which, &mutex, &seen},
                    which);
                ASSERT_TRUE(done.ok()) << done.error().text;
                for (const auto& [at, value] : leaves.written) ASSERT_EQ(seen.count(at), 1u);
                if (HasFatalFailure()) return;
            }
        const TreeStats stats = leaves.tree->stats();
        for (std::size_t k = 0; k < kLeafVariants; ++k)
            if (stats.launches[k].count != 0) ran_.insert(stats.launches[k].name);
    }

    std::set<std::string> ran_;
};

TEST_F(LeafShapesTest, EveryShapeOfARowAndMaskAndDimensionRuns) {
    u64 seed = 0;
    for (const i64 row : {4, 8, 16, 32, 6, 11})
        for (const SNodeKind kind : {SNodeKind::dense, SNodeKind::bitmasked})
            for (const bool three : {false, true})
                inspect(++seed, three ? Chain{{{SNodeKind::pointer, "ijk", {3, 4, 3}},
                                               {kind, "ijk", {2, 3, row}}}}
                                      : Chain{{{SNodeKind::pointer, "ij", {5, 4}},
                                               {kind, "ij", {3, row}}}});
    EXPECT_EQ(ran_.size(), std::size_t{kLeafVariants});
    EXPECT_EQ(ran_.count("row 16, masked, 3-D"), 1u);
    EXPECT_EQ(ran_.count("any row, masked, 2-D"), 1u);
}

TEST_F(LeafShapesTest, CubicBlocksWhichKernelsKnowWhenTheyAreCompiled) {
    using enum SNodeKind;
    u64 seed = 100;
    for (const i64 row : {4, 8})
        for (const SNodeKind kind : {dense, bitmasked})
            for (int k = 0; k < 3; ++k) {
                inspect(++seed,
                        Chain{{{pointer, "ijk", {3, 2, 3}}, {kind, "ijk", {row, row, row}}}});
                inspect(++seed, Chain{{{pointer, "ij", {5, 4}}, {kind, "ij", {row, row}}}});
                // So small that blocks are well filled.
                inspect(++seed, Chain{{{pointer, "i", {2}}, {kind, "ijk", {row, row, row}}}});
                inspect(++seed, Chain{{{pointer, "ij", {3, 3}},
                                       {kind, "ij", {2, 3}},
                                       {dense, "ij", {row, row}}}});
            }
}

TEST_F(LeafShapesTest, SlotsOfManyBlocks) {
    using enum SNodeKind;
    for (const Chain& chain :
         {Chain{{{dense, "ij", {70, 131}}}}, Chain{{{pointer, "i", {2}}, {dense, "i", {5003}}}},
          Chain{{{dense, "ijk", {3, 67, 71}}}},
          Chain{{{dense, "ij", {4, 4}}, {dense, "ij", {8, 8}}}},
          Chain{{{bitmasked, "ijk", {3, 4, 5}}, {dense, "kij", {2, 4, 8}}}},
          Chain{{{pointer, "ij", {3, 3}}, {bitmasked, "ij", {4, 2}}, {bitmasked, "ji", {3, 8}}}},
          Chain{{{bitmasked, "ij", {10, 9001}}}},
          Chain{{{pointer, "ijk", {2, 2, 2}}, {dense, "ijk", {16, 16, 32}}}},
          Chain{{{pointer, "k", {9}},
                 {dense, "ij", {8, 8}},
                 {pointer, "ijk", {3, 3, 2}},
                 {dense, "jk", {4, 4}}}},
          Chain{{{pointer, "ij", {9, 9}}}}})
        for (u64 seed = 0; seed < 3; ++seed) inspect(seed, chain);
}

TEST_F(LeafShapesTest, RandomChains) {
    std::mt19937_64 random(11);
    for (u64 seed = 0; seed < 120; ++seed) {
        inspect(seed, testing::random_chain(random));
        if (HasFatalFailure()) return;
    }
}

TEST_F(LeafShapesTest, TheTableOfNeighboursLivesAsLongAsTheTopology) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("ij", {8, 8}).dense("ij", {8, 8}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(20, 20) = 1;
    u32 around = 0;
    const auto count = [&](const LeafBlock& block) {
        for (int n = 0; n < 4; ++n)
            if (block.neighbours[n] != 0) atomic_add<u32>(around, 1);
    };
    for (int launch = 0; launch < 3; ++launch)
        ASSERT_TRUE(for_each_leaf(x, count, Neighbours::faces).ok());
    EXPECT_EQ(around, 0u);
    EXPECT_EQ(tree->stats().neighbour_builds, 1u);
    EXPECT_EQ(tree->stats().neighbour_hits, 2u);
    x.at(20, 30) = 1;
    ASSERT_TRUE(for_each_leaf(x, count, Neighbours::faces).ok());
    EXPECT_EQ(around, 2u);
    EXPECT_EQ(tree->stats().neighbour_builds, 2u);
    ASSERT_TRUE(tree->deactivate(1, {2, 3}).ok());
    ASSERT_TRUE(for_each_leaf(x, count, Neighbours::faces).ok());
    EXPECT_EQ(around, 2u);
}

TEST_F(LeafShapesTest, ShapesAndNeighboursStopAtThreeAxes) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {4}).dense("jkl", {4, 4, 4}).place(ref);
    finalize();
    Field<i32> x = *tree->field<i32>(ref);
    x.at(1, 2, 3, 1) = 5;
    i32 sum = 0;
    const LeafField<i32> cells(x);
    ASSERT_TRUE(for_each_leaf(x, [&](const LeafBlock& block) {
                    for (u32 c = 0; c < block.cells(); ++c) atomic_add(sum, cells.block(block)[c]);
                }).ok());
    EXPECT_EQ(sum, 5);
    for (const Status& refused : {for_each_leaf(x, [](auto, const LeafBlock&) {}),
                                  for_each_leaf(
                                      x, [](const LeafBlock&) {}, Neighbours::all)}) {
        ASSERT_FALSE(refused.ok());
        EXPECT_NE(refused.error().text.find("field x has 4 axes"), std::string::npos);
    }
    // The refused launches left the tree usable.
    EXPECT_TRUE(x.set({0, 0, 0, 0}, 1).ok());
}

TEST_F(LeafShapesTest, MoreBlocksThanNumbersIsAnError) {
    const FieldRef ref = builder.field<i32>("x");
    builder.root().pointer("i", {2}).bitmasked("i", {1 << 15}).pointer("i", {2}).place(ref);
    const FieldRef wide = builder.field<u8>("wide");
    builder.root().bitmasked("ij", {1 << 17, 1 << 15}).dense("ji", {1, 1}).place(wide);
    finalize();
    const Status refused = for_each_leaf(*tree->field<u8>(wide), [](const LeafBlock&) {});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().text.find("2^32 blocks"), std::string::npos);
}

}  // namespace
}  // namespace starling::sparse
