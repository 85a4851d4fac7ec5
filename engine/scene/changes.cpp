// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/changes.h"

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/scene/param_value.h"
#include "engine/scene/schema.h"

namespace starling::engine {
namespace {

constexpr std::string_view kExpected =
    "an entry such as {step: 120, key: flock.pigeons.speed, value: 240 px/s}";

const Node* find(const Node& map, std::string_view name) {
    for (std::size_t n = 0; n < map.keys.size(); ++n)
        if (map.keys[n].text == name) return &map.items[n];
    return nullptr;
}

/// The tree whose layout a key such as "flock.neighbours.layout" chooses; null for other keys.
TreeScene* find_layout(Scene& scene, std::string_view key) {
    for (SystemScene& system : scene.systems)
        for (std::size_t tree = 0; tree < system.trees.size(); ++tree)
            if (key ==
                fmt::format("{}.{}.layout", system.kind->name, system.kind->trees[tree].name))
                return &system.trees[tree];
    return nullptr;
}

/// Reads one entry; `scene` goes along, so that later entries are checked against earlier ones.
std::optional<ParamChange> read_change(const Node& node, const std::string& path, Scene& scene,
                                       Problems& problems) {
    const auto fail = [&](const Node& at, std::string_view message) {
        problems.add(at.place, path, std::string(message));
        return std::nullopt;
    };
    if (node.kind != Node::Kind::map || node.keys.size() != 3)
        return fail(node, fmt::format("expected {}, found {}", kExpected, describe(node)));
    const Node *step = find(node, "step"), *key = find(node, "key"), *value = find(node, "value");
    if (step == nullptr || key == nullptr || value == nullptr)
        return fail(node, fmt::format("expected {}", kExpected));
    const auto number = parse_whole(step->text);
    if (step->kind != Node::Kind::scalar || !number)
        return fail(*step, "expected a whole number of steps, found " + describe(*step));
    if (key->kind != Node::Kind::scalar)
        return fail(*key, "expected the key of a parameter, found " + describe(*key));
    if (value->kind != Node::Kind::scalar && value->kind != Node::Kind::list)
        return fail(*value, "expected what would stand at the key, found " + describe(*value));
    ParamChange change{*number, key->text, value_text(*value)};
    const ParamPlace place = find_param(scene, change.key);
    const bool may_change = find_layout(scene, change.key) != nullptr ||
                            (place.param != nullptr && place.param->effect == Effect::next_step);
    if (const Status applied = apply_change(scene, change.key, change.value); !applied)
        return fail(may_change ? *value : *key, applied.error().text);
    return change;
}

}  // namespace

std::vector<ParamChange> read_changes(const Node& list, const Scene& scene, Problems& problems) {
    std::vector<ParamChange> changes;
    if (list.kind != Node::Kind::list) {
        problems.add(
            list.place, "changes",
            fmt::format("expected a list of changes, {}, found {}", kExpected, describe(list)));
        return changes;
    }
    Scene changed = scene;
    for (std::size_t n = 0; n < list.items.size() && !problems.full(); ++n) {
        const Node& node = list.items[n];
        const std::string path = fmt::format("changes[{}]", n);
        const auto change = read_change(node, path, changed, problems);
        if (!change) continue;
        if (!changes.empty() && change->step < changes.back().step)
            problems.add(
                node.place, path,
                fmt::format("stands behind step {}; expected steps in order", changes.back().step));
        changes.push_back(*change);
    }
    return changes;
}

std::string format_change(const ParamChange& change) {
    // In quotation marks lists are read as well, and a text may look like half of one.
    YAML::Emitter emitter;
    emitter << YAML::DoubleQuoted << change.value;
    return fmt::format("{{step: {}, key: {}, value: {}}}", change.step, change.key,
                       emitter.c_str());
}

Status apply_change(Scene& scene, const std::string& key, const std::string& value) {
    if (TreeScene* tree = find_layout(scene, key)) {
        const std::string before = std::exchange(tree->layout, value);
        if (tree->chosen() != nullptr) return {};
        tree->layout = before;
        return Error{fmt::format("{}: no layout of this scene is named {}", key, quote(value))};
    }
    const ParamPlace place = find_param(scene, key);
    if (place.param != nullptr && place.param->effect == Effect::restart)
        return Error{key + ": cannot change while the scene runs; start it anew with the value"};
    return set_param(scene, key, value);
}

}  // namespace starling::engine
