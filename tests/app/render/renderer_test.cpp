// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/renderer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <random>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::Dart;
using engine::DrawList;

class RendererTest : public RenderTest {};

TEST_F(RendererTest, ContextNamesItsDriverAndVersion) {
    EXPECT_FALSE(context_->renderer_name().empty());
    EXPECT_GE(std::stod(context_->version()), 4.5) << context_->version();
}

TEST_F(RendererTest, SecondContextLivesBesideTheFirst) {
    {
        auto second = HeadlessContext::create();
        ASSERT_TRUE(second.ok()) << second.error().text;
        draw(stage());
    }
    auto third = HeadlessContext::create();
    ASSERT_TRUE(third.ok()) << third.error().text;
    draw(stage());
}

TEST_F(RendererTest, WithoutAContextSaysSo) {
    context_.reset();
    const auto renderer = Renderer::create(10, 10);
    ASSERT_FALSE(renderer.ok());
    EXPECT_NE(renderer.error().text.find("no OpenGL context"), std::string::npos);
}

TEST_F(RendererTest, WorldIsCentredAndItsSurroundingsAreDarker) {
    DrawList list;
    list.world = {1000, -50, 1100, 50};
    add_pigeons(list, {{.x = 1050, .y = 0, .tone = 0.5F}}, 5);
    const Image wide = draw(list, 400, 200);  // the world takes the columns 100 to 300
    EXPECT_GT(light(at(wide, 200.5, 100)), 0.2) << "the world's centre is not the picture's";
    EXPECT_TRUE(near(at(wide, 50, 100), dusk().beyond, 1));
    EXPECT_TRUE(near(at(wide, 350, 100), dusk().beyond, 1));
    EXPECT_GT(light(at(wide, 110, 100)), light(at(wide, 90, 100)));
    const Image tall = draw(list, 200, 400);  // … the rows 100 to 300
    EXPECT_GT(light(at(tall, 100.5, 200)), 0.2);
    EXPECT_TRUE(near(at(tall, 100, 50), dusk().beyond, 1));
    EXPECT_TRUE(near(at(tall, 100, 350), dusk().beyond, 1));
}

TEST_F(RendererTest, MarginLineAppearsAtItsDistance) {
    DrawList list = stage();
    const Image without = draw(list);
    list.margin = 20;
    const Image with = draw(list);
    const auto change = [&](double x, double y) {
        return std::abs(light(at(with, x, y)) - light(at(without, x, y)));
    };
    EXPECT_GT(change(20, 50), 0.002);
    EXPECT_GT(change(100, 79), 0.002);
    EXPECT_LT(change(10, 50), 0.0005);
    EXPECT_LT(change(100, 50), 0.0005);
}

// A flock that flies straight on.
DrawList flock(int count, int frame) {
    DrawList list;
    list.world = {0, 0, 1040, 800};
    list.margin = 50;
    list.style.glow = 0.5F;
    std::mt19937 random(11);
    const auto unit = [&random] { return static_cast<float>(random() >> 8) / 16777216.0F; };
    std::vector<Dart> pigeons, predators;
    for (int i = 0; i < count; ++i) {
        const float angle = 6.2831853F * unit();
        Dart dart{.x = 1040 * unit(),
                  .y = 800 * unit(),
                  .dir_x = std::cos(angle),
                  .dir_y = std::sin(angle),
                  .tone = unit()};
        dart.x += 3 * static_cast<float>(frame) * dart.dir_x;
        dart.y += 3 * static_cast<float>(frame) * dart.dir_y;
        (i % 100 == 0 ? predators : pigeons).push_back(dart);
    }
    add_pigeons(list, pigeons, 6);
    add_predators(list, predators);
    add(list, engine::TrailLayer{0.5F});
    return list;
}

TEST_F(RendererTest, SameFramesGiveTheSamePicture) {
    const auto first = make(320, 180);
    const auto second = make(320, 180);
    for (int frame = 0; frame < 40; ++frame) {
        const DrawList list = flock(10000, frame);
        ASSERT_EQ(draw(*first, list).rgba, draw(*second, list).rgba) << "frame " << frame;
    }
}

TEST_F(RendererTest, EverySizeAndPaletteDraws) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {2, 1}, {1, 7}, {3, 3}, {17, 5}, {640, 360}, {1921, 3}}) {
        for (int palette = 0; palette < static_cast<int>(engine::palettes().size()); ++palette) {
            DrawList list = flock(50, 0);
            list.style.palette = palette;
            const Image image = draw(list, width, height);
            EXPECT_EQ(image.width, width);
            EXPECT_EQ(image.height, height);
            ASSERT_EQ(image.rgba.size(), std::size_t{4} * width * height);
            for (std::size_t i = 3; i < image.rgba.size(); i += 4) ASSERT_EQ(image.rgba[i], 255);
        }
    }
}

TEST_F(RendererTest, RefusesSizesWithTheLimit) {
    for (const auto& [width, height] : {std::pair{0, 10}, {10, -1}, {10, 1 << 20}}) {
        const auto renderer = Renderer::create(width, height);
        ASSERT_FALSE(renderer.ok());
        EXPECT_NE(renderer.error().text.find("each side must be 1 to"), std::string::npos);
    }
}

TEST_F(RendererTest, RefusesWhatCannotBeDrawnAndNamesIt) {
    const auto refused = [](const std::string& words, const auto& change) {
        DrawList list = stage();
        change(list);
        expect_refused(list, {"cannot draw: " + words});
    };
    refused("the world's width is 0", [](DrawList& list) { list.world.max_x = 0; });
    refused("the world's width is inf", [](DrawList& list) { list.world.min_x = -kInfinity; });
    refused("the world's height is nan", [](DrawList& list) { list.world.max_y = kNan; });
    refused("the margin is -1", [](DrawList& list) { list.margin = -1; });
    refused("the margin is nan", [](DrawList& list) { list.margin = kNan; });
    refused("the time between frames is -1", [](DrawList& list) { list.frame_seconds = -1; });
    refused("the time between frames is inf",
            [](DrawList& list) { list.frame_seconds = kInfinity; });
    refused("palette number 99", [](DrawList& list) { list.style.palette = 99; });
    refused("palette number -1", [](DrawList& list) { list.style.palette = -1; });
    refused("layer 1 of the list is null", [](DrawList& list) {
        add_pigeons(list, {});
        list.layers.emplace_back();
    });
}

// Each of these runs in a process of its own, since drivers keep what they found at first.
class ContextDeathTest : public testing::Test {
 protected:
    void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }

    [[noreturn]] static void create_and_exit() {
        const auto context = HeadlessContext::create();
        if (!context) std::fprintf(stderr, "%s\n", context.error().text.c_str());
        std::_Exit(context.ok() ? 0 : 3);
    }
};

TEST_F(ContextDeathTest, SaysWhenThereIsNoLibEgl) {
    const auto run = [] {
        const rlimit no_files = {3, 3};  // no library can be opened
        setrlimit(RLIMIT_NOFILE, &no_files);
        create_and_exit();
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(3), "libEGL.so.1 cannot be opened; install it");
}

TEST_F(ContextDeathTest, SaysWhenThereIsNoDriver) {
    const auto run = [] {
        setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null", 1);
        create_and_exit();
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(3), "install or update the graphics driver");
}

TEST_F(ContextDeathTest, SaysWhenOpenGlIsTooOld) {
    const auto run = [] {
        setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        create_and_exit();
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(3), "OpenGL .*4.5");
}

}  // namespace
}  // namespace starling::app
