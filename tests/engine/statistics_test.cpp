// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// The columns of the statistics, and that their numbers are those of the world.
#include "engine/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/engine/boids/test_flock.h"
#include "tests/engine/test_world.h"

namespace starling::engine::test {
namespace {

using Names = std::vector<std::string>;

Names names_of(const std::vector<StatisticsColumn>& columns) {
    Names names;
    for (const StatisticsColumn& column : columns) names.push_back(column.name);
    return names;
}

const Names kFlockColumns{"step",       "time",    "polarisation", "rotation",   "mean_speed",
                          "candidates", "grid_ms", "flock_ms",     "predator_ms"};

TEST(Statistics, TheColumnsOfAFlock) {
    EXPECT_EQ(names_of(statistics_columns(all_systems())), kFlockColumns);
    EXPECT_EQ(names_of(statistics_columns(make_world(make_scene(3, 1))->scene().kinds())),
              kFlockColumns);
    EXPECT_EQ(names_of(statistics_columns(SystemTable{})), (Names{"step", "time"}));
}

TEST(Statistics, ColumnsHaveUnitsAndKinds) {
    using Kind = StatisticsColumn::Kind;
    std::map<std::string, std::pair<std::string, Kind>> expected{
        {"step", {"", Kind::whole}},
        {"time", {"s", Kind::real}},
        {"polarisation", {"", Kind::real}},
        {"rotation", {"", Kind::real}},
        {"mean_speed", {"px/s", Kind::real}},
        {"candidates", {"", Kind::whole}},
        {"grid_ms", {"ms", Kind::milliseconds}},
        {"flock_ms", {"ms", Kind::milliseconds}},
        {"predator_ms", {"ms", Kind::milliseconds}}};
    for (const StatisticsColumn& column : statistics_columns(all_systems())) {
        EXPECT_EQ(column.unit, expected[column.name].first) << column.name;
        EXPECT_EQ(column.kind, expected[column.name].second) << column.name;
    }
}

TEST(Statistics, EveryColumnIsNamedOnceAndDocumented) {
    std::set<std::string> names;
    const std::string schema = describe_schema();
    for (const StatisticsColumn& column : statistics_columns(all_systems())) {
        EXPECT_TRUE(names.insert(column.name).second) << column.name;
        ASSERT_FALSE(column.meaning.empty()) << column.name;
        EXPECT_EQ(column.meaning.back(), '.') << column.name;
        const std::string unit = column.unit.empty() ? "" : " (" + column.unit + ")";
        EXPECT_TRUE(has(schema, "\n  " + column.name + unit + "\n    " + column.meaning + "\n"))
            << column.name;
    }
}

/// Order parameters and pairs, worked out from the agents alone.
struct ByHand {
    double polarisation, rotation, candidates;
};

ByHand by_hand(const TestFlock& test, const AgentColumns& before) {
    const AgentColumns& now = test.flock->pigeons();
    const auto n = static_cast<double>(now.size());
    double vx = 0, vy = 0, cx = 0, cy = 0, spin = 0, candidates = 0;
    for (std::size_t k = 0; k < now.size(); ++k) {
        vx += std::cos(now.heading[k]) / n, vy += std::sin(now.heading[k]) / n;
        cx += now.x[k] / n, cy += now.y[k] / n;
    }
    for (std::size_t k = 0; k < now.size(); ++k) {
        const double x = now.x[k] - cx, y = now.y[k] - cy;
        spin += (x * std::sin(now.heading[k]) - y * std::cos(now.heading[k])) / std::hypot(x, y);
    }
    // Every pigeon meets all of the 3 x 3 cells around it, itself included.
    const double edge = flock_params(test.scene).pigeons.mate_radius;
    for (std::size_t a = 0; a < before.size(); ++a)
        for (std::size_t b = 0; b < before.size(); ++b)
            candidates +=
                std::abs(std::floor(before.x[a] / edge) - std::floor(before.x[b] / edge)) <= 1 &&
                std::abs(std::floor(before.y[a] / edge) - std::floor(before.y[b] / edge)) <= 1;
    return {std::hypot(vx, vy), std::abs(spin) / n, candidates};
}

TEST(Statistics, NumbersAreThoseOfTheFlock) {
    for (const NamedLayout& layout : common_layouts()) {
        Scene scene = make_scene(300, 7, layout.name);
        scene.time_step = 1.0 / 50;
        flock_params(scene).pigeons.speed = 123;
        const auto world = make_world(scene, options(2));
        TestFlock test = make_flock(scene);
        run(*world, 29);
        test.run(29);
        const AgentColumns before = test.flock->pigeons();
        run(*world, 1);
        test.run(1);
        const ByHand expected = by_hand(test, before);
        EXPECT_EQ(statistic(*world, "step"), 30);
        EXPECT_NEAR(statistic(*world, "time"), 0.6, 1e-12);
        EXPECT_NEAR(statistic(*world, "polarisation"), expected.polarisation, 1e-6);
        EXPECT_NEAR(statistic(*world, "rotation"), expected.rotation, 1e-6);
        EXPECT_EQ(statistic(*world, "mean_speed"), 123);
        EXPECT_EQ(statistic(*world, "candidates"), expected.candidates) << layout.name;
        for (const char* phase : {"grid_ms", "flock_ms", "predator_ms"})
            EXPECT_GT(statistic(*world, phase), 0) << phase;
    }
}

TEST(Statistics, BeforeTheFirstStepNothingHasBeenDone) {
    const auto world = make_world(make_scene(50, 2));
    for (const char* column : {"step", "time", "candidates", "grid_ms", "flock_ms", "predator_ms"})
        EXPECT_EQ(statistic(*world, column), 0) << column;
    EXPECT_GT(statistic(*world, "polarisation"), 0);
}

TEST(Statistics, NobodyHasNoOrderAndNoSpeed) {
    const auto world = make_world(make_scene(0, 0));
    run(*world, 1);
    for (const char* column : {"polarisation", "rotation", "mean_speed", "candidates"})
        EXPECT_EQ(statistic(*world, column), 0) << column;
}

TEST(Statistics, NumbersAreWrittenAsTheirColumnHasIt) {
    const std::vector<StatisticsColumn> columns = statistics_columns(all_systems());
    const auto written = [&](const char* name, double value) {
        for (const StatisticsColumn& column : columns)
            if (column.name == name) return format_statistic(column, value);
        return std::string("no such column");
    };
    EXPECT_EQ(written("candidates", 123456789012.0), "123456789012");
    EXPECT_EQ(written("step", 0), "0");
    EXPECT_EQ(written("time", 1.0 / 3), "0.333333333");
    EXPECT_EQ(written("mean_speed", 180), "180");
    EXPECT_EQ(written("grid_ms", 1.23456789), "1.23457");
}

}  // namespace
}  // namespace starling::engine::test
