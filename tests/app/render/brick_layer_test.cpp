// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "engine/draw/colour_map.h"
#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::BrickLayer;
using engine::Camera3;
using engine::DrawList;

using Vector = std::array<double, 3>;
using Field = std::function<double(double, double, double)>;  // value at a world position

class BrickLayerTest : public RenderTest {};

// Adds a brick that samples `field` at the centres of its cells, apron included.
void add_brick(BrickLayer& layer, const std::array<float, 3>& origin, const Field& field) {
    layer.origins.push_back(origin);
    for (int z = -1; z <= layer.edge; ++z) {
        for (int y = -1; y <= layer.edge; ++y) {
            for (int x = -1; x <= layer.edge; ++x) {
                layer.values.push_back(static_cast<float>(
                    field(origin[0] + (x + 0.5) * static_cast<double>(layer.cell),
                          origin[1] + (y + 0.5) * static_cast<double>(layer.cell),
                          origin[2] + (z + 0.5) * static_cast<double>(layer.cell))));
            }
        }
    }
}

BrickLayer smoke(int edge, float cell, float extinction) {
    return {.name = "smoke (kg/m3)",
            .edge = edge,
            .cell = cell,
            .origins = {},
            .values = {},
            .colour_map = "grey",
            .extinction = extinction};
}

DrawList look(const BrickLayer& layer) {
    DrawList list = stage();
    list.camera = deep_camera();
    add(list, layer);
    return list;
}

Image bare_sky() {
    DrawList list = stage();
    list.camera = deep_camera();
    auto renderer = Renderer::create(200, 100);
    Image image;
    EXPECT_TRUE((*renderer)->draw(list).ok() && (*renderer)->read(image).ok());
    return image;
}

// The ray through the middle of a pixel of deep_camera(): unit direction.
Vector ray_of(int x, int y) {
    const double dx = (x + 0.5 - 100) / 50, dy = (y + 0.5 - 50) / 50;
    const double length = std::sqrt(dx * dx + dy * dy + 1);
    return {dx / length, dy / length, -1 / length};
}

// Length of the ray from (0, 0, 5) inside of a box, between the clip planes.
double length_inside(const Vector& ray, const Vector& low, const Vector& high) {
    const Vector eye = {0, 0, 5};
    double from = 1 / -ray[2], to = 50 / -ray[2];
    for (int i = 0; i < 3; ++i) {
        const double a = (low[i] - eye[i]) / ray[i], b = (high[i] - eye[i]) / ray[i];
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    }
    return std::max(to - from, 0.0);
}

TEST_F(BrickLayerTest, LetsExpOfMinusItsOpticalDepthPass) {
    const Image bare = bare_sky();
    for (const double extinction : {0.05, 0.3, 2.0}) {
        for (const double value : {1.0, 0.5}) {
            BrickLayer layer = smoke(8, 0.5F, static_cast<float>(extinction));
            add_brick(layer, {-2, -2, -3}, [&](double, double, double) { return value; });
            const Image image = draw(look(layer));
            const int grey = static_cast<int>(std::lround(255 * value));
            for (int y = 2; y < 100; y += 5) {
                for (int x = 2; x < 200; x += 5) {
                    const double tau =
                        extinction * value * length_inside(ray_of(x, y), {-2, -2, -3}, {2, 2, 1});
                    const Pixel expected =
                        over(at(bare, x, y), {grey, grey, grey}, 1 - std::exp(-tau));
                    ASSERT_TRUE(near(at(image, x, y), expected, 2))
                        << "extinction " << extinction << " value " << value << " at " << x << ", "
                        << y << ": " << at(image, x, y) << " not " << expected;
                }
            }
        }
    }
}

