// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "app/render/view_fit.h"
#include "engine/draw/draw_list.h"
#include "sparse/core/result.h"

namespace starling::app {

/// How the positions of a world become pixels of a picture.
struct View {
    int width = 0, height = 0;  ///< Of the picture, pixels.
    bool flat = true;           ///< Looks straight onto the plane z = 0; else in perspective.
    ViewFit world;              ///< Where the world's rectangle lies; the picture if not flat.

    /// Flat: a place in the world and its pixel. Positions are taken relative to it, so that they
    /// stay exact far away from the world's origin.
    float anchor_x = 0, anchor_y = 0, origin_x = 0, origin_y = 0;

    /// In perspective: world to clip space, column by column, and what it was made from.
    std::array<float, 16> to_clip{};
    engine::Camera3 camera;

    bool operator==(const View&) const = default;
};

/// The view of a list in a picture of width x height pixels (both > 0). An error names the part of
/// the world's rectangle or of the camera that is wrong.
Result<View> make_view(const engine::DrawList& list, int width, int height);

}  // namespace starling::app
