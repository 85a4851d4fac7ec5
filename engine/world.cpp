// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world.h"

#include <algorithm>
#include <cmath>

#include "engine/boids/flock.h"
#include "engine/boids/flock_metrics.h"
#include "engine/boids/kernel_choice.h"
#include "engine/memory_estimate.h"
#include "engine/state_hash.h"

namespace starling::engine {
namespace {

class FlockWorld final : public World {
 public:
    FlockWorld(const Scene& scene, std::unique_ptr<sparse::Executor> executor,
               std::unique_ptr<NeighbourGrid> grid, const FlockKernels& kernels)
        : scene_(scene),
          isa_(kernels.name),
          executor_(std::move(executor)),
          flock_(scene, std::move(grid), kernels, *executor_) {}

    Result<StepReport> step() override { return flock_.step(); }

    std::uint64_t state_hash() const override {
        return engine::state_hash(scene_.seed, flock_.steps(), flock_.pigeons(),
                                  flock_.predators());
    }

    FlockMetrics metrics() const override {
        FlockMetrics metrics = flock_metrics(flock_.pigeons());
        metrics.time = time();
        metrics.mean_speed = flock_.pigeons().size() == 0 ? 0 : scene_.flock.pigeons.speed;
        return metrics;
    }

    std::uint64_t step_count() const override { return flock_.steps(); }
    double time() const override { return static_cast<double>(flock_.steps()) * scene_.time_step; }

    void draw(DrawList& list) const override {
        list.world = {0, 0, static_cast<float>(scene_.domain.width),
                      static_cast<float>(scene_.domain.height)};
        list.margin = static_cast<float>(scene_.domain.margin);
        list.style = {.glow = scene_.view.glow, .palette = scene_.view.palette};
        DartLayer birds{.name = "pigeons", .length = scene_.view.pigeon_length, .darts = {}};
        // By id, so that what lies on top does not depend on the grid.
        const AgentColumns& pigeons = flock_.pigeons();
        birds.darts.resize(pigeons.size());
        for (std::size_t row = 0; row < pigeons.size(); ++row) {
            // Crowded birds glow, and each catches the light of the upper left as it banks.
            const float crowd = flock_.crowd()[row];
            const float lit = 0.5f + 0.5f * (0.8f * pigeons.dir_x[row] - 0.6f * pigeons.dir_y[row]);
            const float tone = 0.6f * crowd / (crowd + 12.0f) + 0.4f * lit;
            birds.darts[pigeons.id[row]] = {pigeons.x[row], pigeons.y[row], pigeons.dir_x[row],
                                            pigeons.dir_y[row], tone};
        }
        const AgentColumns& predators = flock_.predators();
        DartLayer hunters{.name = "predators",
                          .ramp = 1,
                          .length = scene_.view.predator_length,
                          .marked = true,
                          .darts = {}};
        for (std::size_t row = 0; row < predators.size(); ++row)
            hunters.darts.push_back({predators.x[row], predators.y[row], predators.dir_x[row],
                                     predators.dir_y[row], 0.5f});
        list.layers.clear();
        list.layers.push_back(std::make_shared<const Layer>(std::move(birds)));
        list.layers.push_back(std::make_shared<const Layer>(std::move(hunters)));
        if (scene_.view.trail_half_life > 0)
            list.layers.push_back(
                std::make_shared<const Layer>(TrailLayer{scene_.view.trail_half_life}));
    }

    std::string describe_layout() const override { return flock_.grid().describe(); }
    std::string isa_name() const override { return isa_; }

 private:
    Scene scene_;
    std::string isa_;
    std::unique_ptr<sparse::Executor> executor_;
    Flock flock_;
};

}  // namespace

Result<std::unique_ptr<World>> World::create(const Scene& scene, const WorldOptions& options) {
    if (Status fits = check_memory(scene, options.memory_limit); !fits) return fits.error();
    auto kernels = choose_kernels(options.isa);
    if (!kernels) return kernels.error();
    auto executor = sparse::make_executor(options.executor, options.threads);
    if (!executor) return executor.error();
    const auto layout = std::find_if(scene.layouts.begin(), scene.layouts.end(),
                                     [&](const NamedLayout& l) { return l.name == scene.layout; });
    if (layout == scene.layouts.end())
        return Error{"neighbours.layout: no layout is named " + scene.layout};
    auto grid = NeighbourGrid::create(layout->layout, scene.domain, scene.flock.pigeons.mate_radius,
                                      scene.flock.pigeons.count, **executor);
    if (!grid) return Error{"neighbours.layouts." + scene.layout + ": " + grid.error().text};
    return std::unique_ptr<World>(
        new FlockWorld(scene, std::move(*executor), std::move(*grid), **kernels));
}

}  // namespace starling::engine
