// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// States in which a direction of the model points nowhere, or somebody is missing.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

constexpr double kPiDouble = 3.14159265358979;

/// No randomness, all turns on.
Scene calm_scene() {
    Scene scene = make_scene(0, 0);
    flock_params(scene).pigeons.noise_clip = flock_params(scene).predators.noise_clip = 0;
    flock_params(scene).pigeons.turn_probability = flock_params(scene).predators.turn_probability =
        0;
    return scene;
}

class DegenerateStates : public testing::TestWithParam<const char*> {
 protected:
    TestFlock start(const AgentColumns& pigeons, const AgentColumns& predators = {}) {
        Scene scene = calm_scene();
        neighbours(scene).layout = GetParam();
        neighbours(scene).layouts = common_layouts(512);
        return make_flock(scene, pigeons, predators);
    }
};

INSTANTIATE_TEST_SUITE_P(Layouts, DegenerateStates,
                         testing::Values("packed", "bitmasked", "chunked"),
                         [](const auto& layout) { return std::string(layout.param); });

TEST_P(DegenerateStates, TwoCoincidentPigeonsDoNotTurnForEachOthersPlace) {
    AgentColumns pigeons;
    add_agent(pigeons, 500, 400, 0.7);
    add_agent(pigeons, 500, 400, 0.7);
    TestFlock test = start(pigeons);
    test.run(5);
    EXPECT_NEAR(test.heading(0), 0.7, 1e-6);
    EXPECT_EQ(test.heading(0), test.heading(1));
    EXPECT_NEAR(test.crowd(0), 1, 1e-6);
}

TEST_P(DegenerateStates, AllPigeonsInOnePlaceStayFinite) {
    AgentColumns pigeons;
    for (int k = 0; k < 300; ++k) add_agent(pigeons, 500, 400, -3 + 0.02 * k);
    TestFlock test = start(pigeons);
    test.run(1);
    for (std::uint32_t id = 0; id < 300; ++id) EXPECT_NEAR(test.crowd(id), 299, 1e-3);
    test.run(50);
}

TEST_P(DegenerateStates, ALonePigeonFliesStraight) {
    AgentColumns pigeons;
    add_agent(pigeons, 500, 400, 2.5);
    TestFlock test = start(pigeons);
    test.run(10);
    EXPECT_EQ(test.heading(0), 2.5f);
    EXPECT_EQ(test.crowd(0), 0.0f);
    EXPECT_NEAR(test.flock->pigeons().x[0], 500 + 30 * std::cos(2.5), 1e-3);
    EXPECT_NEAR(test.flock->pigeons().y[0], 400 + 30 * std::sin(2.5), 1e-3);
}

TEST_P(DegenerateStates, PredatorsWithoutPigeonsFlyStraight) {
    AgentColumns predators;
    add_agent(predators, 500, 400, 1);
    add_agent(predators, 520, 400, -1);
    TestFlock test = start({}, predators);
    test.run(10);
    EXPECT_EQ(test.flock->pigeons().size(), 0u);
    EXPECT_EQ(test.flock->predators().heading[0], 1.0f);
    EXPECT_EQ(test.flock->predators().heading[1], -1.0f);
}

TEST_P(DegenerateStates, NobodyAtAllIsAScene) {
    TestFlock test = start({});
    test.run(3);
    EXPECT_EQ(test.steps, 3u);
}

TEST_P(DegenerateStates, PigeonsWithoutPredatorsFlock) {
    AgentColumns pigeons;
    add_agent(pigeons, 500, 400, 0.2);
    add_agent(pigeons, 550, 400, -0.2);
    TestFlock test = start(pigeons);
    test.run(3);
    EXPECT_LT(test.heading(0), 0.2f);
    EXPECT_GT(test.heading(1), -0.2f);
}

TEST_P(DegenerateStates, PigeonsOnSidesAndCornersStayInsideAndTurnBack) {
    const double sides[3] = {0, 0.5, 1};
    AgentColumns pigeons;
    for (const double sx : sides)
        for (const double sy : sides)
            if (sx != 0.5 || sy != 0.5)
                add_agent(pigeons, sx * 1040, sy * 800,
                          std::atan2(sy - 0.5, sx - 0.5) + 0.3);  // outwards
    TestFlock test = start(pigeons);
    for (int step = 0; step < 400; ++step) {
        test.run(1);
        const AgentColumns& now = test.flock->pigeons();
        for (std::size_t row = 0; row < now.size(); ++row) {
            ASSERT_GE(now.x[row], 0);
            ASSERT_LT(now.x[row], 1040);
            ASSERT_GE(now.y[row], 0);
            ASSERT_LT(now.y[row], 800);
        }
    }
    const AgentColumns& now = test.flock->pigeons();
    int inside = 0;
    for (std::size_t row = 0; row < now.size(); ++row)
        inside += now.x[row] > 1 && now.x[row] < 1039 && now.y[row] > 1 && now.y[row] < 799;
    EXPECT_EQ(inside, 8);
}

TEST_P(DegenerateStates, TheLineOfTheMarginIsInBounds) {
    AgentColumns pigeons;
    add_agent(pigeons, 50, 400, 1.5);
    add_agent(pigeons, 990, 200, 1.5);
    add_agent(pigeons, std::nextafter(50.0f, 0.0f), 600, 1.5);
    add_agent(pigeons, std::nextafter(990.0f, 1000.0f), 600, 1.5);
    TestFlock test = start(pigeons);
    test.run(1);
    EXPECT_EQ(test.heading(0), 1.5f);
    EXPECT_EQ(test.heading(1), 1.5f);
    EXPECT_LT(test.heading(2), 1.5f);  // the centre lies clockwise
    EXPECT_GT(test.heading(3), 1.5f);
}

