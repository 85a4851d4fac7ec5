// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "test_flock.h"

// The search of the nearest pigeon, against a look at every pigeon: near and far hunt radii, more
// and fewer cells in use than the rings around a predator have.
namespace starling::engine::test {
namespace {

struct Case {
    std::size_t pigeons;
    double mate_radius, hunt_radius;
};

class Chase : public testing::TestWithParam<Case> {};

/// Turn of a predator that does nothing but chase, per rad of the angle to its prey.
constexpr double kTurn = 0.2;

/// The angle to the nearest of `pigeons` within `reach`, relative to the predator's heading; 0 if
/// there is none. Equal distances: the lowest id.
double angle_to_prey(const AgentColumns& pigeons, const AgentColumns& predators, std::size_t p,
                     double reach) {
    double best = reach * reach, angle = 0;
    for (std::size_t k = 0; k < pigeons.size(); ++k) {
        const float dx = pigeons.x[k] - predators.x[p], dy = pigeons.y[k] - predators.y[p];
        const float square = dx * dx + dy * dy;
        if (square >= static_cast<float>(best)) continue;
        best = square;
        angle = std::remainder(std::atan2(dy, dx) - predators.heading[p], 2 * M_PI);
    }
    return angle;
}

TEST_P(Chase, TheNearestPigeonInReachIsChased) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> x(0, 1040), y(0, 800), turn(-3.1, 3.1);
    for (const char* layout : {"packed", "bitmasked", "chunked"}) {
        Scene scene = make_scene(0, 0, layout);
        silence(scene);
        flock_params(scene).predators.chase_gain = 2;
        flock_params(scene).pigeons.mate_radius = GetParam().mate_radius;
        flock_params(scene).predators.hunt_radius = GetParam().hunt_radius;
        AgentColumns pigeons, predators;
        for (std::size_t k = 0; k < GetParam().pigeons; ++k)
            add_agent(pigeons, x(random), y(random), turn(random));
        for (int k = 0; k < 60; ++k) add_agent(predators, x(random), y(random), turn(random));
        TestFlock test = make_flock(scene, pigeons, predators, 2);
        test.run(1);
        for (std::size_t p = 0; p < predators.size(); ++p) {
            const double angle = angle_to_prey(pigeons, predators, p, GetParam().hunt_radius);
            const double expected = predators.heading[p] + kTurn * angle;
            const double got = test.flock->predators().heading[p];
            // An angle of almost half a turn may go either way round.
            if (std::abs(angle) > 3.1415) continue;
            EXPECT_NEAR(std::remainder(got - expected, 2 * M_PI), 0, 2e-6) << layout << " " << p;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Reaches, Chase,
                         testing::Values(Case{1, 80, 2000}, Case{5, 10, 2000}, Case{5, 10, 300},
                                         Case{500, 80, 24}, Case{500, 80, 80}, Case{500, 20, 400},
                                         Case{500, 7, 55}, Case{3000, 25, 1e6}));

TEST(ChaseInAWideSky, AFewPigeonsAreFoundAcrossManyEmptyCells) {
    // 30,000 x 30,000 cells: nobody could look at all of them in each step.
    Scene scene = make_scene(0, 0);
    silence(scene);
    neighbours(scene).layouts = {
        {"deep", {{pointer({0, 1}), pointer({0, 1}, {256, 256}), packed_k(), place()}}}};
    neighbours(scene).layout = "deep";
    scene.domain = {300'000, 300'000, 50};
    flock_params(scene).pigeons.mate_radius = 10;
    flock_params(scene).predators.chase_gain = 2;
    flock_params(scene).predators.hunt_radius = 1e6;
    AgentColumns pigeons, predators;
    add_agent(pigeons, 299'000, 299'000, 0);
    add_agent(pigeons, 1'000, 299'000, 0);
    for (int k = 0; k < 20; ++k) add_agent(predators, 1'000, 500 + 10 * k, 0);
    TestFlock test = make_flock(scene, pigeons, predators);
    test.run(1);
    for (const float heading : test.flock->predators().heading)
        EXPECT_NEAR(heading, kTurn * M_PI / 2, 1e-5);
}

}  // namespace
}  // namespace starling::engine::test
