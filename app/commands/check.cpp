// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/check.h"

#include <fmt/format.h>

#include <memory>
#include <sstream>
#include <string>

#include "app/commands/console.h"
#include "engine/memory_estimate.h"
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
    const Result<engine::Scene> scene = engine::load_scene(options.scene, options.overrides);
    if (!scene) {
        print_error(scene.error().text);
        return kExitUsage;
    }
    const Result<std::unique_ptr<engine::World>> world = engine::World::create(*scene, {});
    if (!world) {
        print_error(world.error().text);
        return kExitUsage;
    }
    const std::string plan =
        fmt::format("\nPlan of the layout \"{}\":\n{}\nMemory: at most {} while it runs\n",
                    scene->layout, (*world)->describe_layout(),
                    engine::bytes_text(static_cast<double>(engine::estimate_bytes(*scene))));
    return print_result(engine::to_yaml(*scene) + as_comment(plan));
}

}  // namespace starling::app
