// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/draw/palette.h"

namespace starling::engine {

/// Colours for the values of a field, from the lowest to the highest, in even steps.
struct ColourMap {
    std::string_view name;
    std::array<Rgb, 256> colours;
};

/// All colour maps; never empty. "viridis", "inferno" and "grey" grow lighter with the value;
/// "balance" is for values around a middle, which is near white. All can be read by people who
/// confuse red and green. Threads: any.
const std::vector<ColourMap>& colour_maps();

/// The map of that name; null where there is none. Threads: any.
const ColourMap* find_colour_map(std::string_view name);

}  // namespace starling::engine
