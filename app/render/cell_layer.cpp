// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/cell_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "app/render/colour.h"
#include "app/render/layer_check.h"

namespace starling::app {

using engine::CellLayer;
using engine::Rect;

namespace {

constexpr float kOutline = 0.7F;  // opacity of outlines

// The layers of that kind. Sides of outer cells are sides of inner ones too, so they go last.
std::vector<std::shared_ptr<const engine::Layer>> from_the_deepest(const engine::DrawList& list,
                                                                   bool filled) {
    std::vector<std::shared_ptr<const engine::Layer>> layers;
    for (const auto& layer : list.layers) {
        const auto* cells = std::get_if<CellLayer>(layer.get());
        if (cells != nullptr && cells->filled == filled) layers.push_back(layer);
    }
    std::stable_sort(layers.begin(), layers.end(), [](const auto& a, const auto& b) {
        return std::get<CellLayer>(*a).level > std::get<CellLayer>(*b).level;
    });
    return layers;
}

}  // namespace

Status check_layer(const CellLayer& layer) {
    const LayerName name{"cell", layer.name};
    if (layer.level < 0) return refuse(name, fmt::format("level is {}", layer.level), "0 or more");
    for (std::size_t i = 0; i < layer.cells.size(); ++i) {
        const Rect& cell = layer.cells[i];
        if (!is_rectangle(cell)) {
            return refuse(name, fmt::format("cell {} is {}", i, words(cell)),
                          "finite numbers, each minimum less than its maximum");
        }
    }
    return {};
}

Status CellPainter::init() {
    screen_.init();
    return create_programs({{&fill_program_, "cell_fill.vert", "cell_fill.frag"},
                            {&outline_program_, "cell_outline.vert", "cell_outline.frag"},
                            {&overlay_program_, "screen.vert", "overlay.frag"}});
}

void CellPainter::draw_all(bool filled, const engine::DrawList& list, const View& view,
                           const engine::Palette& palette) {
    const GlProgram& program = filled ? fill_program_ : outline_program_;
    place(program, view);
    for (const auto& layer : from_the_deepest(list, filled)) {
        const auto& cells = std::get<CellLayer>(*layer);
        Instances<Rect>& instances = cache_[layer];
        if (instances.stale(view)) {
            instances.upload(cells.cells, view, [](const GlVertexArray& array) {
                add_attribute(array, 0, 4, offsetof(Rect, min_x));
            });
        }
        const auto level =
            std::min(static_cast<std::size_t>(cells.level), palette.cell_levels.size() - 1);
        const LinearRgb light = to_linear(palette.cell_levels[level]);
        const float opacity = filled ? palette.cell_tint : 1;
        glProgramUniform4f(program.get(), 3, opacity * light[0], opacity * light[1],
                           opacity * light[2], opacity);
        if (filled) {
            instances.draw(program, GL_TRIANGLE_STRIP, 4, cells.cells.size());
        } else {
            instances.draw(program, GL_TRIANGLES, 24, cells.cells.size());
        }
    }
}

Status CellPainter::draw(const engine::DrawList& list, const View& view,
                         const engine::Palette& palette, const Surface& target) {
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_all(true, list, view, palette);
    if (!from_the_deepest(list, false).empty()) {
        if (outlines_.width == 0) {
            Result<Surface> made = create_surface(target.width, target.height, GL_RGBA16F);
            if (!made) return made.error();
            outlines_ = std::move(*made);
        }
        // On a surface of their own, so that a line that two cells share is as faint as others.
        clear(outlines_);
        draw_into(outlines_);
        glDisable(GL_BLEND);
        draw_all(false, list, view, palette);
        glEnable(GL_BLEND);
        draw_into(target);
        glProgramUniform1f(overlay_program_.get(), 3, kOutline);
        glBindTextureUnit(0, outlines_.texture.get());
        screen_.draw(overlay_program_);
    }
    return finish_frame(cache_, "drawing cells");
}

}  // namespace starling::app
