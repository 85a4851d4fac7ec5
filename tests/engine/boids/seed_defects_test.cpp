// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// The nine defects of the article's program, one by one: Starling has none of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

const char* const kLayouts[] = {"packed", "bitmasked", "chunked"};

AgentColumns random_agents(const Scene& scene, int count, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    AgentColumns agents;
    for (int k = 0; k < count; ++k)
        add_agent(agents, unit(random) * scene.domain.width * 0.999,
                  unit(random) * scene.domain.height * 0.999, 6.28 * unit(random) - 3.14);
    return agents;
}

TEST(SeedDefects, Defect1_HalfBuiltGrid_ResultDoesNotDependOnTheOrderOfAgents) {
    std::mt19937 random(5);
    for (const char* layout : kLayouts) {
        Scene scene = make_scene(0, 0, layout);
        for (const FlockVariant variant : {FlockVariant::exact, FlockVariant::seed_compat}) {
            flock_params(scene).variant = variant;
            const AgentColumns pigeons = random_agents(scene, 400, 1);
            const AgentColumns predators = random_agents(scene, 40, 2);
            TestFlock in_order = make_flock(scene, pigeons, predators);
            TestFlock mixed =
                make_flock(scene, shuffled(pigeons, random), shuffled(predators, random), 3);
            in_order.run(10);
            mixed.run(10);
            EXPECT_EQ(in_order.hash(), mixed.hash()) << layout;
        }
    }
}

TEST(SeedDefects, Defect1_HalfBuiltGrid_NeighboursSeeEachOtherAlike) {
    Scene scene = make_scene(0, 0);
    AgentColumns pigeons;
    add_agent(pigeons, 500, 400, 0);
    add_agent(pigeons, 530, 400, 0);
    TestFlock test = make_flock(scene, pigeons, {});
    test.run(1);
    EXPECT_EQ(test.crowd(0), test.crowd(1));
    EXPECT_NEAR(test.crowd(0), std::exp(-30.0 / 80), 1e-6);
}

/// Heading after a step of a predator at (500, 400) with heading 0, pigeons at `places`.
float chased(FlockVariant variant, const char* layout,
             const std::vector<std::pair<double, double>>& places) {
    Scene scene = make_scene(0, 0, layout);
    silence(scene);
    flock_params(scene).variant = variant;
    flock_params(scene).predators.chase_gain = 2;
    AgentColumns pigeons, predators;
    for (const auto& [x, y] : places) add_agent(pigeons, x, y, 0);
    add_agent(predators, 500, 400, 0);
    TestFlock test = make_flock(scene, pigeons, predators);
    test.run(1);
    return test.flock->predators().heading[0];
}

TEST(SeedDefects, Defect2_ChaseReadsTheWrongCount_PreyIsFoundInEveryCellAround) {
    // One cell at a time holds prey; its row and column differ from the predator's number.
    for (const char* layout : kLayouts)
        for (int di = -1; di <= 1; ++di)
            for (int dj = -1; dj <= 1; ++dj) {
                const double x = 520 + 80 * di, y = 440 + 80 * dj;
                const double angle = std::atan2(y - 400, x - 500);
                const float turned = chased(FlockVariant::seed_compat, layout, {{x, y}});
                EXPECT_NEAR(turned, 0.2 * angle, 1e-6) << layout << " " << di << " " << dj;
            }
}

TEST(SeedDefects, Defect3_HuntRadiusIsReached) {
    const double up = 1.5707963;
    for (const char* layout : kLayouts) {
        const auto exact = [&](double x, double y) {
            return chased(FlockVariant::exact, layout, {{x, y}});
        };
        EXPECT_NEAR(exact(500, 799), 0.2 * up, 1e-6);
        EXPECT_NEAR(exact(500, 1), -0.2 * up, 1e-6);
        EXPECT_NEAR(std::abs(exact(101, 400)), 0.2 * 2 * up, 1e-6);
        EXPECT_EQ(exact(901, 400), 0.0f);
        EXPECT_EQ(exact(99, 400), 0.0f);
        EXPECT_EQ(exact(500 + 401 * 0.6, 400 + 401 * 0.8), 0.0f);
        EXPECT_GT(exact(500 + 399 * 0.6, 400 + 399 * 0.8), 0.1f);
        // Of many the nearest, wherever its cell comes in the search.
        EXPECT_NEAR(chased(FlockVariant::exact, layout, {{880, 400}, {500, 60}, {500, 720}}),
                    0.2 * up, 1e-6);
    }
}

