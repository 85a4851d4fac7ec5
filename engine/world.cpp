// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/memory_limit.h"
#include "engine/scene/changes.h"
#include "engine/scene/layouts.h"
#include "engine/scene/level_schema.h"
#include "engine/scene/problems.h"

namespace starling::engine {
namespace {

using SteadyClock = std::chrono::steady_clock;

Result<TreePlace> find_tree(const Scene& scene, std::string_view name) {
    std::string known;
    for (std::size_t s = 0; s < scene.systems.size(); ++s)
        for (std::size_t t = 0; t < scene.systems[s].trees.size(); ++t) {
            const SystemKind& kind = *scene.systems[s].kind;
            const std::string path = fmt::format("{}.{}", kind.name, kind.trees[t].name);
            if (path == name) return TreePlace{s, t};
            known += (known.empty() ? "" : ", ") + path;
        }
    return Error{fmt::format("there is no tree {}; this world has {}", name,
                             known.empty() ? "none" : known)};
}

/// Trees whose layout is another one in `after`.
std::vector<TreePlace> other_layouts(const Scene& before, const Scene& after) {
    std::vector<TreePlace> places;
    for (std::size_t s = 0; s < after.systems.size(); ++s)
        for (std::size_t t = 0; t < after.systems[s].trees.size(); ++t) {
            const TreeScene &a = before.systems[s].trees[t], &b = after.systems[s].trees[t];
            if (a.layout != b.layout || format_layout(*a.chosen()) != format_layout(*b.chosen()))
                places.push_back({s, t});
        }
    return places;
}

/// Puts a layout among those of a tree, in the place of one of its name, and chooses it.
void choose_layout(TreeScene& tree, const NamedLayout& layout) {
    const auto named =
        std::find_if(tree.layouts.begin(), tree.layouts.end(),
                     [&](const NamedLayout& one) { return one.name == layout.name; });
    if (named == tree.layouts.end())
        tree.layouts.push_back(layout);
    else
        named->layout = layout.layout;
    tree.layout = layout.name;
}

}  // namespace

World::World(const Scene& scene, std::unique_ptr<sparse::Executor> executor, Isa isa,
             std::uint64_t memory_limit)
    : scene_(std::make_shared<const Scene>(scene)),
      script_(scene),
      executor_(std::move(executor)),
      isa_(isa),
      memory_limit_(memory_limit),
      clock_{0, scene.time_step} {}

Result<std::unique_ptr<World>> World::create(const Scene& scene, const WorldOptions& options) {
    const Result<Isa> isa = resolve_isa(options.isa);
    if (!isa) return isa.error();
    auto executor = sparse::make_executor(options.executor, options.threads);
    if (!executor) return executor.error();
    std::unique_ptr<World> world(
        new World(scene, std::move(*executor), *isa, options.memory_limit));
    if (Status fits = world->check_memory(scene, 0); !fits) return fits.error();
    for (const SystemScene& system : scene.systems) {
        auto made = system.kind->create(scene, {world->executor_.get(), *isa});
        if (!made) return made.error();
        world->systems_.push_back(std::move(*made));
    }
    return world;
}

Result<StepReport> World::step() {
    const auto start = SteadyClock::now();
    const auto failed = [&](const Status& status) {
        return Error{fmt::format("step {}: {}", clock_.step + 1, status.error().text)};
    };
    if (Status applied = apply_due_changes(); !applied) return failed(applied);
    for (const auto& system : systems_)
        if (Status stepped = system->step(clock_); !stepped) return failed(stepped);
    for (const auto& system : systems_) system->commit();
    ++clock_.step;
    return StepReport{clock_.step,
                      std::chrono::duration<double>(SteadyClock::now() - start).count()};
}

Status World::set(std::string_view key, const std::string& value) {
    Scene changed = *scene_;
    if (Status set = apply_change(changed, std::string(key), value); !set) return set;
    if (Status applied = apply(std::move(changed)); !applied) return applied;
    note_change(std::string(key), value);
    return {};
}

void World::note_change(std::string key, std::string value) {
    // Those that are still to come stand behind.
    script_.changes.insert(script_.changes.begin() + static_cast<std::ptrdiff_t>(changes_done_),
                           {clock_.step, std::move(key), std::move(value)});
    ++changes_done_;
}

Status World::apply_due_changes() {
    while (changes_done_ < script_.changes.size() &&
           script_.changes[changes_done_].step <= clock_.step) {
        const ParamChange& change = script_.changes[changes_done_];
        Scene changed = *scene_;
        Status done = apply_change(changed, change.key, change.value);
        changed.changes.erase(changed.changes.begin());
        if (done) done = apply(std::move(changed));
        if (!done)
            return Error{fmt::format("{} cannot become {}: {}", change.key, change.value,
                                     done.error().text)};
        ++changes_done_;
    }
    return {};
}

Status World::apply(Scene&& scene) {
    const std::vector<TreePlace> trees = other_layouts(*scene_, scene);
    double held = 0;
    // Both trees stand while the state goes over.
    for (const TreePlace& place : trees)
        held += static_cast<double>(
            systems_[place.system]->trees()[place.tree].tree->bytes_committed());
    if (Status fits = check_memory(scene, held); !fits) return fits;
    Status done;
    std::size_t taken = 0, rebuilt = 0;
    for (; taken < systems_.size() && done; taken += done ? 1 : 0)
        done = systems_[taken]->apply(scene);
    for (; rebuilt < trees.size() && done; rebuilt += done ? 1 : 0)
        done = relayout(trees[rebuilt], scene);
    if (!done) {
        // What went well goes back; it was so before, so it fits.
        while (rebuilt-- > 0) (void)relayout(trees[rebuilt], *scene_);
        while (taken-- > 0) (void)systems_[taken]->apply(*scene_);
        return done;
    }
    scene_ = std::make_shared<const Scene>(std::move(scene));
    return {};
}

Status World::relayout(const TreePlace& place, const Scene& scene) {
    const SystemScene& system = scene.systems[place.system];
    const TreeScene& tree = system.trees[place.tree];
    Status built = systems_[place.system]->relayout(place.tree, *tree.chosen());
    if (built) return {};
    return Error{fmt::format("{}.{}, layout {}: {}", system.kind->name,
                             system.kind->trees[place.tree].name, tree.layout, built.error().text)};
}

Status World::relayout(std::string_view tree, NamedLayout layout) {
    const Result<TreePlace> place = find_tree(*scene_, tree);
    if (!place) return place.error();
    // The scene of today must be one that can be written and loaded.
    if (!is_name(layout.name))
        return Error{fmt::format("{}: expected {} for the layout, found {}", tree, kNameRule,
                                 quote(layout.name))};
    Scene changed = *scene_;
    choose_layout(changed.systems[place->system].trees[place->tree], layout);
    if (Status applied = apply(std::move(changed)); !applied) return applied;
    TreeScene& scripted = script_.systems[place->system].trees[place->tree];
    const std::string first = scripted.layout;
    choose_layout(scripted, layout);
    scripted.layout = first;
    note_change(fmt::format("{}.layout", tree), layout.name);
    return {};
}

Status World::check_memory(const Scene& scene, double held) const {
    Result<MemoryNeed> need = memory_need(scene);
    if (!need) return need.error();
    need->bytes += held;
    // What this world holds already is not among what is free.
    if (memory_limit_ == 0 && !systems_.empty()) need->bytes -= memory_need(*scene_)->bytes;
    return check_memory_limit(*need, memory_limit_);
}

std::uint64_t World::state_hash() const {
    StateHash hash;
    hash.add(scene_->seed);
    hash.add(clock_.step);
    for (const auto& system : systems_) system->hash(hash);
    return hash.digest();
}

std::vector<double> World::statistics() const {
    std::vector<double> values{static_cast<double>(clock_.step), time()};
    for (std::size_t n = 0; n < systems_.size(); ++n) {
        const SystemKind& kind = *scene_->systems[n].kind;
        const std::size_t begin = values.size();
        values.resize(begin + kind.metrics.size() + kind.phases.size());
        const std::span<double> all = std::span(values).subspan(begin);
        systems_[n]->metrics(all.first(kind.metrics.size()));
        const std::span<double> phases = all.subspan(kind.metrics.size());
        systems_[n]->phases(phases);
        for (double& seconds : phases) seconds *= 1e3;
    }
    return values;
}

void World::draw(DrawList& list) const {
    list.world = {0, 0, static_cast<float>(scene_->domain.width),
                  static_cast<float>(scene_->domain.height)};
    list.margin = static_cast<float>(scene_->domain.margin);
    list.style = {.glow = scene_->view.glow, .palette = scene_->view.palette};
    list.camera = FitCamera{};
    list.frame_seconds = DrawList{}.frame_seconds;
    list.layers.clear();
    for (const auto& system : systems_) system->draw(list);
    if (scene_->view.trail_half_life > 0)
        list.layers.push_back(
            std::make_shared<const Layer>(TrailLayer{scene_->view.trail_half_life}));
}

}  // namespace starling::engine
