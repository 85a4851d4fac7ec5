// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/renderer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "app/render/colour.h"
#include "engine/draw/palette.h"

namespace starling::app {
namespace {

using engine::Dart;
using engine::DrawList;

struct Pixel {
    int red, green, blue;
};

// Pixel at a place given in pixels from the lower left corner, like the world.
Pixel at(const Image& image, double x, double y) {
    const int column = static_cast<int>(std::floor(x));
    const int row = image.height - 1 - static_cast<int>(std::floor(y));
    const std::size_t i = std::size_t{4} * (image.width * row + column);
    return {image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]};
}

double light(const Pixel& pixel) {
    return (srgb_to_linear(static_cast<float>(pixel.red) / 255) +
            srgb_to_linear(static_cast<float>(pixel.green) / 255) +
            srgb_to_linear(static_cast<float>(pixel.blue) / 255)) /
           3;
}

double light(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) sum += light(at(image, x, y));
    }
    return sum;
}

bool near(const Pixel& pixel, engine::Rgb rgb, int tolerance) {
    const int red = (rgb >> 16) & 255, green = (rgb >> 8) & 255, blue = rgb & 255;
    return std::abs(pixel.red - red) <= tolerance && std::abs(pixel.green - green) <= tolerance &&
           std::abs(pixel.blue - blue) <= tolerance;
}

// A world of as many units as pixels: 200 x 100, no margin line.
DrawList stage() {
    DrawList list;
    list.world_max_x = 200;
    list.world_max_y = 100;
    return list;
}

const engine::Palette& dusk() {
    return engine::palettes().front();
}

class RendererTest : public testing::Test {
 protected:
    void SetUp() override {
        Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
        if (!context &&
            context.error().text.find("libEGL.so.1 cannot be opened") != std::string::npos) {
            GTEST_SKIP() << context.error().text;
        }
        ASSERT_TRUE(context.ok()) << context.error().text;
        context_ = std::move(*context);
    }

    static std::unique_ptr<Renderer> make(int width, int height) {
        Result<std::unique_ptr<Renderer>> renderer = Renderer::create(width, height);
        EXPECT_TRUE(renderer.ok()) << renderer.error().text;
        return renderer.ok() ? std::move(*renderer) : nullptr;
    }

    static Image draw(Renderer& renderer, const DrawList& list) {
        Image image;
        const Status drawn = renderer.draw(list);
        EXPECT_TRUE(drawn.ok()) << drawn.error().text;
        const Status read = renderer.read(image);
        EXPECT_TRUE(read.ok()) << read.error().text;
        return image;
    }

    static Image draw(const DrawList& list, int width = 200, int height = 100) {
        return draw(*make(width, height), list);
    }

    std::unique_ptr<HeadlessContext> context_;
};

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

TEST_F(RendererTest, DartsAppearWhereTheyAreInTheColourOfTheirSpecies) {
    DrawList list = stage();
    list.style.pigeon_length = list.style.predator_length = 24;
    list.darts = {{.x = 30, .y = 20, .tone = 0},
                  {.x = 100, .y = 80, .tone = 1},
                  {.x = 170, .y = 50, .tone = 0.5F, .species = 1}};
    const Image image = draw(list);
    ASSERT_EQ(image.width, 200);
    ASSERT_EQ(image.height, 100);
    // On the axis the fold's light and shade meet, so the body's own colour is seen.
    EXPECT_TRUE(near(at(image, 32, 20), dusk().pigeon[0], 24));
    EXPECT_TRUE(near(at(image, 102, 80), dusk().pigeon[2], 24));
    EXPECT_TRUE(near(at(image, 172, 50), dusk().predator[1], 24));
    EXPECT_LT(light(at(image, 30, 80)), 0.05) << "y is upside down";
    EXPECT_LT(light(at(image, 65, 50)), 0.05) << "something where nothing is";
}

