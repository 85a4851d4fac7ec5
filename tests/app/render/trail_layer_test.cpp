// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::DrawList;
using engine::TrailLayer;

class TrailLayerTest : public RenderTest {};

DrawList with_dart(float half_life) {
    DrawList list = stage();
    add_pigeons(list, {{.x = 100.5F, .y = 50.5F, .tone = 0.5F}});
    add(list, TrailLayer{half_life});
    return list;
}

DrawList without_dart(float half_life) {
    DrawList list = stage();
    add(list, TrailLayer{half_life});
    return list;
}

// Light above the bare background at the place where a dart flew by.
double trail_after(Renderer& renderer, double half_life, int frames, double frame_seconds) {
    DrawList list = with_dart(static_cast<float>(half_life));
    list.frame_seconds = 1.0F / 60;
    EXPECT_TRUE(renderer.draw(list).ok());
    list = without_dart(static_cast<float>(half_life));
    list.frame_seconds = static_cast<float>(frame_seconds);
    for (int i = 0; i < frames; ++i) EXPECT_TRUE(renderer.draw(list).ok());
    Image image;
    EXPECT_TRUE(renderer.read(image).ok());
    EXPECT_TRUE(renderer.draw(stage()).ok());
    Image bare;
    EXPECT_TRUE(renderer.read(bare).ok());
    double sum = 0;
    for (int x = 90; x < 104; ++x) {
        for (int y = 46; y < 56; ++y) sum += light(at(image, x, y)) - light(at(bare, x, y));
    }
    return sum;
}

TEST_F(TrailLayerTest, HaveHalfTheirLightAfterAHalfLife) {
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

TEST_F(TrailLayerTest, DecayByTimeNotByFrames) {
    const auto renderer = make(200, 100);
    const double fresh = trail_after(*renderer, 0.5, 1, 0);
    const double slow = trail_after(*renderer, 0.5, 10, 1.0 / 20);
    const double fast = trail_after(*renderer, 0.5, 100, 1.0 / 200);
    EXPECT_NEAR(slow / fresh, fast / fresh, 0.06);
}

TEST_F(TrailLayerTest, LongOnesAddUpToTheSameInManyFramesAsInFew) {
    const auto expose = [](int frames, float seconds) {
        const auto renderer = make(200, 100);
        const Image bare = draw(*renderer, stage());
        DrawList list = with_dart(60);
        list.frame_seconds = seconds;
        for (int i = 0; i < frames; ++i) EXPECT_TRUE(renderer->draw(list).ok());
        list = without_dart(60);
        list.frame_seconds = 0;
        return light(draw(*renderer, list)) - light(bare);
    };
    const double few = expose(20, 1);
    ASSERT_GT(few, 0.5);
    EXPECT_NEAR(expose(2400, 1.0F / 120) / few, 1, 0.02);
}

TEST_F(TrailLayerTest, NoneWithoutTheLayerAndNoneLeftAfterALeave) {
    const auto renderer = make(200, 100);
    const Image bare = draw(*renderer, stage());
    DrawList list = stage();
    add_pigeons(list, {{.x = 100, .y = 50}});
    draw(*renderer, list);
    EXPECT_EQ(draw(*renderer, stage()).rgba, bare.rgba);

    draw(*renderer, with_dart(1));
    EXPECT_NE(draw(*renderer, without_dart(1)).rgba, bare.rgba);
    EXPECT_EQ(draw(*renderer, stage()).rgba, bare.rgba);
    EXPECT_EQ(draw(*renderer, without_dart(1)).rgba, bare.rgba) << "old trails come back";
}

TEST_F(TrailLayerTest, StartAnewWhenTheViewChanges) {
    const auto renderer = make(200, 100);
    draw(*renderer, with_dart(10));
    DrawList moved = without_dart(10);
    moved.camera = Camera2{.x = 101, .y = 50, .height = 100};
    const Image after = draw(*renderer, moved);
    DrawList bare = stage();
    bare.camera = moved.camera;
    EXPECT_EQ(after.rgba, draw(bare).rgba);
}

TEST_F(TrailLayerTest, RefusesHalfLivesThatAreNoTime) {
    for (const float half_life : {0.0F, -1.0F, kInfinity, kNan}) {
        expect_layer_refused(TrailLayer{half_life},
                             {"trail layer", "half_life is", "expected more than 0 seconds"});
    }
}

TEST_F(TrailLayerTest, RefusesASecondOne) {
    DrawList list = with_dart(1);
    add(list, TrailLayer{1});
    expect_refused(list, {"two trail layers", "one at most"});
}

}  // namespace
}  // namespace starling::app
