// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "app/render/colour_map_texture.h"
#include "app/render/instances.h"
#include "app/render/layer_cache.h"

namespace starling::app {

/// Errors name the first brick, value or number that cannot be drawn. `most` is the largest side
/// of a 3-D texture.
Status check_layer(const engine::BrickLayer& layer, int most);

/// Draws sparse 3-D fields: a ray march through each brick, from the farthest to the nearest.
class BrickPainter {
 public:
    Status init();

    /// Blends all brick layers of the list over the surface drawn into; needs a view in
    /// perspective.
    void draw(const engine::DrawList& list, const View& view, ColourMapTextures& colour_maps);

    /// The same with the part of the medium before the things on the surface, and where they are.
    void draw_before(const DeepSurface& things, const engine::DrawList& list, const View& view,
                     ColourMapTextures& colour_maps);

    /// Ends a frame. An error tells that there is not enough memory.
    Status finish() { return finish_frame(cache_, "drawing bricks"); }

 private:
    /// One brick of the buffer: its lower corner, and which brick of the layer it is.
    struct Brick {
        float x, y, z, slot;
    };
    struct Bricks {
        GlTexture values;
        std::array<int, 3> slots{};  ///< Bricks that the texture holds along each axis.
        Instances<Brick> instances;
    };

    void march(const engine::DrawList& list, const View& view, ColourMapTextures& colour_maps);
    static void upload_values(const engine::BrickLayer& layer, Bricks& bricks);
    static void upload_order(const engine::BrickLayer& layer, const View& view, Bricks& bricks);

    GlProgram program_;
    LayerCache<Bricks> cache_;
};

}  // namespace starling::app
