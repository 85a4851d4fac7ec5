// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::Camera3;
using engine::DrawList;
using engine::Point;
using engine::PointLayer;
using engine::Rgba;

constexpr double kPi = 3.14159265358979;
constexpr Rgba kRed{1, 0, 0, 1}, kGreen{0, 1, 0, 1}, kBlue{0, 0, 1, 1};

class PointLayerTest : public RenderTest {};

void add_points(DrawList& list, std::vector<Point> points) {
    add(list, PointLayer{.name = "wells", .points = std::move(points)});
}

TEST_F(PointLayerTest, LieWhereTheyAreInTheirColour) {
    DrawList list = stage();
    add_points(list, {{.x = 30.5F, .y = 20.5F, .size = 9, .colour = {0.2F, 0.4F, 0.6F, 1}},
                      {.x = 170.5F, .y = 90.5F, .size = 9, .colour = kRed}});
    const Image image = draw(list);
    for (const auto& [x, y] : {std::pair{30, 20}, {27, 20}, {33, 20}, {30, 17}, {30, 23}}) {
        EXPECT_TRUE(near(at(image, x, y), Pixel{51, 102, 153}, 1)) << at(image, x, y);
    }
    EXPECT_TRUE(near(at(image, 170, 90), Pixel{255, 0, 0}, 1));
    const Image bare = draw(stage());
    for (const auto& [x, y] : {std::pair{30, 80}, {36, 20}, {30, 26}, {34, 24}, {100, 50}}) {
        EXPECT_EQ(at(image, x, y), at(bare, x, y)) << x << ", " << y;
    }
}

// A disc whose rim falls from 1 to 0 over one pixel covers pi (r² + 1/12) pixels.
TEST_F(PointLayerTest, CoverADiscOfTheirDiameterWhateverTheirPlaceBetweenPixels) {
    const Image bare = draw(stage());
    for (const float size : {1.5F, 3.0F, 8.0F, 31.0F}) {
        for (const float off : {0.0F, 0.3F, 0.5F}) {
            SCOPED_TRACE(size);
            DrawList list = stage();
            add_points(list, {{.x = 100 + off, .y = 50 + off / 2, .size = size, .colour = {}}});
            const double disc = kPi * (size * size / 4 + 1.0 / 12);
            EXPECT_NEAR(covered(draw(list), bare, {255, 255, 255}), disc, 0.03 * disc + 0.1);
        }
    }
}

TEST_F(PointLayerTest, OfLessThanAPixelAreFainterNotSmaller) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_points(list, {{.x = 100.5F, .y = 50.5F, .size = 0.75F, .colour = {}}});
    const double disc = kPi * (0.75 * 0.75 + 1.0 / 12);  // of diameter 1.5
    EXPECT_NEAR(covered(draw(list), bare, {255, 255, 255}), disc / 4, 0.02);
}

TEST_F(PointLayerTest, AreRound) {
    DrawList list = stage();
    const Image bare = draw(list);
    add_points(list, {{.x = 100.5F, .y = 50.5F, .size = 21, .colour = {}}});
    const Image image = draw(list);
    for (int dy = -20; dy <= 20; ++dy) {
        for (int dx = -20; dx <= 20; ++dx) {
            const Pixel got = at(image, 100 + dx, 50 + dy);
            const double away = std::hypot(dx, dy);
            if (away <= 10) {
                EXPECT_EQ(got, (Pixel{255, 255, 255})) << dx << ", " << dy;
            } else if (away >= 11) {
                EXPECT_EQ(got, at(bare, 100 + dx, 50 + dy)) << dx << ", " << dy;
            }
            if (away >= 11) continue;
            EXPECT_TRUE(near(got, at(image, 100 + dy, 50 + dx), 3)) << dx << ", " << dy;
            EXPECT_TRUE(near(got, at(image, 100 - dx, 50 + dy), 3)) << dx << ", " << dy;
        }
    }
}

TEST_F(PointLayerTest, KeepTheirSizeWhenTheCameraComesCloser) {
    DrawList list = stage();
    add_points(list, {{.x = 30, .y = 20, .size = 12, .colour = {}}});
    for (const double height : {100.0, 10.0, 0.01}) {
        list.camera = Camera2{.x = 30, .y = 20, .height = height};
        const Image image = draw(list);
        EXPECT_TRUE(near(at(image, 100, 50), Pixel{255, 255, 255}, 0));
        EXPECT_GT(light(at(image, 105, 50)), 0.9);
        EXPECT_LT(light(at(image, 107, 50)), 0.1);
    }
}

