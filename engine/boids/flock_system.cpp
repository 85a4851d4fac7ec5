// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/flock_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/boids/flock.h"
#include "engine/boids/flock_metrics.h"
#include "engine/boids/kernel_choice.h"
#include "engine/memory_limit.h"

namespace starling::engine {
namespace {

constexpr std::string_view kName = "flock";
/// A row of AgentColumns is named by 31 bits.
constexpr std::uint64_t kMaxAgents = 0x7fffff00;

// Bytes an agent, counted from the arrays that hold it: two states of 28 B, the spare columns of a
// sort 8 B, the sort's scratch 24 B, crowding and whose, twice, 16 B, a picture's dart 20 B, a
// hash record 24 B, its list entry 4 B; and a third on top for what vectors and pools keep in
// reserve.
constexpr double kAgentBytes = (2 * 28 + 8 + 24 + 16 + 20 + 24 + 4) * 4.0 / 3.0;

double grid_bytes(const Scene& scene, const sparse::LayoutDesc& layout) {
    const std::vector<sparse::LevelDesc>& levels = layout.levels;
    if (levels.size() < 3) return 0;
    const PigeonParams& pigeons = flock_params(scene).pigeons;
    const double count = static_cast<double>(pigeons.count);
    const double edge = pigeons.mate_radius;
    const double cells =
        std::ceil(scene.domain.width / edge) * std::ceil(scene.domain.height / edge);
    const sparse::LevelDesc& list = levels[levels.size() - 2];
    // Every cell may exist when no pointer stands above; with one, only cells in use do.
    const bool sparse_cells = std::any_of(levels.begin(), levels.end(), [](const auto& level) {
        return level.kind == sparse::SNodeKind::pointer;
    });
    const double lists = sparse_cells ? std::min(cells, count) : cells;
    const double slots = list.shape.empty() ? 128.0 : static_cast<double>(list.shape[0]);
    double list_bytes = 8;
    if (list.kind == sparse::SNodeKind::bitmasked)
        list_bytes = slots * (4 + 1.0 / 8);
    else if (list.storage == sparse::DynamicStorage::chunked)
        list_bytes = 8 + 4.0 * static_cast<double>(list.chunk == 0 ? 32 : list.chunk);
    return cells * 4 + lists * (list_bytes + 40) * 2;
}

Result<MemoryNeed> flock_memory(const Scene& scene) {
    const FlockParams& flock = flock_params(scene);
    const std::string agents = with_commas(flock.pigeons.count) + " pigeons and " +
                               with_commas(flock.predators.count) + " predators";
    const TreeScene& tree = scene.find(kName)->trees.front();
    MemoryNeed need;
    need.bytes = kAgentBytes * (static_cast<double>(flock.pigeons.count) +
                                static_cast<double>(flock.predators.count));
    if (const sparse::LayoutDesc* layout = tree.chosen()) need.bytes += grid_bytes(scene, *layout);
    need.what = fmt::format("{} on layout {}", agents, tree.layout);
    need.advice = "lower flock.pigeons.count, or take a layout with less memory";
    return need;
}

struct AgentRecord {
    float x, y, heading, dir_x, dir_y, wander;
};
static_assert(sizeof(AgentRecord) == 24);

void add_agents(StateHash& hash, const AgentColumns& agents) {
    std::vector<AgentRecord> records(agents.size());
    for (std::size_t row = 0; row < agents.size(); ++row)
        records[agents.id[row]] = {agents.x[row],     agents.y[row],     agents.heading[row],
                                   agents.dir_x[row], agents.dir_y[row], agents.wander[row]};
    hash.add(std::uint64_t{records.size()});
    hash.add(records.data(), records.size() * sizeof(AgentRecord));
}

/// Pigeons by id, so that what lies on top does not depend on the grid.
DartLayer pigeon_layer(const Flock& flock, float length) {
    const AgentColumns& pigeons = flock.pigeons();
    DartLayer layer{.name = "pigeons", .ramp = 0, .length = length, .darts = {}};
    layer.darts.resize(pigeons.size());
    // Each bird catches the light of the upper left as it banks, and crowded ones glow.
    for (std::size_t row = 0; row < pigeons.size(); ++row) {
        const float lit = 0.5f + 0.5f * (0.8f * pigeons.dir_x[row] - 0.6f * pigeons.dir_y[row]);
        layer.darts[pigeons.id[row]] = {pigeons.x[row], pigeons.y[row], pigeons.dir_x[row],
                                        pigeons.dir_y[row], 0.4f * lit};
    }
    const FlockCrowd& crowd = flock.crowd();
    for (std::size_t row = 0; row < crowd.id.size(); ++row)
        layer.darts[crowd.id[row]].tone += 0.6f * crowd.weight[row] / (crowd.weight[row] + 12.0f);
    return layer;
}

DartLayer predator_layer(const Flock& flock, float length) {
    const AgentColumns& predators = flock.predators();
    DartLayer layer{.name = "predators", .ramp = 1, .length = length, .marked = true, .darts = {}};
    for (std::size_t row = 0; row < predators.size(); ++row)
        layer.darts.push_back(
            {predators.x[row], predators.y[row], predators.dir_x[row], predators.dir_y[row], 0.5f});
    return layer;
}

/// The flock as a part of a world.
class FlockSystem final : public System {
 public:
    FlockSystem(const Scene& scene, std::unique_ptr<NeighbourGrid> grid,
                const SystemContext& context)
        : params_(flock_params(scene)),
          flock_(scene, std::move(grid), flock_kernels(context.isa), *context.executor) {}

