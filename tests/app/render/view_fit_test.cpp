// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/view_fit.h"

#include <gtest/gtest.h>

namespace starling::app {
namespace {

TEST(ViewFit, SameShapeFillsThePicture) {
    const ViewFit fit = fit_view(640, 360, 1280, 720);
    EXPECT_FLOAT_EQ(fit.scale, 2);
    EXPECT_FLOAT_EQ(fit.x0, 0);
    EXPECT_FLOAT_EQ(fit.y0, 0);
    EXPECT_FLOAT_EQ(fit.x1, 1280);
    EXPECT_FLOAT_EQ(fit.y1, 720);
}

TEST(ViewFit, NarrowWorldLeavesEqualStripsAtTheSides) {
    const ViewFit fit = fit_view(1040, 800, 1280, 720);
    EXPECT_FLOAT_EQ(fit.scale, 0.9F);
    EXPECT_FLOAT_EQ(fit.x0, 172);
    EXPECT_FLOAT_EQ(fit.x1, 1108);
    EXPECT_FLOAT_EQ(fit.y0, 0);
    EXPECT_FLOAT_EQ(fit.y1, 720);
}

TEST(ViewFit, WideWorldLeavesEqualStripsAboveAndBelow) {
    const ViewFit fit = fit_view(400, 100, 200, 100);
    EXPECT_FLOAT_EQ(fit.scale, 0.5F);
    EXPECT_FLOAT_EQ(fit.x0, 0);
    EXPECT_FLOAT_EQ(fit.y0, 25);
    EXPECT_FLOAT_EQ(fit.y1, 75);
}

TEST(ViewFit, ACameraPlacesTheWorldAroundItsMiddle) {
    const ViewFit fit = camera_view({10, 20, 30, 25}, {.x = 20, .y = 20, .height = 10}, 200, 100);
    EXPECT_FLOAT_EQ(fit.scale, 10);
    EXPECT_FLOAT_EQ(fit.x0, 0);
    EXPECT_FLOAT_EQ(fit.x1, 200);
    EXPECT_FLOAT_EQ(fit.y0, 50);
    EXPECT_FLOAT_EQ(fit.y1, 100);
}

}  // namespace
}  // namespace starling::app
