// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/draw/colour_map.h"
#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::DrawList;
using engine::FieldLayer;

class FieldLayerTest : public RenderTest {};

// 4 x 2 cells of 49 x 49 pixels in a picture of 196 x 98: pixel (24, 24) has its centre in the
// middle of the first cell.
constexpr int kWidth = 196, kHeight = 98, kCell = 49;
constexpr float kValues[] = {0.0F, 0.2F, 0.9F, 0.5F, 1.0F, 0.3F, 0.1F, 0.7F};

FieldLayer field() {
    return {.name = "density (kg/m3)",
            .width = 4,
            .height = 2,
            .values = {std::begin(kValues), std::end(kValues)},
            .place = {0, 0, 4, 2},
            .colour_map = "grey"};
}

DrawList field_stage() {
    DrawList list;
    list.world = {0, 0, 4, 2};
    return list;
}

Image draw_field(const FieldLayer& layer) {
    DrawList list = field_stage();
    add(list, layer);
    Result<std::unique_ptr<Renderer>> renderer = Renderer::create(kWidth, kHeight);
    Image image;
    EXPECT_TRUE((*renderer)->draw(list).ok());
    EXPECT_TRUE((*renderer)->read(image).ok());
    return image;
}

Pixel grey(double value) {
    const int part = static_cast<int>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    return {part, part, part};
}

TEST_F(FieldLayerTest, ShowsEachValueAtTheCentreOfItsCell) {
    for (const engine::ColourMap& map : engine::colour_maps()) {
        FieldLayer layer = field();
        layer.colour_map = map.name;
        const Image image = draw_field(layer);
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < 4; ++column) {
                const double value = kValues[4 * row + column];
                const Pixel got = at(image, 24 + kCell * column, 24 + kCell * row);
                EXPECT_TRUE(
                    near(got, map.colours[static_cast<std::size_t>(std::lround(255 * value))], 2))
                    << map.name << " " << value << ": " << got;
            }
        }
    }
}

// Bilinear interpolation of the values in double precision, held at the outer centres.
TEST_F(FieldLayerTest, InterpolatesLinearlyBetweenCentres) {
    const Image image = draw_field(field());
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const double cx = std::clamp((x + 0.5) / kCell - 0.5, 0.0, 3.0);
            const double cy = std::clamp((y + 0.5) / kCell - 0.5, 0.0, 1.0);
            const int column = std::min(static_cast<int>(cx), 2);
            const double sx = cx - column;
            const float* low = kValues + column;
            const double below = (1 - sx) * low[0] + sx * low[1];
            const double above = (1 - sx) * low[4] + sx * low[5];
            const Pixel expected = grey((1 - cy) * below + cy * above);
            ASSERT_TRUE(near(at(image, x, y), expected, 1))
                << x << ", " << y << ": " << at(image, x, y) << " not " << expected;
        }
    }
}

TEST_F(FieldLayerTest, TheTwoEndsOfTheColourMapAreLowAndHigh) {
    FieldLayer layer = field();
    for (float& value : layer.values) value = 1000 + 50 * value;
    layer.low = 1010;
    layer.high = 1040;
    const Image image = draw_field(layer);
    for (int column = 0; column < 4; ++column) {
        const Pixel expected = grey((50 * kValues[column] - 10) / 30);
        EXPECT_TRUE(near(at(image, 24 + kCell * column, 24), expected, 1)) << column;
    }
}

TEST_F(FieldLayerTest, LetsTheSkyThroughByItsOpacity) {
    DrawList list = field_stage();
    const Image bare = draw(list, kWidth, kHeight);
    FieldLayer layer = field();
    for (const float opacity : {0.0F, 0.3F, 1.0F}) {
        layer.opacity = opacity;
        const Image image = draw_field(layer);
        for (int column = 0; column < 4; ++column) {
            const int x = 24 + kCell * column;
            const Pixel expected = over(at(bare, x, 24), grey(kValues[column]), opacity);
            EXPECT_TRUE(near(at(image, x, 24), expected, 2)) << opacity << " " << column;
        }
    }
}

TEST_F(FieldLayerTest, LowValuesFadeOutIfAsked) {
    DrawList list = field_stage();
    const Image bare = draw(list, kWidth, kHeight);
    FieldLayer layer = field();
    layer.fade_low = true;
    layer.opacity = 0.8F;
    const Image image = draw_field(layer);
    for (int column = 0; column < 4; ++column) {
        const int x = 24 + kCell * column;
        const double t = kValues[column];
        const Pixel expected = over(at(bare, x, 24), grey(t), 0.8 * t * (2 - t));
        EXPECT_TRUE(near(at(image, x, 24), expected, 2)) << column;
    }
}

TEST_F(FieldLayerTest, CoversItsPlaceAndNothingElse) {
    DrawList list = stage();
    const Image bare = draw(list);
    add(list, FieldLayer{.name = {},
                         .width = 1,
                         .height = 1,
                         .values = {1},
                         .place = {20, 10.25F, 50.5F, 40},
                         .colour_map = "grey"});
    const Image image = draw(list);
    for (int x = 0; x < 200; ++x) {
        for (int y = 0; y < 100; ++y) {
            const double share = std::clamp(50.5 - x, 0.0, 1.0) * (x >= 20 ? 1 : 0) *
                                 std::clamp(y + 1 - 10.25, 0.0, 1.0) * (y < 40 ? 1 : 0);
            const Pixel expected = over(at(bare, x, y), {255, 255, 255}, share);
            ASSERT_TRUE(near(at(image, x, y), expected, share > 0 && share < 1 ? 2 : 0))
                << x << ", " << y << ": " << at(image, x, y) << " not " << expected;
        }
    }
}

