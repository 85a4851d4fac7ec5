// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Body of the flock kernels; kernel_sse.cpp and its siblings compile it for their instruction set
// and name what it defines. Formulas: "The flocking model" in ARCHITECTURE.md.

#include <algorithm>

#include "engine/boids/kernel.h"
#include "engine/math/lane_functions.h"
#include "engine/math/philox.h"

namespace starling::engine {
namespace {  // NOLINT: see lanes.h

/// Neighbour sums of one pigeon over the whole tile. Offsets instead of positions are summed:
/// the centroid minus the pigeon then loses no digits far from the origin.
template <bool kExact>
STARLING_LANE void sum_neighbours(const Tile& tile, const FlockConstants& c, std::uint32_t self,
                                  AgentBatch& batch) {
    const Lanes px = splat(tile.x[self]), py = splat(tile.y[self]);
    const LanesI me = splat_int(static_cast<std::int32_t>(tile.id[self]));
    const Lanes scale = splat(-1.0f / c.mate_radius);
    // Behind the last agent of the tile everything is this far away.
    const Lanes reach = splat(kExact ? c.mate_radius * c.mate_radius : 1e30f);
    Lanes weight = splat(0), align_x = splat(0), align_y = splat(0);
    Lanes centre_x = splat(0), centre_y = splat(0);
    for (std::uint32_t k = 0; k < tile.count; k += kLanes) {
        const Lanes dx = load(&tile.x[k]) - px, dy = load(&tile.y[k]) - py;
        const Lanes d2 = dx * dx + dy * dy;
        const LanesI mate = (d2 < reach) & (load_int(&tile.id[k]) != me);
        const Lanes t = square_root(d2) * scale;
        const Lanes w = keep(mate, kExact ? exp_unit(t) : exp_of(t));
        weight = weight + w;
        align_x = align_x + w * load(&tile.dir_x[k]);
        align_y = align_y + w * load(&tile.dir_y[k]);
        centre_x = centre_x + w * dx;
        centre_y = centre_y + w * dy;
    }
    const int lane = batch.count;
    batch.weight[lane] = sum_of(weight);
    batch.align_x[lane] = sum_of(align_x);
    batch.align_y[lane] = sum_of(align_y);
    batch.centre_x[lane] = sum_of(centre_x);
    batch.centre_y[lane] = sum_of(centre_y);
}

/// The same over the predators near the cell.
STARLING_LANE void sum_predators(const FlockScratch& scratch, const FlockConstants& c, float x,
                                 float y, AgentBatch& batch) {
    const Lanes px = splat(x), py = splat(y);
    Lanes away_x = splat(0), away_y = splat(0);
    for (std::uint32_t k = 0; k < scratch.near_count; k += kLanes) {
        const Lanes dx = px - load(&scratch.near_x[k]), dy = py - load(&scratch.near_y[k]);
        const Lanes d = square_root(dx * dx + dy * dy);
        const Lanes w = keep(d < splat(c.alert_radius), exp_of(d * splat(-1.0f / c.alert_radius)));
        away_x = away_x + w * dx;
        away_y = away_y + w * dy;
    }
    batch.away_x[batch.count] = sum_of(away_x);
    batch.away_y[batch.count] = sum_of(away_y);
}

/// Turn towards the vector (x, y); none for the zero vector, which points nowhere.
STARLING_LANE Lanes turn_towards(const Lanes& x, const Lanes& y, const Lanes& heading) {
    const LanesI somewhere = ~((x == splat(0)) & (y == splat(0)));
    return keep(somewhere, wrap_angle(atan2_of(y, x) - heading));
}

/// A batch's agents, loaded lane by lane, and what all species do alike.
struct Movers {
    Lanes x, y, heading, wander;
    LanesI inside;  ///< In bounds: not in the margin.

