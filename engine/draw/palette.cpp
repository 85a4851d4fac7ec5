// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/palette.h"

#include <string>

#include "engine/world.h"

namespace starling::engine {

const std::vector<Palette>& palettes() {
    static const std::vector<Palette> all = {
        {.name = "dusk",
         .sky_top = 0x0e1428,
         .sky_bottom = 0x2b2742,
         .beyond = 0x0a0d1a,
         .line = 0x8b90b8,
         .pigeon = {0x86b4e0, 0xc9dcec, 0xfdeed6},
         .predator = {0xff5a36, 0xff7a3c, 0xffa24a},
         .vignette = 0.35F},
        {.name = "paper",
         .sky_top = 0xf7f3ea,
         .sky_bottom = 0xece4d4,
         .beyond = 0xddd4c2,
         .line = 0x6b6252,
         .pigeon = {0x1f2c3d, 0x33506b, 0x4f7c8f},
         .predator = {0xc22f14, 0xd9481c, 0xe8672a},
         .vignette = 0.10F},
        {.name = "ink",
         .sky_top = 0x08090b,
         .sky_bottom = 0x121418,
         .beyond = 0x040506,
         .line = 0x8a8f98,
         .pigeon = {0x9ba3ad, 0xd2d6db, 0xffffff},
         .predator = {0xff2f4e, 0xff4a5a, 0xff6a6a},
         .vignette = 0.30F},
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