TEST(SeedDefects, Defect4_EveryPigeonOfACrowdedCellCounts) {
    for (const char* layout : {"packed", "chunked"}) {
        Scene scene = make_scene(0, 0, layout);
        AgentColumns pigeons;
        for (int k = 0; k < 1000; ++k) add_agent(pigeons, 520, 440, 0.001 * k);
        TestFlock test = make_flock(scene, pigeons, {}, 2);
        const Status stepped = test.step();
        ASSERT_TRUE(stepped.ok()) << stepped.error().text;
        EXPECT_EQ(test.flock->report().candidates, 1000u * 1000u);
        ASSERT_EQ(test.flock->grid().occupied().size(), 1u);
        EXPECT_EQ(test.flock->grid().occupied()[0].count, 1000u);
        for (std::uint32_t id = 0; id < 1000; ++id) ASSERT_EQ(test.crowd(id), 999.0f);
    }
}

TEST(SeedDefects, Defect4_ACellWithoutRoomIsReportedAndNothingIsLost) {
    for (const int count : {129, 1000}) {
        Scene scene = make_scene(0, 0, "bitmasked");
        AgentColumns pigeons;
        for (int k = 0; k < count; ++k) add_agent(pigeons, 520, 440, 0.001 * k);
        add_agent(pigeons, 100, 100, 0);
        TestFlock test = make_flock(scene, pigeons, {}, 2);
        const std::uint64_t before = test.hash();
        const Status stepped = test.step();
        ASSERT_FALSE(stepped.ok());
        const std::string& text = stepped.error().text;
        EXPECT_NE(text.find("cell (6, 5)"), std::string::npos) << text;
        EXPECT_NE(text.find("128"), std::string::npos) << text;
        EXPECT_EQ(test.hash(), before);
        EXPECT_EQ(test.steps, 0u);
        // And it goes on as soon as there is room.
        AgentColumns spread = random_agents(scene, count + 1, 4);
        test.flock->set_state(std::move(spread), {});
        test.run(1);
    }
    Scene scene = make_scene(0, 0, "bitmasked");
    AgentColumns pigeons;
    for (int k = 0; k < 128; ++k) add_agent(pigeons, 520, 440, 0);
    TestFlock test = make_flock(scene, pigeons, {});
    test.run(1);
    EXPECT_EQ(test.crowd(127), 127.0f);
}

TEST(SeedDefects, Defect5_BorderCellsHaveNeighboursLikeAllOthers) {
    for (const char* layout : kLayouts)
        for (const FlockVariant variant : {FlockVariant::exact, FlockVariant::seed_compat}) {
            Scene scene = make_scene(0, 0, layout);
            flock_params(scene).variant = variant;
            AgentColumns pigeons;
            // Pairs 10 px apart along all four sides, corners included.
            for (const double x : {0.0, 160.0, 500.0, 1030.0 - 0.001})
                for (const double y : {0.0, 400.0, 800.0 - 0.001}) {
                    add_agent(pigeons, x, y, 0);
                    add_agent(pigeons, x + 10, y, 0);
                }
            TestFlock test = make_flock(scene, pigeons, {});
            test.run(1);
            for (std::uint32_t id = 0; id < pigeons.size(); ++id)
                EXPECT_NEAR(test.crowd(id), std::exp(-10.0 / 80), 1e-6) << layout << " " << id;
        }
}