TEST_F(PointLayerTest, LieInTheOrderOfTheListAndOfTheLayer) {
    DrawList list = stage();
    add_points(list, {{.x = 50, .y = 50, .size = 20, .colour = kRed},
                      {.x = 55, .y = 50, .size = 20, .colour = kGreen}});
    add_points(list, {{.x = 60, .y = 50, .size = 20, .colour = kBlue}});
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 43, 50), Pixel{255, 0, 0}, 1));
    EXPECT_TRUE(near(at(image, 48, 50), Pixel{0, 255, 0}, 1));
    EXPECT_TRUE(near(at(image, 54, 50), Pixel{0, 0, 255}, 1));
}

TEST_F(PointLayerTest, MixInLinearLight) {
    DrawList list = stage();
    add_points(list, {{.x = 50, .y = 50, .size = 20, .colour = kRed}});
    add_points(list, {{.x = 50, .y = 50, .size = 20, .colour = {0, 1, 0, 0.25F}}});
    EXPECT_TRUE(near(at(draw(list), 50, 50), over({255, 0, 0}, {0, 255, 0}, 0.25), 1));
}

TEST_F(PointLayerTest, LieOverLinesAndUnderDarts) {
    DrawList list = stage();
    add_pigeons(list, {{.x = 50, .y = 50, .tone = 1}}, 30);
    add_points(list, {{.x = 50, .y = 50, .size = 60, .colour = kRed}});
    add(list,
        engine::LineLayer{.name = {}, .width = 4, .lines = {{{0, 60, 0}, {200, 60, 0}, kBlue}}});
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 55, 50), dusk().ramps[0].body[2], 24)) << at(image, 55, 50);
    EXPECT_TRUE(near(at(image, 65, 60), Pixel{255, 0, 0}, 1));
    EXPECT_TRUE(near(at(image, 120, 60), Pixel{0, 0, 255}, 1));
}

TEST_F(PointLayerTest, StandInPerspectiveWhereWorkedOutByHand) {
    DrawList list = stage();
    list.camera = deep_camera();
    // At distance d from the eye a unit takes 50 / d pixels.
    add_points(list, {{.x = 3, .y = 2, .z = 0, .size = 9, .colour = kRed},        // (30, 20) px
                      {.x = -3, .y = 1, .z = 3, .size = 9, .colour = kGreen},     // (-75, 25)
                      {.x = 9, .y = -9, .z = -10, .size = 9, .colour = kBlue}});  // (30, -30)
    const Image image = draw(list);
    for (const auto& [x, y, colour] : {std::tuple{130, 70, Pixel{255, 0, 0}},
                                       {25, 75, Pixel{0, 255, 0}},
                                       {130, 20, Pixel{0, 0, 255}}}) {
        for (const int off : {-4, 3}) {
            EXPECT_TRUE(near(at(image, x + off, y), colour, 60)) << at(image, x + off, y);
            EXPECT_TRUE(near(at(image, x, y + off), colour, 60)) << at(image, x, y + off);
        }
        EXPECT_LT(light(at(image, x + 6, y)), 0.1) << "larger than its size";
        EXPECT_LT(light(at(image, x - 6, y)), 0.1);
    }
}

TEST_F(PointLayerTest, InPerspectiveTheNearCoverTheFarWhateverTheirOrder) {
    const Point near_one{.x = 0, .y = 0, .z = 1, .size = 20, .colour = kRed};
    const Point far_one{.x = 0, .y = 0, .z = -1, .size = 30, .colour = kBlue};
    DrawList one = stage(), other = stage();
    one.camera = other.camera = deep_camera();
    add_points(one, {near_one, far_one});
    add_points(other, {far_one, near_one});
    const Image image = draw(one);
    EXPECT_EQ(image.rgba, draw(other).rgba);
    EXPECT_TRUE(near(at(image, 100, 50), Pixel{255, 0, 0}, 1));
    EXPECT_TRUE(near(at(image, 112, 50), Pixel{0, 0, 255}, 1));

    // The same layer seen from behind.
    const auto renderer = make(200, 100);
    draw(*renderer, one);
    Camera3 behind = deep_camera();
    behind.eye[2] = -5;
    one.camera = behind;
    EXPECT_TRUE(near(at(draw(*renderer, one), 100, 50), Pixel{0, 0, 255}, 1));

    // … and from the front again, then flat: in the order of the layer.
    one.camera = deep_camera();
    EXPECT_EQ(draw(*renderer, one).rgba, image.rgba);
    one.camera = Camera2{.x = 0, .y = 0, .height = 10};
    EXPECT_TRUE(near(at(draw(*renderer, one), 100, 50), Pixel{0, 0, 255}, 1));
    other.camera = one.camera;
    EXPECT_TRUE(near(at(draw(*renderer, other), 100, 50), Pixel{255, 0, 0}, 1));
}

