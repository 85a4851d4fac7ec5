// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Which layouts a neighbour grid accepts, and that none of them changes the flock.
#include <gtest/gtest.h>

#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

using sparse::LayoutDesc;

/// The error of a grid of 13 x 10 cells on this layout; empty when there is none.
std::string error_of(const LayoutDesc& layout) {
    auto executor = sparse::make_executor(executor_kinds().front(), 1);
    EXPECT_TRUE(executor.ok());
    const auto grid = NeighbourGrid::create(layout, Domain{}, 80, 64, **executor);
    return grid.ok() ? "" : grid.error().text;
}

#define EXPECT_ERROR(layout, ...)                                                  \
    do {                                                                           \
        const std::string text = error_of(layout);                                 \
        EXPECT_NE(text, "") << "accepted";                                         \
        for (const char* part : {__VA_ARGS__})                                     \
            EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text; \
    } while (false)

TEST(GridLayouts, TheLastLevelMustPlaceTheId) {
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), packed_k(), place({{"x"}})}}), "place: [[id]]");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), packed_k(), place({{"id", "x"}})}}),
                 "place: [[id]]");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), packed_k(), packed_k()}}), "place: [[id]]");
    EXPECT_ERROR(LayoutDesc{}, "place: [[id]]");
}

TEST(GridLayouts, TheLevelOverKMustStandAbovePlace) {
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), dense({0, 1}, {1}), place()}}), "over k");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), dense({2}, {8}), place()}}),
                 "bitmasked or dynamic over k");
    EXPECT_ERROR((LayoutDesc{{dense({0, 1}), place()}}), "over k");
    EXPECT_ERROR((LayoutDesc{{packed_k(), pointer({0, 1}), place()}}), "over k");
}

TEST(GridLayouts, OnlyCellAxesAboveTheList) {
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), dense({2}, {4}), packed_k(), place()}}),
                 "axes i and j only");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1, 3}), packed_k(), place()}}), "axes i and j only");
}

TEST(GridLayouts, BothCellAxesAreNeeded) {
    EXPECT_ERROR((LayoutDesc{{pointer({0}), packed_k(), place()}}), "axis j", "10");
    EXPECT_ERROR((LayoutDesc{{dense({1}), packed_k(), place()}}), "axis i", "13");
}

TEST(GridLayouts, OneShapeAnAxisMayBeLeftOpen) {
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}), pointer({0, 1}), packed_k(), place()}}),
                 "axis i has no shape on several levels");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}, {16, 0}), pointer({1}), packed_k(), place()}}),
                 "axis j has no shape on several levels");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}, {4, 4, 4}), packed_k(), place()}}),
                 "level 1 has 3 sizes for 2 axes");
}

TEST(GridLayouts, TooFewCellsAreRefusedWithBothNumbers) {
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}, {12, 10}), packed_k(), place()}}),
                 "axis i has 12 cells, the domain needs 13");
    EXPECT_ERROR((LayoutDesc{{pointer({0, 1}, {4}), dense({0, 1}, {4, 2}), packed_k(), place()}}),
                 "axis j has 8 cells, the domain needs 10");
}

TEST(GridLayouts, ADomainOfTooManyCellsIsRefused) {
    auto executor = sparse::make_executor(executor_kinds().front(), 1);
    ASSERT_TRUE(executor.ok());
    const auto grid = NeighbourGrid::create(common_layouts()[0].layout, Domain{1e12, 800, 50}, 80,
                                            64, **executor);
    ASSERT_FALSE(grid.ok());
    EXPECT_NE(grid.error().text.find("mate radius"), std::string::npos) << grid.error().text;
}

std::uint64_t hash_on(const LayoutDesc& layout, FlockVariant variant, int threads) {
    Scene scene = make_scene(700, 5);
    scene.seed = 3;
    flock_params(scene).variant = variant;
    neighbours(scene).layouts = {{"this", layout}};
    neighbours(scene).layout = "this";
    TestFlock test = make_flock(scene, threads);
    test.run(30);
    return test.hash();
}

TEST(GridLayouts, NoLayoutChangesTheFlock) {
    const std::vector<LayoutDesc> layouts = {
        {{pointer({0, 1}), packed_k(), place()}},
        {{pointer({0, 1}, {13, 10}), packed_k({4096}), place()}},
        {{pointer({0, 1}, {100}), packed_k(), place()}},
        {{dense({0, 1}), packed_k(), place()}},
        {{dense({0}), dense({1}), packed_k(), place()}},
        {{pointer({1}), pointer({0}), chunked_k(), place()}},
        {{pointer({0, 1}, {4, 4}), pointer({0, 1}), chunked_k(), place()}},
        {{pointer({0, 1}, {4, 4}), pointer({0, 1}), packed_k(), place()}},
        {{dense({0, 1}, {2, 2}), pointer({0, 1}), chunked_k(4), place()}},
        {{dense({0, 1}, {2, 2}), pointer({0, 1}), packed_k(), place()}},
        {{pointer({0, 1}), dense({0, 1}, {4, 2}), bitmasked({2}, {256}), place()}},
        {{pointer({0, 1}), dense({0, 1}, {4, 2}), packed_k(), place()}},
        {{pointer({0, 1}), bitmasked({0, 1}, {2, 2}), chunked_k(), place()}},
        {{bitmasked({0, 1}), bitmasked({2}, {100}), place()}},
        {{bitmasked({0, 1}), packed_k(), place()}},
        {{dense({0, 1}), bitmasked({2}, {300}), place()}},
        {{pointer({0, 1}, {2}), dense({0, 1}, {2}), pointer({0, 1}), chunked_k(1), place()}},
    };
    for (const FlockVariant variant : {FlockVariant::exact, FlockVariant::seed_compat}) {
        const std::uint64_t first = hash_on(layouts[0], variant, 1);
        for (std::size_t k = 0; k < layouts.size(); ++k)
            EXPECT_EQ(hash_on(layouts[k], variant, 1 + static_cast<int>(k % 3)), first)
                << "layout " << k;
    }
}

TEST(GridLayouts, TheTwoVariantsDiffer) {
    const LayoutDesc layout = common_layouts()[0].layout;
    EXPECT_NE(hash_on(layout, FlockVariant::exact, 1),
              hash_on(layout, FlockVariant::seed_compat, 1));
}

}  // namespace
}  // namespace starling::engine::test
