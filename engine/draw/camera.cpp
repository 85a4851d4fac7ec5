// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/draw/camera.h"

#include <cmath>

namespace starling::engine {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector unit(const Vector& v) {
    const double length = std::hypot(v[0], v[1], v[2]);
    return {v[0] / length, v[1] / length, v[2] / length};
}

}  // namespace

std::array<float, 16> view_projection(const Camera3& camera, double aspect) {
    const Vector ahead = unit({camera.target[0] - camera.eye[0], camera.target[1] - camera.eye[1],
                               camera.target[2] - camera.eye[2]});
    const Vector right = unit(cross(ahead, camera.up));
    const Vector up = cross(right, ahead);
    const double focal = 1 / std::tan(0.5 * camera.field_of_view);
    // With distance d ahead of the eye, w = d and z = depth * d - shift run from -w at the near
    // plane to w at the far one.
    const double span = camera.far - camera.near;
    const double depth = (camera.far + camera.near) / span;
    const double shift = 2 * camera.far * camera.near / span;
    std::array<float, 16> matrix{};
    const auto set_row = [&](int row, const Vector& axis, double scale, double offset) {
        for (int column = 0; column < 3; ++column) {
            matrix[4 * column + row] = static_cast<float>(scale * axis[column]);
        }
        matrix[12 + row] = static_cast<float>(offset - scale * dot(axis, camera.eye));
    };
    set_row(0, right, focal / aspect, 0);
    set_row(1, up, focal, 0);
    set_row(2, ahead, depth, -shift);
    set_row(3, ahead, 1, 0);
    return matrix;
}

}  // namespace starling::engine
