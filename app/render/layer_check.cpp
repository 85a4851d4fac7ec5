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

Status check_colour_map(const LayerName& layer, const std::string& colour_map, float low,
                        float high) {
    if (engine::find_colour_map(colour_map) == nullptr) {
        std::string names;
        for (const engine::ColourMap& map : engine::colour_maps()) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", map.name);
        }
        return refuse(layer, fmt::format("colour_map is \"{}\"", colour_map), "one of " + names);
    }
    if (!(low < high) || !std::isfinite(high - low)) {
        return refuse(layer, fmt::format("the values of the colours go from {} to {}", low, high),
                      "finite numbers, the first the smaller");
    }
    return {};
}

}  // namespace starling::app
