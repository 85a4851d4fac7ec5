// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

class GlowTest : public RenderTest {};

TEST_F(GlowTest, SurroundsDarts) {
    engine::DrawList list = stage();
    add_pigeons(list, {{.x = 100, .y = 50, .tone = 1}});
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

TEST_F(GlowTest, RefusesStrengthsOutsideOfTheScale) {
    for (const float glow : {-0.1F, 1.1F, kNan}) {
        engine::DrawList list = stage();
        list.style.glow = glow;
        expect_refused(list, {"glow is", "expected 0 to 1"});
    }
}

}  // namespace
}  // namespace starling::app
