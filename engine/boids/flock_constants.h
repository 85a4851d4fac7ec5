// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace starling::engine {

struct Scene;

inline constexpr std::uint32_t kPigeon = 0, kPredator = 1;

/// One species' parameters, scaled to the time step.
struct AgentConstants {
    float keep;   ///< Share of the wander kept in a step: smoothing^k.
    float drive;  ///< Factor of the clipped noise that holds the wander's variance.
    float noise_clip;
    float flip_probability;  ///< Chance of an odd number of flips in k frames.
    float turn_step;         ///< rad per unit turn rate: turn_gain * k.
    float border_gain;
    float stride;  ///< px a step.
};

/// FlockParams for the kernels, scaled to the time step; k = reference_rate * time_step frames.
struct FlockConstants {
    std::uint64_t seed;
    bool exact;           ///< FlockVariant::exact
    float width, height;  ///< px
    float x_max, y_max;   ///< Largest position: the floats below width and height.
    float margin;
    float mate_radius, critical_radius, alert_radius;
    float cohesion_max, separation_max, align_weight, flee_gain;
    float hunt_radius, chase_gain;
    AgentConstants pigeon, predator;
};

/// Scales a scene's parameters to its time step.
FlockConstants flock_constants(const Scene& scene);

}  // namespace starling::engine
