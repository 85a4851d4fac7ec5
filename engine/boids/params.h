// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Parameters of the flocking model: as people write them, and as the kernels use them. The table
/// of the first and the way from the one to the other are in params.cpp.
namespace starling::engine {

struct Scene;

/// How the neighbourhood of a pigeon is cut off.
enum class FlockVariant : std::uint8_t {
    exact,        ///< Every pigeon within mate_radius.
    seed_compat,  ///< Every pigeon of the 3x3 grid cells around, as the article's program meant.
};

/// What pigeons and predators share. Lengths in px, time in seconds. Gains that the article gives
/// per frame are per reference frame (FlockParams::reference_rate) and scaled to the time step.
struct AgentParams {
    std::uint64_t count = 0;      ///< Agents of this species.
    double speed = 0;             ///< px/s, constant.
    double smoothing = 0.995;     ///< Share of the wander rate kept per reference frame, [0, 1).
    double noise_clip = 0.6;      ///< Clip of the Gaussian drive, > 0.
    double turn_probability = 0;  ///< Chance per reference frame that the wander flips, [0, 0.5].
    double turn_gain = 0.1;       ///< rad of heading per unit turn rate and reference frame.
    double border_gain = 0.7;     ///< Gain of the turn back to the centre outside the margin.
    float length = 14;            ///< px; of a drawn agent, nose to tail.
};

struct PigeonParams : AgentParams {
    double cohesion_max = 0.4;    ///< Upper clamp of the cohesion/separation weight.
    double separation_max = 1.0;  ///< Lower clamp of it (as a positive number).
    double critical_radius = 50;  ///< px; distance of the centroid where the weight is zero.
    double align_weight = 0.2;    ///< Gain of the alignment.
    double mate_radius = 80;      ///< px; reach of a neighbour, and the edge of a grid cell.
    double alert_radius = 120;    ///< px; distance at which a predator is fled.
    double flee_gain = 0.8;
};

struct PredatorParams : AgentParams {
    double hunt_radius = 400;  ///< px; distance at which the nearest pigeon is chased.
    double chase_gain = 2.0;
};

/// The flocking model of the article, restated with a time step (see ARCHITECTURE.md).
struct FlockParams {
    FlockVariant variant = FlockVariant::exact;
    double reference_rate = 60;  ///< Hz; the frame rate that the per-frame gains refer to.
    PigeonParams pigeons{{.count = 64, .speed = 180, .turn_probability = 0.005}};
    PredatorParams predators{
        {.count = 4, .speed = 174, .noise_clip = 0.8, .turn_probability = 0.001, .length = 22}};
};

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

/// The flock's parameters in a scene that has one.
FlockParams& flock_params(Scene& scene);
const FlockParams& flock_params(const Scene& scene);

/// Scales a scene's parameters to its time step.
FlockConstants flock_constants(const Scene& scene);

}  // namespace starling::engine
