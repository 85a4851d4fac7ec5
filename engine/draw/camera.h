// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <variant>

namespace starling::engine {

/// Shows the world's rectangle as large as fits, centred.
struct FitCamera {
    bool operator==(const FitCamera&) const = default;
};

/// Looks straight onto the plane of a 2-D world.
struct Camera2 {
    double x = 0, y = 0;  ///< World position in the middle of the picture.
    double height = 1;    ///< World units from the lower to the upper side of the picture, > 0.
    bool operator==(const Camera2&) const = default;
};

/// Looks at a place of a 3-D world in perspective. Right-handed.
struct Camera3 {
    std::array<double, 3> eye{0, 0, 1}, target{0, 0, 0}, up{0, 1, 0};
    double field_of_view = 0.8;     ///< rad from the lower to the upper side, 0 < fov < pi.
    double near = 0.01, far = 100;  ///< Distances of the clip planes, world units, 0 < near < far.
    bool operator==(const Camera3&) const = default;
};

using Camera = std::variant<FitCamera, Camera2, Camera3>;

/// Column-major 4 x 4 matrix that takes world positions to clip space as OpenGL has it, for a
/// picture of aspect = width / height. Eye and target differ, and up is not along the view.
std::array<float, 16> view_projection(const Camera3& camera, double aspect);

}  // namespace starling::engine
