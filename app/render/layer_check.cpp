// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/layer_check.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/draw/colour_map.h"

namespace starling::app {

Error refuse(const LayerName& layer, const std::string& what, const std::string& expected) {
    return Error{fmt::format("cannot draw {} layer \"{}\": {}, expected {}", layer.kind, layer.name,
                             what, expected)};
}

Error refuse(const LayerName& layer, const char* number, double value, const char* expected) {
    return refuse(layer, fmt::format("{} is {}", number, value), expected);
}

Status check_positive(const LayerName& layer, const char* number, double value) {
    if (value > 0 && std::isfinite(value)) return {};
    return refuse(layer, number, value, "more than 0");
}

bool is_colour(const engine::Rgba& colour) {
    const auto in_range = [](float part) { return part >= 0 && part <= 1; };
    return in_range(colour.r) && in_range(colour.g) && in_range(colour.b) && in_range(colour.a);
}

std::string words(const engine::Rgba& colour) {
    return fmt::format("({}, {}, {}, {})", colour.r, colour.g, colour.b, colour.a);
}

bool is_rectangle(const engine::Rect& rect) {
    return rect.min_x < rect.max_x && rect.min_y < rect.max_y &&
           std::isfinite(rect.max_x - rect.min_x) && std::isfinite(rect.max_y - rect.min_y);
}

std::string words(const engine::Rect& rect) {
    return fmt::format("({}, {}) to ({}, {})", rect.min_x, rect.min_y, rect.max_x, rect.max_y);
}

Status check_colour_map(const LayerName& layer, const std::string& colour_map, float low,
                        float high) {
    if (engine::find_colour_map(colour_map) == nullptr) {
        std::string names;
        for (const engine::ColourMap& map : engine::colour_maps()) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", map.name);
        }
        return refuse(layer, fmt::format("colour_map is \"{}\"", colour_map), "one of " + names);
    }
    if (!(low < high) || !std::isnormal(high - low)) {
        return refuse(layer, fmt::format("the values of the colours go from {} to {}", low, high),
                      "finite numbers, the first the smaller");
    }
    return {};
}

}  // namespace starling::app
