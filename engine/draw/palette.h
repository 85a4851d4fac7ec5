// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace starling::engine {

/// A colour as people write it: 0xRRGGBB, sRGB.
using Rgb = std::uint32_t;

/// Colours of one species, along Dart::tone: from 0 at the first to 1 at the last.
struct Ramp {
    Rgb body[3];
    Rgb trail[3];  ///< Of its trails and glow.
};

/// The colours of one look.
struct Palette {
    const char* name;
    Rgb sky_top, sky_bottom;         ///< Background inside the world, a vertical gradient.
    Rgb beyond;                      ///< Background outside the world's rectangle.
    Rgb line;                        ///< Frame of the world and line of the turning zone.
    std::array<Ramp, 2> ramps;       ///< 0 for the many, 1 for the few that stand out.
    std::array<Rgb, 6> cell_levels;  ///< By CellLayer::level; deeper levels take the last.
    float vignette;                  ///< Share of the sky's light lost in the corners, 0…1.
    float line_opacity;              ///< Of the frame; the turning zone's line is fainter. 0…1.
    float cell_tint;   ///< Opacity of filled cells: low on dark skies, where light mixes fast.
    float trail_gain;  ///< How strong trails are: about 1 on dark skies, more on light.
};

/// All palettes; DrawStyle::palette is an index into it. Never empty.
const std::vector<Palette>& palettes();

/// Their names, in the same order.
const std::vector<std::string>& palette_names();

}  // namespace starling::engine
