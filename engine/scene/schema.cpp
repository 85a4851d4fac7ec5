// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/schema.h"

#include <fmt/format.h>

#include <utility>

#include "engine/draw/palette.h"

namespace starling::engine {
namespace {

using D = Dimension;

/// Above it not every whole number has a double of its own, nor a number in JSON.
constexpr double kMaxCount = 0x1p53;
constexpr double kMaxLength = 1e6;

const std::vector<std::string>& variant_names() {
    static const std::vector<std::string> names{"exact", "seed_compat"};
    return names;
}

/// The keys that both species have.
template <auto Species>
void add_agent_keys(std::vector<SceneKey>& keys, const std::string& prefix) {
    const auto add = [&](std::string_view name, NumberKey type, std::string_view meaning) {
        keys.push_back({prefix + std::string(name), std::move(type), meaning});
    };
    add("count",
        {D::none,
         {0, kMaxCount},
         [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).count}; }},
        "Agents of this species.");
    add("speed",
        {D::speed,
         {0, kMaxLength},
         [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).speed}; }},
        "Speed, the same for all and constant.");
    add("smoothing",
        {D::none,
         {.min = 0, .max = 1, .open_max = true},
         [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).smoothing}; }},
        "Share of the wander rate kept from one reference frame to the next.");
    add("noise_clip",
        {D::none,
         {.min = 0, .max = 100, .open_min = true},
         [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).noise_clip}; }},
        "Bound of the random drive of the wander rate.");
    add("turn_probability",
        {D::none,
         {0, 0.5},
         [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).turn_probability}; }},
        "Chance per reference frame that the wander changes sides.");
    add("turn_gain",
        {D::angle, {0, 10}, [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).turn_gain}; }},
        "Turn of the heading per unit of turn rate and reference frame.");
    add("border_gain",
        {D::none,
         {0, 100},
         [](Scene& s) -> NumberRefs { return {&(s.flock.*Species).border_gain}; }},
        "Strength of the turn back to the centre in the margin.");
}

