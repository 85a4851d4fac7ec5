// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace starling::engine {
namespace {

double channel(Rgb rgb, int shift) {
    const double value = ((rgb >> shift) & 255U) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// Relative luminance and contrast as the web's accessibility guidelines define them.
double luminance(Rgb rgb) {
    return 0.2126 * channel(rgb, 16) + 0.7152 * channel(rgb, 8) + 0.0722 * channel(rgb, 0);
}

double contrast(Rgb a, Rgb b) {
    const double low = std::min(luminance(a), luminance(b));
    return (std::max(luminance(a), luminance(b)) + 0.05) / (low + 0.05);
}

TEST(Palette, NamesAreThoseOfThePalettesInTheirOrder) {
    ASSERT_EQ(palette_names().size(), palettes().size());
    for (std::size_t i = 0; i < palettes().size(); ++i) {
        EXPECT_EQ(palette_names()[i], palettes()[i].name);
    }
    EXPECT_EQ(palette_names().front(), "dusk") << "the default";
    EXPECT_EQ(std::set<std::string>(palette_names().begin(), palette_names().end()).size(),
              palettes().size());
}

TEST(Palette, AgentsStandOutFromTheSky) {
    for (const Palette& palette : palettes()) {
        SCOPED_TRACE(palette.name);
        for (const Rgb sky : {palette.sky_top, palette.sky_bottom}) {
            for (const Rgb pigeon : palette.ramps[0].body) EXPECT_GE(contrast(pigeon, sky), 4.5);
            for (const Rgb predator : palette.ramps[1].body) EXPECT_GE(contrast(predator, sky), 3);
        }
    }
}

TEST(Palette, PredatorsAreWarmAndPigeonsAreNot) {
    for (const Palette& palette : palettes()) {
        SCOPED_TRACE(palette.name);
        const auto warmth = [](Rgb rgb) {
            return static_cast<int>((rgb >> 16) & 255U) - static_cast<int>(rgb & 255U);
        };
        for (const Rgb predator : palette.ramps[1].body) EXPECT_GT(warmth(predator), 120);
        for (const Rgb pigeon : palette.ramps[0].body) EXPECT_LT(warmth(pigeon), 60);
    }
}

TEST(Palette, LevelsOfCellsStandOutFromTheSkyAndFromEachOther) {
    for (const Palette& palette : palettes()) {
        SCOPED_TRACE(palette.name);
        for (std::size_t i = 0; i < palette.cell_levels.size(); ++i) {
            const Rgb level = palette.cell_levels[i];
            for (const Rgb sky : {palette.sky_top, palette.sky_bottom}) {
                EXPECT_GE(contrast(level, sky), 3) << "level " << i;
            }
            // The deeper, the further from the sky, so that the order is seen without colour.
            if (i == 0) continue;
            EXPECT_GT(contrast(level, palette.sky_top),
                      1.08 * contrast(palette.cell_levels[i - 1], palette.sky_top))
                << "level " << i;
        }
    }
}

}  // namespace
}  // namespace starling::engine
