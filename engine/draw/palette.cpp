// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/palette.h"

namespace starling::engine {

const std::vector<Palette>& palettes() {
    static const std::vector<Palette> all = {
        {.name = "dusk",
         .sky_top = 0x0c1327,
         .sky_bottom = 0x33284a,
         .beyond = 0x090c18,
         .line = 0x9a9cc4,
         .ramps =
             {{{.body = {0x8dbcec, 0xc8dcf0, 0xfbeddb}, .trail = {0x4a90e6, 0x829ff0, 0xc396e0}},
               {.body = {0xff5632, 0xff7a3e, 0xffa64e}, .trail = {0xff5632, 0xff7a3e, 0xffa64e}}}},
         .cell_levels = {0x6f78c4, 0x4a96c4, 0x35b0a0, 0x6fc46e, 0xc3cc4e, 0xf3e38a},
         .vignette = 0.35F,
         .line_opacity = 0.25F,
         .cell_tint = 0.09F,
         .trail_gain = 1.4F},
        {.name = "paper",
         .sky_top = 0xf8f4ec,
         .sky_bottom = 0xeee7da,
         .beyond = 0xe0d8c9,
         .line = 0x5a5244,
         .ramps =
             {{{.body = {0x1d2a3b, 0x2c4760, 0x41697f}, .trail = {0x4f7896, 0x6a97ab, 0x8fb3b5}},
               {.body = {0xbf260e, 0xd03a14, 0xdb4f1a}, .trail = {0xbf260e, 0xd03a14, 0xdb4f1a}}}},
         .cell_levels = {0x837bbf, 0x3f7cab, 0x1a7c7c, 0x267039, 0x585c0c, 0x663a0c},
         .vignette = 0.10F,
         .line_opacity = 0.35F,
         .cell_tint = 0.24F,
         .trail_gain = 2.5F},
        {.name = "ink",
         .sky_top = 0x08090b,
         .sky_bottom = 0x14161b,
         .beyond = 0x030405,
         .line = 0x8a8f98,
         .ramps =
             {{{.body = {0xa4acb6, 0xd4d8dd, 0xffffff}, .trail = {0x5d6a7a, 0x76818f, 0x949ca6}},
               {.body = {0xff2f4e, 0xff4a58, 0xff6a66}, .trail = {0xff2f4e, 0xff4a58, 0xff6a66}}}},
         .cell_levels = {0x7d86a0, 0x5f98bd, 0x4db5b0, 0x86c886, 0xd0d26e, 0xf5edc2},
         .vignette = 0.30F,
         .line_opacity = 0.25F,
         .cell_tint = 0.08F,
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
