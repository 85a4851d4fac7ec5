// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/dart_batch.h"
#include "app/render/gl_objects.h"
#include "app/render/view.h"

namespace starling::app {

/// Soft light around darts.
class GlowPainter {
 public:
    /// Draws the light of all darts of the batch onto a surface of few pixels.
    Status draw(const DartBatch& batch, const View& view);

    /// Premultiplied light; alpha is an optical depth.
    const Surface& surface() const { return surface_; }

 private:
    Surface surface_;
};

}  // namespace starling::app
