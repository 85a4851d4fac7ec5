// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace starling::engine {

/// These keys of a scene as YAML, with the groups that they stand in.
std::string to_yaml(const Scene& scene, const std::vector<std::string>& paths);

}  // namespace starling::engine
