// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "tests/engine/scene/load.h"

namespace starling::engine {

/// Compares all members of two scenes of a flock, each named here on its own and not through the
/// schema, so that a member which the schema forgets is noticed.
inline void expect_equal(const Scene& a, const Scene& b) {
    EXPECT_EQ(a.title, b.title);
    EXPECT_EQ(a.seed, b.seed);
    EXPECT_EQ(a.time_step, b.time_step);
    EXPECT_EQ(a.domain.width, b.domain.width);
    EXPECT_EQ(a.domain.height, b.domain.height);
    EXPECT_EQ(a.domain.margin, b.domain.margin);
    ASSERT_EQ(a.systems.size(), 1u);
    ASSERT_EQ(b.systems.size(), 1u);
    const FlockParams &flock = flock_params(a), &other_flock = flock_params(b);
    EXPECT_EQ(flock.variant, other_flock.variant);
    EXPECT_EQ(flock.reference_rate, other_flock.reference_rate);

    const auto expect_equal_agents = [](const AgentParams& x, const AgentParams& y) {
        EXPECT_EQ(x.count, y.count);
        EXPECT_EQ(x.speed, y.speed);
        EXPECT_EQ(x.smoothing, y.smoothing);
        EXPECT_EQ(x.noise_clip, y.noise_clip);
        EXPECT_EQ(x.turn_probability, y.turn_probability);
        EXPECT_EQ(x.turn_gain, y.turn_gain);
        EXPECT_EQ(x.border_gain, y.border_gain);
        EXPECT_EQ(x.length, y.length);
    };
    const PigeonParams &p = flock.pigeons, &q = other_flock.pigeons;
    expect_equal_agents(p, q);
    EXPECT_EQ(p.cohesion_max, q.cohesion_max);
    EXPECT_EQ(p.separation_max, q.separation_max);
    EXPECT_EQ(p.critical_radius, q.critical_radius);
    EXPECT_EQ(p.align_weight, q.align_weight);
    EXPECT_EQ(p.mate_radius, q.mate_radius);
    EXPECT_EQ(p.alert_radius, q.alert_radius);
    EXPECT_EQ(p.flee_gain, q.flee_gain);
    expect_equal_agents(flock.predators, other_flock.predators);
    EXPECT_EQ(flock.predators.hunt_radius, other_flock.predators.hunt_radius);
    EXPECT_EQ(flock.predators.chase_gain, other_flock.predators.chase_gain);

    ASSERT_EQ(a.systems[0].trees.size(), 1u);
    ASSERT_EQ(b.systems[0].trees.size(), 1u);
    const TreeScene &tree = neighbours(a), &other_tree = neighbours(b);
    EXPECT_EQ(tree.layout, other_tree.layout);
    ASSERT_EQ(tree.layouts.size(), other_tree.layouts.size());
    for (std::size_t n = 0; n < tree.layouts.size(); ++n) {
        EXPECT_EQ(tree.layouts[n].name, other_tree.layouts[n].name);
        const auto &levels = tree.layouts[n].layout.levels,
                   &others = other_tree.layouts[n].layout.levels;
        ASSERT_EQ(levels.size(), others.size());
        for (std::size_t m = 0; m < levels.size(); ++m) {
            EXPECT_EQ(levels[m].kind, others[m].kind);
            EXPECT_EQ(levels[m].axes, others[m].axes);
            EXPECT_EQ(levels[m].shape, others[m].shape);
            EXPECT_EQ(levels[m].activation, others[m].activation);
            EXPECT_EQ(levels[m].chunk, others[m].chunk);
            EXPECT_EQ(levels[m].storage, others[m].storage);
            EXPECT_EQ(levels[m].place, others[m].place);
            EXPECT_EQ(levels[m].offset, others[m].offset);
        }
    }

    EXPECT_EQ(a.view.trail_half_life, b.view.trail_half_life);
    EXPECT_EQ(a.view.glow, b.view.glow);
    EXPECT_EQ(a.view.palette, b.view.palette);
    EXPECT_EQ(a.record.frames, b.record.frames);
    EXPECT_EQ(a.record.fps, b.record.fps);
    EXPECT_EQ(a.record.width, b.record.width);
    EXPECT_EQ(a.record.height, b.record.height);

    ASSERT_EQ(a.changes.size(), b.changes.size());
    for (std::size_t n = 0; n < a.changes.size(); ++n) {
        EXPECT_EQ(a.changes[n].step, b.changes[n].step);
        EXPECT_EQ(a.changes[n].key, b.changes[n].key);
        EXPECT_EQ(a.changes[n].value, b.changes[n].value);
    }
}

}  // namespace starling::engine
