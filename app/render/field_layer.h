// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/colour_map_texture.h"
#include "app/render/gl_objects.h"
#include "app/render/layer_cache.h"
#include "app/render/view.h"

namespace starling::app {

/// Errors name the first value or number that cannot be drawn. `most` is the largest side of a
/// texture.
Status check_layer(const engine::FieldLayer& layer, int most);

/// Draws 2-D fields through their colour maps.
class FieldPainter {
 public:
    Status init();

    /// Blends all field layers of the list over the surface drawn into. An error tells that there
    /// is not enough memory.
    Status draw(const engine::DrawList& list, const View& view, ColourMapTextures& colour_maps);

 private:
    GlProgram program_;
    GlVertexArray array_;
    LayerCache<GlTexture> cache_;
};

}  // namespace starling::app
