// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "engine/boids/params.h"
#include "engine/scene/loader.h"
#include "engine/scene/schema.h"

namespace starling::engine {

/// The scene, for which no warning is due.
inline Result<Scene> without_warnings(Result<LoadedScene> loaded) {
    if (!loaded) return loaded.error();
    for (const std::string& warning : loaded->warnings) ADD_FAILURE() << warning;
    return std::move(loaded->scene);
}

/// Loads a text or file for which no warning is due.
inline Result<Scene> parse(const std::string& text, const std::string& name = "scene.yaml",
                           const SceneOverrides& overrides = {},
                           const SystemTable& systems = all_systems()) {
    return without_warnings(parse_scene(text, name, overrides, systems));
}
inline Result<Scene> load(const std::string& path) {
    return without_warnings(load_scene(path));
}

/// The layouts of the flock's neighbour grid.
inline TreeScene& neighbours(Scene& scene) {
    return scene.find("flock")->trees.at(0);
}
inline const TreeScene& neighbours(const Scene& scene) {
    return scene.find("flock")->trees.at(0);
}

}  // namespace starling::engine
