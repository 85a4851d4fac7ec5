// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/scene/document.h"
#include "engine/scene/problems.h"
#include "engine/scene/scene.h"

namespace starling::engine {

/// Reads the list of changes of a scene whose other keys are read: entries such as
/// {step: 120, key: flock.pigeons.speed, value: 240 px/s}, steps in order. Keys and values are
/// checked as if they stood in the scene.
std::vector<ParamChange> read_changes(const Node& list, const Scene& scene, Problems& problems);

/// A change as YAML on one line.
std::string format_change(const ParamChange& change);

/// Sets a parameter, or the layout of a tree, of the scene of a running world. `scene` is changed
/// only when all is right; errors say the key, and the value or the need of a restart.
Status apply_change(Scene& scene, const std::string& key, const std::string& value);

}  // namespace starling::engine
