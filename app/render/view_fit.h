// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "engine/draw/camera.h"
#include "engine/draw/draw_list.h"

namespace starling::app {

/// Where a world rectangle lies in a picture; one scale for both axes. Pixel coordinates have
/// their origin in the lower left corner of the picture, y up.
struct ViewFit {
    float scale = 1;       ///< Pixels per world unit.
    float x0 = 0, y0 = 0;  ///< Pixel position of the rectangle's minimum.
    float x1 = 0, y1 = 0;  ///< … and of its maximum.

    bool operator==(const ViewFit&) const = default;
};

/// Fits a rectangle of world_width x world_height (both > 0) into width x height pixels: as large
/// as possible, centred.
inline ViewFit fit_view(float world_width, float world_height, int width, int height) {
    const auto picture_width = static_cast<float>(width);
    const auto picture_height = static_cast<float>(height);
    ViewFit fit;
    fit.scale = std::min(picture_width / world_width, picture_height / world_height);
    fit.x0 = 0.5F * (picture_width - world_width * fit.scale);
    fit.y0 = 0.5F * (picture_height - world_height * fit.scale);
    fit.x1 = picture_width - fit.x0;
    fit.y1 = picture_height - fit.y0;
    return fit;
}

/// Where `camera` sees a rectangle of the world in width x height pixels.
inline ViewFit camera_view(const engine::Rect& world, const engine::Camera2& camera, int width,
                           int height) {
    const double scale = height / camera.height;
    const auto place = [scale](float world_position, double middle, int pixels) {
        return static_cast<float>(0.5 * pixels + (world_position - middle) * scale);
    };
    return {.scale = static_cast<float>(scale),
            .x0 = place(world.min_x, camera.x, width),
            .y0 = place(world.min_y, camera.y, height),
            .x1 = place(world.max_x, camera.x, width),
            .y1 = place(world.max_y, camera.y, height)};
}

}  // namespace starling::app
