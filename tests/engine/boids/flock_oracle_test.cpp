// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// One step of the flock from random states against the model in double precision (oracle.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/engine/boids/oracle.h"
#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

/// What a state looks at: one term of the model with all others off, or all together.
enum class Focus { group, align, flee, border, chase, wander, all };

class RandomStates {
 public:
    explicit RandomStates(std::uint32_t seed) : random_(seed) {}

    Scene scene(Focus focus) {
        Scene scene = make_scene(0, 0, pick<std::string>({"packed", "bitmasked", "chunked"}));
        neighbours(scene).layouts = common_layouts(512);
        scene.seed = random_();
        scene.time_step = pick({1.0 / 30, 1.0 / 60, 1.0 / 240});
        scene.domain.width = pick({1040.0, 640.0, 500.0, 1000.0});
        scene.domain.height = pick({800.0, 480.0, 300.0});
        scene.domain.margin = std::floor(between(0, 80));
        FlockParams& flock = flock_params(scene);
        flock.variant = pick({FlockVariant::exact, FlockVariant::seed_compat});
        flock.reference_rate = pick({60.0, 45.0});
        for (AgentParams* agent : {static_cast<AgentParams*>(&flock.pigeons),
                                   static_cast<AgentParams*>(&flock.predators)}) {
            agent->speed = between(30, 400);
            agent->smoothing = between(0.9, 0.999);
            agent->noise_clip = between(0.3, 1);
            agent->turn_probability = between(0, 0.5);
            agent->turn_gain = between(0.02, 0.15);
            agent->border_gain = between(0.2, 1);
        }
        flock.pigeons.cohesion_max = between(0.1, 0.8);
        flock.pigeons.separation_max = between(0.2, 1);
        flock.pigeons.critical_radius = between(15, 80);
        flock.pigeons.align_weight = between(0.05, 0.5);
        flock.pigeons.mate_radius = pick({40.0, 64.0, 80.0, 90.5, 100.0});
        flock.pigeons.alert_radius = between(60, 200);
        flock.pigeons.flee_gain = between(0.2, 1.5);
        flock.predators.hunt_radius = between(50, 500);
        flock.predators.chase_gain = between(0.5, 3);
        if (focus == Focus::all) return scene;
        Scene only = scene;
        silence(only);
        FlockParams& on = flock_params(only);
        switch (focus) {
            case Focus::group:
                on.pigeons.cohesion_max = flock.pigeons.cohesion_max;
                on.pigeons.separation_max = flock.pigeons.separation_max;
                break;
            case Focus::align:
                on.pigeons.align_weight = flock.pigeons.align_weight;
                break;
            case Focus::flee:
                on.pigeons.flee_gain = flock.pigeons.flee_gain;
                break;
            case Focus::border:
                on.pigeons.border_gain = flock.pigeons.border_gain;
                on.predators.border_gain = flock.predators.border_gain;
                break;
            case Focus::chase:
                on.predators.chase_gain = flock.predators.chase_gain;
                break;
            default:
                on.pigeons.noise_clip = flock.pigeons.noise_clip;
                on.pigeons.turn_probability = flock.pigeons.turn_probability;
                on.predators.noise_clip = flock.predators.noise_clip;
                on.predators.turn_probability = flock.predators.turn_probability;
        }
        return only;
    }

    AgentColumns agents(const Domain& domain, int count, bool wander) {
        AgentColumns agents;
        const bool clumped = random_() % 3 == 0;
        const double cx = between(0, domain.width), cy = between(0, domain.height);
        std::normal_distribution<double> near(0, between(20, 120));
        for (int k = 0; k < count; ++k) {
            double x = between(0, domain.width), y = between(0, domain.height);
            if (clumped) x = cx + near(random_), y = cy + near(random_);
            // Some exactly on a side or a corner, or on the line of the margin.
            if (random_() % 20 == 0) x = pick({0.0, domain.width, domain.margin});
            if (random_() % 20 == 0) y = pick({0.0, domain.height, domain.margin});
            add_agent(agents, std::clamp(x, 0.0, below(domain.width)),
                      std::clamp(y, 0.0, below(domain.height)), between(-3.14159, 3.14159),
                      wander ? between(-0.1, 0.1) : 0);
        }
        return agents;
    }

    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }
    int count(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
    std::mt19937& source() { return random_; }

 private:
    template <class T>
    T pick(std::initializer_list<T> from) {
        return from.begin()[random_() % from.size()];
    }
    static double below(double size) { return std::nextafter(static_cast<float>(size), 0.0f); }

    std::mt19937 random_;
};

struct Tally {
    int agents = 0, ambiguous = 0, ill_conditioned = 0;
    int border = 0, group = 0, align = 0, flee = 0, chase = 0;
    double worst = 0;

    void add(const Expected& e) {
        border += e.border, group += e.group, align += e.align;
        flee += e.flee, chase += e.chase;
    }
};

double ulp(float size) {
    return std::nextafter(size, std::numeric_limits<float>::infinity()) - size;
}

