// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::Camera3;
using engine::Dart;
using engine::DartLayer;
using engine::DrawList;

class DartLayerTest : public RenderTest {};

TEST_F(DartLayerTest, DartsAppearWhereTheyAreInTheColoursOfTheirRamp) {
    DrawList list = stage();
    add_pigeons(list, {{.x = 30, .y = 20, .tone = 0}, {.x = 100, .y = 80, .tone = 1}}, 24);
    add_predators(list, {{.x = 170, .y = 50, .tone = 0.5F}}, 24);
    const Image image = draw(list);
    ASSERT_EQ(image.width, 200);
    ASSERT_EQ(image.height, 100);
    // On the axis the fold's light and shade meet, so the body's own colour is seen.
    EXPECT_TRUE(near(at(image, 32, 20), dusk().ramps[0].body[0], 24));
    EXPECT_TRUE(near(at(image, 102, 80), dusk().ramps[0].body[2], 24));
    EXPECT_TRUE(near(at(image, 172, 50), dusk().ramps[1].body[1], 24));
    EXPECT_LT(light(at(image, 30, 80)), 0.05) << "y is upside down";
    EXPECT_LT(light(at(image, 65, 50)), 0.05) << "something where nothing is";
}

TEST_F(DartLayerTest, NoseIsAheadAndTailsAreBehindForEveryHeading) {
    const double length = 40;
    for (const double degrees : {0.0, 37.0, 90.0, 180.0, 251.0}) {
        SCOPED_TRACE(degrees);
        const double angle = degrees * 3.14159265358979 / 180;
        const double dx = std::cos(angle), dy = std::sin(angle);
        DrawList list = stage();
        add_pigeons(list,
                    {{.x = 100.5F,
                      .y = 50.5F,
                      .dir_x = static_cast<float>(dx),
                      .dir_y = static_cast<float>(dy),
                      .tone = 0.5F}},
                    static_cast<float>(length));
        const Image image = draw(list);
        const auto bright = [&](double ahead, double left) {
            return light(at(image, 100.5 + length * (ahead * dx - left * dy),
                            50.5 + length * (ahead * dy + left * dx))) > 0.3;
        };
        EXPECT_TRUE(bright(0.40, 0)) << "nose";
        EXPECT_TRUE(bright(-0.36, 0.29)) << "left tail";
        EXPECT_TRUE(bright(-0.36, -0.29)) << "right tail";
        EXPECT_FALSE(bright(-0.36, 0)) << "notch between the tails";
        EXPECT_FALSE(bright(0.40, 0.3)) << "beside the nose";
        EXPECT_FALSE(bright(0.40, -0.3)) << "beside the nose";
        EXPECT_FALSE(bright(0.8, 0)) << "ahead of the nose";
    }
}

TEST_F(DartLayerTest, MarkedLayersLieOnTopWhateverTheirPlaceInTheList) {
    const std::vector<Dart> here = {{.x = 100, .y = 50, .tone = 0.5F}};
    DrawList list = stage();
    add_predators(list, here, 30);
    add_pigeons(list, here, 30);
    const Image first = draw(list);
    std::swap(list.layers[0], list.layers[1]);
    const Image second = draw(list);
    EXPECT_TRUE(near(at(first, 104, 50), dusk().ramps[1].body[1], 24));
    EXPECT_EQ(first.rgba, second.rgba);
}

TEST_F(DartLayerTest, UnmarkedLayersLieInTheOrderOfTheList) {
    DrawList list = stage();
    add(list,
        DartLayer{
            .name = {}, .ramp = 1, .length = 30, .darts = {{.x = 100, .y = 50, .tone = 0.5F}}});
    add(list,
        DartLayer{
            .name = {}, .ramp = 0, .length = 30, .darts = {{.x = 100, .y = 50, .tone = 0.5F}}});
    EXPECT_TRUE(near(at(draw(list), 104, 50), dusk().ramps[0].body[1], 24));
    std::swap(list.layers[0], list.layers[1]);
    EXPECT_TRUE(near(at(draw(list), 104, 50), dusk().ramps[1].body[1], 24));
}

TEST_F(DartLayerTest, TwoLayersAreDrawnLikeOneThatHoldsBoth) {
    const Dart first{.x = 60, .y = 50, .tone = 0.2F}, second{.x = 64, .y = 52, .tone = 0.8F};
    DrawList one = stage(), two = stage();
    add_pigeons(one, {first, second}, 20);
    add_pigeons(two, {first}, 20);
    add_pigeons(two, {second}, 20);
    for (DrawList* list : {&one, &two}) {
        list->style.glow = 0.5F;
        add(*list, engine::TrailLayer{1});
    }
    EXPECT_EQ(draw(one).rgba, draw(two).rgba);
}

