// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/colour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace starling::engine {
namespace {

using Vector = std::array<double, 3>;

Vector linear(Rgb rgb) {
    Vector result{};
    for (int i = 0; i < 3; ++i) {
        const double value = ((rgb >> (16 - 8 * i)) & 255U) / 255.0;
        result[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    }
    return result;
}

// CIE 1976 L*a*b* of linear light under D65.
Vector lab(const Vector& c) {
    const Vector xyz = {(0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505,
                        0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2],
                        (0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089};
    const auto f = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    return {116 * f(xyz[1]) - 16, 500 * (f(xyz[0]) - f(xyz[1])), 200 * (f(xyz[1]) - f(xyz[2]))};
}

// What a person without the receptors for green, or for red, sees (Machado 2009, severity 1).
Vector without_green(const Vector& c) {
    return {0.367322 * c[0] + 0.860646 * c[1] - 0.227968 * c[2],
            0.280085 * c[0] + 0.672501 * c[1] + 0.047413 * c[2],
            -0.011820 * c[0] + 0.042940 * c[1] + 0.968881 * c[2]};
}
Vector without_red(const Vector& c) {
    return {0.152286 * c[0] + 1.052583 * c[1] - 0.204868 * c[2],
            0.114503 * c[0] + 0.786281 * c[1] + 0.099216 * c[2],
            -0.003882 * c[0] - 0.048116 * c[1] + 1.051998 * c[2]};
}
Vector all_there(const Vector& c) {
    return c;
}

double lightness(Rgb rgb) {
    return lab(linear(rgb))[0];
}

TEST(ColourMap, AreFoundByName) {
    std::set<std::string_view> names;
    for (const ColourMap& map : colour_maps()) {
        EXPECT_EQ(find_colour_map(map.name), &map);
        names.insert(map.name);
    }
    EXPECT_EQ(names.size(), colour_maps().size()) << "two have the same name";
    for (const char* name : {"viridis", "inferno", "grey", "balance"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
    EXPECT_EQ(find_colour_map("jet"), nullptr);
    EXPECT_EQ(find_colour_map(""), nullptr);
    EXPECT_EQ(find_colour_map("Viridis"), nullptr);
}

TEST(ColourMap, GreyIsTheNumberItself) {
    const ColourMap& grey = *find_colour_map("grey");
    for (Rgb i = 0; i < 256; ++i) EXPECT_EQ(grey.colours[i], i * 0x010101U);
}

TEST(ColourMap, BeginAndEndWithTheirPublishedColours) {
    EXPECT_EQ(find_colour_map("viridis")->colours[0], 0x440154U);
    EXPECT_EQ(find_colour_map("viridis")->colours[255], 0xfde725U);
    EXPECT_EQ(find_colour_map("inferno")->colours[0], 0x000004U);
    EXPECT_EQ(find_colour_map("inferno")->colours[255], 0xfcffa4U);
}

TEST(ColourMap, MixesStopsEvenly) {
    // Between the first two of eleven stops, 10/255 a step: entry 5 is 0.196 of the way.
    const Rgb got = find_colour_map("viridis")->colours[5];
    const double share = 5 * 10 / 255.0;
    for (const auto& [shift, from, to] :
         {std::tuple{16, 0x44, 0x48}, {8, 0x01, 0x24}, {0, 0x54, 0x75}}) {
        EXPECT_NEAR((got >> shift) & 255U, from + share * (to - from), 0.51);
    }
}

TEST(ColourMap, SequentialOnesGrowLighterAllTheWay) {
    for (const char* name : {"viridis", "inferno", "grey"}) {
        const auto& colours = find_colour_map(name)->colours;
        for (int i = 8; i < 256; ++i) {
            EXPECT_GT(lightness(colours[i]), lightness(colours[i - 8])) << name << " " << i;
        }
    }
}

TEST(ColourMap, BalanceIsLightestInTheMiddleAndFallsEvenlyToBothSides) {
    const auto& colours = find_colour_map("balance")->colours;
    EXPECT_GT(lightness(colours[127]), 94);
    EXPECT_LT(std::hypot(lab(linear(colours[127]))[1], lab(linear(colours[127]))[2]), 4);
    for (int i = 0; i < 128; ++i) {
        EXPECT_NEAR(lightness(colours[i]), lightness(colours[255 - i]), 4) << i;
        EXPECT_GE(lightness(colours[i]), lightness(colours[std::max(i - 8, 0)])) << i;
        EXPECT_LE(lab(linear(colours[i]))[2], 4) << "the low side is not blue at " << i;
        EXPECT_GE(lab(linear(colours[255 - i]))[1], -4) << "the high side is not red at " << i;
    }
}

TEST(ColourMap, DistantValuesDifferForEveryEye) {
    for (const ColourMap& map : colour_maps()) {
        for (const auto& eye : {all_there, without_green, without_red}) {
            for (int i = 0; i < 256; i += 15) {
                for (int k = i + 60; k < 256; k += 15) {
                    const Vector a = lab(eye(linear(map.colours[i])));
                    const Vector b = lab(eye(linear(map.colours[k])));
                    EXPECT_GT(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 10)
                        << map.name << " " << i << " " << k;
                }
            }
        }
    }
}

}  // namespace
}  // namespace starling::engine
