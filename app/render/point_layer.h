// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/instances.h"
#include "app/render/layer_cache.h"

namespace starling::app {

/// Errors name the first point that cannot be drawn.
Status check_layer(const engine::PointLayer& layer);

/// Draws points as discs with a softened rim; in perspective near ones over far ones of the same
/// layer, and none in front of the near plane or behind the far one.
class PointPainter {
 public:
    Status init();

    /// Blends a part of all point layers of the list over the surface drawn into.
    void draw(const engine::DrawList& list, const View& view, Part part);

    /// Ends a frame. An error tells that there is not enough memory.
    Status finish() { return finish_frame(cache_, "drawing points"); }

 private:
    GlProgram program_;
    LayerCache<Instances<engine::Point>> cache_;
};

}  // namespace starling::app