// Along the axis of view through values that rise linearly: the same integral in fine steps.
TEST_F(BrickLayerTest, InterpolatesBetweenCentres) {
    BrickLayer layer = smoke(4, 1, 0.7F);
    const Field ramp = [](double, double, double z) { return 0.5 + 0.2 * z; };
    add_brick(layer, {-2, -2, -2}, ramp);
    const Image image = draw(look(layer)), bare = bare_sky();
    const Vector ray = ray_of(100, 50);
    double light = 0, passed = 1;
    const int steps = 10000;
    const double span = 4 / -ray[2] / steps;
    for (int i = 0; i < steps; ++i) {
        const double value = ramp(0, 0, 2 + ray[2] * span * (i + 0.5));
        const double pass = std::exp(-0.7 * value * span);
        light += passed * (1 - pass) * srgb_to_linear(static_cast<float>(value));
        passed *= pass;
    }
    const Pixel below = at(bare, 100, 50);
    const auto expected = [&](int part) {
        return passed * srgb_to_linear(static_cast<float>(part) / 255) + light;
    };
    const Pixel got = at(image, 100, 50);
    EXPECT_NEAR(srgb_to_linear(static_cast<float>(got.red) / 255), expected(below.red), 0.008);
    EXPECT_NEAR(srgb_to_linear(static_cast<float>(got.blue) / 255), expected(below.blue), 0.008);
}

// Without the apron there would be seams between them.
TEST_F(BrickLayerTest, ManyBricksLookLikeOneLargeOne) {
    const Field waves = [](double x, double y, double z) {
        return 0.5 + 0.45 * std::sin(2 * x + z) * std::cos(1.5 * y - 0.7 * z);
    };
    BrickLayer large = smoke(16, 0.25F, 1.5F), small = smoke(4, 0.25F, 1.5F);
    large.colour_map = small.colour_map = "inferno";
    add_brick(large, {-2, -2, -3}, waves);
    for (int i = 0; i < 64; ++i) {
        add_brick(small,
                  {static_cast<float>(i % 4 - 2), static_cast<float>(i / 4 % 4 - 2),
                   static_cast<float>(i / 16 - 3)},
                  waves);
    }
    const Image one = draw(look(large)), many = draw(look(small));
    for (int y = 0; y < 100; ++y) {
        for (int x = 0; x < 200; ++x) {
            ASSERT_TRUE(near(at(one, x, y), at(many, x, y), 3))
                << x << ", " << y << ": " << at(one, x, y) << at(many, x, y);
        }
    }
}

TEST_F(BrickLayerTest, RaysAlongAFaceBetweenBricksAreNotLost) {
    BrickLayer layer = smoke(2, 1, 0.3F);
    for (const float x : {-2.0F, 0.0F}) {
        for (const float y : {-2.0F, 0.0F}) {
            add_brick(layer, {x, y, -1}, [](double, double, double) { return 1.0; });
        }
    }
    // An odd number of pixels: the middle ones look straight along the faces x = 0 and y = 0.
    const Image image = draw(look(layer), 201, 101);
    for (int i = -15; i <= 15; ++i) {
        EXPECT_TRUE(near(at(image, 100, 50 + i), at(image, 102, 50 + i), 3)) << i;
        EXPECT_TRUE(near(at(image, 100 + i, 50), at(image, 100 + i, 52), 3)) << i;
    }
}

TEST_F(BrickLayerTest, WhereThereIsNoBrickTheSkyIsSeen) {
    const Image bare = bare_sky();
    BrickLayer layer = smoke(4, 0.5F, 50);
    const Field full = [](double, double, double) { return 1; };
    add_brick(layer, {-4, -1, -1}, full);
    add_brick(layer, {2, -1, -1}, full);
    const Image image = draw(look(layer));
    EXPECT_EQ(at(image, 100, 50), at(bare, 100, 50));
    EXPECT_TRUE(near(at(image, 70, 50), Pixel{255, 255, 255}, 1));
    EXPECT_TRUE(near(at(image, 130, 50), Pixel{255, 255, 255}, 1));
    EXPECT_EQ(at(image, 70, 20), at(bare, 70, 20));
    EXPECT_EQ(draw(look(smoke(4, 1, 1))).rgba, bare.rgba) << "a layer of no bricks";
}