std::vector<SceneKey> make_scene_keys() {
    std::vector<SceneKey> keys;
    const auto add = [&](std::string_view path, auto type, std::string_view meaning) {
        keys.push_back({std::string(path), std::move(type), meaning});
    };
    const auto number = [&](std::string_view path, D dimension, Range range,
                            NumberRefs (*refs)(Scene&), std::string_view meaning) {
        add(path, NumberKey{dimension, range, refs}, meaning);
    };
    const Range gain{0, 100};
    const Range reach{0, kMaxLength};

    add("starling", VersionKey{}, "Version of the scene schema.");
    add("title", TextKey{[](Scene& s) -> std::string& { return s.title; }},
        "Name of the scene for people.");
    number(
        "seed", D::none, {0, 0x1p64}, [](Scene& s) -> NumberRefs { return {&s.seed}; },
        "Start of all random numbers: the same seed gives the same run.");
    number(
        "time_step", D::time, {1e-6, 1}, [](Scene& s) -> NumberRefs { return {&s.time_step}; },
        "Simulated time of one step.");

    number(
        "domain.size", D::length, {1, kMaxLength},
        [](Scene& s) -> NumberRefs {
            return {&s.domain.width, &s.domain.height};
        },
        "Width and height of the rectangle in which agents live.");
    number(
        "domain.margin", D::length, {0, kMaxLength},
        [](Scene& s) -> NumberRefs { return {&s.domain.margin}; },
        "Width of the zone along the sides in which agents turn back.");

    add("flock.variant",
        ChoiceKey{variant_names,
                  [](const Scene& s) { return static_cast<std::size_t>(s.flock.variant); },
                  [](Scene& s, std::size_t n) { s.flock.variant = static_cast<FlockVariant>(n); }},
        "Neighbours of a pigeon: those within mate_radius, or all of the 3 x 3 cells around it.");
    number(
        "flock.reference_rate", D::rate, {1, 10'000},
        [](Scene& s) -> NumberRefs { return {&s.flock.reference_rate}; },
        "Frame rate to which per-frame gains and px/frame refer.");

    add_agent_keys<&FlockParams::pigeons>(keys, "flock.pigeons.");
    number(
        "flock.pigeons.cohesion_max", D::none, {0, 1},
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.cohesion_max}; },
        "Most that a pigeon is drawn to the centre of its neighbours.");
    number(
        "flock.pigeons.separation_max", D::none, {0, 1},
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.separation_max}; },
        "Most that a pigeon is pushed away from the centre of its neighbours.");
    number(
        "flock.pigeons.critical_radius", D::length, {.min = 0, .max = kMaxLength, .open_min = true},
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.critical_radius}; },
        "Distance of that centre at which the push turns into a pull.");
    number(
        "flock.pigeons.align_weight", D::none, gain,
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.align_weight}; },
        "Strength of the turn to the mean heading of the neighbours.");
    number(
        "flock.pigeons.mate_radius", D::length, {0.1, kMaxLength},
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.mate_radius}; },
        "Reach of a neighbour, and the edge of a cell of the neighbour grid.");
    number(
        "flock.pigeons.alert_radius", D::length, reach,
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.alert_radius}; },
        "Distance at which a predator is fled.");
    number(
        "flock.pigeons.flee_gain", D::none, gain,
        [](Scene& s) -> NumberRefs { return {&s.flock.pigeons.flee_gain}; },
        "Strength of the turn away from predators.");

    add_agent_keys<&FlockParams::predators>(keys, "flock.predators.");
    number(
        "flock.predators.hunt_radius", D::length, reach,
        [](Scene& s) -> NumberRefs { return {&s.flock.predators.hunt_radius}; },
        "Distance within which the nearest pigeon is chased.");
    number(
        "flock.predators.chase_gain", D::none, gain,
        [](Scene& s) -> NumberRefs { return {&s.flock.predators.chase_gain}; },
        "Strength of the turn to the chased pigeon.");

    add("neighbours.layout", LayoutNameKey{}, "Layout of the neighbour grid in use.");
    add("neighbours.layouts", LayoutsKey{}, "Named ways to lay out the neighbour grid.");

    add("view.palette",
        ChoiceKey{palette_names,
                  [](const Scene& s) { return static_cast<std::size_t>(s.view.palette); },
                  [](Scene& s, std::size_t n) { s.view.palette = static_cast<int>(n); }},
        "Colours of the picture.");
    number(
        "view.pigeon_length", D::length, {0.1, 10'000},
        [](Scene& s) -> NumberRefs { return {&s.view.pigeon_length}; },
        "Length of a drawn pigeon, nose to tail.");
    number(
        "view.predator_length", D::length, {0.1, 10'000},
        [](Scene& s) -> NumberRefs { return {&s.view.predator_length}; },
        "Length of a drawn predator, nose to tail.");
    number(
        "view.trail_half_life", D::time, {0, 3600},
        [](Scene& s) -> NumberRefs { return {&s.view.trail_half_life}; },
        "Time until a trail has half its light; 0 = no trails.");
    number(
        "view.glow", D::none, {0, 1}, [](Scene& s) -> NumberRefs { return {&s.view.glow}; },
        "Soft light around agents.");

    number(
        "record.frames", D::none, {1, 1e9},
        [](Scene& s) -> NumberRefs { return {&s.record.frames}; }, "Frames of a recording.");
    number(
        "record.fps", D::none, {1, 1000}, [](Scene& s) -> NumberRefs { return {&s.record.fps}; },
        "Frames per second of simulated time and of the video.");
    number(
        "record.size", D::none, {.min = 16, .max = 16'384, .even = true},
        [](Scene& s) -> NumberRefs {
            return {&s.record.width, &s.record.height};
        },
        "Width and height of the video in pixels.");
    return keys;
}

}  // namespace

const std::vector<SceneKey>& scene_keys() {
    static const std::vector<SceneKey> keys = make_scene_keys();
    return keys;
}

Scene default_scene() {
    using sparse::SNodeKind;
    sparse::LevelDesc cells, list, slots, ids;
    cells.kind = SNodeKind::pointer;
    cells.axes = {0, 1};
    list.kind = SNodeKind::dynamic;
    list.axes = {2};
    list.shape = {4096};
    slots.kind = SNodeKind::bitmasked;
    slots.axes = {2};
    slots.shape = {128};
    ids.kind = SNodeKind::place;
    ids.place = {{"id"}};

    sparse::LevelDesc packed = list, chunked = list;
    packed.storage = sparse::DynamicStorage::packed;
    chunked.chunk = 32;

    Scene scene;
    scene.layouts = {{"packed", {{cells, packed, ids}}},
                     {"bitmasked", {{cells, slots, ids}}},
                     {"chunked", {{cells, chunked, ids}}}};
    scene.layout = scene.layouts.front().name;
    return scene;
}

std::string format_number(const NumberRef& number, Dimension dimension) {
    return std::visit(
        [&](const auto* value) {
            if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(*value)>>) {
                return fmt::format("{}", *value);
            } else {
                return format_quantity(*value, dimension);
            }
        },
        number);
}

}  // namespace starling::engine
