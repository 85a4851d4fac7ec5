// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/instances.h"
#include "app/render/layer_cache.h"

namespace starling::app {

/// Errors name the first cell or number that cannot be drawn.
Status check_layer(const engine::CellLayer& layer);

/// Draws the cells of trees: tints, and outlines of whole pixels that neighbours share.
class CellPainter {
 public:
    Status init();

    /// Blends all cell layers of the list over the surface drawn into, `target`: filled ones,
    /// then outlines, both from the deepest level to the outermost. An error tells that there is
    /// not enough memory.
    Status draw(const engine::DrawList& list, const View& view, const engine::Palette& palette,
                const Surface& target);

 private:
    void draw_all(bool filled, const engine::DrawList& list, const View& view,
                  const engine::Palette& palette);

    GlProgram fill_program_, outline_program_, overlay_program_;
    ScreenTriangle screen_;
    Surface outlines_;  ///< Made when there are some.
    LayerCache<Instances<engine::Rect>> cache_;
};

}  // namespace starling::app