TEST(SeedDefects, Defect6_TheFirstFrameUsesTheRightCells) {
    for (const char* layout : kLayouts) {
        Scene scene = make_scene(0, 0, layout);
        flock_params(scene).variant = FlockVariant::seed_compat;
        AgentColumns pigeons;
        add_agent(pigeons, 900, 700, 0);
        add_agent(pigeons, 910, 700, 0);
        add_agent(pigeons, 100, 100, 0);
        TestFlock test = make_flock(scene, pigeons, {});
        test.run(1);
        EXPECT_NEAR(test.crowd(0), std::exp(-10.0 / 80), 1e-6);
        EXPECT_EQ(test.crowd(2), 0.0f);
        const auto cells = test.flock->grid().occupied();
        ASSERT_EQ(cells.size(), 2u);
        EXPECT_EQ(cells[0].i, 1);
        EXPECT_EQ(cells[0].j, 1);
        EXPECT_EQ(cells[1].i, 11);
        EXPECT_EQ(cells[1].j, 8);
    }
}

/// Lonely pigeons far apart in a big domain that keep their place.
Scene wide_scene(double time_step, int count) {
    Scene scene = make_scene(static_cast<std::uint64_t>(count), 0);
    silence(scene);
    scene.domain = {8000, 8000, 0};
    scene.time_step = time_step;
    flock_params(scene).pigeons.speed = 0;
    return scene;
}

/// sqrt of the mean square of the wander.
double wander_spread(const AgentColumns& agents) {
    double squares = 0;
    for (const float w : agents.wander) squares += static_cast<double>(w) * w;
    return std::sqrt(squares / static_cast<double>(agents.size()));
}

TEST(SeedDefects, Defect7_TheSpreadOfTheWanderDoesNotDependOnTheTimeStep) {
    // The article's spread, from theory: a clipped normal number through a first-order filter.
    const double clip = 0.6, alpha = 0.995;
    const double density = std::exp(-clip * clip / 2) / std::sqrt(6.283185307);
    const double inside = std::erf(clip / std::sqrt(2.0));
    const double drive = inside - 2 * clip * density + clip * clip * (1 - inside);
    const double expected = std::sqrt(drive * (1 - alpha) / (1 + alpha));
    EXPECT_NEAR(expected, 0.024, 0.0015);  // the figure published with the article

    // Four seconds are 1.2 time constants: squares sampled so far apart are nearly independent.
    constexpr int kCount = 250, kSamples = 6;
    // The relative standard error of a spread of n normal numbers is 1 / sqrt(2 n).
    const double tolerance = 4.5 / std::sqrt(2.0 * kCount * kSamples * 0.8) * expected;
    for (const double rate : {30.0, 60.0, 240.0}) {
        Scene scene = wide_scene(1 / rate, kCount);
        flock_params(scene).pigeons.noise_clip = clip;
        flock_params(scene).pigeons.turn_probability = 0.005;
        TestFlock test = make_flock(scene);
        test.run(static_cast<int>(10 * rate));
        double squares = 0;
        for (int sample = 0; sample < kSamples; ++sample) {
            test.run(static_cast<int>(4 * rate));
            squares += std::pow(wander_spread(test.flock->pigeons()), 2) / kSamples;
        }
        EXPECT_NEAR(std::sqrt(squares), expected, tolerance) << rate << " Hz";
    }
}

TEST(SeedDefects, Defect7_TheRateOfFlipsDoesNotDependOnTheTimeStep) {
    constexpr int kCount = 4000;
    const double p = 0.02, frames = 30;  // half a second
    const double expected = (1 - std::pow(1 - 2 * p, frames)) / 2;
    const double tolerance = 4.5 * std::sqrt(expected * (1 - expected) / kCount);
    for (const double rate : {30.0, 60.0, 240.0}) {
        Scene scene = wide_scene(1 / rate, 0);
        flock_params(scene).pigeons.turn_probability = p;
        AgentColumns pigeons = random_agents(scene, kCount, 8);
        std::fill(pigeons.wander.begin(), pigeons.wander.end(), 1.0f);
        TestFlock test = make_flock(scene, pigeons, {});
        test.run(static_cast<int>(rate / 2));
        const auto& wander = test.flock->pigeons().wander;
        const auto flipped =
            std::count_if(wander.begin(), wander.end(), [](float w) { return w < 0; });
        EXPECT_NEAR(static_cast<double>(flipped) / kCount, expected, tolerance) << rate << " Hz";
    }
}

