// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <utility>

#include "engine/scene/layouts.h"
#include "engine/scene/loader.h"
#include "engine/scene/problems.h"
#include "engine/scene/schema.h"

namespace starling::engine {
namespace {

std::string yaml_text(const std::string& text) {
    YAML::Emitter emitter;
    emitter << YAML::DoubleQuoted << text;
    return emitter.c_str();
}

/// The value of a key as YAML. Takes the scene by reference to non-const as accessors do; nothing
/// is changed.
std::string value_text(const NumberKey& type, Scene& scene) {
    std::vector<std::string> numbers;
    for (const NumberRef& ref : type.refs(scene)) {
        numbers.push_back(format_number(ref, type.dimension));
    }
    return numbers.size() == 1 ? numbers.front() : fmt::format("[{}]", fmt::join(numbers, ", "));
}
std::string value_text(const TextKey& type, Scene& scene) {
    return yaml_text(type.ref(scene));
}
std::string value_text(const ChoiceKey& type, Scene& scene) {
    return type.names().at(type.get(scene));
}
std::string value_text(const VersionKey&, Scene&) {
    return std::to_string(kSceneVersion);
}
std::string value_text(const LayoutNameKey&, Scene& scene) {
    return scene.layout;
}
std::string value_text(const LayoutsKey&, Scene& scene) {
    std::string out;
    for (const NamedLayout& named : scene.layouts) {
        out += fmt::format("\n    {}:", named.name);
        for (const sparse::LevelDesc& level : named.layout.levels) {
            out += "\n      - " + format_level(level);
        }
    }
    return out;
}

/// What may be written for a key, for people.
std::string allowed(const NumberKey& type, Scene& scene) {
    const NumberRefs refs = type.refs(scene);
    const bool whole = std::holds_alternative<std::uint64_t*>(refs.front()) ||
                       std::holds_alternative<std::uint32_t*>(refs.front());
    const std::string one = whole ? "a whole number" : expectation(type.dimension);
    return fmt::format("{}{}, {}", refs.size() == 1 ? "" : "a list of two, each ", one,
                       describe(type.range, type.dimension));
}
std::string allowed(const TextKey&, Scene&) {
    return "a text";
}
std::string allowed(const ChoiceKey& type, Scene&) {
    return joined(type.names(), " or ");
}
std::string allowed(const VersionKey&, Scene&) {
    return "required";
}
std::string allowed(const LayoutNameKey&, Scene&) {
    return "the name of a layout of the scene";
}
std::string allowed(const LayoutsKey&, Scene&) {
    return "lists of levels by name, see below";
}

}  // namespace

std::string to_yaml(const Scene& scene) {
    Scene copy = scene;
    std::string out;
    std::string group;  // The groups that are open, such as "flock.pigeons."
    for (const SceneKey& key : scene_keys()) {
        const std::size_t name_begin = key.path.rfind('.') + 1;
        std::size_t depth = 0;
        for (std::size_t begin = 0; begin < name_begin; ++depth) {
            const std::size_t end = key.path.find('.', begin) + 1;
            const bool is_open = group.compare(0, end, key.path, 0, end) == 0;
            if (!is_open) {
                out += fmt::format("{:{}}{}:\n", "", depth * 2,
                                   key.path.substr(begin, end - 1 - begin));
            }
            begin = end;
        }
        group = key.path.substr(0, name_begin);
        const std::string value =
            std::visit([&](const auto& type) { return value_text(type, copy); }, key.type);
        out += fmt::format("{:{}}{}:{}{}\n", "", depth * 2, key.path.substr(name_begin),
                           value.starts_with('\n') ? "" : " ", value);
    }
    return out;
}

std::string describe_schema() {
    Scene scene = default_scene();
    std::string out = "Keys of a scene, each with what it takes and its default:\n\n";
    for (const SceneKey& key : scene_keys()) {
        const auto visit = [&](const auto& type) {
            const std::string value = value_text(type, scene);
            // A default of several lines is shown by `check`, not squeezed in here.
            const std::string shown =
                value.find('\n') == std::string::npos ? value : "three layouts";
            return fmt::format("{}: {}\n    {}\n    {}\n", key.path, shown, key.meaning,
                               allowed(type, scene));
        };
        out += std::visit(visit, key.type);
    }
    out += "\nKinds of level in a layout:\n\n";
    for (const LevelKind& kind : level_kinds()) {
        std::vector<std::string> keys;
        for (const LevelKey& key : level_keys()) {
            for (const sparse::SNodeKind owner : key.kinds) {
                if (owner == kind.kind) keys.emplace_back(key.name);
            }
        }
        out += fmt::format("  {:<9} {}{}{}\n", kind.name, kind.meaning,
                           keys.empty() ? "" : "; keys ", joined(keys));
    }
    out += "\nKeys of a level:\n\n";
    for (const LevelKey& key : level_keys()) {
        out += fmt::format("  {}{}\n    {}\n    {}\n", key.name, key.required ? " (required)" : "",
                           key.meaning, key.expected);
    }
    out += "\nUnits; a number without one is in the unit of its default:\n\n";
    return out + describe_units();
}

}  // namespace starling::engine
