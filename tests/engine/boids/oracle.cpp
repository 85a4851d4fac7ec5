// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/boids/oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/boids/params.h"
#include "engine/math/philox.h"

namespace starling::engine::test {
namespace {

constexpr double kTau = 6.283185307179586476925;
constexpr double kCloseCall = 1e-5;   // relative distance to a cut-off
constexpr double kTinyVector = 1e-3;  // of a weighted mean, in units of its radius

double wrapped(double a) {
    return std::remainder(a, kTau);
}

struct Vector {
    double x = 0, y = 0;
    double length() const { return std::hypot(x, y); }
};

/// Turn from `heading` to the direction of `to`; `unit` scales what counts as tiny.
double turn(const Vector& to, double heading, double unit, Expected& out) {
    const double by = wrapped(std::atan2(to.y, to.x) - heading);
    if (to.length() < kTinyVector * unit || std::abs(by) > kTau / 2 - 1e-4)
        out.ill_conditioned = true;
    return by;
}

/// Cells of the article's grid, and whether single precision might see another one.
struct CellOf {
    double cell;
    bool close;
    CellOf(double position, double edge, double size) {
        const double place = position / edge, nearest = std::round(place);
        const double last = std::ceil(size / edge) - 1;
        // Beyond the outer lines lie no cells that could be mistaken.
        close = place != nearest && std::abs(place - nearest) < kCloseCall && nearest >= 1 &&
                nearest <= last;
        cell = std::clamp(std::floor(place), 0.0, last);
    }
};

/// Whether b lies in the 3x3 cells around a.
bool in_cells_around(const Scene& scene, Vector a, Vector b, bool& close) {
    const double edge = flock_params(scene).pigeons.mate_radius;
    const CellOf ai(a.x, edge, scene.domain.width), aj(a.y, edge, scene.domain.height);
    const CellOf bi(b.x, edge, scene.domain.width), bj(b.y, edge, scene.domain.height);
    const double apart = std::max(std::abs(ai.cell - bi.cell), std::abs(aj.cell - bj.cell));
    if (apart <= 2 && (ai.close || aj.close || bi.close || bj.close)) close = true;
    return apart <= 1;
}

/// The smoothed random turn rate, and the turn at the border.
double common_rate(const Scene& scene, const AgentParams& params, std::uint32_t species,
                   std::uint64_t steps, const AgentColumns& agents, std::size_t row,
                   Expected& out) {
    const Domain& domain = scene.domain;
    const double frames = flock_params(scene).reference_rate * scene.time_step;
    const double x = agents.x[row], y = agents.y[row];
    const bool inside = x >= domain.margin && x <= domain.width - domain.margin &&
                        y >= domain.margin && y <= domain.height - domain.margin;

    const auto words = random_words(scene.seed, species, agents.id[row], steps, RandomUse::wander);
    const auto uniform = [&](int k) { return ((words[k] >> 9) + 0.5) / 8388608.0; };
    const double normal = std::sqrt(-2 * std::log(uniform(0))) * std::cos(kTau * uniform(1));
    const double clipped = std::clamp(normal, -params.noise_clip, params.noise_clip);
    const double alpha = params.smoothing, kept = std::pow(alpha, frames);
    const double hold = std::sqrt((1 - kept * kept) / (1 - alpha * alpha));
    out.wander = kept * agents.wander[row] + (1 - alpha) * hold * clipped;
    const double flip = (1 - std::pow(1 - 2 * params.turn_probability, frames)) / 2;
    if (std::abs(uniform(2) - flip) < 1e-6) out.ambiguous = true;
    if (inside && uniform(2) < flip) out.wander = -out.wander;

    double rate = out.wander;
    if (!inside && params.border_gain != 0) {
        out.border = true;
        rate += params.border_gain * turn({domain.width / 2 - x, domain.height / 2 - y},
                                          agents.heading[row], domain.width, out);
    }
    return rate;
}

void finish(const Scene& scene, const AgentParams& params, const AgentColumns& agents,
            std::size_t row, double rate, Expected& out) {
    const double frames = flock_params(scene).reference_rate * scene.time_step;
    out.heading = wrapped(agents.heading[row] + params.turn_gain * frames * rate);
}

bool close_call(double distance, double radius) {
    return std::abs(distance - radius) < kCloseCall * radius;
}

}  // namespace

double angle_between(double a, double b) {
    return std::abs(wrapped(a - b));
}

Expected expected_pigeon(const Scene& scene, std::uint64_t steps, const AgentColumns& pigeons,
                         const AgentColumns& predators, std::size_t row) {
    const PigeonParams& params = flock_params(scene).pigeons;
    Expected out;
    double rate = common_rate(scene, params, 0, steps, pigeons, row, out);
    const double heading = pigeons.heading[row];
    const Vector self{pigeons.x[row], pigeons.y[row]};

    double weights = 0;
    Vector centroid, course;
    for (std::size_t other = 0; other < pigeons.size(); ++other) {
        if (other == row) continue;
        const Vector there{pigeons.x[other], pigeons.y[other]};
        const double distance = Vector{there.x - self.x, there.y - self.y}.length();
        if (flock_params(scene).variant == FlockVariant::exact) {
            if (close_call(distance, params.mate_radius)) out.ambiguous = true;
            if (distance >= params.mate_radius) continue;
        } else if (!in_cells_around(scene, self, there, out.ambiguous)) {
            continue;
        }
        const double w = std::exp(-distance / params.mate_radius);
        weights += w;
        centroid.x += w * there.x, centroid.y += w * there.y;
        course.x += w * std::cos(static_cast<double>(pigeons.heading[other]));
        course.y += w * std::sin(static_cast<double>(pigeons.heading[other]));
    }
    if (weights > 0) {
        const Vector mean{centroid.x / weights - self.x, centroid.y / weights - self.y};
        const double s = std::clamp(std::tanh(mean.length() / params.critical_radius - 1),
                                    -params.separation_max, params.cohesion_max);
        if (s != 0) {
            out.group = true;
            const Vector target = s > 0 ? mean : Vector{-mean.x, -mean.y};
            rate += std::abs(s) * turn(target, heading, params.mate_radius, out);
        }
        if (params.align_weight != 0) {
            out.align = true;
            rate += params.align_weight *
                    turn({course.x / weights, course.y / weights}, heading, 1, out);
        }
    }

    double threat = 0;
    Vector away;
    for (std::size_t p = 0; p < predators.size(); ++p) {
        const Vector from{self.x - predators.x[p], self.y - predators.y[p]};
        const double distance = from.length();
        if (close_call(distance, params.alert_radius)) out.ambiguous = true;
        if (distance >= params.alert_radius) continue;
        const double w = std::exp(-distance / params.alert_radius);
        threat += w;
        away.x += w * from.x, away.y += w * from.y;
    }
    if (threat > 0 && params.flee_gain != 0) {
        out.flee = true;
        rate += params.flee_gain *
                turn({away.x / threat, away.y / threat}, heading, params.alert_radius, out);
    }
    finish(scene, params, pigeons, row, rate, out);
    return out;
}

Expected expected_predator(const Scene& scene, std::uint64_t steps, const AgentColumns& pigeons,
                           const AgentColumns& predators, std::size_t row) {
    const PredatorParams& params = flock_params(scene).predators;
    Expected out;
    double rate = common_rate(scene, params, 1, steps, predators, row, out);
    const Vector self{predators.x[row], predators.y[row]};
    const double none = std::numeric_limits<double>::infinity();
    double nearest = none, second = none;
    Vector target;
    for (std::size_t k = 0; k < pigeons.size(); ++k) {
        const Vector to{pigeons.x[k] - self.x, pigeons.y[k] - self.y};
        if (flock_params(scene).variant == FlockVariant::seed_compat &&
            !in_cells_around(scene, self, {pigeons.x[k], pigeons.y[k]}, out.ambiguous))
            continue;
        const double distance = to.length();
        if (close_call(distance, params.hunt_radius)) out.ambiguous = true;
        if (distance >= params.hunt_radius) continue;
        if (distance < nearest) {
            second = nearest, nearest = distance, target = to;
        } else {
            second = std::min(second, distance);
        }
    }
    if (nearest != none && params.chase_gain != 0) {
        if (second - nearest < kCloseCall * nearest) out.ambiguous = true;
        out.chase = true;
        rate += params.chase_gain * turn(target, predators.heading[row], 1, out);
    }
    finish(scene, params, predators, row, rate, out);
    return out;
}

}  // namespace starling::engine::test
