// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/flock.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "engine/math/philox.h"

namespace starling::engine {
namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds(SteadyClock::time_point from, SteadyClock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

AgentRows rows_of(AgentColumns& agents) {
    return {agents.x.data(),     agents.y.data(),      agents.heading.data(), agents.dir_x.data(),
            agents.dir_y.data(), agents.wander.data(), agents.id.data()};
}

/// Uniform positions inside the margin, uniform headings, no wander; directions are not yet set.
AgentColumns initial_agents(const FlockConstants& c, std::uint32_t species, std::uint64_t count) {
    AgentColumns agents;
    agents.resize(count);
    for (std::uint32_t id = 0; id < count; ++id) {
        const auto words = random_words(c.seed, species, id, 0, RandomUse::initial);
        agents.id[id] = id;
        agents.x[id] =
            std::min(c.margin + unit_float(words[0]) * (c.width - 2 * c.margin), c.x_max);
        agents.y[id] =
            std::min(c.margin + unit_float(words[1]) * (c.height - 2 * c.margin), c.y_max);
        agents.heading[id] = (2 * unit_float(words[2]) - 1) * 3.14159265f;
        agents.wander[id] = 0;
    }
    return agents;
}

/// Square of the distance from (x, y) to a cell; rounded down, so that no pigeon of the cell is
/// nearer.
float square_distance(const CellSpan& cell, float edge, float x, float y) {
    const float x0 = static_cast<float>(cell.i) * edge, y0 = static_cast<float>(cell.j) * edge;
    const float slack = 0.001f * edge;
    const float dx = std::max({x0 - x - slack, x - (x0 + edge) - slack, 0.0f});
    const float dy = std::max({y0 - y - slack, y - (y0 + edge) - slack, 0.0f});
    return 0.999f * (dx * dx + dy * dy);
}

/// The rows in the order of ids.
AgentColumns by_id(const AgentColumns& agents) {
    AgentColumns sorted;
    sorted.resize(agents.size());
    for (std::size_t row = 0; row < agents.size(); ++row) {
        const std::uint32_t id = agents.id[row];
        sorted.x[id] = agents.x[row], sorted.y[id] = agents.y[row];
        sorted.heading[id] = agents.heading[row], sorted.wander[id] = agents.wander[row];
        sorted.dir_x[id] = agents.dir_x[row], sorted.dir_y[id] = agents.dir_y[row];
        sorted.id[id] = id;
    }
    return sorted;
}

}  // namespace

Flock::Flock(const Scene& scene, std::unique_ptr<NeighbourGrid> grid, const FlockKernels& kernels,
             sparse::Executor& executor)
    : constants_(flock_constants(scene)),
      domain_(scene.domain),
      edge_(flock_params(scene).pigeons.mate_radius),
      grid_(std::move(grid)),
      kernels_(&kernels),
      executor_(&executor),
      scratch_(static_cast<std::size_t>(executor.workers())) {
    AgentColumns pigeons = initial_agents(constants_, kPigeon, flock_params(scene).pigeons.count);
    AgentColumns predators =
        initial_agents(constants_, kPredator, flock_params(scene).predators.count);
    for (AgentColumns* agents : {&pigeons, &predators})
        kernels_->set_directions(agents->heading.data(), agents->dir_x.data(), agents->dir_y.data(),
                                 agents->size());
    set_state(std::move(pigeons), predators);
}

void Flock::set_state(AgentColumns pigeons, const AgentColumns& predators) {
    pigeons_ = std::move(pigeons);
    // No grid sorts the predators, and the order fixes the sums over them.
    predators_ = by_id(predators);
    new_pigeons_.resize(pigeons_.size());
    new_predators_ = predators_;
    crowd_.weight.assign(pigeons_.size(), 0);
    crowd_.id = pigeons_.id;
    new_crowd_ = crowd_;
}

Status Flock::step(const Clock& clock) {
    const auto start = SteadyClock::now();
    if (Status built = grid_->build(pigeons_, *executor_); !built) return built;
    const auto grid_done = SteadyClock::now();
    for (FlockScratch& scratch : scratch_) {
        scratch.candidates = 0;
        scratch.batch.bad_id = kNobody;
    }
    move_predators(clock.step);
    if (Status finite = check_finite(kPredator); !finite) return finite;
    const auto predators_done = SteadyClock::now();
    move_pigeons(clock.step);
    if (Status finite = check_finite(kPigeon); !finite) return finite;
    new_report_ = {seconds(start, grid_done), seconds(predators_done, SteadyClock::now()),
                   seconds(grid_done, predators_done), 0};
    for (const FlockScratch& scratch : scratch_) new_report_.candidates += scratch.candidates;
    return {};
}

void Flock::commit() {
    std::swap(pigeons_, new_pigeons_);
    std::swap(predators_, new_predators_);
    std::swap(crowd_, new_crowd_);
    report_ = new_report_;
}

Status Flock::apply(const Scene& scene) {
    const double edge = flock_params(scene).pigeons.mate_radius;
    if (edge != edge_)
        if (Status set = set_grid(grid_->layout(), scene.domain, edge); !set) return set;
    constants_ = flock_constants(scene);
    domain_ = scene.domain;
    return {};
}

Status Flock::relayout(const sparse::LayoutDesc& layout) {
    return set_grid(layout, domain_, edge_);
}

/// Takes a new grid in which today's pigeons find room, or keeps the old one.
Status Flock::set_grid(const sparse::LayoutDesc& layout, const Domain& domain, double edge) {
    auto grid = NeighbourGrid::create(layout, domain, edge, pigeons_.size(), *executor_);
    if (!grid) return grid.error();
    AgentColumns pigeons = pigeons_;
    if (Status fits = (*grid)->build(pigeons, *executor_); !fits) return fits;
    grid_ = std::move(*grid);
    edge_ = edge;
    return {};
}

void Flock::move_pigeons(std::uint64_t step_number) {
    // The grid may have moved the rows: ids go along.
    executor_->parallel_for(static_cast<std::int64_t>(pigeons_.size()), 16384,
                            [&](std::int64_t begin, std::int64_t end, int) {
                                for (auto* ids : {&new_pigeons_.id, &new_crowd_.id})
                                    std::copy(pigeons_.id.begin() + begin,
                                              pigeons_.id.begin() + end, ids->begin() + begin);
                            });
    const FlockStep step{&constants_, step_number, rows_of(pigeons_), rows_of(new_pigeons_),
                         new_crowd_.weight.data()};
    const std::span<const CellSpan> cells = grid_->occupied();
    executor_->parallel_for(static_cast<std::int64_t>(cells.size()), 16,
                            [&](std::int64_t begin, std::int64_t end, int worker) {
                                FlockScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
                                const Tile& tile = scratch.tile;
                                for (std::int64_t n = begin; n < end; ++n) {
                                    const CellSpan& cell = cells[static_cast<std::size_t>(n)];
                                    grid_->gather({cell.i - 1, cell.j - 1, cell.i + 1, cell.j + 1},
                                                  cell.i, cell.j, scratch.tile);
                                    const std::uint32_t near = find_predators_near(cell, scratch);
                                    const Surroundings around{tile.count,
                                                              tile.x.data(),
                                                              tile.y.data(),
                                                              tile.dir_x.data(),
                                                              tile.dir_y.data(),
                                                              tile.id.data(),
                                                              tile.index.data(),
                                                              near,
                                                              scratch.near_x.data(),
                                                              scratch.near_y.data()};
                                    kernels_->gather_pigeons(step, around, tile.mark_begin,
                                                             tile.mark_end, scratch.batch);
                                    scratch.candidates +=
                                        std::uint64_t{tile.mark_end - tile.mark_begin} * tile.count;
                                }
                                kernels_->move_pigeons(step, scratch.batch);
                            });
}

Status Flock::check_finite(std::uint32_t species) const {
    std::uint32_t id = kNobody;
    for (const FlockScratch& scratch : scratch_) id = std::min(id, scratch.batch.bad_id);
    if (id == kNobody) return {};
    const AgentColumns& old = species == kPigeon ? pigeons_ : predators_;
    const auto row =
        static_cast<std::size_t>(std::find(old.id.begin(), old.id.end(), id) - old.id.begin());
    return Error{
        fmt::format("{} {} at ({}, {}) px, heading {} rad, turn rate {}, got a value that is not a "
                    "finite number; lower its gains, speed or the time step",
                    species == kPigeon ? "pigeon" : "predator", id, old.x[row], old.y[row],
                    old.heading[row], old.wander[row])};
}

std::uint32_t Flock::find_predators_near(const CellSpan& cell, FlockScratch& scratch) const {
    // Those closer than the alert radius to the cell's square, in id order; padded with far ones.
    const float edge = grid_->edge(), reach = constants_.alert_radius;
    scratch.near_x.clear();
    scratch.near_y.clear();
    for (std::size_t p = 0; p < predators_.size(); ++p) {
        const float x = predators_.x[p], y = predators_.y[p];
        // The kernel tests every pigeon exactly.
        if (square_distance(cell, edge, x, y) > reach * reach) continue;
        scratch.near_x.push_back(x);
        scratch.near_y.push_back(y);
    }
    const std::size_t count = scratch.near_x.size();
    const std::size_t padded = (count + kLanes - 1) / kLanes * kLanes;
    scratch.near_x.resize(padded, Tile::kFar);
    scratch.near_y.resize(padded, Tile::kFar);
    return static_cast<std::uint32_t>(count);
}

void Flock::move_predators(std::uint64_t step_number) {
    const FlockStep step{&constants_, step_number, rows_of(predators_), rows_of(new_predators_),
                         nullptr};
    executor_->parallel_for(static_cast<std::int64_t>(predators_.size()), kLanes,
                            [&](std::int64_t begin, std::int64_t end, int worker) {
                                FlockScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
                                for (std::int64_t p = begin; p < end; ++p) {
                                    const int lane = scratch.batch.count;
                                    scratch.batch.index[lane] = static_cast<std::uint32_t>(p);
                                    find_prey(static_cast<std::uint32_t>(p), scratch);
                                    if (++scratch.batch.count == kLanes)
                                        kernels_->move_predators(step, scratch.batch);
                                }
                                kernels_->move_predators(step, scratch.batch);
                            });
}

void Flock::find_prey(std::uint32_t predator, FlockScratch& scratch) const {
    AgentBatch& batch = scratch.batch;
    const float px = predators_.x[predator], py = predators_.y[predator];
    const float edge = grid_->edge();
    const int ci = cell_along(px, edge, grid_->cells_i());
    const int cj = cell_along(py, edge, grid_->cells_j());
    float best = constants_.hunt_radius * constants_.hunt_radius;
    std::uint32_t prey = Tile::kNoAgent;
    float target_x = 0, target_y = 0;
    const auto look = [&](const CellRect& rect) {
        grid_->gather(rect, -1, -1, scratch.tile);
        const Tile& tile = scratch.tile;
        for (std::uint32_t k = 0; k < tile.count; ++k) {
            const float dx = tile.x[k] - px, dy = tile.y[k] - py, d2 = dx * dx + dy * dy;
            if (d2 > best || (d2 == best && (prey == Tile::kNoAgent || tile.id[k] > prey)))
                continue;
            best = d2, prey = tile.id[k], target_x = dx, target_y = dy;
        }
    };
    // Rings of cells outwards: what lies beyond ring n is farther than n edges. Once a ring has
    // more cells than are in use, those in use, so that a wide empty sky costs no time.
    const std::span<const CellSpan> cells = grid_->occupied();
    const int all = std::max(grid_->cells_i(), grid_->cells_j());
    const int rings = constants_.exact ? all : 1;
    for (int ring = 0; ring <= rings; ++ring) {
        if (ring == 0) {
            look({ci, cj, ci, cj});
        } else if (8 * static_cast<std::size_t>(ring) > cells.size() + 16) {
            for (const CellSpan& cell : cells)
                if (square_distance(cell, edge, px, py) <= best)
                    look({cell.i, cell.j, cell.i, cell.j});
            break;
        } else {
            look({ci - ring, cj - ring, ci - ring, cj + ring});
            look({ci + ring, cj - ring, ci + ring, cj + ring});
            look({ci - ring + 1, cj - ring, ci + ring - 1, cj - ring});
            look({ci - ring + 1, cj + ring, ci + ring - 1, cj + ring});
        }
        const float covered = static_cast<float>(ring) * edge;
        if (covered * covered > best) break;
    }
    batch.target_x[batch.count] = target_x;
    batch.target_y[batch.count] = target_y;
}

}  // namespace starling::engine