TEST_F(FieldLayerTest, OfCellsSmallerThanPixelsShowsTheirMean) {
    FieldLayer layer{.name = {},
                     .width = 2 * kWidth,
                     .height = 2 * kHeight,
                     .values = {},
                     .place = {0, 0, 4, 2},
                     .colour_map = "grey"};
    for (int y = 0; y < layer.height; ++y) {
        for (int x = 0; x < layer.width; ++x) {
            layer.values.push_back(static_cast<float>((x + y) % 2));
        }
    }
    const Image image = draw_field(layer);
    for (int y = 0; y < kHeight; y += 7) {
        for (int x = 0; x < kWidth; x += 7) {
            EXPECT_TRUE(near(at(image, x, y), grey(0.5), 2)) << at(image, x, y);
        }
    }
}

TEST_F(FieldLayerTest, FollowsTheCamera) {
    DrawList list = field_stage();
    list.camera = Camera2{.x = 2.5, .y = 0.5, .height = 1};  // one cell fills the height
    add(list, field());
    const Image image = draw(list, 198, 99);
    EXPECT_TRUE(near(at(image, 99, 49), grey(0.9), 2)) << at(image, 99, 49);
    EXPECT_TRUE(near(at(image, 0, 49), grey(0.2), 2)) << at(image, 0, 49);
    EXPECT_TRUE(near(at(image, 197, 49), grey(0.5), 2)) << at(image, 197, 49);
}

TEST_F(FieldLayerTest, LieInTheOrderOfTheListUnderEverythingElse) {
    DrawList list = stage();
    add_pigeons(list, {{.x = 100, .y = 50, .tone = 1}}, 40);
    add(list, engine::CellLayer{.name = {}, .cells = {{20, 20, 180, 90}}});
    const auto flat = [](float value) {
        return FieldLayer{.name = {},
                          .width = 1,
                          .height = 1,
                          .values = {value},
                          .place = {0, 0, 200, 100},
                          .colour_map = "grey"};
    };
    add(list, flat(1));
    add(list, flat(0.5F));
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 40, 40), grey(0.5), 1));
    EXPECT_TRUE(near(at(image, 106, 50), dusk().ramps[0].body[2], 24));
    EXPECT_TRUE(near(at(image, 20, 40), over(grey(0.5), pixel(dusk().cell_levels[0]), 0.7), 2));
}

TEST_F(FieldLayerTest, AnotherObjectInTheNextFrameIsAnotherField) {
    const auto renderer = make(kWidth, kHeight);
    DrawList list = field_stage(), other = field_stage();
    add(list, field());
    FieldLayer changed = field();
    std::fill(changed.values.begin(), changed.values.end(), 1.0F);
    add(other, changed);
    const Image first = draw(*renderer, list);
    EXPECT_TRUE(near(at(draw(*renderer, other), 24, 24), grey(1), 1));
    EXPECT_EQ(draw(*renderer, list).rgba, first.rgba);
}

TEST_F(FieldLayerTest, RefusesWhatCannotBeDrawn) {
    const auto refused = [](const std::string& words, const auto& change) {
        FieldLayer layer = field();
        change(layer);
        expect_layer_refused(layer, {"cannot draw field layer \"density (kg/m3)\"", words});
    };
    refused("width is 0 cells, expected 1 to ", [](FieldLayer& layer) { layer.width = 0; });
    refused("height is -3 cells, expected 1 to ", [](FieldLayer& layer) { layer.height = -3; });
    refused("width is 10000000 cells", [](FieldLayer& layer) { layer.width = 10'000'000; });
    refused("there are 7 values, expected 8 for 4 x 2 cells",
            [](FieldLayer& layer) { layer.values.pop_back(); });
    refused("there are 9 values, expected 8", [](FieldLayer& layer) { layer.values.push_back(0); });
    refused("the value of cell (2, 1) is nan, expected finite",
            [](FieldLayer& layer) { layer.values[6] = kNan; });
    refused("the value of cell (0, 0) is -inf",
            [](FieldLayer& layer) { layer.values[0] = -kInfinity; });
    refused("place is (0, 0) to (nan, 2)", [](FieldLayer& layer) { layer.place.max_x = kNan; });
    refused("place is (4, 0) to (4, 2)", [](FieldLayer& layer) { layer.place.min_x = 4; });
    refused("place is (0, 3) to (4, 2)", [](FieldLayer& layer) { layer.place.min_y = 3; });
    refused("go from 1 to 1, expected finite numbers, the first the smaller",
            [](FieldLayer& layer) { layer.low = 1; });
    refused("go from nan to 1", [](FieldLayer& layer) { layer.low = kNan; });
    refused("go from 0 to inf", [](FieldLayer& layer) { layer.high = kInfinity; });
    refused("colour_map is \"jet\", expected one of viridis, inferno, grey, balance",
            [](FieldLayer& layer) { layer.colour_map = "jet"; });
    refused("opacity is 1.5, expected 0 to 1", [](FieldLayer& layer) { layer.opacity = 1.5F; });
    refused("opacity is nan", [](FieldLayer& layer) { layer.opacity = kNan; });
}

TEST_F(FieldLayerTest, RefusesACameraOfAnotherSpace) {
    DrawList list = stage();
    list.camera = deep_camera();
    add(list, field());
    expect_refused(
        list, {"field layer \"density (kg/m3)\"", "Camera3", "expected a FitCamera or a Camera2"});
}

}  // namespace
}  // namespace starling::app
