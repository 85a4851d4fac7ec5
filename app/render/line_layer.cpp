// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/line_layer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "app/render/depth_order.h"
#include "app/render/layer_check.h"

namespace starling::app {

using engine::Line;
using engine::LineLayer;

Status check_layer(const LineLayer& layer) {
    const LayerName name{"line", layer.name};
    if (Status width = check_positive(name, "width", layer.width); !width) return width;
    for (std::size_t i = 0; i < layer.lines.size(); ++i) {
        const auto& [from, to, colour] = layer.lines[i];
        if (!std::isfinite(from[0] + from[1] + from[2] + to[0] + to[1] + to[2])) {
            return refuse(name,
                          fmt::format("line {} goes from ({}, {}, {}) to ({}, {}, {})", i, from[0],
                                      from[1], from[2], to[0], to[1], to[2]),
                          "finite numbers");
        }
        if (!is_colour(colour)) {
            return refuse(name, fmt::format("line {} has the colour {}", i, words(colour)),
                          "0 to 1 each");
        }
    }
    return {};
}

Status LinePainter::init() {
    return create_programs({{&program_, "line.vert", "line.frag"}});
}

void LinePainter::draw(const engine::DrawList& list, const View& view, Part part) {
    place_anywhere(program_, view);
    choose_part(program_, part);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const auto describe = [](const GlVertexArray& array) {
        add_attribute(array, 0, 3, offsetof(Line, from));
        add_attribute(array, 1, 3, offsetof(Line, to));
        add_attribute(array, 2, 4, offsetof(Line, colour));
    };
    for (const auto& layer : list.layers) {
        const auto* lines = std::get_if<LineLayer>(layer.get());
        if (lines == nullptr) continue;
        Instances<Line>& instances = cache_[layer];
        if (instances.stale(view)) {
            const auto depth = [&view](const Line& line) {
                return depth_of(view, line.from[0] + line.to[0], line.from[1] + line.to[1],
                                line.from[2] + line.to[2]);
            };
            instances.upload(view.flat ? lines->lines : back_to_front(lines->lines, depth), view,
                             describe);
        }
        glProgramUniform1f(program_.get(), 3, lines->width);
        instances.draw(program_, GL_TRIANGLE_STRIP, 4, lines->lines.size());
    }
}

}  // namespace starling::app