TEST(SeedDefects, Defect7_NobodyFlipsOutOfBounds) {
    Scene scene = wide_scene(1.0 / 60, 0);
    scene.domain.margin = 1000;
    flock_params(scene).pigeons.turn_probability = 0.5;
    AgentColumns pigeons;
    for (int k = 0; k < 200; ++k) add_agent(pigeons, 500, 20 + 39 * k, 0, 1);
    TestFlock test = make_flock(scene, pigeons, {});
    test.run(20);
    for (const float w : test.flock->pigeons().wander) EXPECT_GT(w, 0);
}

TEST(SeedDefects, Defect7_WanderDecaysAndAgentsMoveAlikeAtEveryTimeStep) {
    for (const double rate : {30.0, 60.0, 240.0}) {
        Scene scene = wide_scene(1 / rate, 0);
        flock_params(scene).pigeons.speed = 180;
        AgentColumns pigeons;
        add_agent(pigeons, 4000, 4000, 0, 0.5);
        TestFlock test = make_flock(scene, pigeons, {});
        test.run(static_cast<int>(rate));
        EXPECT_NEAR(test.flock->pigeons().wander[0], 0.5 * std::pow(0.995, 60), 1e-5);
        // The integral of the wander over a second, to the order of the time step.
        const double turned = 0.1 * 0.5 * (1 - std::pow(0.995, 60)) / -std::log(0.995);
        EXPECT_NEAR(test.heading(0), turned, 0.1 * 60 / rate * 0.5);
    }
}

TEST(SeedDefects, Defect7_TheSeedDecidesEverything) {
    const auto hash_of = [](std::uint64_t seed) {
        Scene scene = make_scene(300, 4);
        scene.seed = seed;
        TestFlock test = make_flock(scene);
        test.run(20);
        return test.hash();
    };
    EXPECT_EQ(hash_of(1), hash_of(1));
    EXPECT_NE(hash_of(1), hash_of(2));
    EXPECT_NE(hash_of(1), hash_of(std::uint64_t{1} | std::uint64_t{1} << 32));
}

TEST(SeedDefects, Defect8_CoincidenceHasNoBias) {
    for (const char* layout : kLayouts) {
        Scene scene = make_scene(0, 0, layout);
        silence(scene);
        flock_params(scene).pigeons.cohesion_max = 0.4;
        flock_params(scene).pigeons.separation_max = 1;
        AgentColumns pigeons;
        for (int k = 0; k < 20; ++k)
            for (int twin = 0; twin < 2; ++twin)
                add_agent(pigeons, 100 + 200 * (k % 5), 100 + 150 * (k / 5), 0.3 * k - 3);
        TestFlock test = make_flock(scene, pigeons, {});
        test.run(1);
        for (std::uint32_t id = 0; id < 40; ++id)
            EXPECT_EQ(test.heading(id), pigeons.heading[id]) << layout;
    }
}

// How often the tree rebuilds its lists cannot be seen from outside; that it asks for no more
// memory once every pigeon has its place can.
TEST(SeedDefects, Defect9_AFlockThatStaysInItsCellsAsksForNoMoreMemory) {
    for (const char* layout : kLayouts) {
        Scene scene = make_scene(0, 0, layout);
        flock_params(scene).pigeons.speed = 0;
        TestFlock test = make_flock(scene, random_agents(scene, 2000, 6), {}, 2);
        test.run(3);
        const std::uint64_t settled = test.flock->grid().tree().bytes_committed();
        EXPECT_GT(settled, 0u);
        test.run(40);
        EXPECT_LE(test.flock->grid().tree().bytes_committed(), settled) << layout;
    }
}

}  // namespace
}  // namespace starling::engine::test
