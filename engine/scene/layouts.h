// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/scene/document.h"
#include "engine/scene/problems.h"
#include "engine/scene/scene.h"

namespace starling::engine {

/// Reads a map of named layouts. Each is checked by the rules of the runtime, with 1 for sizes that
/// are left open; the level that breaks one is named. `path` is the map's own key.
std::vector<NamedLayout> read_layouts(const Node& map, const std::string& path, Problems& problems);

/// A layout as YAML on one line, "[pointer: {axes: ij, …}, …]": equal texts, equal layouts.
std::string format_layout(const sparse::LayoutDesc& layout);

/// A level as YAML on one line: "pointer: {axes: ij, activation: cas}".
std::string format_level(const sparse::LevelDesc& level);

}  // namespace starling::engine
