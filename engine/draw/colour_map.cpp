// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/colour_map.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace starling::engine {
namespace {

// Mixes neighbours among `stops`, which lie in even steps from the lowest to the highest value.
std::array<Rgb, 256> interpolate(std::span<const Rgb> stops) {
    std::array<Rgb, 256> colours{};
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const double at = static_cast<double>(i * (stops.size() - 1)) / 255.0;
        const auto below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
        const double share = at - static_cast<double>(below);
        for (int shift = 0; shift <= 16; shift += 8) {
            const double from = (stops[below] >> shift) & 0xffU;
            const double to = (stops[below + 1] >> shift) & 0xffU;
            colours[i] |= static_cast<Rgb>(std::lround(from + share * (to - from))) << shift;
        }
    }
    return colours;
}

constexpr Rgb kViridis[] = {0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                            0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
constexpr Rgb kInferno[] = {0x000004, 0x160b39, 0x420a68, 0x6a176e, 0x932667, 0xbc3754,
                            0xdd513a, 0xf37819, 0xfca50a, 0xf6d746, 0xfcffa4};
constexpr Rgb kGrey[] = {0x000000, 0xffffff};
// Lightness falls evenly from the middle to both ends, blue and red of the same strength (OKLCH:
// lightness 0.965 to 0.36, hues 257° and 30°), which even at the ends cannot be confused.
constexpr Rgb kBalance[] = {0x113c74, 0x184f98, 0x2665b8, 0x3c7cd3, 0x5794e7, 0x78acf5,
                            0x9dc5fc, 0xc6dcfc, 0xf3f3f3, 0xfacfc7, 0xf6ada0, 0xec8c7d,
                            0xdb6e5e, 0xc55343, 0xaa3d2f, 0x8c2c20, 0x6a2118};

}  // namespace

const std::vector<ColourMap>& colour_maps() {
    static const std::vector<ColourMap> all = {{"viridis", interpolate(kViridis)},
                                               {"inferno", interpolate(kInferno)},
                                               {"grey", interpolate(kGrey)},
                                               {"balance", interpolate(kBalance)}};
    return all;
}

const ColourMap* find_colour_map(std::string_view name) {
    for (const ColourMap& map : colour_maps()) {
        if (map.name == name) return &map;
    }
    return nullptr;
}

}  // namespace starling::engine
