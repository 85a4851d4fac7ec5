// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/dart_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/render/colour.h"
#include "app/render/layer_check.h"

namespace starling::app {
namespace {

using engine::Dart;
using engine::Palette;
using engine::Rgb;

// A shorter dart, in pixels, is drawn this long but fainter, so that it does not flicker.
constexpr float kMinLength = 3.2F;
// Darts shorter than this many pixels are drawn as a crowd, not one by one.
constexpr float kCrowdLength = 9;

// Rims and folds need some pixels to be seen; on tiny darts they would be noise.
float detail(float length) {
    return std::clamp((length - 6) / 6, 0.0F, 1.0F);
}

}  // namespace

Status check_layer(const engine::DartLayer& layer) {
    const LayerName name{"dart", layer.name};
    const auto ramps = static_cast<int>(engine::palettes().front().ramps.size());
    if (layer.ramp < 0 || layer.ramp >= ramps) {
        return refuse(name, fmt::format("ramp is {}", layer.ramp),
                      fmt::format("0 to {}", ramps - 1));
    }
    if (Status length = check_positive(name, "length", layer.length); !length) return length;
    for (std::size_t i = 0; i < layer.darts.size(); ++i) {
        const Dart& dart = layer.darts[i];
        if (std::isfinite(dart.x + dart.y + dart.dir_x + dart.dir_y + dart.tone)) continue;
        return refuse(name,
                      fmt::format("dart {} at ({}, {}) has heading ({}, {}) and tone {}", i, dart.x,
                                  dart.y, dart.dir_x, dart.dir_y, dart.tone),
                      "finite numbers");
    }
    return {};
}

Status DartPainter::init() {
    return create_programs({{&program_, "dart.vert", "dart.frag"}});
}

// `rim` is the opacity of the line of sky around each dart.
void DartPainter::draw_darts(const DartBatch& batch, const DartGroup& group, float length,
                             float opacity, float rim, const Palette& palette) const {
    const GLuint name = program_.get();
    const LinearRgb sky = to_linear(palette.sky_top);
    glProgramUniform1f(name, 3, length);
    set_ramp(program_, 4, group.ramp->body);
    glProgramUniform4f(name, 7, sky[0], sky[1], sky[2], rim);
    glProgramUniform1f(name, 8, opacity);
    glProgramUniform1f(name, 9, 0.22F * detail(length));
    batch.draw(program_, group);
}

void DartPainter::draw(const DartBatch& batch, const View& view, const Palette& palette) const {
    place(program_, view);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const auto draw_unmarked = [&] {
        for (const DartGroup& group : batch.unmarked()) {
            draw_darts(batch, group, std::max(group.length, kMinLength),
                       std::min(group.length / kMinLength, 1.0F), 0.7F * detail(group.length),
                       palette);
        }
    };
    const auto draw_halos = [&] {
        for (const DartGroup& group : batch.marked()) {
            const float halo = 1.7F * group.length;
            batch.draw_spots({.ahead = halo, .aside = halo, .strength = 0.35F, .falloff = 4},
                             group.ramp->body, group);
        }
    };
    const auto is_crowd = [](const DartGroup& group) { return group.length < kCrowdLength; };
    const auto unmarked = batch.unmarked();
    if (std::any_of(unmarked.begin(), unmarked.end(), is_crowd)) {
        // A clearing of sky under the halo: a marked dart stands out from the densest flock.
        const Rgb sky[3] = {palette.sky_top, palette.sky_top, palette.sky_top};
        draw_unmarked();
        for (const DartGroup& group : batch.marked()) {
            const float halo = 1.7F * group.length;
            batch.draw_spots({.ahead = halo, .aside = halo, .strength = 0.9F}, sky, group);
        }
        draw_halos();
    } else {
        draw_halos();
        draw_unmarked();
    }
    for (const DartGroup& group : batch.marked()) {
        draw_darts(batch, group, group.length, 1, 0.8F, palette);
    }
}

}  // namespace starling::app
