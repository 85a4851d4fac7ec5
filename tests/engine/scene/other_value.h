// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/scene/schema.h"

namespace starling::engine {

/// What a parameter of a scene holds: its numbers, the number of its choice, or its text.
struct Held {
    std::vector<double> numbers;
    std::string text;
    bool operator==(const Held&) const = default;
};
Held held(const Scene& scene, const std::string& path);

/// A value for the parameter other than the one that the scene has, as one writes it, and what it
/// is when read.
struct OtherValue {
    std::string written;
    Held held;
};
OtherValue other_value(const Scene& scene, const std::string& path);

/// The paths of all parameters of scenes of these systems.
std::vector<std::string> param_paths(const SystemTable& systems);

/// "flock.pigeons.speed" as a name of a test: "flock_pigeons_speed".
std::string test_name_of(const std::string& path);

/// A scene that sets one key, its groups as braces on one line.
std::string scene_with(const std::string& path, const std::string& value);

}  // namespace starling::engine
