// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/params.h"

#include <cmath>
#include <string>
#include <utility>

#include "engine/boids/flock_system.h"

#include "engine/math/portable.h"
#include "engine/scene/scene.h"

namespace starling::engine {
namespace {

using D = Dimension;
using F = FlockParams;
using Pigeons = PigeonParams;
using Predators = PredatorParams;

/// Above it not every whole number has a double of its own, nor a number in JSON.
constexpr double kMaxCount = 0x1p53;
constexpr double kMaxLength = 1e6;
constexpr std::string_view kModel = "ARCHITECTURE.md, The flocking model";

template <auto... Members>
NumberParam number(Dimension dimension, const Range& range) {
    return {dimension, range, {number_at<Members...>}};
}

/// The parameters that both species have.
template <auto Species>
void add_agent_params(ParamTable& table, const std::string& prefix) {
    const auto add = [&](const char* name, NumberParam type, std::string_view meaning,
                         std::string_view source = kModel, Effect effect = Effect::next_step) {
        table.push_back({prefix + name, std::move(type), meaning, source, effect});
    };
    add("count", number<Species, &AgentParams::count>(D::none, {0, kMaxCount}),
        "Agents of this species.", "", Effect::restart);
    add("speed", number<Species, &AgentParams::speed>(D::speed, {0, kMaxLength}),
        "Speed, the same for all and constant.");
    add("smoothing",
        number<Species, &AgentParams::smoothing>(D::none, {.min = 0, .max = 1, .open_max = true}),
        "Share of the wander rate kept from one reference frame to the next.");
    add("noise_clip",
        number<Species, &AgentParams::noise_clip>(D::none,
                                                  {.min = 0, .max = 100, .open_min = true}),
        "Bound of the random drive of the wander rate.");
    add("turn_probability", number<Species, &AgentParams::turn_probability>(D::none, {0, 0.5}),
        "Chance per reference frame that the wander changes sides.");
    add("turn_gain", number<Species, &AgentParams::turn_gain>(D::angle, {0, 10}),
        "Turn of the heading per unit of turn rate and reference frame.");
    add("border_gain", number<Species, &AgentParams::border_gain>(D::none, {0, 100}),
        "Strength of the turn back to the centre in the margin.");
    add("length", number<Species, &AgentParams::length>(D::length, {0.1, 10'000}),
        "Length of a drawn agent, nose to tail.", "");
}

ParamTable make_table() {
    const Range gain{0, 100}, share{0, 1}, reach{0, kMaxLength};
    ParamTable table;
    const auto add = [&](const char* name, auto type, std::string_view meaning) {
        table.push_back({name, std::move(type), meaning, kModel});
    };
    add("variant", choice_at<&F::variant>({"exact", "seed_compat"}),
        "Neighbours of a pigeon: those within mate_radius, or all of the 3 x 3 cells around it.");
    add("reference_rate", number<&F::reference_rate>(D::rate, {1, 10'000}),
        "Frame rate to which per-frame gains and px/frame refer.");

    add_agent_params<&F::pigeons>(table, "pigeons.");
    add("pigeons.cohesion_max", number<&F::pigeons, &Pigeons::cohesion_max>(D::none, share),
        "Most that a pigeon is drawn to the centre of its neighbours.");
    add("pigeons.separation_max", number<&F::pigeons, &Pigeons::separation_max>(D::none, share),
        "Most that a pigeon is pushed away from the centre of its neighbours.");
    add("pigeons.critical_radius",
        number<&F::pigeons, &Pigeons::critical_radius>(
            D::length, {.min = 0, .max = kMaxLength, .open_min = true}),
        "Distance of that centre at which the push turns into a pull.");
    add("pigeons.align_weight", number<&F::pigeons, &Pigeons::align_weight>(D::none, gain),
        "Strength of the turn to the mean heading of the neighbours.");
    add("pigeons.mate_radius",
        number<&F::pigeons, &Pigeons::mate_radius>(D::length, {0.1, kMaxLength}),
        "Reach of a neighbour, and the edge of a cell of the neighbour grid.");
    add("pigeons.alert_radius", number<&F::pigeons, &Pigeons::alert_radius>(D::length, reach),
        "Distance at which a predator is fled.");
    add("pigeons.flee_gain", number<&F::pigeons, &Pigeons::flee_gain>(D::none, gain),
        "Strength of the turn away from predators.");

    add_agent_params<&F::predators>(table, "predators.");
    add("predators.hunt_radius", number<&F::predators, &Predators::hunt_radius>(D::length, reach),
        "Distance within which the nearest pigeon is chased.");
    add("predators.chase_gain", number<&F::predators, &Predators::chase_gain>(D::none, gain),
        "Strength of the turn to the chased pigeon.");
    return table;
}

AgentConstants agent_constants(const AgentParams& params, double frames, double time_step) {
    const double alpha = params.smoothing;
    const double kept = portable_power(alpha, frames);
    // A first-order filter w <- a w + b n has the variance b^2 / (1 - a^2) var n.
    const double drive = (1 - alpha) * std::sqrt((1 - kept * kept) / (1 - alpha * alpha));
    const double flip = (1 - portable_power(1 - 2 * params.turn_probability, frames)) / 2;
    return {static_cast<float>(kept),
            static_cast<float>(drive),
            static_cast<float>(params.noise_clip),
            static_cast<float>(flip),
            static_cast<float>(params.turn_gain * frames),
            static_cast<float>(params.border_gain),
            static_cast<float>(params.speed * time_step)};
}

}  // namespace

const ParamTable& flock_param_table() {
    static const ParamTable table = make_table();
    return table;
}

FlockParams& flock_params(Scene& scene) {
    return scene.find(flock_kind().name)->params.as<FlockParams>();
}

const FlockParams& flock_params(const Scene& scene) {
    return scene.find(flock_kind().name)->params.as<FlockParams>();
}

FlockConstants flock_constants(const Scene& scene) {
    const FlockParams& flock = flock_params(scene);
    const double frames = flock.reference_rate * scene.time_step;
    FlockConstants c{};
    c.seed = scene.seed;
    c.exact = flock.variant == FlockVariant::exact;
    c.width = static_cast<float>(scene.domain.width);
    c.height = static_cast<float>(scene.domain.height);
    c.x_max = std::nextafter(c.width, 0.0f);
    c.y_max = std::nextafter(c.height, 0.0f);
    c.margin = static_cast<float>(scene.domain.margin);
    c.mate_radius = static_cast<float>(flock.pigeons.mate_radius);
    c.critical_radius = static_cast<float>(flock.pigeons.critical_radius);
    c.alert_radius = static_cast<float>(flock.pigeons.alert_radius);
    c.cohesion_max = static_cast<float>(flock.pigeons.cohesion_max);
    c.separation_max = static_cast<float>(flock.pigeons.separation_max);
    c.align_weight = static_cast<float>(flock.pigeons.align_weight);
    c.flee_gain = static_cast<float>(flock.pigeons.flee_gain);
    c.hunt_radius = static_cast<float>(flock.predators.hunt_radius);
    c.chase_gain = static_cast<float>(flock.predators.chase_gain);
    c.pigeon = agent_constants(flock.pigeons, frames, scene.time_step);
    c.predator = agent_constants(flock.predators, frames, scene.time_step);
    return c;
}

}  // namespace starling::engine