TEST_F(BrickLayerTest, TheNearHideTheFarWhateverTheirOrder) {
    // Twelve cubes in a row, each denser and lighter than those behind.
    std::vector<int> order;
    for (int i = 0; i < 12; ++i) order.push_back((5 * i) % 12);
    const auto row = [&](bool shuffled, bool backwards) {
        BrickLayer layer = smoke(2, 0.5F, 100);
        for (int i = 0; i < 12; ++i) {
            const int k = shuffled ? order[static_cast<std::size_t>(i)] : i;
            const double value = 0.2 + 0.8 * (backwards ? 11 - k : k) / 11;
            add_brick(layer, {-0.5F, -0.5F, static_cast<float>(k - 9)},
                      [value](double, double, double) { return value; });
        }
        return draw(look(layer));
    };
    const Image image = row(false, false);
    EXPECT_TRUE(near(at(image, 100, 50), Pixel{255, 255, 255}, 3)) << at(image, 100, 50);
    EXPECT_TRUE(near(at(row(false, true), 100, 50), Pixel{51, 51, 51}, 3));
    EXPECT_EQ(row(true, false).rgba, image.rgba);
}

TEST_F(BrickLayerTest, TheOrderFollowsTheCamera) {
    BrickLayer layer = smoke(2, 0.5F, 100);
    add_brick(layer, {-0.5F, -0.5F, 0}, [](double, double, double) { return 1.0; });
    add_brick(layer, {-0.5F, -0.5F, -1}, [](double, double, double) { return 0.4; });
    DrawList list = look(layer);
    const auto renderer = make(200, 100);
    EXPECT_TRUE(near(at(draw(*renderer, list), 100, 50), Pixel{255, 255, 255}, 2));
    Camera3 behind = deep_camera();
    behind.eye[2] = -5;
    list.camera = behind;
    EXPECT_TRUE(near(at(draw(*renderer, list), 100, 50), Pixel{102, 102, 102}, 2));
}

TEST_F(BrickLayerTest, IsSeenFromInsideAndCutOffByTheClipPlanes) {
    const Image bare = bare_sky();
    const double extinction = 0.2;
    BrickLayer around = smoke(4, 2, static_cast<float>(extinction));  // z from -1 to 7
    add_brick(around, {-4, -4, -1}, [](double, double, double) { return 1.0; });
    BrickLayer deep = smoke(4, 25, static_cast<float>(extinction / 20));  // z from -97 to 3
    add_brick(deep, {-50, -50, -97}, [](double, double, double) { return 1.0; });
    for (const auto& [layer, low, high, sigma] :
         {std::tuple{around, Vector{-4, -4, -1}, Vector{4, 4, 7}, extinction},
          {deep, Vector{-50, -50, -97}, Vector{50, 50, 3}, extinction / 20}}) {
        const Image image = draw(look(layer));
        for (int y = 1; y < 100; y += 7) {
            for (int x = 1; x < 200; x += 7) {
                const double tau = sigma * length_inside(ray_of(x, y), low, high);
                const Pixel expected = over(at(bare, x, y), {255, 255, 255}, 1 - std::exp(-tau));
                ASSERT_TRUE(near(at(image, x, y), expected, 2))
                    << x << ", " << y << ": " << at(image, x, y) << " not " << expected;
            }
        }
    }
}

TEST_F(BrickLayerTest, LowIsClearAndBeyondHighIsLikeHigh) {
    const Image bare = bare_sky();
    const auto block = [](double value) {
        BrickLayer layer = smoke(2, 1, 0.5F);
        layer.low = 300;
        layer.high = 400;
        add_brick(layer, {-1, -1, -1}, [value](double, double, double) { return value; });
        return draw(look(layer));
    };
    EXPECT_EQ(block(300).rgba, bare.rgba);
    EXPECT_EQ(block(-5000).rgba, bare.rgba);
    EXPECT_NE(block(310).rgba, bare.rgba);
    EXPECT_EQ(block(400).rgba, block(1e6).rgba);
}

TEST_F(BrickLayerTest, GlowsInTheColourOfItsValue) {
    for (const engine::ColourMap& map : engine::colour_maps()) {
        BrickLayer layer = smoke(2, 1, 1000);
        layer.colour_map = map.name;
        add_brick(layer, {-1, -1, -1}, [](double, double, double) { return 0.6; });
        EXPECT_TRUE(near(at(draw(look(layer)), 100, 50), map.colours[153], 2)) << map.name;
    }
}

