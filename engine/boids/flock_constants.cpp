// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/flock_constants.h"

#include <cmath>

#include "engine/math/portable.h"
#include "engine/scene/scene.h"

namespace starling::engine {
namespace {

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

FlockConstants flock_constants(const Scene& scene) {
    const FlockParams& flock = scene.flock;
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
