// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/flock_metrics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

constexpr double kHalfTurn = 3.14159265358979;

TEST(FlockMetrics, ParallelPigeonsArePolarisedAndDoNotRotate) {
    AgentColumns agents;
    for (int k = 0; k < 50; ++k) add_agent(agents, 10 * k, 7 * (k % 7), 1.2);
    const FlockMetrics metrics = flock_metrics(agents);
    EXPECT_NEAR(metrics.polarisation, 1, 1e-6);
    EXPECT_LT(metrics.rotation, 1);
}

TEST(FlockMetrics, ARingRotatesEitherWayRoundAndIsNotPolarised) {
    for (const double side : {1.0, -1.0}) {
        AgentColumns agents;
        for (int k = 0; k < 36; ++k) {
            const double at = 2 * kHalfTurn * k / 36;
            add_agent(agents, 500 + 100 * std::cos(at), 400 + 100 * std::sin(at),
                      std::remainder(at + side * kHalfTurn / 2, 2 * kHalfTurn));
        }
        const FlockMetrics metrics = flock_metrics(agents);
        EXPECT_NEAR(metrics.rotation, 1, 1e-5);
        EXPECT_NEAR(metrics.polarisation, 0, 1e-6);
    }
}

TEST(FlockMetrics, AnExplodingStarNeitherRotatesNorIsPolarised) {
    AgentColumns agents;
    for (int k = 0; k < 36; ++k) {
        const double at = 2 * kHalfTurn * k / 36;
        add_agent(agents, 500 + 100 * std::cos(at), 400 + 100 * std::sin(at),
                  std::remainder(at, 2 * kHalfTurn));
    }
    const FlockMetrics metrics = flock_metrics(agents);
    EXPECT_NEAR(metrics.rotation, 0, 1e-5);
    EXPECT_NEAR(metrics.polarisation, 0, 1e-6);
}

TEST(FlockMetrics, HalfAgainstHalfIsNotPolarised) {
    AgentColumns agents;
    for (int k = 0; k < 4; ++k) add_agent(agents, 100 * k, 0, k < 3 ? 0 : kHalfTurn);
    EXPECT_NEAR(flock_metrics(agents).polarisation, 0.5, 1e-6);
}

TEST(FlockMetrics, NobodyAndALonePigeon) {
    EXPECT_EQ(flock_metrics({}).polarisation, 0);
    EXPECT_EQ(flock_metrics({}).rotation, 0);
    AgentColumns agents;
    add_agent(agents, 10, 20, 0.5);
    EXPECT_NEAR(flock_metrics(agents).polarisation, 1, 1e-6);
    EXPECT_EQ(flock_metrics(agents).rotation, 0);
}

TEST(FlockMetrics, DoNotDependOnTheOrderOfRows) {
    AgentColumns agents;
    for (int k = 0; k < 200; ++k) add_agent(agents, 3.7 * k, 1.9 * (k % 23), 0.031 * k - 3);
    std::mt19937 random(1);
    const FlockMetrics a = flock_metrics(agents), b = flock_metrics(shuffled(agents, random));
    EXPECT_EQ(a.polarisation, b.polarisation);
    EXPECT_EQ(a.rotation, b.rotation);
}

}  // namespace
}  // namespace starling::engine::test
