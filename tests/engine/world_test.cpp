// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

WorldOptions options(int threads = 1) {
    WorldOptions made;
    made.threads = threads;
    made.executor = executor_kinds().front();
    return made;
}

std::unique_ptr<World> make_world(const Scene& scene, const WorldOptions& with) {
    auto world = World::create(scene, with);
    if (!world) {
        ADD_FAILURE() << world.error().text;
        std::abort();
    }
    return std::move(*world);
}

std::uint64_t hash_after(const Scene& scene, const WorldOptions& with, int steps) {
    const auto world = make_world(scene, with);
    for (int k = 0; k < steps; ++k) {
        const auto report = world->step();
        EXPECT_TRUE(report.ok()) << report.error().text;
    }
    return world->state_hash();
}

/// One hash for all threads, executors, instruction sets and layouts.
void expect_one_hash(Scene scene, int steps) {
    scene.layouts = common_layouts(512);
    const std::uint64_t expected = hash_after(scene, options(), steps);
    for (const NamedLayout& layout : common_layouts())
        for (const sparse::ExecutorKind executor : executor_kinds())
            for (const Isa isa : available_isas())
                for (const int threads : {1, 2, 8}) {
                    scene.layout = layout.name;
                    WorldOptions with = options(threads);
                    with.executor = executor;
                    with.isa = isa;
                    EXPECT_EQ(hash_after(scene, with, steps), expected)
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
    scene.flock.variant = FlockVariant::seed_compat;
    expect_one_hash(scene, 10);
}

TEST(World, AnotherSeedIsAnotherRun) {
    Scene scene = make_scene(64, 4);
    const std::uint64_t first = hash_after(scene, options(), 10);
    scene.seed = 2;
    EXPECT_NE(hash_after(scene, options(), 10), first);
}

TEST(World, TheHashFollowsEveryStep) {
    const auto world = make_world(make_scene(8, 1), options());
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
    const auto world = make_world(scene, options());
    EXPECT_EQ(world->step_count(), 0u);
    for (int k = 0; k < 30; ++k) {
        const auto report = world->step();
        ASSERT_TRUE(report.ok());
        EXPECT_EQ(report->step, static_cast<std::uint64_t>(k + 1));
        EXPECT_GE(report->grid_seconds, 0);
    }
    EXPECT_EQ(world->step_count(), 30u);
    EXPECT_NEAR(world->time(), 1, 1e-12);
    EXPECT_NEAR(world->metrics().time, 1, 1e-12);
    EXPECT_EQ(world->metrics().mean_speed, 180);
}

TEST(World, AValueThatIsNoNumberIsAnErrorAndKeepsTheState) {
    const double inf = std::numeric_limits<double>::infinity();
    for (const char* species : {"pigeon", "predator"}) {
        Scene scene = make_scene(20, 3);
        AgentParams& broken = species == std::string("pigeon")
                                  ? static_cast<AgentParams&>(scene.flock.pigeons)
                                  : scene.flock.predators;
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
    scene.layouts = common_layouts(8);
    const auto world = make_world(scene, options(2));
    const std::uint64_t before = world->state_hash();
    const auto report = world->step();
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().text.find("cell ("), std::string::npos) << report.error().text;
    EXPECT_NE(report.error().text.find("at most 8"), std::string::npos) << report.error().text;
    EXPECT_EQ(world->state_hash(), before);
}

/// The darts of all layers, in the order of the list.
std::vector<Dart> darts_of(const DrawList& list) {
    std::vector<Dart> darts;
    for (const auto& layer : list.layers)
        if (const auto* found = std::get_if<DartLayer>(layer.get()))
            darts.insert(darts.end(), found->darts.begin(), found->darts.end());
    return darts;
}

TEST(World, DrawsByIdWhateverTheLayout) {
    std::vector<Dart> first;
    for (const NamedLayout& layout : common_layouts()) {
        Scene scene = make_scene(300, 5, layout.name);
        scene.layouts = common_layouts(512);
        scene.view.palette = 1;
        const auto world = make_world(scene, options(2));
        for (int k = 0; k < 30; ++k) ASSERT_TRUE(world->step().ok());
        DrawList list;
        world->draw(list);
        const std::vector<Dart> darts = darts_of(list);
        ASSERT_EQ(darts.size(), 305u);
        EXPECT_EQ(std::get<DartLayer>(*list.layers[0]).darts.size(), 300u);
        EXPECT_EQ(list.world.max_x, 1040);
        EXPECT_EQ(list.world.max_y, 800);
        EXPECT_EQ(list.margin, 50);
        EXPECT_EQ(list.style.palette, 1);
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

TEST(World, DartKIsPigeonK) {
    Scene scene = make_scene(300, 0);
    TestFlock test = make_flock(scene);
    const auto world = make_world(scene, options());
    test.run(25);
    for (int k = 0; k < 25; ++k) ASSERT_TRUE(world->step().ok());
    DrawList list;
    world->draw(list);
    for (std::uint32_t id = 0; id < 300; ++id)
        EXPECT_EQ(darts_of(list)[id].x, test.flock->pigeons().x[row_of(test.flock->pigeons(), id)]);
}

/// Mean cosine between the course of a pigeon and that of its nearest other.
double neighbour_order(const World& world, std::size_t pigeons) {
    DrawList list;
    world.draw(list);
    const std::vector<Dart> darts = darts_of(list);
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
        const auto world = make_world(scene, options());
        // The mean of 64 random cosines spreads by 0.09.
        EXPECT_LT(std::abs(neighbour_order(*world, 64)), 0.4) << "seed " << seed;
        start_mean += world->metrics().polarisation / kSeeds;
        double order = 0;
        for (int k = 1; k <= 900; ++k) {
            ASSERT_TRUE(world->step().ok());
            const FlockMetrics metrics = world->metrics();
            ASSERT_LE(metrics.polarisation, 1.000001);
            ASSERT_LE(metrics.rotation, 1.000001);
            if (k > 300) later_mean += metrics.polarisation / (600.0 * kSeeds);
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

    scene.layouts.push_back({"nowhere", {{pointer({0, 1}, {2}), packed_k(), place()}}});
    world = World::create(scene, options());
    ASSERT_FALSE(world.ok());
    EXPECT_NE(world.error().text.find("neighbours.layouts.nowhere"), std::string::npos);
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
        EXPECT_EQ(make_world(make_scene(4, 0), with)->isa_name(), names[static_cast<int>(isa)]);
    }
    const auto world = make_world(make_scene(4, 0), options());
    EXPECT_FALSE(world->isa_name().empty());
    EXPECT_NE(world->describe_layout().find("pointer"), std::string::npos);
}

}  // namespace
}  // namespace starling::engine::test
