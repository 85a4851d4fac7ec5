// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/check.h"

#include <fmt/format.h>

#include <memory>
#include <sstream>
#include <string>

#include "app/commands/console.h"
#include "engine/memory_limit.h"
#include "engine/world.h"

namespace starling::app {
namespace {

std::string as_comment(const std::string& text) {
    std::istringstream lines(text);
    std::string comment;
    for (std::string line; std::getline(lines, line);) {
        comment += line.empty() ? "#\n" : fmt::format("# {}\n", line);
    }
    return comment;
}

}  // namespace

int run_check(const CheckOptions& options) {
    if (options.schema) return print_result(engine::describe_schema());
    const Result<engine::LoadedScene> loaded = engine::load_scene(options.scene, options.overrides);
    if (!loaded) {
        print_error(loaded.error().text);
        return kExitUsage;
    }
    for (const std::string& warning : loaded->warnings) print_warning(warning);
    const engine::Scene& scene = loaded->scene;
    const Result<std::unique_ptr<engine::World>> world = engine::World::create(scene, {});
    if (!world) {
        print_error(world.error().text);
        return kExitUsage;
    }
    std::string plan;
    for (std::size_t n = 0; n < scene.systems.size(); ++n) {
        const engine::SystemScene& system = scene.systems[n];
        const std::vector<engine::TreeView> trees = (*world)->systems()[n]->trees();
        for (std::size_t t = 0; t < trees.size(); ++t)
            plan += fmt::format("\nPlan of {}.{} on the layout \"{}\":\n{}", system.kind->name,
                                trees[t].name, system.trees[t].layout,
                                trees[t].tree->plan().describe());
    }
    plan += fmt::format("\nMemory: at most {} while it runs\n",
                        engine::bytes_text(engine::memory_need(scene)->bytes));
    return print_result(engine::to_yaml(scene) + as_comment(plan));
}

}  // namespace starling::app
