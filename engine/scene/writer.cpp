// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/scene/changes.h"
#include "engine/scene/layouts.h"
#include "engine/scene/level_schema.h"
#include "engine/scene/loader.h"
#include "engine/scene/param_value.h"
#include "engine/scene/problems.h"
#include "engine/scene/schema.h"
#include "engine/statistics.h"

namespace starling::engine {
namespace {

/// The value of a key as YAML; one that fills lines of its own begins with a line break. Takes the
/// scene by reference to non-const as accessors do; nothing is changed.
struct KeyWriter {
    const SceneKey& key;
    Scene& scene;
    std::size_t indent;  ///< Of lines below the key.

    std::string operator()(const Param* param) const {
        void* object = key.system == nullptr ? static_cast<void*>(&scene)
                                             : scene.find(key.system->name)->params.data();
        return write_value(*param, object);
    }
    std::string operator()(const VersionKey&) const { return std::to_string(kSceneVersion); }
    std::string operator()(const LayoutNameKey& type) const { return tree(type.tree).layout; }
    std::string operator()(const LayoutsKey& type) const {
        std::string out;
        for (const NamedLayout& named : tree(type.tree).layouts) {
            out += fmt::format("\n{:{}}{}:", "", indent, named.name);
            for (const sparse::LevelDesc& level : named.layout.levels)
                out += fmt::format("\n{:{}}- {}", "", indent + 2, format_level(level));
        }
        return out;
    }
    std::string operator()(const ChangesKey&) const {
        std::string out;
        for (const ParamChange& change : scene.changes)
            out += fmt::format("\n{:{}}- {}", "", indent, format_change(change));
        return out.empty() ? "[]" : out;
    }

    const TreeScene& tree(std::size_t number) const {
        return scene.find(key.system->name)->trees[number];
    }
};

/// What may be written for a key, for people.
struct KeyDescriber {
    const SceneKey& key;
    Scene& scene;

    std::string operator()(const Param* param) const {
        void* object = key.system == nullptr ? static_cast<void*>(&scene)
                                             : scene.find(key.system->name)->params.data();
        std::string text = describe_values(*param, object);
        if (param->effect == Effect::next_step) text += "; may change while the scene runs";
        if (!param->source.empty()) text += fmt::format("\n    Source: {}", param->source);
        return text;
    }
    std::string operator()(const VersionKey&) const { return "required"; }
    std::string operator()(const LayoutNameKey&) const {
        return "the name of a layout of the scene";
    }
    std::string operator()(const LayoutsKey&) const { return "lists of levels by name, see below"; }
    std::string operator()(const ChangesKey&) const {
        return "a list of {step: N, key: KEY, value: VALUE}, steps in order; the change comes "
               "before "
               "step N + 1";
    }
};

std::string write_keys(Scene& scene, const std::vector<SceneKey>& keys) {
    std::string out;
    std::string group;  // The groups that are open, such as "flock.pigeons."
    for (const SceneKey& key : keys) {
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
        const std::string value = std::visit(KeyWriter{key, scene, depth * 2 + 2}, key.type);
        out += fmt::format("{:{}}{}:{}{}\n", "", depth * 2, key.path.substr(name_begin),
                           value.starts_with('\n') ? "" : " ", value);
    }
    return out;
}

std::string describe_keys(const SystemTable& systems) {
    Scene scene;
    for (const SystemKind* kind : systems) scene.systems.emplace_back(*kind);
    std::string out = "Keys of a scene, each with what it takes and its default:\n\n";
    for (const SceneKey& key : scene_keys(systems)) {
        const std::string value = std::visit(KeyWriter{key, scene, 2}, key.type);
        // A default of several lines is shown by `check`, not squeezed in here.
        out += fmt::format("{}: {}\n    {}\n    {}\n", key.path,
                           value.starts_with('\n') ? "see `starling check`" : value, key.meaning,
                           std::visit(KeyDescriber{key, scene}, key.type));
    }
    return out;
}

std::string describe_levels() {
    std::string out = "\nKinds of level in a layout:\n\n";
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
    return out;
}

std::string describe_columns(const SystemTable& systems) {
    std::string out = "\nColumns of the statistics, one row a step:\n\n";
    for (const StatisticsColumn& column : statistics_columns(systems))
        out += fmt::format("  {}{}\n    {}\n", column.name,
                           column.unit.empty() ? "" : " (" + column.unit + ")", column.meaning);
    return out;
}

}  // namespace

std::string to_yaml(const Scene& scene) {
    Scene copy = scene;
    return write_keys(copy, scene_keys(scene.kinds()));
}

std::string to_yaml(const Scene& scene, const std::vector<std::string>& paths) {
    Scene copy = scene;
    std::vector<SceneKey> keys = scene_keys(scene.kinds());
    std::erase_if(keys, [&](const SceneKey& key) {
        return std::find(paths.begin(), paths.end(), key.path) == paths.end();
    });
    return write_keys(copy, keys);
}

std::string describe_schema(const SystemTable& systems) {
    return describe_keys(systems) + describe_levels() + describe_columns(systems) +
           "\nUnits; a number without one is in the unit of its default:\n\n" + describe_units();
}

}  // namespace starling::engine