    STARLING_LANE Movers(const FlockStep& step, const AgentBatch& batch, std::uint32_t species,
                         const AgentConstants& agent) {
        const FlockConstants& c = *step.constants;
        const AgentColumns& old = *step.old_state;
        alignas(64) float px[kLanes] = {}, py[kLanes] = {}, ph[kLanes] = {}, pw[kLanes] = {};
        alignas(64) float u1[kLanes], u2[kLanes], u3[kLanes];
        for (int l = 0; l < kLanes; ++l) {
            u1[l] = u2[l] = u3[l] = 0.5f;
            if (l >= batch.count) continue;
            const std::uint32_t row = batch.index[l];
            px[l] = old.x[row], py[l] = old.y[row];
            ph[l] = old.heading[row], pw[l] = old.wander[row];
            const auto words =
                random_words(c.seed, species, old.id[row], step.step, RandomUse::wander);
            u1[l] = unit_float(words[0]), u2[l] = unit_float(words[1]);
            u3[l] = unit_float(words[2]);
        }
        x = load(px), y = load(py), heading = load(ph);
        const Lanes m = splat(c.margin);
        inside = ~((x < m) | (x > splat(c.width) - m) | (y < m) | (y > splat(c.height) - m));
        // Box-Muller; the drive is clipped, then filtered.
        const Lanes gauss =
            square_root(splat(-2) * log_of(load(u1))) * sin_cos_of(splat(kTwoPi) * load(u2)).cos;
        const Lanes clip = splat(agent.noise_clip);
        const Lanes noise = maximum(minimum(gauss, clip), negate(clip));
        wander = splat(agent.keep) * load(pw) + splat(agent.drive) * noise;
        const LanesI flip = inside & (load(u3) < splat(agent.flip_probability));
        wander = select(flip, negate(wander), wander);
    }

    /// Back to the centre, outside the bounds.
    STARLING_LANE Lanes border_turn(const FlockConstants& c, const AgentConstants& agent) const {
        const Lanes turn =
            turn_towards(splat(0.5f * c.width) - x, splat(0.5f * c.height) - y, heading);
        return keep(~inside, splat(agent.border_gain) * turn);
    }

    /// Turns by `rate`, moves on, and writes the rows.
    STARLING_LANE void advance(const FlockStep& step, const AgentConstants& agent,
                               const Lanes& rate, FlockScratch& scratch) const {
        const FlockConstants& c = *step.constants;
        const AgentBatch& batch = scratch.batch;
        const Lanes turned = wrap_angle(heading + wrap_full(splat(agent.turn_step) * rate));
        const SinCos dir = sin_cos_of(turned);
        const Lanes zero = splat(0);
        const Lanes moved_x = x + splat(agent.stride) * dir.cos;
        const Lanes moved_y = y + splat(agent.stride) * dir.sin;
        // (a - a) is 0 for a finite a only.
        const LanesI finite = (moved_x - moved_x == zero) & (moved_y - moved_y == zero) &
                              (turned - turned == zero) & (wander - wander == zero);
        const Lanes new_x = minimum(maximum(moved_x, zero), splat(c.x_max));
        const Lanes new_y = minimum(maximum(moved_y, zero), splat(c.y_max));
        alignas(64) float lx[kLanes], ly[kLanes], lh[kLanes], lc[kLanes], ls[kLanes], lw[kLanes];
        store(lx, new_x), store(ly, new_y), store(lh, turned);
        store(lc, dir.cos), store(ls, dir.sin), store(lw, wander);
        std::int32_t is_finite[kLanes];
        std::memcpy(is_finite, &finite, sizeof is_finite);
        AgentColumns& out = *step.new_state;
        for (int l = 0; l < batch.count; ++l) {
            const std::uint32_t row = batch.index[l];
            out.x[row] = lx[l], out.y[row] = ly[l], out.heading[row] = lh[l];
            out.dir_x[row] = lc[l], out.dir_y[row] = ls[l], out.wander[row] = lw[l];
            if (is_finite[l] == 0) scratch.bad_row = std::min(scratch.bad_row, row);
        }
    }

