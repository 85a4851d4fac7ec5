// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/engine/boids/test_flock.h"
#include "tests/engine/test_world.h"

namespace starling::engine::test {
namespace {

/// One hash for all threads, executors, instruction sets and layouts.
void expect_one_hash(Scene scene, int steps) {
    neighbours(scene).layouts = common_layouts(512);
    const std::uint64_t expected = hash_after(scene, steps);
    for (const NamedLayout& layout : common_layouts())
        for (const sparse::ExecutorKind executor : executor_kinds())
            for (const Isa isa : available_isas())
                for (const int threads : {1, 2, 8}) {
                    neighbours(scene).layout = layout.name;
                    WorldOptions with = options(threads);
                    with.executor = executor;
                    with.isa = isa;
                    EXPECT_EQ(hash_after(scene, steps, with), expected)
                        << layout.name << ", executor " << static_cast<int>(executor) << ", isa "
                        << static_cast<int>(isa) << ", " << threads << " threads";
                }
}

TEST(World, TheArticlesSceneGivesOneHashOnEveryMachinery) {
    expect_one_hash(make_scene(64, 4), 100);
}

TEST(World, AManyPigeonsSceneGivesOneHashOnEveryMachinery) {
    expect_one_hash(make_scene(2000, 20), 20);
}

TEST(World, SeedCompatGivesOneHashOnEveryMachinery) {
    Scene scene = make_scene(500, 20);
    flock_params(scene).variant = FlockVariant::seed_compat;
    expect_one_hash(scene, 10);
}

TEST(World, AnotherSeedIsAnotherRun) {
    Scene scene = make_scene(64, 4);
    const std::uint64_t first = hash_after(scene, 10);
    scene.seed = 2;
    EXPECT_NE(hash_after(scene, 10), first);
}

TEST(World, TheHashFollowsEveryStep) {
    const auto world = make_world(make_scene(8, 1));
    std::uint64_t last = world->state_hash();
    for (int k = 0; k < 5; ++k) {
        ASSERT_TRUE(world->step().ok());
        EXPECT_NE(world->state_hash(), last);
        last = world->state_hash();
    }
}

TEST(World, StartsInsideTheMarginWithoutWander) {
    TestFlock test = make_flock(make_scene(500, 50));
    for (const AgentColumns* agents : {&test.flock->pigeons(), &test.flock->predators()}) {
        double x = 0, y = 0;
        for (std::size_t row = 0; row < agents->size(); ++row) {
            EXPECT_GE(agents->x[row], 50);
            EXPECT_LE(agents->x[row], 990);
            EXPECT_GE(agents->y[row], 50);
            EXPECT_LE(agents->y[row], 750);
            EXPECT_EQ(agents->wander[row], 0);
            EXPECT_NEAR(agents->dir_x[row], std::cos(agents->heading[row]), 2e-7);
            EXPECT_NEAR(agents->dir_y[row], std::sin(agents->heading[row]), 2e-7);
            x += agents->x[row], y += agents->y[row];
        }
        // Uniform: the means within 4.5 standard errors of the centre.
        const double n = static_cast<double>(agents->size());
        EXPECT_NEAR(x / n, 520, 4.5 * 940 / std::sqrt(12 * n));
        EXPECT_NEAR(y / n, 400, 4.5 * 700 / std::sqrt(12 * n));
    }
}

TEST(World, CountsStepsAndTime) {
    Scene scene = make_scene(10, 1);
    scene.time_step = 1.0 / 30;
    const auto world = make_world(scene);
    EXPECT_EQ(world->step_count(), 0u);
    for (int k = 0; k < 30; ++k) {
        const auto report = world->step();
        ASSERT_TRUE(report.ok());
        EXPECT_EQ(report->step, static_cast<std::uint64_t>(k + 1));
        EXPECT_GT(report->seconds, 0);
    }
    EXPECT_EQ(world->step_count(), 30u);
    EXPECT_NEAR(world->time(), 1, 1e-12);
    EXPECT_EQ(world->clock().step, 30u);
    EXPECT_EQ(world->clock().step_seconds, 1.0 / 30);
    EXPECT_EQ(world->clock().time(), world->time());
}

TEST(World, AValueThatIsNoNumberIsAnErrorAndKeepsTheState) {
    const double inf = std::numeric_limits<double>::infinity();
    for (const char* species : {"pigeon", "predator"}) {
        Scene scene = make_scene(20, 3);
        FlockParams& flock = flock_params(scene);
        AgentParams& broken = species == std::string("pigeon")
                                  ? static_cast<AgentParams&>(flock.pigeons)
                                  : flock.predators;
        broken.speed = inf;
        const auto world = make_world(scene, options(2));
        const std::uint64_t before = world->state_hash();
        for (int tries = 0; tries < 2; ++tries) {
            const auto report = world->step();
            ASSERT_FALSE(report.ok());
            const std::string& text = report.error().text;
            EXPECT_NE(text.find("step 1: " + std::string(species) + " "), std::string::npos)
                << text;
            EXPECT_EQ(world->state_hash(), before);
            EXPECT_EQ(world->step_count(), 0u);
        }
    }
}

TEST(World, AFullCellIsAnErrorAndKeepsTheState) {
    Scene scene = make_scene(3000, 2, "bitmasked");
    neighbours(scene).layouts = common_layouts(8);
    const auto world = make_world(scene, options(2));
    const std::uint64_t before = world->state_hash();
    const auto report = world->step();
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().text.find("cell ("), std::string::npos) << report.error().text;
    EXPECT_NE(report.error().text.find("at most 8"), std::string::npos) << report.error().text;
    EXPECT_EQ(world->state_hash(), before);
}

/// The darts of a species in today's picture.
DartLayer darts_of(const World& world, std::size_t layer) {
    DrawList list;
    world.draw(list);
    const DartLayer* darts =
        layer < list.layers.size() ? std::get_if<DartLayer>(&*list.layers[layer]) : nullptr;
    EXPECT_NE(darts, nullptr) << "layer " << layer;
    return darts == nullptr ? DartLayer{} : *darts;
}

TEST(World, DrawsByIdWhateverTheLayout) {
    std::vector<Dart> first;
    for (const NamedLayout& layout : common_layouts()) {
        Scene scene = make_scene(300, 5, layout.name);
        neighbours(scene).layouts = common_layouts(512);
        scene.view.palette = 1;
        const auto world = make_world(scene, options(2));
        run(*world, 30);
        DrawList list;
        list.layers.resize(7);
        world->draw(list);
        ASSERT_EQ(list.layers.size(), 2u);
        EXPECT_EQ(list.world.min_x, 0);
        EXPECT_EQ(list.world.min_y, 0);
        EXPECT_EQ(list.world.max_x, 1040);
        EXPECT_EQ(list.world.max_y, 800);
        EXPECT_EQ(list.margin, 50);
        EXPECT_EQ(list.style.palette, 1);
        const auto& pigeons = std::get<DartLayer>(*list.layers[0]);
        const auto& predators = std::get<DartLayer>(*list.layers[1]);
        ASSERT_EQ(pigeons.darts.size(), 300u);
        ASSERT_EQ(predators.darts.size(), 5u);
        EXPECT_EQ(pigeons.ramp, 0);
        EXPECT_EQ(predators.ramp, 1);
        EXPECT_FALSE(pigeons.marked);
        EXPECT_TRUE(predators.marked);
        std::vector<Dart> darts = pigeons.darts;
        darts.insert(darts.end(), predators.darts.begin(), predators.darts.end());
        if (first.empty()) first = darts;
        for (std::size_t k = 0; k < first.size(); ++k) {
            const Dart &dart = darts[k], &other = first[k];
            EXPECT_NEAR(std::hypot(dart.dir_x, dart.dir_y), 1, 1e-6);
            EXPECT_GE(dart.tone, 0);
            EXPECT_LE(dart.tone, 1);
            EXPECT_EQ(dart.x, other.x) << layout.name;
            EXPECT_EQ(dart.y, other.y);
            EXPECT_EQ(dart.dir_x, other.dir_x);
            EXPECT_EQ(dart.tone, other.tone);
        }
    }
}

TEST(World, DrawsWhatTheSceneAsksFor) {
    Scene scene = make_scene(3, 2);
    scene.view.glow = 0.25F;
    scene.view.trail_half_life = 1.5F;
    flock_params(scene).pigeons.length = 9;
    flock_params(scene).predators.length = 33;
    DrawList list;
    make_world(scene)->draw(list);
    EXPECT_EQ(list.style.glow, 0.25F);
    ASSERT_EQ(list.layers.size(), 3u);
    EXPECT_EQ(std::get<DartLayer>(*list.layers[0]).length, 9);
    EXPECT_EQ(std::get<DartLayer>(*list.layers[1]).length, 33);
    EXPECT_EQ(std::get<TrailLayer>(*list.layers[2]).half_life, 1.5F);
}

TEST(World, DartKIsPigeonK) {
    Scene scene = make_scene(300, 0);
    TestFlock test = make_flock(scene);
    const auto world = make_world(scene);
    test.run(25);
    run(*world, 25);
    const std::vector<Dart> darts = darts_of(*world, 0).darts;
    for (std::uint32_t id = 0; id < 300; ++id)
        EXPECT_EQ(darts[id].x, test.flock->pigeons().x[row_of(test.flock->pigeons(), id)]);
}

TEST(World, TheHashIsThatOfSeedStepAndAllAgentsById) {
    for (const NamedLayout& layout : common_layouts()) {
        Scene scene = make_scene(200, 7, layout.name);
        scene.seed = 0x1234567890abcdef;
        TestFlock test = make_flock(scene);
        const auto world = make_world(scene);
        EXPECT_EQ(world->state_hash(), test.hash());
        test.run(12);
        run(*world, 12);
        EXPECT_EQ(world->state_hash(), test.hash()) << layout.name;
    }
}

/// Mean cosine between the course of a pigeon and that of its nearest other.
double neighbour_order(const World& world, std::size_t pigeons) {
    const std::vector<Dart> darts = darts_of(world, 0).darts;
    double sum = 0;
    for (std::size_t k = 0; k < pigeons; ++k) {
        double nearest = 1e30, cosine = 0;
        for (std::size_t other = 0; other < pigeons; ++other) {
            const Dart &a = darts[k], &b = darts[other];
            const double distance = std::hypot(a.x - b.x, a.y - b.y);
            if (other == k || distance >= nearest) continue;
            nearest = distance;
            cosine = a.dir_x * b.dir_x + a.dir_y * b.dir_y;
        }
        sum += cosine;
    }
    return sum / static_cast<double>(pigeons);
}

// 64 pigeons make several small flocks, so all together are moderately polarised while each flies
// in order.
TEST(World, TheArticlesFlockFormsFromDisorder) {
    constexpr int kSeeds = 12;
    double start_mean = 0, later_mean = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        Scene scene = make_scene(64, 4);
        scene.seed = static_cast<std::uint64_t>(seed);
        const auto world = make_world(scene);
        // The mean of 64 random cosines spreads by 0.09.
        EXPECT_LT(std::abs(neighbour_order(*world, 64)), 0.4) << "seed " << seed;
        start_mean += statistic(*world, "polarisation") / kSeeds;
        double order = 0;
        for (int k = 1; k <= 900; ++k) {
            ASSERT_TRUE(world->step().ok());
            const double polarisation = statistic(*world, "polarisation");
            ASSERT_LE(polarisation, 1.000001);
            ASSERT_LE(statistic(*world, "rotation"), 1.000001);
            if (k > 300) later_mean += polarisation / (600.0 * kSeeds);
            if (k % 100 == 0 && k > 300) order += neighbour_order(*world, 64) / 6;
        }
        RecordProperty("order_" + std::to_string(seed), static_cast<int>(1000 * order));
        EXPECT_GT(order, 0.5) << "seed " << seed;
    }
    RecordProperty("polarisation", static_cast<int>(1000 * later_mean));
    // Random courses: sqrt(pi) / 2 / sqrt(64) = 0.11, spread of twelve together 0.017.
    EXPECT_NEAR(start_mean, 0.111, 0.08);
    EXPECT_GT(later_mean, 0.19);
}

