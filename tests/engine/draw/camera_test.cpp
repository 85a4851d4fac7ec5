// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace starling::engine {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Clip space position of a point, then divided by w: x, y, z, w.
std::array<double, 4> project(const std::array<float, 16>& matrix, double x, double y, double z) {
    std::array<double, 4> clip{};
    for (int row = 0; row < 4; ++row) {
        clip[row] = matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row];
    }
    return {clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3], clip[3]};
}

void expect_at(const std::array<double, 4>& got, double x, double y, double z, double w) {
    EXPECT_NEAR(got[0], x, 1e-5);
    EXPECT_NEAR(got[1], y, 1e-5);
    EXPECT_NEAR(got[2], z, 1e-5);
    EXPECT_NEAR(got[3], w, 1e-5);
}

// A right angle from side to side: what is as far aside as ahead lies on the picture's rim.
TEST(Camera3, PlacesWorkedOutByHand) {
    const Camera3 camera{.eye = {0, 0, 5},
                         .target = {0, 0, 0},
                         .up = {0, 1, 0},
                         .field_of_view = kPi / 2,
                         .near = 1,
                         .far = 9};
    const auto matrix = view_projection(camera, 1);
    expect_at(project(matrix, 0, 0, 4), 0, 0, -1, 1);  // on the near plane
    expect_at(project(matrix, 0, 0, -4), 0, 0, 1, 9);  // on the far plane
    // z = ((far + near) d - 2 far near) / ((far - near) d) = (10 * 5 - 18) / 40
    expect_at(project(matrix, 0, 0, 0), 0, 0, 0.8, 5);
    expect_at(project(matrix, 5, 0, 0), 1, 0, 0.8, 5);  // +x is right of a viewer towards -z
    expect_at(project(matrix, 0, 5, 0), 0, 1, 0.8, 5);
    expect_at(project(matrix, -1, -2, 3), -0.5, -1, 0.125, 2);
}

TEST(Camera3, AWidePictureShowsMoreAtTheSides) {
    Camera3 camera;
    camera.field_of_view = kPi / 2;
    camera.near = 0.5;
    camera.far = 1.5;
    camera.eye = {0, 0, 1};
    const auto matrix = view_projection(camera, 2);
    const auto got = project(matrix, 1, 0.5, 0);
    EXPECT_NEAR(got[0], 0.5, 1e-6);
    EXPECT_NEAR(got[1], 0.5, 1e-6);
}

TEST(Camera3, TheFieldOfViewIsFromTheLowerToTheUpperSide) {
    Camera3 camera;
    camera.eye = {0, 0, 1};
    for (const double angle : {0.2, 0.8, 2.5}) {
        camera.field_of_view = angle;
        const auto got = project(view_projection(camera, 1.7), 0, std::tan(angle / 2), 0);
        EXPECT_NEAR(got[1], 1, 1e-5) << angle;
    }
}

TEST(Camera3, LooksFromAnywhereInAnyDirection) {
    // From +x towards -x with z up: right is +y.
    const Camera3 camera{.eye = {10, 2, 3},
                         .target = {0, 2, 3},
                         .up = {0, 0, 1},
                         .field_of_view = kPi / 2,
                         .near = 1,
                         .far = 100};
    const auto matrix = view_projection(camera, 1);
    const auto ahead = project(matrix, 6, 2, 3);
    EXPECT_NEAR(ahead[0], 0, 1e-6);
    EXPECT_NEAR(ahead[1], 0, 1e-6);
    EXPECT_NEAR(ahead[3], 4, 1e-5);
    EXPECT_NEAR(project(matrix, 6, 4, 3)[0], 0.5, 1e-6);
    EXPECT_NEAR(project(matrix, 6, 2, 5)[1], 0.5, 1e-6);
}

TEST(Camera3, UpNeedNotBeUprightOrOfUnitLength) {
    Camera3 upright, leaning;
    upright.eye = leaning.eye = {3, 4, 5};
    leaning.up = {0.3 * -3, 7 + 0.3 * -4, 0.3 * -5};  // 7 up, and a part along the view
    const auto a = view_projection(upright, 1.5), b = view_projection(leaning, 1.5);
    for (int i = 0; i < 16; ++i) EXPECT_NEAR(a[i], b[i], 1e-5) << i;
}

}  // namespace
}  // namespace starling::engine
