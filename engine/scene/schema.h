// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/scene/param.h"
#include "engine/scene/scene.h"

/// The scene schema as data: the keys of the scene itself, those of the tables of its systems, and
/// those of their trees. The loader, the writer, the error messages and the description for people
/// all walk the list that scene_keys() makes of them.
namespace starling::engine {

/// Parameters of the world (an object of type Scene): title, seed, time step, domain.
const ParamTable& world_params();
/// Parameters of pictures and recordings (an object of type Scene): view and record.
const ParamTable& picture_params();

struct VersionKey {};  ///< The schema's version, required.
struct LayoutNameKey {
    std::size_t tree;  ///< Which of its system.
};
struct LayoutsKey {
    std::size_t tree;
};
struct ChangesKey {};  ///< The list of changes while the world runs.

/// A key of a scene.
struct SceneKey {
    std::string path;  ///< "flock.pigeons.count"; groups are what lies before the last point.
    const SystemKind* system = nullptr;  ///< Whose key it is; null = the scene's own.
    std::variant<const Param*, VersionKey, LayoutNameKey, LayoutsKey, ChangesKey> type;
    std::string meaning;  ///< A sentence.
};

/// All keys of scenes of these systems, in the order in which they are written and read.
std::vector<SceneKey> scene_keys(const SystemTable& systems);

/// A parameter of a scene and the object that holds it; valid while the scene is.
struct ParamPlace {
    const Param* param = nullptr;  ///< Null: there is none of that name.
    void* object = nullptr;
    double frame_rate = 60;  ///< Hz of px/frame.
};

/// Finds a parameter by its whole path, "flock.pigeons.count".
ParamPlace find_param(Scene& scene, std::string_view path);

/// Sets a parameter of a scene to what would stand behind --set KEY=; `scene` is changed only when
/// the value is right. Errors say the key, what was expected, and what was found.
Status set_param(Scene& scene, std::string_view path, const std::string& value);

/// What only several parameters together can break; the error begins with a key.
Status check_together(const Scene& scene);

/// The scene that an empty file would give: the first system, all by default.
Scene default_scene(const SystemTable& systems);

}  // namespace starling::engine
