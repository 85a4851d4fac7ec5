// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/draw/draw_list.h"
#include "sparse/core/result.h"

namespace starling::app {

/// What every layer's check starts its words with: `point layer "wells"`.
struct LayerName {
    std::string_view kind;  ///< "point"
    std::string_view name;  ///< The layer's own.
};

/// cannot draw point layer "wells": `what`, expected `expected`
Error refuse(const LayerName& layer, const std::string& what, const std::string& expected);

/// The same with `what` made of a number's name and value.
Error refuse(const LayerName& layer, const char* number, double value, const char* expected);

/// Errors unless the number is finite and more than 0.
Status check_positive(const LayerName& layer, const char* number, double value);

/// Whether all parts are 0 to 1.
bool is_colour(const engine::Rgba& colour);
std::string words(const engine::Rgba& colour);  ///< "(1, 0.5, 0, 1)"

/// Whether all sides are finite, and each minimum less than its maximum.
bool is_rectangle(const engine::Rect& rect);
std::string words(const engine::Rect& rect);  ///< "(0, 0) to (4, 3)"

/// Errors unless there is a colour map of that name, and both ends are finite and low < high.
Status check_colour_map(const LayerName& layer, const std::string& colour_map, float low,
                        float high);

}  // namespace starling::app
