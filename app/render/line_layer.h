// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/instances.h"
#include "app/render/layer_cache.h"

namespace starling::app {

/// Errors name the first line or number that cannot be drawn.
Status check_layer(const engine::LineLayer& layer);

/// Draws lines as strokes with round ends and a softened rim; in perspective near ones over far
/// ones of the same layer, by their middles, and cut off at the near and the far plane.
class LinePainter {
 public:
    Status init();

    /// Blends a part of all line layers of the list over the surface drawn into.
    void draw(const engine::DrawList& list, const View& view, Part part);

    /// Ends a frame. An error tells that there is not enough memory.
    Status finish() { return finish_frame(cache_, "drawing lines"); }

 private:
    GlProgram program_;
    LayerCache<Instances<engine::Line>> cache_;
};

}  // namespace starling::app