TEST_F(RendererTest, NoseIsAheadAndTailsAreBehindForEveryHeading) {
    const double length = 40;
    for (const double degrees : {0.0, 37.0, 90.0, 180.0, 251.0}) {
        SCOPED_TRACE(degrees);
        const double angle = degrees * 3.14159265358979 / 180;
        const double dx = std::cos(angle), dy = std::sin(angle);
        DrawList list = stage();
        list.style.pigeon_length = static_cast<float>(length);
        list.darts = {{.x = 100.5F,
                       .y = 50.5F,
                       .dir_x = static_cast<float>(dx),
                       .dir_y = static_cast<float>(dy),
                       .tone = 0.5F}};
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

TEST_F(RendererTest, PredatorsLieOnTopWhateverTheirPlaceInTheList) {
    DrawList list = stage();
    list.style.pigeon_length = list.style.predator_length = 30;
    const Dart predator{.x = 100, .y = 50, .tone = 0.5F, .species = 1};
    const Dart pigeon{.x = 100, .y = 50, .tone = 0.5F};
    list.darts = {predator, pigeon};
    const Image first = draw(list);
    list.darts = {pigeon, predator};
    const Image second = draw(list);
    EXPECT_TRUE(near(at(first, 104, 50), dusk().predator[1], 24));
    EXPECT_EQ(first.rgba, second.rgba);
}

TEST_F(RendererTest, APredatorOfAFewPixelsIsNotLostInACrowd) {
    DrawList list = stage();
    list.style.pigeon_length = 4;
    list.style.predator_length = 4;
    for (int i = 0; i < 20000; ++i) {
        list.darts.push_back(
            {.x = static_cast<float>(i % 200) * 4, .y = static_cast<float>(i / 200) * 4});
    }
    list.darts.push_back({.x = 400, .y = 200, .tone = 0.5F, .species = 1});
    list.world_max_x = 800;
    list.world_max_y = 400;
    const Image image = draw(list, 800, 400);
    EXPECT_TRUE(near(at(image, 401, 200), dusk().predator[1], 24));
}

TEST_F(RendererTest, WorldIsCentredAndItsSurroundingsAreDarker) {
    DrawList list;
    list.world_min_x = 1000;
    list.world_max_x = 1100;
    list.world_min_y = -50;
    list.world_max_y = 50;
    list.style.pigeon_length = 5;
    list.darts = {{.x = 1050, .y = 0, .tone = 0.5F}};
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

TEST_F(RendererTest, ADartOfAFewPixelsIsCrispAndOfTheRightSize) {
    DrawList list = stage();
    list.style.pigeon_length = 6;
    const Image empty = draw(list);
    list.darts = {{.x = 100.5F, .y = 50.5F, .tone = 1}};
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

// Light above the bare background at the place where a dart flew by.
double trail_after(Renderer& renderer, double half_life, int frames, double frame_seconds) {
    DrawList list = stage();
    list.style.trail_half_life = static_cast<float>(half_life);
    list.frame_seconds = 1.0F / 60;
    list.darts = {{.x = 100.5F, .y = 50.5F, .tone = 0.5F}};
    EXPECT_TRUE(renderer.draw(list).ok());
    list.darts.clear();
    list.frame_seconds = static_cast<float>(frame_seconds);
    for (int i = 0; i < frames; ++i) EXPECT_TRUE(renderer.draw(list).ok());
    Image image;
    EXPECT_TRUE(renderer.read(image).ok());
    list.style.trail_half_life = 0;
    EXPECT_TRUE(renderer.draw(list).ok());
    Image bare;
    EXPECT_TRUE(renderer.read(bare).ok());
    double sum = 0;
    for (int x = 90; x < 104; ++x) {
        for (int y = 46; y < 56; ++y) sum += light(at(image, x, y)) - light(at(bare, x, y));
    }
    return sum;
}

TEST_F(RendererTest, TrailsHaveHalfTheirLightAfterAHalfLife) {
    const auto renderer = make(200, 100);
    for (const double half_life : {0.25, 0.5}) {
        SCOPED_TRACE(half_life);
        const double fresh = trail_after(*renderer, half_life, 1, 0);
        ASSERT_GT(fresh, 0.05);
        const int frames = static_cast<int>(half_life * 60);
        EXPECT_NEAR(trail_after(*renderer, half_life, frames, 1.0 / 60) / fresh, 0.5, 0.06);
        EXPECT_NEAR(trail_after(*renderer, half_life, 2 * frames, 1.0 / 60) / fresh, 0.25, 0.06);
        EXPECT_NEAR(trail_after(*renderer, half_life, 1, 5 * half_life) / fresh, 0.03, 0.06);
    }
}

TEST_F(RendererTest, TrailsDecayByTimeNotByFrames) {
    const auto renderer = make(200, 100);
    const double fresh = trail_after(*renderer, 0.5, 1, 0);
    const double slow = trail_after(*renderer, 0.5, 10, 1.0 / 20);
    const double fast = trail_after(*renderer, 0.5, 100, 1.0 / 200);
    EXPECT_NEAR(slow / fresh, fast / fresh, 0.06);
}

TEST_F(RendererTest, LongTrailsAddUpToTheSameInManyFramesAsInFew) {
    const auto expose = [](int frames, float seconds) {
        const auto renderer = make(200, 100);
        DrawList list = stage();
        const Image bare = draw(*renderer, list);
        list.style.trail_half_life = 60;
        list.frame_seconds = seconds;
        list.darts = {{.x = 100.5F, .y = 50.5F, .tone = 0.5F}};
        for (int i = 0; i < frames; ++i) EXPECT_TRUE(renderer->draw(list).ok());
        list.darts.clear();
        list.frame_seconds = 0;
        return light(draw(*renderer, list)) - light(bare);
    };
    const double few = expose(20, 1);
    ASSERT_GT(few, 0.5);
    EXPECT_NEAR(expose(2400, 1.0F / 120) / few, 1, 0.02);
}

TEST_F(RendererTest, NoTrailsWithoutHalfLifeAndNoneLeftAfterTurningThemOff) {
    const auto renderer = make(200, 100);
    DrawList list = stage();
    const Image bare = draw(*renderer, list);
    list.darts = {{.x = 100, .y = 50}};
    draw(*renderer, list);
    list.darts.clear();
    EXPECT_EQ(draw(*renderer, list).rgba, bare.rgba);

    list.style.trail_half_life = 1;
    list.darts = {{.x = 100, .y = 50}};
    draw(*renderer, list);
    list.darts.clear();
    EXPECT_NE(draw(*renderer, list).rgba, bare.rgba);
    list.style.trail_half_life = 0;
    EXPECT_EQ(draw(*renderer, list).rgba, bare.rgba);
    list.style.trail_half_life = 1;
    EXPECT_EQ(draw(*renderer, list).rgba, bare.rgba) << "old trails come back";
}

TEST_F(RendererTest, GlowSurroundsAgents) {
    DrawList list = stage();
    list.darts = {{.x = 100, .y = 50, .tone = 1}};
    const Image without = draw(list);
    list.style.glow = 0.3F;
    const Image weak = draw(list);
    list.style.glow = 1;
    const Image strong = draw(list);
    EXPECT_GT(light(weak), 1.02 * light(without));
    EXPECT_GT(light(strong), 1.02 * light(weak));
    EXPECT_GT(light(at(strong, 100, 60)), light(at(without, 100, 60)) + 0.005);
    EXPECT_NEAR(light(at(strong, 10, 10)), light(at(without, 10, 10)), 1e-6);
}

DrawList flock(int count) {
    DrawList list;
    list.world_max_x = 1040;
    list.world_max_y = 800;
    list.margin = 50;
    list.style.trail_half_life = 0.5F;
    list.style.glow = 0.5F;
    list.style.pigeon_length = 6;
    std::mt19937 random(11);
    const auto unit = [&random] { return static_cast<float>(random() >> 8) / 16777216.0F; };
    for (int i = 0; i < count; ++i) {
        const float angle = 6.2831853F * unit();
        list.darts.push_back({.x = 1040 * unit(),
                              .y = 800 * unit(),
                              .dir_x = std::cos(angle),
                              .dir_y = std::sin(angle),
                              .tone = unit(),
                              .species = i % 100 == 0 ? 1U : 0U});
    }
    return list;
}

TEST_F(RendererTest, SameFramesGiveTheSamePicture) {
    const auto first = make(320, 180);
    const auto second = make(320, 180);
    DrawList list = flock(10000);
    for (int frame = 0; frame < 40; ++frame) {
        const Image one = draw(*first, list);
        const Image two = draw(*second, list);
        ASSERT_EQ(one.rgba, two.rgba) << "frame " << frame;
        for (Dart& dart : list.darts) {
            dart.x += 3 * dart.dir_x;
            dart.y += 3 * dart.dir_y;
        }
    }
}

TEST_F(RendererTest, EveryAgentOfAnEmptySkyIsSeen) {
    // 10,000 darts on a grid: each cell of the picture must have become brighter.
    DrawList list;
    list.world_max_x = 800;
    list.world_max_y = 800;
    list.style.pigeon_length = 5;
    const Image empty = draw(list, 800, 800);
    for (int i = 0; i < 10000; ++i) {
        list.darts.push_back(
            {.x = static_cast<float>(i % 100) * 8 + 4, .y = static_cast<float>(i / 100) * 8 + 4});
    }
    const Image image = draw(list, 800, 800);
    for (const Dart& dart : list.darts) {
        ASSERT_GT(light(at(image, dart.x, dart.y)), light(at(empty, dart.x, dart.y)) + 0.1)
            << dart.x << ", " << dart.y;
    }
}

TEST_F(RendererTest, EverySizeAndPaletteDraws) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {2, 1}, {1, 7}, {3, 3}, {17, 5}, {640, 360}, {1921, 3}}) {
        for (int palette = 0; palette < static_cast<int>(engine::palettes().size()); ++palette) {
            DrawList list = flock(50);
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
    const auto renderer = make(20, 20);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto refused = [&](const std::string& name, const auto& change) {
        DrawList list = stage();
        list.darts.resize(3);
        change(list);
        const Status status = renderer->draw(list);
        ASSERT_FALSE(status.ok()) << name;
        EXPECT_NE(status.error().text.find(name), std::string::npos) << status.error().text;
    };
    refused("world's width", [](DrawList& list) { list.world_max_x = list.world_min_x; });
    refused("world's height", [&](DrawList& list) { list.world_max_y = nan; });
    refused("margin", [](DrawList& list) { list.margin = -1; });
    refused("time between frames", [](DrawList& list) { list.frame_seconds = -1; });
    refused("pigeon_length", [](DrawList& list) { list.style.pigeon_length = 0; });
    refused("predator_length", [&](DrawList& list) { list.style.predator_length = nan; });
    refused("trail_half_life", [](DrawList& list) { list.style.trail_half_life = -1; });
    refused("glow", [](DrawList& list) { list.style.glow = 2; });
    refused("palette number 99", [](DrawList& list) { list.style.palette = 99; });
    refused("palette number -1", [](DrawList& list) { list.style.palette = -1; });
    refused("agent 2", [&](DrawList& list) { list.darts[2].x = nan; });
    EXPECT_TRUE(renderer->draw(stage()).ok()) << "a refused list spoils the next";
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
