// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/view.h"

#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera;
using engine::Camera2;
using engine::Camera3;
using engine::DrawList;
using engine::Point;
using engine::PointLayer;

// Pixel of a place in a flat view, as the shaders work it out.
std::pair<float, float> pixel_of(const View& view, float x, float y) {
    return {(x - view.anchor_x) * view.world.scale + view.origin_x,
            (y - view.anchor_y) * view.world.scale + view.origin_y};
}

View view_of(const DrawList& list, int width, int height) {
    const Result<View> view = make_view(list, width, height);
    EXPECT_TRUE(view.ok()) << view.error().text;
    return view.ok() ? *view : View{};
}

TEST(View, TheFitCameraShowsTheWholeWorld) {
    DrawList list;
    list.world = {-10, 20, 1030, 820};  // 1040 x 800
    const View view = view_of(list, 1280, 720);
    EXPECT_TRUE(view.flat);
    EXPECT_FLOAT_EQ(pixel_of(view, -10, 20).first, 172);
    EXPECT_FLOAT_EQ(pixel_of(view, -10, 20).second, 0);
    EXPECT_FLOAT_EQ(pixel_of(view, 1030, 820).first, 1108);
    EXPECT_FLOAT_EQ(pixel_of(view, 1030, 820).second, 720);
}

TEST(View, Camera2HasItsPlaceInTheMiddleAndItsHeightFromSideToSide) {
    DrawList list;
    list.world = {0, 0, 100, 100};
    list.camera = Camera2{.x = 30, .y = 40, .height = 8};
    const View view = view_of(list, 320, 160);  // 20 px a unit
    EXPECT_FLOAT_EQ(pixel_of(view, 30, 40).first, 160);
    EXPECT_FLOAT_EQ(pixel_of(view, 30, 40).second, 80);
    EXPECT_FLOAT_EQ(pixel_of(view, 30, 44).second, 160);
    EXPECT_FLOAT_EQ(pixel_of(view, 22, 36).first, 0);
    EXPECT_FLOAT_EQ(pixel_of(view, 22, 36).second, 0);
    EXPECT_FLOAT_EQ(view.world.x0, 160 - 30 * 20);
    EXPECT_FLOAT_EQ(view.world.y1, 80 + 60 * 20);
}

TEST(View, PlacesFarFromTheOriginStayExact) {
    DrawList list;
    list.world = {0, 0, 1e6F, 1e6F};
    list.camera = Camera2{.x = 500'000.3, .y = 500'000.1, .height = 1};
    const View view = view_of(list, 100, 100);
    // 500000.5 is a float; from the camera 0.2 and 0.4 units of 100 px.
    const auto [x, y] = pixel_of(view, 500'000.5F, 500'000.5F);
    EXPECT_NEAR(x, 70, 0.01);
    EXPECT_NEAR(y, 90, 0.01);
}

class ViewTest : public RenderTest {};

DrawList everything() {
    DrawList list;
    list.world = {0, 0, 104, 80};
    list.margin = 5;
    list.style.glow = 0.5F;
    add_pigeons(list, {{.x = 20, .y = 30}, {.x = 80, .y = 60, .dir_x = 0, .dir_y = 1}}, 8);
    add_predators(list, {{.x = 60, .y = 20, .tone = 1}}, 8);
    add(list, engine::TrailLayer{1});
    add(list, PointLayer{.name = {}, .points = {{.x = 10, .y = 70, .size = 9, .colour = {}}}});
    add(list, engine::LineLayer{.name = {}, .lines = {{{10, 5, 0}, {100, 70, 0}, {}}}});
    add(list,
        engine::CellLayer{.name = {}, .filled = true, .cells = {{30.2F, 40.3F, 50.1F, 60.7F}}});
    add(list, engine::FieldLayer{.name = {},
                                 .width = 2,
                                 .height = 2,
                                 .values = {0, 0.3F, 0.6F, 1},
                                 .place = {60, 30, 90, 55}});
    return list;
}

TEST_F(ViewTest, Camera2ShowsTheSameAsFitCameraWhereItShowsTheSameRectangle) {
    for (const auto& [width, height, shown] :
         {std::tuple{260, 200, 80.0}, {320, 200, 80.0}, {200, 250, 104.0 * 250 / 200}}) {
        DrawList list = everything();
        const Image fit = draw(list, width, height);
        list.camera = Camera2{.x = 52, .y = 40, .height = shown};
        const Image free = draw(list, width, height);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                ASSERT_TRUE(near(at(fit, x, y), at(free, x, y), 1)) << x << ", " << y;
            }
        }
    }
}

