// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/dart_batch.h"
#include "app/render/gl_objects.h"
#include "app/render/view.h"
#include "engine/draw/draw_list.h"

namespace starling::app {

Status check_layer(const engine::TrailLayer& layer);

/// Keeps the light that darts left behind in earlier frames.
class TrailPainter {
 public:
    Status init();

    /// Ages the trails by `frame_seconds` and lets every dart leave new light. Without a layer all
    /// trails are forgotten; when the view is another than last time they start anew.
    Status draw(const engine::TrailLayer* layer, float frame_seconds, const DartBatch& batch,
                const View& view, const engine::Palette& palette);

    /// What was left, premultiplied; its alpha times scale() is an optical depth.
    const Surface& surface() const { return surface_; }
    float scale() const;  ///< 0 = no trails.

 private:
    GlProgram scale_program_;
    ScreenTriangle screen_;
    Surface surface_;
    double age_ = -1;  ///< Half lives since the trails were last halved; -1 = no trails.
    View view_;        ///< The one that the trails were drawn in.
};

}  // namespace starling::app
