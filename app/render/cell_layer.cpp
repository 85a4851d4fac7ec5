// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/cell_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/render/colour.h"
#include "app/render/layer_check.h"

namespace starling::app {

using engine::CellLayer;
using engine::Rect;

namespace {

constexpr float kTint = 0.22F;  // opacity of filled cells

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
    return create_programs({{&fill_program_, "cell_fill.vert", "cell_fill.frag"},
                            {&outline_program_, "cell_outline.vert", "cell_outline.frag"}});
}

Status CellPainter::draw(const engine::DrawList& list, const View& view,
                         const engine::Palette& palette) {
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const auto describe = [](const GlVertexArray& array) {
        add_attribute(array, 0, 4, offsetof(Rect, min_x));
    };
    for (const bool filled : {true, false}) {
        const GlProgram& program = filled ? fill_program_ : outline_program_;
        place(program, view);
        for (const auto& layer : list.layers) {
            const auto* cells = std::get_if<CellLayer>(layer.get());
            if (cells == nullptr || cells->filled != filled) continue;
            Instances<Rect>& instances = cache_[layer];
            if (instances.stale(view)) instances.upload(cells->cells, view, describe);
            const auto level =
                std::min(static_cast<std::size_t>(cells->level), palette.cell_levels.size() - 1);
            const LinearRgb light = to_linear(palette.cell_levels[level]);
            const float opacity = filled ? kTint : 1;
            glProgramUniform4f(program.get(), 3, opacity * light[0], opacity * light[1],
                               opacity * light[2], opacity);
            if (filled) {
                instances.draw(program, GL_TRIANGLE_STRIP, 4, cells->cells.size());
            } else {
                instances.draw(program, GL_TRIANGLES, 24, cells->cells.size());
            }
        }
    }
    return finish_frame(cache_, "drawing cells");
}

}  // namespace starling::app
