// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// A tree that is laid out anew while the world runs: nothing of the run shows it, and what does not
// go leaves the old tree in use.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>

#include "engine/memory_limit.h"
#include "tests/engine/boids/test_flock.h"
#include "tests/engine/test_world.h"

namespace starling::engine::test {
namespace {

using sparse::LayoutDesc;
using sparse::LevelDesc;

constexpr std::uint64_t kPigeons = 250;
constexpr int kCells[] = {13, 10};

/// 13 x 10 cells of 40 px.
Scene crowd(FlockVariant variant = FlockVariant::exact) {
    Scene scene = make_scene(kPigeons, 5);
    scene.domain = {520, 400, 30};
    flock_params(scene).pigeons.mate_radius = 40;
    flock_params(scene).variant = variant;
    return scene;
}

/// The scene on a layout of its own.
Scene on(Scene scene, const LayoutDesc& layout) {
    neighbours(scene).layouts = {{"mine", layout}};
    neighbours(scene).layout = "mine";
    return scene;
}

/// Hashes of a run, the first before the first step.
std::vector<std::uint64_t> hashes_of(const Scene& scene, int steps) {
    const auto world = make_world(scene);
    std::vector<std::uint64_t> hashes{world->state_hash()};
    for (int k = 0; k < steps; ++k) {
        run(*world, 1);
        hashes.push_back(world->state_hash());
    }
    return hashes;
}

/// Layouts that a neighbour grid of the crowd takes: any nesting, open and given shapes.
class RandomLayouts {
 public:
    explicit RandomLayouts(std::uint32_t seed) : random_(seed) {}

    LayoutDesc next() {
        LayoutDesc layout;
        bool has_axis[2] = {};
        while (!has_axis[0] || !has_axis[1] || (layout.levels.size() < 4 && whole(0, 2) == 0)) {
            LevelDesc& level = layout.levels.emplace_back(upper_level());
            for (const int axis : level.axes) has_axis[axis] = true;
        }
        for (const int axis : {0, 1}) shape(layout, axis);
        layout.levels.push_back(list());
        layout.levels.push_back(place());
        return layout;
    }

    int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

 private:
    LevelDesc upper_level() {
        const std::vector<int> axes[] = {{0}, {1}, {0, 1}, {1, 0}};
        const std::vector<int>& some = axes[whole(0, 3)];
        LevelDesc level;
        switch (whole(0, 2)) {
            case 0:
                level = dense(some);
                break;
            case 1:
                level = bitmasked(some);
                break;
            default:
                level = pointer(some);
                if (whole(0, 1) == 0) level.activation = sparse::Activation::locked;
        }
        level.shape.assign(level.axes.size(), 0);
        return level;
    }

    /// Sizes of an axis on all levels that have it: one is left open, or all together are enough.
    void shape(LayoutDesc& layout, int axis) {
        std::vector<std::int64_t*> sizes;
        for (LevelDesc& level : layout.levels)
            for (std::size_t a = 0; a < level.axes.size(); ++a)
                if (level.axes[a] == axis) sizes.push_back(&level.shape[a]);
        const auto open = static_cast<std::size_t>(whole(0, static_cast<int>(sizes.size()) - 1));
        std::int64_t known = 1;
        for (std::size_t n = 0; n < sizes.size(); ++n) {
            if (n == open) continue;
            *sizes[n] = whole(1, 6);
            known *= *sizes[n];
        }
        if (whole(0, 1) == 0) *sizes[open] = (kCells[axis] + known - 1) / known + whole(0, 3);
    }

    LevelDesc list() {
        switch (whole(0, 2)) {
            case 0:
                return packed_k(whole(0, 1) == 0 ? std::vector<std::int64_t>{}
                                                 : std::vector<std::int64_t>{4096});
            case 1:
                return chunked_k(whole(1, 70));
            default:
                return bitmasked({2}, {whole(kPigeons, 2 * kPigeons)});
        }
    }