TEST_F(DartLayerTest, AMarkedDartOfAFewPixelsIsNotLostInACrowd) {
    DrawList list;
    list.world = {0, 0, 800, 400};
    std::vector<Dart> crowd;
    for (int i = 0; i < 20000; ++i) {
        crowd.push_back(
            {.x = static_cast<float>(i % 200) * 4, .y = static_cast<float>(i / 200) * 4});
    }
    add_pigeons(list, crowd, 4);
    add_predators(list, {{.x = 400, .y = 200, .tone = 0.5F}}, 4);
    const Image image = draw(list, 800, 400);
    EXPECT_TRUE(near(at(image, 401, 200), dusk().ramps[1].body[1], 24));
}

TEST_F(DartLayerTest, ADartOfAFewPixelsIsCrispAndOfTheRightSize) {
    DrawList list = stage();
    const Image empty = draw(list);
    add_pigeons(list, {{.x = 100.5F, .y = 50.5F, .tone = 1}}, 6);
    const Image image = draw(list);
    double covered = 0;
    const double body = light(Pixel{0xfd, 0xee, 0xd6});
    for (int y = 0; y < 100; ++y) {
        for (int x = 0; x < 200; ++x) {
            const double more = light(at(image, x, y)) - light(at(empty, x, y));
            covered += more / body;
            if (std::hypot(x + 0.5 - 100.5, y + 0.5 - 50.5) > 5) {
                EXPECT_NEAR(more, 0, 0.002) << "blur far from the dart, at " << x << ", " << y;
            }
        }
    }
    // Nose (0.55, 0), tails (-0.45, ±0.36), notch (-0.24, 0): area 0.36 * 0.79 of length squared.
    EXPECT_NEAR(covered, 0.36 * 0.79 * 36, 2.5);
    EXPECT_GT(light(at(image, 101, 50.5)), 0.8 * body) << "the middle is washed out";
}

TEST_F(DartLayerTest, EveryDartOfAnEmptySkyIsSeen) {
    // 10,000 darts on a grid: each cell of the picture must have become brighter.
    DrawList list;
    list.world = {0, 0, 800, 800};
    const Image empty = draw(list, 800, 800);
    std::vector<Dart> darts;
    for (int i = 0; i < 10000; ++i) {
        darts.push_back(
            {.x = static_cast<float>(i % 100) * 8 + 4, .y = static_cast<float>(i / 100) * 8 + 4});
    }
    add_pigeons(list, darts, 5);
    const Image image = draw(list, 800, 800);
    for (const Dart& dart : darts) {
        ASSERT_GT(light(at(image, dart.x, dart.y)), light(at(empty, dart.x, dart.y)) + 0.1)
            << dart.x << ", " << dart.y;
    }
}

TEST_F(DartLayerTest, ADartGrowsWithTheZoom) {
    DrawList list = stage();
    const Image empty = draw(list);
    add_pigeons(list, {{.x = 20, .y = 80, .tone = 1}}, 10);
    list.camera = Camera2{.x = 20, .y = 80, .height = 25};  // four times as close
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 104, 50), dusk().ramps[0].body[2], 24)) << "not in the middle";
    double covered = 0;
    for (int y = 0; y < 100; ++y) {
        for (int x = 0; x < 200; ++x) {
            if (light(at(image, x, y)) > 0.45) ++covered;
        }
    }
    EXPECT_NEAR(covered, 0.36 * 0.79 * 40 * 40, 30);
}

TEST_F(DartLayerTest, RefusesWhatCannotBeDrawn) {
    const auto refused = [](const std::string& words, const auto& change) {
        DartLayer layer{.name = "doves", .darts = {{}, {}, {}}};
        change(layer);
        expect_layer_refused(layer, {"dart layer \"doves\"", words});
    };
    refused("ramp is 2, expected 0 to 1", [](DartLayer& layer) { layer.ramp = 2; });
    refused("ramp is -1, expected 0 to 1", [](DartLayer& layer) { layer.ramp = -1; });
    refused("length is 0, expected more than 0", [](DartLayer& layer) { layer.length = 0; });
    refused("length is nan, expected more than 0", [](DartLayer& layer) { layer.length = kNan; });
    refused("length is inf", [](DartLayer& layer) { layer.length = kInfinity; });
    refused("dart 2 at (nan, 0)", [](DartLayer& layer) { layer.darts[2].x = kNan; });
    refused("dart 1 at (0, inf)", [](DartLayer& layer) { layer.darts[1].y = kInfinity; });
    refused("heading (nan, 0)", [](DartLayer& layer) { layer.darts[0].dir_x = kNan; });
    refused("heading (1, nan)", [](DartLayer& layer) { layer.darts[0].dir_y = kNan; });
    refused("tone nan", [](DartLayer& layer) { layer.darts[0].tone = kNan; });
}

}  // namespace
}  // namespace starling::app