TEST_P(DegenerateStates, ACentroidOnThePigeonTurnsNobody) {
    AgentColumns pigeons;
    add_agent(pigeons, 500, 400, 0.9);
    add_agent(pigeons, 530, 400, 0.9);
    add_agent(pigeons, 470, 400, 0.9);
    TestFlock test = start(pigeons);
    test.run(1);
    EXPECT_NEAR(test.heading(0), 0.9, 1e-6);
    EXPECT_GT(std::abs(test.heading(1) - 0.9f), 1e-3f);
}

TEST_P(DegenerateStates, OppositeCoursesThatCancelAlignNobody) {
    AgentColumns pigeons;
    add_agent(pigeons, 500, 400, 0.4);
    add_agent(pigeons, 500, 430, kPiDouble / 2);
    add_agent(pigeons, 500, 370, -kPiDouble / 2);
    // Straight up and down, which no float of an angle is.
    pigeons.dir_x[1] = pigeons.dir_x[2] = 0;
    pigeons.dir_y[1] = 1, pigeons.dir_y[2] = -1;
    TestFlock test = start(pigeons);
    test.run(1);
    EXPECT_NEAR(test.heading(0), 0.4, 1e-6);
}

TEST_P(DegenerateStates, PreyAtThePredatorsOwnPlaceTurnsNeither) {
    AgentColumns pigeons, predators;
    add_agent(pigeons, 500, 400, 2);
    add_agent(predators, 500, 400, -2);
    TestFlock test = start(pigeons, predators);
    test.run(1);
    EXPECT_EQ(test.heading(0), 2.0f);
    EXPECT_EQ(test.flock->predators().heading[0], -2.0f);
}

TEST_P(DegenerateStates, APredatorWithNothingInRangeFliesStraight) {
    AgentColumns pigeons, predators;
    add_agent(pigeons, 950, 700, 2);
    add_agent(predators, 100, 100, -2);
    TestFlock test = start(pigeons, predators);
    test.run(1);
    EXPECT_EQ(test.flock->predators().heading[0], -2.0f);
    EXPECT_EQ(test.heading(0), 2.0f);
}

TEST_P(DegenerateStates, OfTwoPigeonsEquallyNearTheFirstIsChased) {
    AgentColumns pigeons, predators;
    add_agent(pigeons, 500, 500, 2);
    add_agent(pigeons, 500, 300, 2);
    add_agent(predators, 500, 400, 0);
    std::mt19937 random(3);
    TestFlock test = start(shuffled(pigeons, random), predators);
    test.run(1);
    EXPECT_GT(test.flock->predators().heading[0], 0.1f);
}

TEST_P(DegenerateStates, APositionThatIsNoNumberIsAnErrorThatNamesThePigeon) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        AgentColumns pigeons, predators;
        for (int k = 0; k < 5; ++k) add_agent(pigeons, 200 + 10 * k, 400, 0);
        add_agent(predators, 300, 420, 0);
        pigeons.x[3] = bad;
        TestFlock test = start(pigeons, predators);
        const std::uint64_t before = test.hash();
        const Status stepped = test.step();
        ASSERT_FALSE(stepped.ok());
        EXPECT_NE(stepped.error().text.find("pigeon 3"), std::string::npos) << stepped.error().text;
        EXPECT_EQ(test.hash(), before);
        EXPECT_EQ(test.steps, 0u);
        test.flock->set_state({}, {});
        EXPECT_TRUE(test.step().ok());
    }
}

TEST_P(DegenerateStates, APigeonThatIsNowhereIsNamedAndNotItsHunter) {
    AgentColumns pigeons, predators;
    add_agent(pigeons, 60, 20, 0);
    add_agent(pigeons, 500, 20, 0);
    pigeons.x[1] = std::numeric_limits<float>::quiet_NaN();
    add_agent(predators, 30, 30, 0);
    TestFlock test = start(pigeons, predators);
    const Status stepped = test.step();
    ASSERT_FALSE(stepped.ok());
    EXPECT_NE(stepped.error().text.find("pigeon"), std::string::npos) << stepped.error().text;
    EXPECT_EQ(stepped.error().text.find("predator"), std::string::npos) << stepped.error().text;
}

TEST_P(DegenerateStates, AHeadingThatIsNoNumberIsAnErrorThatNamesThePigeon) {
    AgentColumns pigeons;
    for (int k = 0; k < 5; ++k) add_agent(pigeons, 150 + 170 * k, 400, 0);
    pigeons.heading[2] = std::numeric_limits<float>::quiet_NaN();
    TestFlock test = start(pigeons);
    const Status stepped = test.step();
    ASSERT_FALSE(stepped.ok());
    EXPECT_NE(stepped.error().text.find("pigeon 2"), std::string::npos) << stepped.error().text;
}

TEST_P(DegenerateStates, APredatorThatIsNoNumberIsAnErrorThatNamesIt) {
    AgentColumns pigeons, predators;
    add_agent(pigeons, 500, 400, 0);
    for (int k = 0; k < 3; ++k) add_agent(predators, 300 + 10 * k, 300, 0);
    predators.y[1] = std::numeric_limits<float>::quiet_NaN();
    TestFlock test = start(pigeons, predators);
    const std::uint64_t before = test.hash();
    const Status stepped = test.step();
    ASSERT_FALSE(stepped.ok());
    EXPECT_NE(stepped.error().text.find("predator 1"), std::string::npos) << stepped.error().text;
    EXPECT_EQ(test.hash(), before);
}

}  // namespace
}  // namespace starling::engine::test
