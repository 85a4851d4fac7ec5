// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::DrawList;
using engine::Line;
using engine::LineLayer;
using engine::Rgba;

constexpr double kPi = 3.14159265358979;
constexpr Rgba kRed{1, 0, 0, 1}, kBlue{0, 0, 1, 1};

class LineLayerTest : public RenderTest {};

void add_lines(DrawList& list, float width, std::vector<Line> lines) {
    add(list, LineLayer{.name = "walls", .width = width, .lines = std::move(lines)});
}

TEST_F(LineLayerTest, OfOnePixelAlongARowFillsThatRowAlone) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_lines(list, 1, {{{10.5F, 50.5F, 0}, {190.5F, 50.5F, 0}, kRed}});
    const Image image = draw(list);
    for (int x = 0; x < 200; ++x) {
        for (int y = 0; y < 100; ++y) {
            if (y == 50 && x >= 10 && x <= 190) {
                EXPECT_TRUE(near(at(image, x, y), Pixel{255, 0, 0}, 1)) << x;
            } else {
                EXPECT_EQ(at(image, x, y), at(bare, x, y)) << x << ", " << y;
            }
        }
    }
}

TEST_F(LineLayerTest, TakesAsManyColumnsAsItsWidth) {
    const Image bare = draw(stage());
    for (const int width : {1, 3, 5, 11}) {
        DrawList list = stage();
        add_lines(list, static_cast<float>(width), {{{100.5F, 10, 0}, {100.5F, 90, 0}, {}}});
        const Image image = draw(list);
        for (int x = 0; x < 200; ++x) {
            const Pixel expected =
                std::abs(x - 100) <= width / 2 ? Pixel{255, 255, 255} : at(bare, x, 50);
            EXPECT_EQ(at(image, x, 50), expected) << "width " << width << " at " << x;
        }
    }
}

// Softening the rim evenly keeps the area of the straight part; the two half discs at the ends
// cover pi (r² + 1/12).
TEST_F(LineLayerTest, CoversItsLengthTimesItsWidthInAnyDirection) {
    const auto renderer = make(200, 100);
    const Image bare = draw(*renderer, stage());
    for (const double degrees : {0.0, 17.0, 45.0, 90.0, 133.0}) {
        for (const float width : {1.0F, 2.5F, 8.0F}) {
            SCOPED_TRACE(degrees);
            const double dx = std::cos(degrees * kPi / 180), dy = std::sin(degrees * kPi / 180);
            const double area = 80 * width + kPi * (width * width / 4 + 1.0 / 12);
            // At 45° rows of pixel centres fall into step with the line: take the mean over places.
            double mean = 0;
            for (int k = 0; k < 8; ++k) {
                const double x = 100 - k / 8.0 * dy, y = 50 + k / 8.0 * dx;
                DrawList list = stage();
                add_lines(list, width,
                          {{{static_cast<float>(x - 40 * dx), static_cast<float>(y - 40 * dy), 0},
                            {static_cast<float>(x + 40 * dx), static_cast<float>(y + 40 * dy), 0},
                            {}}});
                mean += covered(draw(*renderer, list), bare, {255, 255, 255}) / 8;
            }
            EXPECT_NEAR(mean, area, 0.02 * area);
        }
    }
}

TEST_F(LineLayerTest, HasRoundEnds) {
    DrawList list = stage();
    const Image bare = draw(list);
    add_lines(list, 20, {{{80, 50, 0}, {120, 50, 0}, {}}});
    const Image image = draw(list);
    EXPECT_EQ(at(image, 128, 50), (Pixel{255, 255, 255})) << "the end stops short";
    EXPECT_EQ(at(image, 131, 50), at(bare, 131, 50)) << "the end is too long";
    EXPECT_EQ(at(image, 119, 58), (Pixel{255, 255, 255}));
    EXPECT_EQ(at(image, 128, 58), at(bare, 128, 58)) << "the end is square";
    EXPECT_EQ(at(image, 71, 50), (Pixel{255, 255, 255}));
}

TEST_F(LineLayerTest, OfNoLengthIsADot) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_lines(list, 9, {{{50, 50, 0}, {50, 50, 0}, {}}});
    const double disc = kPi * (4.5 * 4.5 + 1.0 / 12);
    EXPECT_NEAR(covered(draw(list), bare, {255, 255, 255}), disc, 0.03 * disc);
}

TEST_F(LineLayerTest, OfLessThanAPixelIsFainterNotThinner) {
    DrawList list = stage();
    const Image bare = draw(list);
    add_lines(list, 0.25F, {{{10, 50.5F, 0}, {190, 50.5F, 0}, {}}});
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 100, 50), over(at(bare, 100, 50), {255, 255, 255}, 0.25), 1));
    EXPECT_EQ(at(image, 100, 51), at(bare, 100, 51));
}

TEST_F(LineLayerTest, KeepsItsWidthAndItsPlaceAtEveryZoom) {
    for (const double height : {100.0, 10.0, 0.01}) {
        SCOPED_TRACE(height);
        DrawList list = stage();
        list.camera = Camera2{.x = 60, .y = 40, .height = height};
        add_lines(list, 4, {{{0, 40, 0}, {200, 40, 0}, {}}, {{60, -1e3F, 0}, {60, 1e3F, 0}, {}}});
        const Image image = draw(list);
        for (int x = 0; x < 200; ++x) {
            const double share = light(at(image, x, 20));
            if (x >= 98 && x <= 101) {
                EXPECT_GT(share, 0.95) << x;
            } else {
                EXPECT_LT(share, 0.15) << x;
            }
        }
        for (int y = 0; y < 100; ++y) {
            const double share = light(at(image, 150, y));
            if (y >= 48 && y <= 51) {
                EXPECT_GT(share, 0.95) << y;
            } else {
                EXPECT_LT(share, 0.15) << y;
            }
        }
    }
}

