// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/trail_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace starling::app {
namespace {

constexpr float kRate = 3;  // how much light a dart leaves

}  // namespace

Status check_layer(const engine::TrailLayer& layer) {
    if (layer.half_life > 0 && std::isfinite(layer.half_life)) return {};
    return Error{
        fmt::format("cannot draw the trail layer: half_life is {}, expected more than 0 seconds",
                    layer.half_life)};
}

Status TrailPainter::init() {
    screen_.init();
    return create_programs({{&scale_program_, "screen.vert", "scale.frag"}});
}

// A trail is light that darts leave behind and that halves every half life. Rather than dim the
// whole surface each frame, new light is made stronger by the same factor and the sum is divided
// when shown; once a half life the surface is halved, which is exact in floats.
Status TrailPainter::draw(const engine::TrailLayer* layer, float frame_seconds,
                          const DartBatch& batch, const View& view,
                          const engine::Palette& palette) {
    if (layer == nullptr) {
        age_ = -1;
        return {};
    }
    if (surface_.width != view.width || surface_.height != view.height) {
        Result<Surface> made = create_surface(view.width, view.height, GL_RGBA32F);
        if (!made) return made.error();
        surface_ = std::move(*made);
    }
    if (age_ < 0 || view != view_) {
        clear(surface_);
        age_ = 0;
        view_ = view;
    }
    draw_into(surface_);
    const float half_life = layer->half_life;
    age_ += static_cast<double>(frame_seconds) / static_cast<double>(half_life);
    if (const double halvings = std::floor(age_); halvings > 0) {
        age_ -= halvings;
        const auto factor = static_cast<float>(std::exp2(-halvings));
        glBlendColor(factor, factor, factor, factor);
        glBlendFunc(GL_ZERO, GL_CONSTANT_COLOR);
        screen_.draw(scale_program_);
    }
    glBlendFunc(GL_ONE, GL_ONE);
    const float strength =
        kRate * frame_seconds / (half_life + 0.15F) * static_cast<float>(std::exp2(age_));
    const auto leave = [&](const DartGroup& group, float gain) {
        batch.draw_spots({.ahead = std::max(0.7F * group.length, 1.5F),
                          .aside = std::max(0.26F * group.length, 1.2F),
                          .shift = -0.2F * group.length,
                          .strength = gain * strength},
                         group.ramp->trail, group);
    };
    for (const DartGroup& group : batch.unmarked()) leave(group, palette.trail_gain);
    for (const DartGroup& group : batch.marked()) leave(group, 1.5F * palette.trail_gain);
    return {};
}

float TrailPainter::scale() const {
    return age_ < 0 ? 0.0F : static_cast<float>(std::exp2(-age_));
}

}  // namespace starling::app