 private:
    /// Whole turns off an angle of any size.
    STARLING_LANE static Lanes wrap_full(const Lanes& a) {
        const Lanes turns = a * splat(1.0f / kTwoPi) + splat(kRounder) - splat(kRounder);
        return a - turns * splat(kTwoPi);
    }
};

void move_pigeons(const FlockStep& step, FlockScratch& scratch) {
    const FlockConstants& c = *step.constants;
    AgentBatch& batch = scratch.batch;
    if (batch.count == 0) return;
    const Movers agents(step, batch, kPigeon, c.pigeon);
    Lanes rate = agents.wander + agents.border_turn(c, c.pigeon);

    const Lanes weight = load(batch.weight);
    const LanesI mates = weight > splat(0);
    const Lanes share = splat(1) / select(mates, weight, splat(1));
    const Lanes dx = load(batch.centre_x) * share, dy = load(batch.centre_y) * share;
    const Lanes distance = square_root(dx * dx + dy * dy);
    const Lanes pull =
        minimum(maximum(tanh_of(distance * splat(1.0f / c.critical_radius) - splat(1)),
                        splat(-c.separation_max)),
                splat(c.cohesion_max));
    const LanesI closer = pull > splat(0);
    const Lanes group =
        absolute(pull) * turn_towards(select(closer, dx, negate(dx)),
                                      select(closer, dy, negate(dy)), agents.heading);
    rate = rate + keep(mates, group);
    rate = rate + splat(c.align_weight) *
                      turn_towards(load(batch.align_x), load(batch.align_y), agents.heading);
    rate = rate + splat(c.flee_gain) *
                      turn_towards(load(batch.away_x), load(batch.away_y), agents.heading);
    agents.advance(step, c.pigeon, rate, scratch);
    if (step.crowd != nullptr)
        for (int l = 0; l < batch.count; ++l) step.crowd[batch.index[l]] = batch.weight[l];
    batch.count = 0;
}

void move_predators(const FlockStep& step, FlockScratch& scratch) {
    const FlockConstants& c = *step.constants;
    AgentBatch& batch = scratch.batch;
    if (batch.count == 0) return;
    const Movers agents(step, batch, kPredator, c.predator);
    const Lanes chase = splat(c.chase_gain) *
                        turn_towards(load(batch.target_x), load(batch.target_y), agents.heading);
    agents.advance(step, c.predator, agents.wander + agents.border_turn(c, c.predator) + chase,
                   scratch);
    batch.count = 0;
}

void set_directions(AgentColumns& agents) {
    for (std::size_t k = 0; k < agents.size(); k += kLanes) {
        const std::size_t n = std::min<std::size_t>(kLanes, agents.size() - k);
        alignas(64) float heading[kLanes] = {}, c[kLanes], s[kLanes];
        std::copy_n(&agents.heading[k], n, heading);
        const SinCos dir = sin_cos_of(load(heading));
        store(c, dir.cos), store(s, dir.sin);
        std::copy_n(c, n, &agents.dir_x[k]);
        std::copy_n(s, n, &agents.dir_y[k]);
    }
}

template <bool kExact>
void gather(const FlockStep& step, std::uint32_t begin, std::uint32_t end, FlockScratch& scratch) {
    const Tile& tile = scratch.tile;
    AgentBatch& batch = scratch.batch;
    for (std::uint32_t self = begin; self != end; ++self) {
        sum_neighbours<kExact>(tile, *step.constants, self, batch);
        sum_predators(scratch, *step.constants, tile.x[self], tile.y[self], batch);
        batch.index[batch.count] = tile.index[self];
        if (++batch.count == kLanes) move_pigeons(step, scratch);
    }
    scratch.candidates += std::uint64_t{end - begin} * tile.count;
}

void gather_pigeons(const FlockStep& step, std::uint32_t begin, std::uint32_t end,
                    FlockScratch& scratch) {
    if (step.constants->exact)
        gather<true>(step, begin, end, scratch);
    else
        gather<false>(step, begin, end, scratch);
}

}  // namespace
}  // namespace starling::engine