TEST_F(LineLayerTest, LieInTheOrderOfTheListAndMixInLinearLight) {
    DrawList list = stage();
    add_lines(list, 9, {{{0, 50, 0}, {200, 50, 0}, kRed}});
    add_lines(list, 9, {{{100, 0, 0}, {100, 100, 0}, {0, 0, 1, 0.5F}}});
    EXPECT_TRUE(near(at(draw(list), 100, 50), over({255, 0, 0}, {0, 0, 255}, 0.5), 1));
    std::swap(list.layers[0], list.layers[1]);
    EXPECT_TRUE(near(at(draw(list), 100, 50), Pixel{255, 0, 0}, 1));
}

TEST_F(LineLayerTest, StandsInPerspectiveWhereWorkedOutByHand) {
    DrawList list = stage();
    list.camera = deep_camera();
    // At distance d a unit takes 50 / d pixels: from (-40, 30) to (40, -10) px off the middle,
    // whose middle in the picture is not the middle in the world.
    add_lines(list, 3, {{{-4, 3, 0}, {16, -4, -15}, {}}});
    const Image image = draw(list);
    EXPECT_GT(light(at(image, 60, 80)), 0.9);
    EXPECT_GT(light(at(image, 139, 40)), 0.9);
    EXPECT_GT(light(at(image, 100, 60)), 0.9);
    EXPECT_LT(light(at(image, 52, 84)), 0.1) << "longer than it is";
    EXPECT_LT(light(at(image, 148, 36)), 0.1) << "longer than it is";
}

TEST_F(LineLayerTest, ThatPassesTheEyeIsCutOffAtTheNearPlane) {
    DrawList list = stage();
    list.camera = deep_camera();
    const Image bare = draw(list);
    // Along z through (2, 1): from far away near the middle outwards to the upper right. Behind
    // the eye its image would lie at the lower left.
    add_lines(list, 3, {{{2, 1, -20}, {2, 1, 20}, {}}});
    const Image image = draw(list);
    EXPECT_GT(light(at(image, 104.2, 52.1)), 0.9) << "at distance 24";
    EXPECT_GT(light(at(image, 150, 75)), 0.9) << "at distance 2";
    EXPECT_GT(light(at(image, 198, 99)), 0.9) << "at distance 1, the near plane";
    for (int x = 0; x < 95; ++x) {
        for (int y = 0; y < 100; ++y) ASSERT_EQ(at(image, x, y), at(bare, x, y));
    }
}

TEST_F(LineLayerTest, WhollyOutsideOfWhatTheCameraSeesIsNotSeen) {
    DrawList list = stage();
    list.camera = deep_camera();
    const Image bare = draw(list);
    add_lines(list, 3,
              {{{-2, 1, 5.5F}, {2, 1, 20}, {}},
               {{-2, 1, -60}, {2, 1, -50}, {}},              // beyond the far plane
               {{0.05F, 0, 4.2F}, {-0.05F, 0, 4.8F}, {}}});  // before the near plane
    EXPECT_EQ(draw(list).rgba, bare.rgba);
}

TEST_F(LineLayerTest, InPerspectiveTheNearCoverTheFarWhateverTheirOrder) {
    const Line near_one{{-2, 0, 1}, {2, 0, 1}, kRed}, far_one{{0, -2, -1}, {0, 2, -1}, kBlue};
    DrawList one = stage(), other = stage();
    one.camera = other.camera = deep_camera();
    add_lines(one, 6, {near_one, far_one});
    add_lines(other, 6, {far_one, near_one});
    const Image image = draw(one);
    EXPECT_EQ(image.rgba, draw(other).rgba);
    EXPECT_TRUE(near(at(image, 100, 50), Pixel{255, 0, 0}, 1));
    EXPECT_TRUE(near(at(image, 100, 58), Pixel{0, 0, 255}, 1));
}

TEST_F(LineLayerTest, RefusesWhatCannotBeDrawn) {
    const auto refused = [](const std::string& words, const auto& change) {
        LineLayer layer{.name = "walls", .lines = std::vector<Line>(3)};
        change(layer);
        expect_layer_refused(layer, {"cannot draw line layer \"walls\"", words});
    };
    refused("width is 0, expected more than 0", [](LineLayer& layer) { layer.width = 0; });
    refused("width is nan", [](LineLayer& layer) { layer.width = kNan; });
    refused("width is inf", [](LineLayer& layer) { layer.width = kInfinity; });
    refused("line 1 goes from (nan, 0, 0) to (0, 0, 0), expected finite",
            [](LineLayer& layer) { layer.lines[1].from[0] = kNan; });
    refused("line 2 goes from (0, 0, 0) to (0, 0, inf)",
            [](LineLayer& layer) { layer.lines[2].to[2] = kInfinity; });
    refused("line 0 has the colour (1, 1, 2, 1), expected 0 to 1 each",
            [](LineLayer& layer) { layer.lines[0].colour.b = 2; });
    refused("line 0 has the colour (1, 1, 1, nan)",
            [](LineLayer& layer) { layer.lines[0].colour.a = kNan; });
}

}  // namespace
}  // namespace starling::app
