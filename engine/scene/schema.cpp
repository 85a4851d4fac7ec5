// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/draw/palette.h"
#include "engine/scene/param_value.h"

namespace starling::engine {
namespace {

using D = Dimension;

constexpr double kMaxLength = 1e6;

void add_params(std::vector<SceneKey>& keys, const ParamTable& table, const SystemKind* system) {
    const std::string prefix = system == nullptr ? "" : std::string(system->name) + ".";
    for (const Param& param : table)
        keys.push_back({prefix + param.name, system, &param, std::string(param.meaning)});
}

}  // namespace

const ParamTable& world_params() {
    static const ParamTable table{
        {"title", TextParam{text_at<&Scene::title>}, "Name of the scene for people.", "",
         Effect::restart},
        {"seed", NumberParam{D::none, {0, 0x1p64}, {number_at<&Scene::seed>}},
         "Start of all random numbers: the same seed gives the same run.", "", Effect::restart},
        {"time_step", NumberParam{D::time, {1e-6, 1}, {number_at<&Scene::time_step>}},
         "Simulated time of one step.", "", Effect::restart},
        {"domain.size",
         NumberParam{D::length,
                     {1, kMaxLength},
                     {number_at<&Scene::domain, &Domain::width>,
                      number_at<&Scene::domain, &Domain::height>}},
         "Width and height of the rectangle in which agents live.", "", Effect::restart},
        {"domain.margin",
         NumberParam{D::length, {0, kMaxLength}, {number_at<&Scene::domain, &Domain::margin>}},
         "Width of the zone along the sides in which agents turn back."},
    };
    return table;
}

const ParamTable& picture_params() {
    static const ParamTable table{
        {"view.palette", choice_at<&Scene::view, &ViewParams::palette>(palette_names()),
         "Colours of the picture."},
        {"view.trail_half_life",
         NumberParam{D::time, {0, 3600}, {number_at<&Scene::view, &ViewParams::trail_half_life>}},
         "Time until a trail has half its light; 0 = no trails."},
        {"view.glow", NumberParam{D::none, {0, 1}, {number_at<&Scene::view, &ViewParams::glow>}},
         "Soft light around agents."},
        {"record.frames",
         NumberParam{D::none, {1, 1e9}, {number_at<&Scene::record, &RecordParams::frames>}},
         "Frames of a recording.", "", Effect::restart},
        {"record.fps",
         NumberParam{D::none, {1, 1000}, {number_at<&Scene::record, &RecordParams::fps>}},
         "Frames per second of simulated time and of the video.", "", Effect::restart},
        {"record.size",
         NumberParam{D::none,
                     {.min = 16, .max = 16'384, .even = true},
                     {number_at<&Scene::record, &RecordParams::width>,
                      number_at<&Scene::record, &RecordParams::height>}},
         "Width and height of the video in pixels.", "", Effect::restart},
    };
    return table;
}

std::vector<SceneKey> scene_keys(const SystemTable& systems) {
    std::vector<SceneKey> keys;
    keys.push_back({"starling", nullptr, VersionKey{}, "Version of the scene schema."});
    add_params(keys, world_params(), nullptr);
    for (const SystemKind* kind : systems) {
        add_params(keys, kind->params().table(), kind);
        for (std::size_t tree = 0; tree < kind->trees.size(); ++tree) {
            const TreeKind& declared = kind->trees[tree];
            const std::string path = fmt::format("{}.{}", kind->name, declared.name);
            keys.push_back({path + ".layout", kind, LayoutNameKey{tree},
                            fmt::format("Layout in use, of {}.", declared.meaning)});
            keys.push_back({path + ".layouts", kind, LayoutsKey{tree},
                            fmt::format("Named ways to lay out {}.", declared.meaning)});
        }
    }
    add_params(keys, picture_params(), nullptr);
    keys.push_back({"changes", nullptr, ChangesKey{},
                    "Parameters that change while the world runs, each before a step."});
    return keys;
}

ParamPlace find_param(Scene& scene, std::string_view path) {
    for (const ParamTable* table : {&world_params(), &picture_params()})
        for (const Param& param : *table)
            if (param.name == path) return {&param, &scene};
    for (SystemScene& system : scene.systems) {
        const std::string_view name = system.kind->name;
        if (!path.starts_with(name) || path.substr(name.size(), 1) != ".") continue;
        for (const Param& param : system.params.table())
            if (param.name == path.substr(name.size() + 1))
                return {&param, system.params.data(), frame_rate_of(system.params)};
    }
    return {};
}

Status set_param(Scene& scene, std::string_view path, const std::string& value) {
    Scene changed = scene;
    const ParamPlace place = find_param(changed, path);
    if (place.param == nullptr)
        return Error{fmt::format("{}: there is no such parameter in this scene", path)};
    const std::string option(path);
    const Node node = value_node(place.param, value, option);
    const std::vector<ValueProblem> problems =
        read_value(*place.param, place.object, node, place.frame_rate);
    if (!problems.empty()) return Error{fmt::format("{}: {}", path, problems.front().text)};
    if (Status fits = check_together(changed); !fits) return fits;
    scene = std::move(changed);
    return {};
}

Status check_together(const Scene& scene) {
    const Domain& domain = scene.domain;
    if (domain.margin * 2 < std::min(domain.width, domain.height)) return {};
    return Error{fmt::format(
        "domain.margin: margins of {} leave no room in a domain of {} x {}; expected less than "
        "half of the shorter side",
        format_quantity(domain.margin, D::length), format_quantity(domain.width, D::length),
        format_quantity(domain.height, D::length))};
}

Scene default_scene(const SystemTable& systems) {
    Scene scene;
    scene.systems.emplace_back(*systems.front());
    return scene;
}

}  // namespace starling::engine
