// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/camera_control.h"

#include <algorithm>
#include <cmath>

namespace starling::app {

using engine::Camera2;
using engine::Rect;

Camera2 CameraControl::camera(const Rect& world, float width, float height) const {
    const double world_width = world.max_x - world.min_x, world_height = world.max_y - world.min_y;
    const double aspect = static_cast<double>(width) / static_cast<double>(height);
    const double fitted = std::max(world_height, world_width / aspect);
    return {.x = centred_ ? x_ : 0.5 * (world.min_x + world.max_x),
            .y = centred_ ? y_ : 0.5 * (world.min_y + world.max_y),
            .height = fitted / zoom_};
}

CameraControl::Point CameraControl::to_world(const Rect& world, float width, float height,
                                             double px, double py) const {
    const Camera2 c = camera(world, width, height);
    const double unit = c.height / height;
    return {c.x + (px - 0.5 * width) * unit, c.y - (py - 0.5 * height) * unit};
}

CameraControl::Point CameraControl::to_pixel(const Rect& world, float width, float height, double x,
                                             double y) const {
    const Camera2 c = camera(world, width, height);
    const double scale = height / c.height;
    return {0.5 * width + (x - c.x) * scale, 0.5 * height - (y - c.y) * scale};
}

void CameraControl::pan(const Rect& world, float width, float height, double dx, double dy) {
    const Camera2 c = camera(world, width, height);
    const double unit = c.height / height;
    // The centre of the view stays over the world, so that nobody gets lost.
    look_at(std::clamp(c.x - dx * unit, double{world.min_x}, double{world.max_x}),
            std::clamp(c.y + dy * unit, double{world.min_y}, double{world.max_y}));
}

void CameraControl::zoom(const Rect& world, float width, float height, double factor, double px,
                         double py) {
    const Point fixed = to_world(world, width, height, px, py);
    zoom_ = std::clamp(zoom_ * factor, kLeast, kMost);
    const Point now = to_world(world, width, height, px, py);
    const Camera2 c = camera(world, width, height);
    look_at(c.x + fixed.x - now.x, c.y + fixed.y - now.y);
}

void CameraControl::look_at(double x, double y) {
    centred_ = true;
    x_ = x, y_ = y;
}

double round_length(double most) {
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double digit : {5.0, 2.0})
        if (digit * power <= most) return digit * power;
    return power;
}

}  // namespace starling::app
