// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/dart_batch.h"
#include "app/render/gl_objects.h"
#include "app/render/view.h"
#include "engine/draw/draw_list.h"

namespace starling::app {

/// Errors name the first dart or number that cannot be drawn.
Status check_layer(const engine::DartLayer& layer);

/// Draws the bodies of darts: one triangle each, with edges from a signed distance.
class DartPainter {
 public:
    Status init();

    /// Blends all darts of the batch, halos included, over the surface drawn into.
    void draw(const DartBatch& batch, const View& view, const engine::Palette& palette) const;

 private:
    void draw_darts(const DartBatch& batch, const DartGroup& group, float length, float opacity,
                    float rim, const engine::Palette& palette) const;

    GlProgram program_;
};

}  // namespace starling::app
