// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/glow.h"

#include <algorithm>
#include <utility>

namespace starling::app {

Status GlowPainter::draw(const DartBatch& batch, const View& view) {
    // Light that spreads has no detail: a quarter of the pixels a side holds it.
    const int width = (view.width + 3) / 4, height = (view.height + 3) / 4;
    if (surface_.width != width || surface_.height != height) {
        Result<Surface> made = create_surface(width, height, GL_RGBA16F);
        if (!made) return made.error();
        surface_ = std::move(*made);
    }
    clear(surface_);
    draw_into(surface_);
    glBlendFunc(GL_ONE, GL_ONE);
    const auto shine = [&](const DartGroup& group, float reach, float strength) {
        batch.draw_spots({.ahead = reach, .aside = reach, .strength = strength}, group.ramp->trail,
                         group);
    };
    for (const DartGroup& group : batch.unmarked()) {
        shine(group, std::max(2.2F * group.length, 10.0F), 0.5F);
    }
    for (const DartGroup& group : batch.marked()) shine(group, 2.6F * group.length, 0.8F);
    return {};
}

}  // namespace starling::app