// More bricks than one column of the texture holds.
TEST_F(BrickLayerTest, EachOfThousandsShowsItsOwnValues) {
    BrickLayer layer = smoke(1, 0.2F, 1000);
    const auto value_of = [](int i) { return 0.1 + 0.9 * ((37 * i) % 101) / 100; };
    for (int i = 0; i < 5000; ++i) {
        add_brick(layer,
                  {static_cast<float>(-10 + 0.2 * (i % 100)),
                   static_cast<float>(-5 + 0.2 * (i / 100)), -0.2F},
                  [&](double, double, double) { return value_of(i); });
    }
    const Image image = draw(look(layer), 800, 400);  // 8 px a brick
    for (int i = 0; i < 5000; ++i) {
        const int grey = static_cast<int>(std::lround(255 * value_of(i)));
        const Pixel got = at(image, 8 * (i % 100) + 4, 8 * (i / 100) + 4);
        ASSERT_TRUE(near(got, Pixel{grey, grey, grey}, 2)) << i << ": " << got << " not " << grey;
    }
}

// A point inside of the medium is seen through the part before it; what its softened rim or its
// opacity leaves free shows the whole medium.
TEST_F(BrickLayerTest, CoversLinesAndPointsByWhatLiesBeforeThem) {
    const Image bare = bare_sky();
    const double extinction = 0.4;
    const Pixel red{255, 0, 0}, white{255, 255, 255};
    for (const float z : {2.5F, 0.0F, -1.5F, -4.0F}) {
        for (const float opacity : {1.0F, 0.75F, 0.25F}) {
            SCOPED_TRACE(z);
            SCOPED_TRACE(opacity);
            BrickLayer layer = smoke(4, 1, static_cast<float>(extinction));  // z from -3 to 1
            add_brick(layer, {-2, -2, -3}, [](double, double, double) { return 1.0; });
            DrawList points = look(layer), lines = look(layer);
            const engine::Rgba colour{1, 0, 0, opacity};
            add(points,
                engine::PointLayer{
                    .name = {}, .points = {{.x = 0, .y = 0, .z = z, .size = 9, .colour = colour}}});
            add(lines, engine::LineLayer{
                           .name = {}, .width = 9, .lines = {{{-1, 0, z}, {1, 0, z}, colour}}});
            const Vector ray = ray_of(100, 50), low = {-2, -2, -3}, high = {2, 2, 1};
            const double whole = length_inside(ray, low, high);
            const double before = std::clamp(1.0 - z, 0.0, 4.0) / -ray[2];
            const Pixel medium = over(at(bare, 100, 50), white, 1 - std::exp(-extinction * whole));
            const Pixel thing = over(red, white, 1 - std::exp(-extinction * before));
            const Pixel expected = over(medium, thing, opacity);
            for (const DrawList& list : {points, lines}) {
                const Image image = draw(list);
                EXPECT_TRUE(near(at(image, 100, 50), expected, 3))
                    << at(image, 100, 50) << " not " << expected;
            }
        }
    }
}

TEST_F(BrickLayerTest, AFaintThingBeforeDoesNotTakeTheCoverFromASolidOneBehind) {
    BrickLayer layer = smoke(4, 1, 0.4F);  // z from -3 to 1
    add_brick(layer, {-2, -2, -3}, [](double, double, double) { return 1.0; });
    DrawList list = look(layer);
    add(list,
        engine::PointLayer{
            .name = {}, .points = {{.x = 0, .y = 0, .z = -2, .size = 9, .colour = {1, 0, 0, 1}}}});
    add(list, engine::LineLayer{
                  .name = {}, .width = 9, .lines = {{{-1, 0, 2}, {1, 0, 2}, {0, 0, 1, 0.25F}}}});
    const double tau = 0.4 * 3 / -ray_of(100, 50)[2];
    const Pixel things = over({255, 0, 0}, {0, 0, 255}, 0.25);
    const Pixel expected = over(things, {255, 255, 255}, 1 - std::exp(-tau));
    const Pixel got = at(draw(list), 100, 50);
    EXPECT_TRUE(near(got, expected, 3)) << got << " not " << expected;
}