    std::mt19937 random_;
};

std::string describe(const LayoutDesc& layout) {
    Scene scene = on(make_scene(1, 0), layout);
    std::string yaml = to_yaml(scene);
    return yaml.substr(yaml.find("layouts:"));
}

TEST(Relayout, OnRandomLayoutsTheRunGoesOnAsWithout) {
    constexpr int kAfter = 100, kLatest = 40;
    const std::vector<std::uint64_t> expected[] = {
        hashes_of(crowd(FlockVariant::exact), kLatest + kAfter),
        hashes_of(crowd(FlockVariant::seed_compat), kLatest + kAfter)};
    RandomLayouts layouts(7);
    for (int pair = 0; pair < 50; ++pair) {
        const LayoutDesc first = layouts.next(), second = layouts.next();
        SCOPED_TRACE("pair " + std::to_string(pair) + "\n" + describe(first) + describe(second));
        const FlockVariant variant =
            pair % 2 == 0 ? FlockVariant::exact : FlockVariant::seed_compat;
        WorldOptions with = options(1 + pair % 3);
        with.executor = executor_kinds()[static_cast<std::size_t>(pair) % executor_kinds().size()];
        const auto world = make_world(on(crowd(variant), first), with);
        const int step = layouts.whole(0, kLatest);
        run(*world, step);
        const Status built = world->relayout("flock.neighbours", {"second", second});
        ASSERT_TRUE(built.ok()) << built.error().text;
        const auto& hashes = expected[pair % 2];
        EXPECT_EQ(world->state_hash(), hashes[static_cast<std::size_t>(step)]);
        run(*world, kAfter);
        EXPECT_EQ(world->state_hash(), hashes[static_cast<std::size_t>(step + kAfter)]);
        const TreeView tree = world->systems()[0]->trees()[0];
        ASSERT_EQ(tree.layout.levels.size(), second.levels.size());
        for (std::size_t n = 0; n < second.levels.size(); ++n) {
            EXPECT_EQ(tree.layout.levels[n].kind, second.levels[n].kind);
            EXPECT_EQ(tree.layout.levels[n].shape, second.levels[n].shape);
        }
        EXPECT_TRUE(tree.tree->is_valid().ok());
        if (HasFailure()) break;
    }
}

TEST(Relayout, ManyTimesInOneRun) {
    const std::vector<std::uint64_t> expected = hashes_of(crowd(), 60);
    RandomLayouts layouts(8);
    const auto world = make_world(crowd(), options(2));
    for (std::size_t step = 0; step < 60; ++step) {
        for (int n = layouts.whole(0, 2); n > 0; --n)
            ASSERT_TRUE(world->relayout("flock.neighbours", {"next", layouts.next()}).ok());
        run(*world, 1);
        ASSERT_EQ(world->state_hash(), expected[step + 1]);
    }
}

TEST(Relayout, TheSceneHasTheNewLayout) {
    const auto world = make_world(crowd());
    const LayoutDesc rows{{pointer({0}), dense({1}), chunked_k(5), place()}};
    ASSERT_TRUE(world->relayout("flock.neighbours", {"rows", rows}).ok());
    const auto tree = [&]() -> const TreeScene& { return neighbours(world->scene()); };
    ASSERT_EQ(tree().layouts.size(), 4u);
    EXPECT_EQ(tree().layout, "rows");
    EXPECT_EQ(tree().layouts[3].layout.levels[2].chunk, 5);
    EXPECT_TRUE(has(world->systems()[0]->trees()[0].tree->plan().describe(), "dense"));

    const LayoutDesc other{{pointer({0}), dense({1}), chunked_k(6), place()}};
    ASSERT_TRUE(world->relayout("flock.neighbours", {"rows", other}).ok());
    ASSERT_EQ(tree().layouts.size(), 4u);
    EXPECT_EQ(tree().layouts[3].layout.levels[2].chunk, 6);
    ASSERT_TRUE(world->relayout("flock.neighbours", tree().layouts[0]).ok());
    EXPECT_EQ(tree().layout, "packed");
    ASSERT_EQ(tree().layouts.size(), 4u);

    const Result<Scene> again = parse(to_yaml(world->scene()));
    ASSERT_TRUE(again.ok()) << again.error().text;
    EXPECT_EQ(to_yaml(*again), to_yaml(world->scene()));
}

// A crowd that the first layout has no room for: without the change of layout the script would stop
// where the run went on.
TEST(Relayout, TheScriptHasTheLayoutThatSavedTheRun) {
    Scene scene = crowd();
    neighbours(scene).layouts = {{"tight", {{pointer({0, 1}), bitmasked({2}, {1}), place()}}}};
    neighbours(scene).layout = "tight";
    const auto world = make_world(scene);
    EXPECT_FALSE(world->step().ok());
    ASSERT_TRUE(world->relayout("flock.neighbours", common_layouts()[0]).ok());
    run(*world, 5);
    ASSERT_TRUE(world->set("flock.neighbours.layout", common_layouts()[0].name).ok());
    const Result<Scene> script = parse(to_yaml(world->script()));
    ASSERT_TRUE(script.ok()) << script.error().text;
    const auto again = make_world(*script);
    EXPECT_EQ(neighbours(again->scene()).layout, "tight");
    run(*again, 5);
    EXPECT_EQ(again->state_hash(), world->state_hash());
}

TEST(Relayout, TheScriptStillRepeatsTheRun) {
    const auto world = make_world(crowd());
    RandomLayouts layouts(9);
    run(*world, 10);
    ASSERT_TRUE(world->relayout("flock.neighbours", {"a", layouts.next()}).ok());
    ASSERT_TRUE(world->set("flock.pigeons.mate_radius", "80 px").ok());
    run(*world, 10);
    ASSERT_TRUE(world->relayout("flock.neighbours", common_layouts()[2]).ok());
    run(*world, 10);
    EXPECT_EQ(hash_after(world->script(), 30), world->state_hash());
}

TEST(Relayout, FollowsTheRadiusOfTheMoment) {
    const auto changed = [](bool relayout) {
        const auto world = make_world(crowd());
        run(*world, 5);
        EXPECT_TRUE(world->set("flock.pigeons.mate_radius", "25 px").ok());
        if (relayout) {
            // 13 cells were enough before.
            const LayoutDesc narrow{{pointer({0, 1}, {13, 0}), packed_k(), place()}};
            const std::string text = error_of(world->relayout("flock.neighbours", {"n", narrow}));
            EXPECT_TRUE(has(text, "axis i has 13 cells, the domain needs 21")) << text;
            EXPECT_TRUE(world->relayout("flock.neighbours", common_layouts()[2]).ok());
        }
        run(*world, 30);
        return world->state_hash();
    };
    EXPECT_EQ(changed(true), changed(false));
}

// 90.1 as a float is a little less, and so is the number of cells that it needs a little more.
TEST(Relayout, NeedsAsManyCellsAsTheWorldDidAtItsBeginning) {
    Scene scene = make_scene(100, 2);
    scene.domain = {901, 901, 50};
    flock_params(scene).pigeons.mate_radius = 90.1;
    const LayoutDesc exact{{pointer({0, 1}, {10, 10}), packed_k(), place()}};
    const auto world = make_world(on(scene, exact));
    run(*world, 3);
    const Status built = world->relayout("flock.neighbours", {"again", exact});
    EXPECT_TRUE(built.ok()) << built.error().text;
    const Status set = world->set("flock.pigeons.mate_radius", "90.10000000001 px");
    EXPECT_TRUE(set.ok()) << set.error().text;
    EXPECT_TRUE(world->relayout("flock.neighbours", {"again", exact}).ok());
}

struct Refused {
    std::string name, tree;
    NamedLayout layout;
    std::vector<std::string> fragments;
};

void PrintTo(const Refused& bad, std::ostream* out) {
    *out << bad.name;
}

std::vector<Refused> refused() {
    const std::string tree = "flock.neighbours";
    LayoutDesc twice{{pointer({0, 0}), pointer({1}), packed_k(), place()}};
    return {
        {"too_small",
         tree,
         {"tight", {{pointer({0, 1}), bitmasked({2}, {3}), place()}}},
         {"flock.neighbours, layout tight: ", "has no room for pigeon", "at most 3 pigeons"}},
        {"too_much_memory",
         tree,
         {"wide", {{pointer({0, 1}), bitmasked({2}, {1'000'000}), place()}}},
         {"250 pigeons and 5 predators on layout wide need about", "can be used"}},
        {"not_a_grid",
         tree,
         {"empty", {}},
         {"flock.neighbours, layout empty: layout: ", "place: [[id]]"}},
        {"other_fields",
         tree,
         {"fields", {{pointer({0, 1}), packed_k(), place({{"x"}})}}},
         {"flock.neighbours, layout fields: ", "the last level must be place: [[id]]"}},
        {"too_few_cells",
         tree,
         {"few", {{pointer({0, 1}, {4, 4}), packed_k(), place()}}},
         {"flock.neighbours, layout few: ", "axis i has 4 cells, the domain needs 13"}},
        {"refused_by_the_runtime", tree, {"twice", twice}, {"flock.neighbours, layout twice: "}},
        {"unknown_tree",
         "flock.neighbors",
         common_layouts()[1],
         {"there is no tree flock.neighbors", "this world has flock.neighbours"}},
        {"no_tree", "", common_layouts()[1], {"there is no tree ", "flock.neighbours"}},
        {"a_name_that_no_scene_could_have",
         tree,
         {"a b", common_layouts()[1].layout},
         {"flock.neighbours: ", "expected a name", "\"a b\""}},
        {"no_name", tree, {"", common_layouts()[1].layout}, {"expected a name", "\"\""}},
        {"an_old_name_for_a_layout_that_does_not_go",
         tree,
         {"packed", {{pointer({0, 1}, {4, 4}), packed_k(), place()}}},
         {"flock.neighbours, layout packed: ", "the domain needs 13"}},
    };
}

class RefusedRelayout : public testing::TestWithParam<Refused> {};

INSTANTIATE_TEST_SUITE_P(All, RefusedRelayout, testing::ValuesIn(refused()),
                         [](const auto& one) { return one.param.name; });

TEST_P(RefusedRelayout, SaysWhyAndLeavesTheOldTreeInUse) {
    const Refused& bad = GetParam();
    static const std::vector<std::uint64_t> expected = hashes_of(crowd(), 40);
    WorldOptions with = options(2);
    with.memory_limit = static_cast<std::uint64_t>(memory_need(crowd())->bytes) + (64u << 20);
    const auto world = make_world(crowd(), with);
    run(*world, 15);
    const sparse::SNodeTree* tree = world->systems()[0]->trees()[0].tree;
    const std::string before = to_yaml(world->scene());
    for (int tries = 0; tries < 2; ++tries) {
        const std::string text = error_of(world->relayout(bad.tree, bad.layout));
        ASSERT_NE(text, "");
        for (const std::string& fragment : bad.fragments)
            EXPECT_TRUE(has(text, fragment)) << fragment << ": " << text;
        EXPECT_EQ(world->systems()[0]->trees()[0].tree, tree);
        EXPECT_EQ(to_yaml(world->scene()), before);
        EXPECT_EQ(world->state_hash(), expected[15]);
    }
    for (std::size_t step = 16; step <= 40; ++step) {
        run(*world, 1);
        ASSERT_EQ(world->state_hash(), expected[step]);
    }
    // And one that goes still goes.
    EXPECT_TRUE(world->relayout("flock.neighbours", common_layouts()[2]).ok());
}

TEST(Relayout, ATreeThatWasTooSmallIsHelpedWithOneThatIsNot) {
    // At the beginning nowhere more than some in a cell; later they crowd.
    const auto fits = [](std::int64_t slots, int steps) {
        const auto world =
            make_world(on(crowd(), {{pointer({0, 1}), bitmasked({2}, {slots}), place()}}));
        for (int k = 0; k < steps; ++k)
            if (!world->step()) return false;
        return true;
    };
    std::int64_t slots = 1;
    while (!fits(slots, 5)) ++slots;
    ASSERT_FALSE(fits(slots, 400)) << "the crowd does not grow";
    const auto world =
        make_world(on(crowd(), {{pointer({0, 1}), bitmasked({2}, {slots}), place()}}));
    while (world->step()) {
    }
    const auto stopped = static_cast<int>(world->step_count());
    EXPECT_EQ(world->state_hash(), hash_after(crowd(), stopped));
    ASSERT_TRUE(world->relayout("flock.neighbours", common_layouts()[0]).ok());
    run(*world, 20);
    EXPECT_EQ(world->state_hash(), hash_after(crowd(), stopped + 20));
}

TEST(Relayout, TheOldTreeCountsWhileBothStand) {
    // As much as the new layout needs alone is not enough: the old tree is there as well.
    const auto fitting = [](std::int64_t slots) {
        return on(crowd(), {{pointer({0, 1}), bitmasked({2}, {slots}), place()}});
    };
    const Scene large = fitting(20'000);
    WorldOptions with = options();
    with.memory_limit = static_cast<std::uint64_t>(memory_need(large)->bytes) + 1;
    const auto world = make_world(crowd(), with);
    run(*world, 2);
    EXPECT_TRUE(has(error_of(world->relayout("flock.neighbours", neighbours(large).layouts[0])),
                    "need about"));
    EXPECT_TRUE(make_world(large, with)->step().ok());
}

}  // namespace
}  // namespace starling::engine::test
