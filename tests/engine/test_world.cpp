// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/test_world.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/statistics.h"
#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {

WorldOptions options(int threads) {
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

void run(World& world, int steps) {
    for (int k = 0; k < steps; ++k) {
        const auto report = world.step();
        ASSERT_TRUE(report.ok()) << report.error().text;
    }
}

std::uint64_t hash_after(const Scene& scene, int steps, const WorldOptions& with) {
    const auto world = make_world(scene, with);
    run(*world, steps);
    return world->state_hash();
}

double statistic(const World& world, const std::string& column) {
    const std::vector<StatisticsColumn> columns = statistics_columns(world.scene().kinds());
    const std::vector<double> values = world.statistics();
    for (std::size_t n = 0; n < columns.size() && n < values.size(); ++n)
        if (columns[n].name == column) return values[n];
    ADD_FAILURE() << "no column " << column;
    return 0;
}

}  // namespace starling::engine::test
