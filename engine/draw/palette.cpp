// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/palette.h"

#include <string>

namespace starling::engine {

const std::vector<Palette>& palettes() {
    static const std::vector<Palette> all = {
        {.name = "dusk",
         .sky_top = 0x0c1327,
         .sky_bottom = 0x33284a,
         .beyond = 0x090c18,
         .line = 0x9a9cc4,
         .pigeon = {0x8dbcec, 0xc8dcf0, 0xfbeddb},
         .trail = {0x4a90e6, 0x829ff0, 0xc396e0},
         .predator = {0xff5632, 0xff7a3e, 0xffa64e},
         .vignette = 0.35F,
         .line_opacity = 0.25F,
         .trail_gain = 1.4F},
        {.name = "paper",
         .sky_top = 0xf8f4ec,
         .sky_bottom = 0xeee7da,
         .beyond = 0xe0d8c9,
         .line = 0x5a5244,
         .pigeon = {0x1d2a3b, 0x2c4760, 0x41697f},
         .trail = {0x4f7896, 0x6a97ab, 0x8fb3b5},
         .predator = {0xbf260e, 0xd03a14, 0xdb4f1a},
         .vignette = 0.10F,
         .line_opacity = 0.35F,
         .trail_gain = 2.5F},
        {.name = "ink",
         .sky_top = 0x08090b,
         .sky_bottom = 0x14161b,
         .beyond = 0x030405,
         .line = 0x8a8f98,
         .pigeon = {0xa4acb6, 0xd4d8dd, 0xffffff},
         .trail = {0x5d6a7a, 0x76818f, 0x949ca6},
         .predator = {0xff2f4e, 0xff4a58, 0xff6a66},
         .vignette = 0.30F,
         .line_opacity = 0.25F,
         .trail_gain = 1.0F},
    };
    return all;
}

const std::vector<std::string>& palette_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const Palette& palette : palettes()) result.emplace_back(palette.name);
        return result;
    }();
    return names;
}

}  // namespace starling::engine
