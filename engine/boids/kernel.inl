// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Body of the flock kernels; kernel_sse.cpp and its siblings compile it for their instruction set
// and name what it defines. Formulas: "The flocking model" in ARCHITECTURE.md.

#include "engine/boids/kernel.h"
#include "engine/math/lane_functions.h"
#include "engine/math/random_lanes.h"

namespace starling::engine {
namespace {  // NOLINT: see lanes.h

// The loop over the neighbours goes over the sixteen lanes in passes of one native vector each, so
// that its five sums and its constants stay in registers on every instruction set.
constexpr int kPass = 1;

/// Neighbour sums of one pigeon over the whole tile. Offsets instead of positions are summed:
/// the centroid minus the pigeon then loses no digits far from the origin.
template <bool kExact>
STARLING_LANE void sum_neighbours(const Surroundings& around, const FlockConstants& c,
                                  std::uint32_t self, AgentBatch& batch) {
    const float px = around.x[self], py = around.y[self];
    const std::int32_t me = static_cast<std::int32_t>(around.id[self]);
    const float scale = -1.0f / c.mate_radius;
    // Behind the last agent of the tile everything is this far away.
    const float reach = kExact ? c.mate_radius * c.mate_radius : 1e30f;
    Lanes weight, align_x, align_y, centre_x, centre_y;
    for (int pass = 0; pass < kParts; ++pass) {
        auto w_sum = splat<kPass>(0), ax = w_sum, ay = w_sum, cx = w_sum, cy = w_sum;
        for (std::uint32_t k = static_cast<std::uint32_t>(pass * kNative); k < around.count;
             k += kBatch) {
            const auto dx = load<kPass>(around.x + k) - px, dy = load<kPass>(around.y + k) - py;
            const auto d2 = dx * dx + dy * dy;
            const auto mate = (d2 < reach) & (load_int<kPass>(around.id + k) != me);
            const auto t = square_root(d2) * scale;
            const auto w = keep(mate, kExact ? exp_unit(t) : exp_of(t));
            w_sum = w_sum + w;
            ax = ax + w * load<kPass>(around.dir_x + k);
            ay = ay + w * load<kPass>(around.dir_y + k);
            cx = cx + w * dx;
            cy = cy + w * dy;
        }
        weight.part[pass] = w_sum.part[0];
        align_x.part[pass] = ax.part[0], align_y.part[pass] = ay.part[0];
        centre_x.part[pass] = cx.part[0], centre_y.part[pass] = cy.part[0];
    }
    const int lane = batch.count;
    batch.weight[lane] = sum_of(weight);
    *reinterpret_cast<Quad*>(batch.sums[lane]) =
        finish_sums(quarter_sums(align_x), quarter_sums(align_y), quarter_sums(centre_x),
                    quarter_sums(centre_y));
}

/// The same over the predators near the cell.
STARLING_LANE void sum_predators(const Surroundings& around, const FlockConstants& c,
                                 std::uint32_t self, AgentBatch& batch) {
    const int lane = batch.count;
    batch.away_x[lane] = batch.away_y[lane] = 0;
    if (around.predator_count == 0) return;
    const Lanes px = splat(around.x[self]), py = splat(around.y[self]);
    Lanes away_x = splat(0), away_y = splat(0);
    for (std::uint32_t k = 0; k < around.predator_count; k += kBatch) {
        const Lanes dx = px - load(around.predator_x + k), dy = py - load(around.predator_y + k);
        const Lanes d2 = dx * dx + dy * dy;
        const Lanes w = keep(d2 < c.alert_radius * c.alert_radius,
                             exp_unit(square_root(d2) * (-1.0f / c.alert_radius)));
        away_x = away_x + w * dx;
        away_y = away_y + w * dy;
    }
    batch.away_x[lane] = sum_of(away_x);
    batch.away_y[lane] = sum_of(away_y);
    batch.alarmed = true;
}

/// Turn towards the vector (x, y); none for the zero vector, which points nowhere.
STARLING_LANE Lanes turn_towards(const Lanes& x, const Lanes& y, const Lanes& heading) {
    const LanesI somewhere = ~((x == 0.0f) & (y == 0.0f));
    return keep(somewhere, wrap_angle(atan2_of(y, x) - heading));
}

/// A batch's agents, loaded lane by lane, and what all species do alike.
struct Movers {
    Lanes x, y, heading, wander;
    LanesI inside;  ///< In bounds: not in the margin.