TEST_F(PointLayerTest, InPerspectiveTheNearHideTheFarOfOtherLayersAndLines) {
    DrawList list = stage();
    list.camera = deep_camera();
    add_points(list, {{.x = 0, .y = 0, .z = 1, .size = 20, .colour = kRed}});
    add_points(list, {{.x = 0, .y = 0, .z = -1, .size = 40, .colour = kBlue}});
    add(list,
        engine::LineLayer{.name = {}, .width = 6, .lines = {{{-3, 0, 0}, {3, 0, 0}, kGreen}}});
    add(list, engine::LineLayer{.name = {}, .width = 6, .lines = {{{0, -3, 2}, {0, 3, 2}, {}}}});
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 106, 50), Pixel{255, 0, 0}, 1)) << "point before line and point";
    EXPECT_TRUE(near(at(image, 115, 50), Pixel{0, 255, 0}, 1)) << "line before point";
    EXPECT_TRUE(near(at(image, 112, 60), Pixel{0, 0, 255}, 1)) << "the far point";
    EXPECT_TRUE(near(at(image, 100, 50), Pixel{255, 255, 255}, 1)) << "line before all";
}

TEST_F(PointLayerTest, BehindTheEyeOrBeyondTheClipPlanesAreNotSeen) {
    DrawList list = stage();
    list.camera = deep_camera();
    const Image bare = draw(list);
    add_points(list, {{.x = 0, .y = 0, .z = 6, .size = 20, .colour = {}},      // behind the eye
                      {.x = 0, .y = 0, .z = 4.5F, .size = 20, .colour = {}},   // before near
                      {.x = 0, .y = 0, .z = -46, .size = 20, .colour = {}}});  // behind far
    EXPECT_EQ(draw(list).rgba, bare.rgba);
}

TEST_F(PointLayerTest, ALayerThatStaysTheSameObjectLooksTheSameInEveryFrame) {
    const auto renderer = make(200, 100);
    DrawList list = stage(), other = stage();
    add_points(list, {{.x = 50, .y = 50, .size = 20, .colour = kRed}});
    add_points(other, {{.x = 50, .y = 50, .size = 20, .colour = kBlue}});
    const Image first = draw(*renderer, list);
    EXPECT_TRUE(near(at(draw(*renderer, other), 50, 50), Pixel{0, 0, 255}, 1));
    EXPECT_EQ(draw(*renderer, list).rgba, first.rgba);
    EXPECT_EQ(draw(*renderer, list).rgba, first.rgba);
}

TEST_F(PointLayerTest, RefusesWhatCannotBeDrawn) {
    const auto refused = [](const std::string& words, const auto& change) {
        PointLayer layer{.name = "wells", .points = std::vector<Point>(3)};
        change(layer.points);
        expect_layer_refused(layer, {"cannot draw point layer \"wells\"", words});
    };
    refused("point 1 is at (nan, 0, 0), expected finite", [](auto& at) { at[1].x = kNan; });
    refused("point 2 is at (0, inf, 0)", [](auto& at) { at[2].y = kInfinity; });
    refused("point 0 is at (0, 0, nan)", [](auto& at) { at[0].z = kNan; });
    refused("point 1 has the size 0, expected more than 0", [](auto& at) { at[1].size = 0; });
    refused("point 1 has the size -2", [](auto& at) { at[1].size = -2; });
    refused("point 1 has the size nan", [](auto& at) { at[1].size = kNan; });
    refused("point 1 has the size inf", [](auto& at) { at[1].size = kInfinity; });
    refused("point 2 has the colour (1.5, 1, 1, 1), expected 0 to 1 each",
            [](auto& at) { at[2].colour.r = 1.5F; });
    refused("colour (1, -1, 1, 1)", [](auto& at) { at[2].colour.g = -1; });
    refused("colour (1, 1, nan, 1)", [](auto& at) { at[2].colour.b = kNan; });
    refused("colour (1, 1, 1, 2)", [](auto& at) { at[2].colour.a = 2; });
}

}  // namespace
}  // namespace starling::app