TEST_F(BrickLayerTest, ALineThroughItFadesWithTheDepth) {
    BrickLayer layer = smoke(4, 1, 0.6F);  // black, for its values are low; z from -3 to 1
    layer.low = -1e6F;
    layer.high = 1e6F;
    layer.colour_map = "balance";
    add_brick(layer, {-2, -2, -3}, [](double, double, double) { return 1e6; });
    DrawList list = look(layer);
    // From before the brick at the left to behind it at the right.
    add(list, engine::LineLayer{.name = {}, .width = 3, .lines = {{{-1, 0, 2}, {2, 0, -4}, {}}}});
    const Image image = draw(list);
    double last = 2;
    for (const double t : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
        const double distance = 5 - (2 - 6 * t), x = -1 + 3 * t;
        const double here = light(at(image, 100 + 50 * x / distance, 50));
        EXPECT_LT(here, last - (t > 0.2 ? 0.02 : -0.001)) << t;
        last = here;
    }
}

TEST_F(BrickLayerTest, RefusesWhatCannotBeDrawn) {
    const auto refused = [](const std::string& words, const auto& change) {
        BrickLayer layer = smoke(2, 1, 1);
        for (const float x : {0.0F, 2.0F}) {
            add_brick(layer, {x, 0, 0}, [](double, double, double) { return 0.5; });
        }
        change(layer);
        DrawList list = look(layer);
        expect_refused(list, {"cannot draw brick layer \"smoke (kg/m3)\"", words});
    };
    refused("edge is 0 cells, expected 1 to ", [](BrickLayer& layer) { layer.edge = 0; });
    refused("edge is 1000000 cells", [](BrickLayer& layer) { layer.edge = 1'000'000; });
    refused("cell is 0, expected more than 0", [](BrickLayer& layer) { layer.cell = 0; });
    refused("cell is nan", [](BrickLayer& layer) { layer.cell = kNan; });
    refused("there are 127 values, expected 128 for 2 bricks of (2 + 2)^3",
            [](BrickLayer& layer) { layer.values.pop_back(); });
    refused("there are 128 values, expected 192",
            [](BrickLayer& layer) { layer.origins.push_back({}); });
    refused("brick 1 is at (nan, 0, 0), expected finite",
            [](BrickLayer& layer) { layer.origins[1][0] = kNan; });
    refused("value 6 of brick 1 is nan, expected finite",
            [](BrickLayer& layer) { layer.values[70] = kNan; });
    refused("value 0 of brick 0 is inf", [](BrickLayer& layer) { layer.values[0] = kInfinity; });
    refused("go from 2 to 1, expected finite", [](BrickLayer& layer) { layer.low = 2; });
    refused("go from 0 to nan", [](BrickLayer& layer) { layer.high = kNan; });
    refused("colour_map is \"\", expected one of viridis",
            [](BrickLayer& layer) { layer.colour_map = ""; });
    refused("extinction is -1, expected 0 or more",
            [](BrickLayer& layer) { layer.extinction = -1; });
    refused("extinction is inf", [](BrickLayer& layer) { layer.extinction = kInfinity; });
}

TEST_F(BrickLayerTest, RefusesMoreBricksThanATextureHolds) {
    BrickLayer layer = smoke(1022, 1, 1);  // two along each axis of the smallest texture there is
    layer.origins.resize(5000);
    expect_refused(look(layer), {"there are 5000 bricks, expected ", "of 1022^3 cells at most"});
}

TEST_F(BrickLayerTest, RefusesACameraOfAnotherSpace) {
    for (const engine::Camera& camera :
         {engine::Camera{engine::FitCamera{}}, engine::Camera{engine::Camera2{}}}) {
        DrawList list = look(smoke(2, 1, 1));
        list.camera = camera;
        expect_refused(
            list, {"brick layer \"smoke (kg/m3)\"", "looks onto a plane", "expected a Camera3"});
    }
}

}  // namespace
}  // namespace starling::app