    STARLING_LANE Movers(const FlockStep& step, const AgentBatch& batch, std::uint32_t species,
                         const AgentConstants& agent) {
        const FlockConstants& c = *step.constants;
        const AgentRows& old = step.old_rows;
        alignas(64) float px[kBatch], py[kBatch], ph[kBatch], pw[kBatch];
        alignas(64) std::uint32_t ids[kBatch];
        for (int l = 0; l < kBatch; ++l) {
            // Idle lanes do as the first.
            const std::uint32_t row = batch.index[l < batch.count ? l : 0];
            px[l] = old.x[row], py[l] = old.y[row];
            ph[l] = old.heading[row], pw[l] = old.wander[row];
            ids[l] = old.id[row];
        }
        x = load(px), y = load(py), heading = load(ph);
        inside = ~((x < c.margin) | (x > splat(c.width - c.margin)) | (y < c.margin) |
                   (y > splat(c.height - c.margin)));
        const RandomLanes random =
            random_lanes(c.seed, species, load_int(ids), step.step, RandomUse::wander);
        // Box-Muller; the drive is clipped, then filtered.
        const Lanes gauss = square_root(log_of(unit_lanes(random.word[0])) * -2.0f) *
                            sin_cos_of(unit_lanes(random.word[1]) * kTwoPi).cos;
        const Lanes noise =
            maximum(minimum(gauss, splat(agent.noise_clip)), splat(-agent.noise_clip));
        wander = load(pw) * agent.keep + noise * agent.drive;
        const LanesI flip = inside & (unit_lanes(random.word[2]) < agent.flip_probability);
        wander = select(flip, negate(wander), wander);
    }

    /// Back to the centre, outside the bounds.
    STARLING_LANE Lanes border_turn(const FlockConstants& c, const AgentConstants& agent) const {
        const LanesI outside = ~inside;
        if (!any(outside)) return splat(0);
        const Lanes turn =
            turn_towards(splat(0.5f * c.width) - x, splat(0.5f * c.height) - y, heading);
        return keep(outside, turn * agent.border_gain);
    }

    /// Turns by `rate`, moves on, and writes the rows.
    STARLING_LANE void advance(const FlockStep& step, const AgentConstants& agent,
                               const Lanes& rate, AgentBatch& batch) const {
        const FlockConstants& c = *step.constants;
        const Lanes turned = wrap_angle(heading + wrap_full(rate * agent.turn_step));
        const SinCos dir = sin_cos_of(turned);
        const Lanes zero = splat(0);
        const Lanes moved_x = x + dir.cos * agent.stride, moved_y = y + dir.sin * agent.stride;
        // (a - a) is 0 for a finite a only.
        const LanesI finite = (moved_x - moved_x == zero) & (moved_y - moved_y == zero) &
                              (turned - turned == zero) & (wander - wander == zero);
        const Lanes new_x = minimum(maximum(moved_x, zero), splat(c.x_max));
        const Lanes new_y = minimum(maximum(moved_y, zero), splat(c.y_max));
        alignas(64) float lx[kBatch], ly[kBatch], lh[kBatch], lc[kBatch], ls[kBatch], lw[kBatch];
        store(lx, new_x), store(ly, new_y), store(lh, turned);
        store(lc, dir.cos), store(ls, dir.sin), store(lw, wander);
        const AgentRows& out = step.new_rows;
        for (int l = 0; l < batch.count; ++l) {
            const std::uint32_t row = batch.index[l];
            out.x[row] = lx[l], out.y[row] = ly[l], out.heading[row] = lh[l];
            out.dir_x[row] = lc[l], out.dir_y[row] = ls[l], out.wander[row] = lw[l];
        }
        if (any(~finite)) note_bad(step, finite, batch);
    }

 private:
    /// Whole turns off an angle of any size.
    STARLING_LANE static Lanes wrap_full(const Lanes& a) {
        const Lanes turns = a * (1.0f / kTwoPi) + kRounder - kRounder;
        return a - turns * kTwoPi;
    }