TEST(World, UnknownLayoutsAndWrongOnesNameThemselves) {
    Scene scene = make_scene(64, 4, "nowhere");
    auto world = World::create(scene, options());
    ASSERT_FALSE(world.ok());
    EXPECT_NE(world.error().text.find("nowhere"), std::string::npos) << world.error().text;

    neighbours(scene).layouts.push_back({"nowhere", {{pointer({0, 1}, {2}), packed_k(), place()}}});
    world = World::create(scene, options());
    ASSERT_FALSE(world.ok());
    EXPECT_NE(world.error().text.find("flock.neighbours.layouts.nowhere"), std::string::npos);
    EXPECT_NE(world.error().text.find("the domain needs 13"), std::string::npos)
        << world.error().text;
}

TEST(World, TooManyThreadsAreRefused) {
    EXPECT_FALSE(World::create(make_scene(64, 4), options(100000)).ok());
    EXPECT_FALSE(World::create(make_scene(64, 4), options(-1)).ok());
}

TEST(World, TellsItsInstructionSetAndLayout) {
    for (const Isa isa : available_isas()) {
        WorldOptions with = options();
        with.isa = isa;
        const char* names[] = {"", "sse", "avx2", "avx512"};
        EXPECT_STREQ(make_world(make_scene(4, 0), with)->isa_name(), names[static_cast<int>(isa)]);
    }
    const auto world = make_world(make_scene(4, 0));
    EXPECT_STREQ(world->isa_name(), isa_name(available_isas().back()));
    ASSERT_EQ(world->systems().size(), 1u);
    const std::vector<TreeView> trees = world->systems()[0]->trees();
    ASSERT_EQ(trees.size(), 1u);
    EXPECT_EQ(trees[0].name, "neighbours");
    EXPECT_TRUE(has(trees[0].tree->plan().describe(), "pointer"));
    ASSERT_EQ(trees[0].layout.levels.size(), 3u);
    EXPECT_EQ(trees[0].layout.levels[0].kind, sparse::SNodeKind::pointer);
    EXPECT_TRUE(trees[0].layout.levels[0].shape.empty()) << "not as declared";
}

}  // namespace
}  // namespace starling::engine::test