    static Result<std::unique_ptr<System>> create(const Scene& scene,
                                                  const SystemContext& context) {
        const FlockParams& flock = flock_params(scene);
        for (const auto& [species, count] : {std::pair("pigeons", flock.pigeons.count),
                                             std::pair("predators", flock.predators.count)})
            if (count > kMaxAgents)
                return Error{fmt::format("flock.{0}.count: {1} {0}; at most {2} are possible",
                                         species, with_commas(count), with_commas(kMaxAgents))};
        const TreeScene& tree = scene.find(kName)->trees.front();
        const sparse::LayoutDesc* layout = tree.chosen();
        if (layout == nullptr)
            return Error{"flock.neighbours.layout: no layout is named " + tree.layout};
        auto grid = NeighbourGrid::create(*layout, scene.domain, flock.pigeons.mate_radius,
                                          flock.pigeons.count, *context.executor);
        if (!grid)
            return Error{
                fmt::format("flock.neighbours.layouts.{}: {}", tree.layout, grid.error().text)};
        return std::unique_ptr<System>(
            std::make_unique<FlockSystem>(scene, std::move(*grid), context));
    }

    Status step(const Clock& clock) override { return flock_.step(clock); }
    void commit() override {
        flock_.commit();
        pigeons_ = predators_ = nullptr;
    }

    Status apply(const Scene& scene) override {
        if (Status applied = flock_.apply(scene); !applied) return applied;
        const FlockParams& params = flock_params(scene);
        if (params.pigeons.length != params_.pigeons.length) pigeons_ = nullptr;
        if (params.predators.length != params_.predators.length) predators_ = nullptr;
        params_ = params;
        return {};
    }

    void metrics(std::span<double> values) const override {
        const FlockMetrics order = flock_metrics(flock_.pigeons());
        values[0] = order.polarisation;
        values[1] = order.rotation;
        values[2] = flock_.pigeons().size() == 0 ? 0 : params_.pigeons.speed;
        values[3] = static_cast<double>(flock_.report().candidates);
    }

    void phases(std::span<double> seconds) const override {
        const FlockReport& report = flock_.report();
        seconds[0] = report.grid_seconds;
        seconds[1] = report.flock_seconds;
        seconds[2] = report.predator_seconds;
    }

    void draw(DrawList& list) const override {
        if (pigeons_ == nullptr)
            pigeons_ = std::make_shared<const Layer>(pigeon_layer(flock_, params_.pigeons.length));
        if (predators_ == nullptr)
            predators_ =
                std::make_shared<const Layer>(predator_layer(flock_, params_.predators.length));
        list.layers.push_back(pigeons_);
        list.layers.push_back(predators_);
    }

    void hash(StateHash& hash) const override {
        add_agents(hash, flock_.pigeons());
        add_agents(hash, flock_.predators());
    }

    std::vector<TreeView> trees() const override {
        return {{"neighbours", flock_.grid().layout(), &flock_.grid().tree()}};
    }

    Status relayout(std::size_t, const sparse::LayoutDesc& layout) override {
        return flock_.relayout(layout);
    }

 private:
    FlockParams params_;
    Flock flock_;
    mutable std::shared_ptr<const Layer> pigeons_, predators_;  ///< Today's; null until drawn.
};

/// The article's two grids, and the packed lists that are faster than either.
std::vector<NamedLayout> default_layouts() {
    using sparse::SNodeKind;
    sparse::LevelDesc cells, list, slots, ids;
    cells.kind = SNodeKind::pointer;
    cells.axes = {0, 1};
    list.kind = SNodeKind::dynamic;
    list.axes = {2};
    list.shape = {4096};
    slots.kind = SNodeKind::bitmasked;
    slots.axes = {2};
    slots.shape = {128};
    ids.kind = SNodeKind::place;
    ids.place = {{"id"}};

    sparse::LevelDesc packed = list, chunked = list;
    packed.storage = sparse::DynamicStorage::packed;
    chunked.chunk = 32;
    return {{"packed", {{cells, packed, ids}}},
            {"bitmasked", {{cells, slots, ids}}},
            {"chunked", {{cells, chunked, ids}}}};
}

}  // namespace

const SystemKind& flock_kind() {
    static const SystemKind kind{
        .name = kName,
        .meaning = "Pigeons and predators of the article's model.",
        .params = [] { return Params(flock_param_table(), FlockParams{}); },
        .trees = {{"neighbours", "the grid that finds a pigeon's neighbours", default_layouts}},
        .metrics = {{"polarisation", "", "|sum of unit headings| / N of the pigeons, 0 to 1.",
                     false},
                    {"rotation", "", "|sum of r x v| / N about their centroid, 0 to 1.", false},
                    {"mean_speed", "px/s", "Mean speed of the pigeons.", false},
                    {"candidates", "", "Pairs of pigeons tested in the step.", true}},
        .phases = {{"grid", "Sorting the pigeons into the neighbour grid."},
                   {"flock", "Moving the pigeons."},
                   {"predator", "Moving the predators."}},
        .moved = {{"neighbours.layout", "flock.neighbours.layout"},
                  {"neighbours.layouts", "flock.neighbours.layouts"},
                  {"view.pigeon_length", "flock.pigeons.length"},
                  {"view.predator_length", "flock.predators.length"}},
        .memory = flock_memory,
        .create = FlockSystem::create,
    };
    return kind;
}

}  // namespace starling::engine