/// The position that the agent's own new heading leads to, clamped to the domain.
void expect_moved(float from, double along, double stride, double size, float now) {
    const double limit = std::nextafter(static_cast<float>(size), 0.0f);
    const double to = std::clamp(from + stride * along, 0.0, limit);
    const float scale = std::max({std::abs(from), now, static_cast<float>(stride)});
    EXPECT_NEAR(now, to, 4 * ulp(scale));
}

void compare(const Scene& scene, bool is_pigeon, const AgentColumns& pigeons,
             const AgentColumns& predators, const AgentColumns& moved, Tally& tally) {
    const AgentColumns& before = is_pigeon ? pigeons : predators;
    ASSERT_EQ(moved.size(), before.size());
    const AgentParams& params = is_pigeon
                                    ? static_cast<const AgentParams&>(flock_params(scene).pigeons)
                                    : flock_params(scene).predators;
    for (std::size_t row = 0; row < before.size(); ++row) {
        SCOPED_TRACE(std::string(is_pigeon ? "pigeon " : "predator ") +
                     std::to_string(before.id[row]));
        const std::size_t now = row_of(moved, before.id[row]);
        const double heading = moved.heading[now];
        ASSERT_GT(moved.heading[now], -3.14159265f);
        ASSERT_LE(moved.heading[now], 3.14159265f);
        EXPECT_NEAR(moved.dir_x[now], std::cos(heading), 2e-7);
        EXPECT_NEAR(moved.dir_y[now], std::sin(heading), 2e-7);
        const double stride = params.speed * scene.time_step;
        expect_moved(before.x[row], std::cos(heading), stride, scene.domain.width, moved.x[now]);
        expect_moved(before.y[row], std::sin(heading), stride, scene.domain.height, moved.y[now]);

        const Expected expected = is_pigeon ? expected_pigeon(scene, 0, pigeons, predators, row)
                                            : expected_predator(scene, 0, pigeons, predators, row);
        ++tally.agents;
        if (expected.ambiguous) {
            ++tally.ambiguous;
            continue;
        }
        EXPECT_NEAR(moved.wander[now], expected.wander, 1e-6);
        if (expected.ill_conditioned) {
            ++tally.ill_conditioned;
            continue;
        }
        tally.add(expected);
        const double error = angle_between(heading, expected.heading);
        tally.worst = std::max(tally.worst, error);
        EXPECT_LT(error, 1e-5) << "heading " << heading << ", expected " << expected.heading;
    }
}

void compare_one_state(RandomStates& states, Focus focus, Tally& tally) {
    const Scene scene = states.scene(focus);
    const bool wander = focus == Focus::wander || focus == Focus::all;
    const AgentColumns pigeons = states.agents(scene.domain, states.count(1, 500), wander);
    const AgentColumns predators = states.agents(scene.domain, states.count(0, 20), wander);
    TestFlock test = make_flock(scene, shuffled(pigeons, states.source()), predators);
    const Status stepped = test.step();
    ASSERT_TRUE(stepped.ok()) << stepped.error().text;
    compare(test.scene, true, pigeons, predators, test.flock->pigeons(), tally);
    compare(test.scene, false, pigeons, predators, test.flock->predators(), tally);
}

class FlockOracle : public testing::TestWithParam<Focus> {};

TEST_P(FlockOracle, OneStepFromRandomStatesIsTheModels) {
    const Focus focus = GetParam();
    RandomStates states(100 + static_cast<std::uint32_t>(focus));
    Tally tally;
    for (int n = 0; n < 30; ++n) {
        SCOPED_TRACE("state " + std::to_string(n));
        ASSERT_NO_FATAL_FAILURE(compare_one_state(states, focus, tally));
        if (HasFailure()) break;
    }
    RecordProperty("worst_heading_error_nrad", static_cast<int>(tally.worst * 1e9));
    // What cannot be compared must stay the exception, and the term must have been at work.
    EXPECT_GT(tally.agents, 3000);
    EXPECT_LT(tally.ambiguous + tally.ill_conditioned, tally.agents / 20)
        << tally.ambiguous << " ambiguous, " << tally.ill_conditioned << " ill-conditioned of "
        << tally.agents;
    const bool all = focus == Focus::all;
    EXPECT_GT(tally.group, focus == Focus::group || all ? 1000 : -1);
    EXPECT_GT(tally.align, focus == Focus::align || all ? 1000 : -1);
    EXPECT_GT(tally.flee, focus == Focus::flee || all ? 500 : -1);
    EXPECT_GT(tally.border, focus == Focus::border || all ? 500 : -1);
    EXPECT_GT(tally.chase, focus == Focus::chase || all ? 50 : -1);
}

std::string focus_name(const testing::TestParamInfo<Focus>& info) {
    const char* names[] = {"group", "align", "flee", "border", "chase", "wander", "all"};
    return names[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Terms, FlockOracle,
                         testing::Values(Focus::group, Focus::align, Focus::flee, Focus::border,
                                         Focus::chase, Focus::wander, Focus::all),
                         focus_name);

}  // namespace
}  // namespace starling::engine::test