    STARLING_LANE static void note_bad(const FlockStep& step, const LanesI& finite,
                                       AgentBatch& batch) {
        std::int32_t is_finite[kBatch];
        store_int(is_finite, finite);
        for (int l = 0; l < batch.count; ++l) {
            const std::uint32_t id = step.old_rows.id[batch.index[l]];
            if (is_finite[l] == 0 && id < batch.bad_id) batch.bad_id = id;
        }
    }
};

/// Lane `at` of each agent's four sums.
STARLING_LANE Lanes sum_column(const AgentBatch& batch, int at) {
    alignas(64) float column[kBatch];
    for (int l = 0; l < kBatch; ++l) column[l] = batch.sums[l][at];
    return load(column);
}

void move_pigeons(const FlockStep& step, AgentBatch& batch) {
    if (batch.count == 0) return;
    const FlockConstants& c = *step.constants;
    const Movers agents(step, batch, kPigeon, c.pigeon);
    Lanes rate = agents.wander + agents.border_turn(c, c.pigeon);

    const Lanes weight = load(batch.weight);
    const LanesI mates = weight > 0.0f;
    const Lanes share = splat(1) / select(mates, weight, splat(1));
    const Lanes dx = sum_column(batch, 2) * share, dy = sum_column(batch, 3) * share;
    const Lanes distance = square_root(dx * dx + dy * dy);
    const Lanes pull = minimum(
        maximum(tanh_of(distance * (1.0f / c.critical_radius) - 1.0f), splat(-c.separation_max)),
        splat(c.cohesion_max));
    const LanesI closer = pull > 0.0f;
    const Lanes group =
        absolute(pull) * turn_towards(select(closer, dx, negate(dx)),
                                      select(closer, dy, negate(dy)), agents.heading);
    rate = rate + keep(mates, group);
    rate = rate + turn_towards(sum_column(batch, 0), sum_column(batch, 1), agents.heading) *
                      c.align_weight;
    Lanes flight = splat(0);
    if (batch.alarmed)
        flight = turn_towards(load(batch.away_x), load(batch.away_y), agents.heading) * c.flee_gain;
    rate = rate + flight;
    agents.advance(step, c.pigeon, rate, batch);
    for (int l = 0; l < batch.count; ++l) step.crowd[batch.index[l]] = batch.weight[l];
    batch.count = 0;
    batch.alarmed = false;
}

void move_predators(const FlockStep& step, AgentBatch& batch) {
    if (batch.count == 0) return;
    const FlockConstants& c = *step.constants;
    const Movers agents(step, batch, kPredator, c.predator);
    const Lanes chase =
        turn_towards(load(batch.target_x), load(batch.target_y), agents.heading) * c.chase_gain;
    agents.advance(step, c.predator, agents.wander + agents.border_turn(c, c.predator) + chase,
                   batch);
    batch.count = 0;
}

void set_directions(const float* heading, float* dir_x, float* dir_y, std::size_t count) {
    for (std::size_t k = 0; k < count; k += kBatch) {
        alignas(64) float angle[kBatch] = {}, c[kBatch], s[kBatch];
        const std::size_t n = count - k < kBatch ? count - k : kBatch;
        for (std::size_t l = 0; l < n; ++l) angle[l] = heading[k + l];
        const SinCos dir = sin_cos_of(load(angle));
        store(c, dir.cos), store(s, dir.sin);
        for (std::size_t l = 0; l < n; ++l) dir_x[k + l] = c[l], dir_y[k + l] = s[l];
    }
}

template <bool kExact>
void gather(const FlockStep& step, const Surroundings& around, std::uint32_t begin,
            std::uint32_t end, AgentBatch& batch) {
    for (std::uint32_t self = begin; self != end; ++self) {
        sum_neighbours<kExact>(around, *step.constants, self, batch);
        sum_predators(around, *step.constants, self, batch);
        batch.index[batch.count] = around.index[self];
        if (++batch.count == kBatch) move_pigeons(step, batch);
    }
}

void gather_pigeons(const FlockStep& step, const Surroundings& around, std::uint32_t begin,
                    std::uint32_t end, AgentBatch& batch) {
    if (step.constants->exact)
        gather<true>(step, around, begin, end, batch);
    else
        gather<false>(step, around, begin, end, batch);
}

}  // namespace
}  // namespace starling::engine
