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
    std::string layout;                                    ///< Name of a layout; empty = scene's.
};

/// Reads, validates and completes a scene. An error says file:line:column, the key, what was
/// expected and the nearest valid name. Never throws; refuses files over 4 MiB, anchors and
/// aliases, and nesting deeper than 32. Independent of the C locale.
Result<Scene> load_scene(const std::string& path, const SceneOverrides& overrides = {});

/// The same from text; `name` stands for the file in messages.
Result<Scene> parse_scene(const std::string& text, const std::string& name,
                          const SceneOverrides& overrides = {});

/// The complete scene as YAML with every default and unit, which loads to the same scene.
std::string to_yaml(const Scene& scene);

/// The schema for people: every key with type, unit, range, default and meaning.
std::string describe_schema();

}  // namespace starling::engine