TEST_F(ViewTest, PanningMovesThePictureByWholePixels) {
    DrawList list = everything();
    list.style.glow = 0;                                    // its surface has fewer pixels
    list.camera = Camera2{.x = 52, .y = 40, .height = 50};  // 4 px a unit
    const Image here = draw(list, 300, 200);
    list.camera = Camera2{.x = 57, .y = 38, .height = 50};
    const Image there = draw(list, 300, 200);
    for (int y = 8; y < 200; ++y) {
        for (int x = 20; x < 300; ++x) {
            // The dither and nothing else belongs to the pixel.
            ASSERT_TRUE(near(at(here, x, y - 8), at(there, x - 20, y), 2))
                << x << ", " << y << ": " << at(here, x, y - 8) << at(there, x - 20, y);
        }
    }
}

TEST_F(ViewTest, ZoomingKeepsTheMiddleAndMovesTheRest) {
    DrawList list = stage();
    add(list, PointLayer{.name = {},
                         .points = {{.x = 100.5F, .y = 50.5F, .size = 5, .colour = {1, 0, 0, 1}},
                                    {.x = 110.5F, .y = 45.5F, .size = 5, .colour = {0, 1, 0, 1}}}});
    for (const int zoom : {1, 2, 5, 9}) {
        list.camera = Camera2{.x = 100, .y = 50, .height = 100.0 / zoom};
        const Image image = draw(list);
        EXPECT_TRUE(near(at(image, 100 + 0.5 * zoom, 50 + 0.5 * zoom), Pixel{255, 0, 0}, 1));
        EXPECT_TRUE(near(at(image, 100 + 10.5 * zoom, 50 - 4.5 * zoom), Pixel{0, 255, 0}, 1));
    }
}

TEST_F(ViewTest, TheWorldsFrameFollowsTheCamera) {
    DrawList list = stage();
    list.camera = Camera2{.x = 0, .y = 0, .height = 50};
    const Image image = draw(list);  // the world begins in the middle
    EXPECT_TRUE(near(at(image, 20, 80), dusk().beyond, 1));
    EXPECT_TRUE(near(at(image, 150, 20), dusk().beyond, 1));
    EXPECT_GT(light(at(image, 150, 80)), 2 * light(pixel(dusk().beyond)));
    EXPECT_GT(light(at(image, 99, 80)), 1.2 * light(at(image, 101, 80))) << "no line of the frame";
}

TEST_F(ViewTest, InPerspectiveTheSkyFillsThePicture) {
    DrawList list = stage();
    list.world = {3, 3, 5, 5};
    list.margin = 1;
    list.camera = deep_camera();
    // As a flat world does that has the picture's shape, and no margin.
    EXPECT_EQ(draw(list).rgba, draw(stage()).rgba);
}

TEST_F(ViewTest, RefusesCamerasThatCannotBe) {
    const auto refused = [](const Camera& camera, const std::string& words) {
        DrawList list = stage();
        list.camera = camera;
        expect_refused(list, {"cannot draw: the camera's " + words});
    };
    const double nan = kNan, infinity = kInfinity;
    refused(Camera2{.x = nan, .y = 0, .height = 1}, "x is nan, expected a finite number");
    refused(Camera2{.x = 0, .y = infinity, .height = 1}, "y is inf, expected a finite number");
    for (const double height : {0.0, -1.0, nan, infinity}) {
        refused(Camera2{.x = 0, .y = 0, .height = height}, "height is");
    }
    refused(Camera2{.x = 0, .y = 0, .height = 1e-300}, "height is 1e-300, expected a size that");

    const auto changed = [&](const std::string& words, const auto& change) {
        Camera3 camera = deep_camera();
        change(camera);
        refused(camera, words);
    };
    changed("eye is (nan, 0, 5), expected finite", [&](Camera3& c) { c.eye[0] = nan; });
    changed("target is (0, inf, 0), expected finite", [&](Camera3& c) { c.target[1] = infinity; });
    changed("up is (0, 1, nan), expected finite", [&](Camera3& c) { c.up[2] = nan; });
    changed("eye and target are the same place", [](Camera3& c) { c.eye = c.target; });
    changed("up (0, 0, 2) points along its view", [](Camera3& c) { c.up = {0, 0, 2}; });
    changed("up (0, 0, 0) points along its view", [](Camera3& c) { c.up = {0, 0, 0}; });
    for (const double angle : {0.0, -1.0, 3.15, nan}) {
        changed("field of view is", [&](Camera3& c) { c.field_of_view = angle; });
    }
    changed("near distance is 0, expected more than 0", [](Camera3& c) { c.near = 0; });
    changed("near distance is nan", [&](Camera3& c) { c.near = nan; });
    changed("far distance is 1, expected more than the near", [](Camera3& c) { c.far = 1; });
    changed("far distance is inf", [&](Camera3& c) { c.far = infinity; });
    changed("numbers are too large", [](Camera3& c) { c.eye[2] = 1e60; });
}

}  // namespace
}  // namespace starling::app
