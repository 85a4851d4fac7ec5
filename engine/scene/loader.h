// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/scene/scene.h"
#include "sparse/core/result.h"

namespace starling::engine {

/// Version of the scene schema; the value of the key `starling`.
inline constexpr int kSceneVersion = 1;

/// Overrides from the command line, applied before validation.
struct SceneOverrides {
    std::vector<std::pair<std::string, std::string>> set;  ///< "flock.pigeons.count" → "100"
    std::vector<std::string> layouts;  ///< "packed", or "flock.neighbours=packed".
};

/// What came out of a file.
struct LoadedScene {
    Scene scene;
    std::vector<std::string> warnings;  ///< For people, several lines each; mostly none.
};

/// Reads, validates and completes a scene. An error says file:line:column, the key, what was
/// expected and the nearest valid name. Never throws; refuses files over 4 MiB, anchors and
/// aliases, and nesting deeper than 32. Independent of the C locale. Keys of an earlier place are
/// read with a warning that shows the new text.
Result<LoadedScene> load_scene(const std::string& path, const SceneOverrides& overrides = {},
                               const SystemTable& systems = all_systems());

/// The same from text; `name` stands for the file in messages.
Result<LoadedScene> parse_scene(const std::string& text, const std::string& name,
                                const SceneOverrides& overrides = {},
                                const SystemTable& systems = all_systems());

/// The complete scene as YAML with every default and unit, which loads to the same scene.
std::string to_yaml(const Scene& scene);

/// The schema for people: every key with type, unit, range, default and meaning, and the columns of
/// the statistics.
std::string describe_schema(const SystemTable& systems = all_systems());

}  // namespace starling::engine
