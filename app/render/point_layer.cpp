// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/point_layer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "app/render/depth_order.h"
#include "app/render/layer_check.h"

namespace starling::app {

using engine::Point;
using engine::PointLayer;

Status check_layer(const PointLayer& layer) {
    const LayerName name{"point", layer.name};
    for (std::size_t i = 0; i < layer.points.size(); ++i) {
        const Point& point = layer.points[i];
        if (!std::isfinite(point.x + point.y + point.z)) {
            return refuse(name,
                          fmt::format("point {} is at ({}, {}, {})", i, point.x, point.y, point.z),
                          "finite numbers");
        }
        if (!(point.size > 0) || !std::isfinite(point.size)) {
            return refuse(name, fmt::format("point {} has the size {}", i, point.size),
                          "more than 0");
        }
        if (!is_colour(point.colour)) {
            return refuse(name, fmt::format("point {} has the colour {}", i, words(point.colour)),
                          "0 to 1 each");
        }
    }
    return {};
}

Status PointPainter::init() {
    return create_programs({{&program_, "point.vert", "point.frag"}});
}

void PointPainter::draw(const engine::DrawList& list, const View& view, Part part) {
    place_anywhere(program_, view);
    choose_part(program_, part);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const auto describe = [](const GlVertexArray& array) {
        static_assert(offsetof(Point, size) == 3 * sizeof(float));
        add_attribute(array, 0, 4, offsetof(Point, x));
        add_attribute(array, 1, 4, offsetof(Point, colour));
    };
    for (const auto& layer : list.layers) {
        const auto* points = std::get_if<PointLayer>(layer.get());
        if (points == nullptr) continue;
        Instances<Point>& instances = cache_[layer];
        if (instances.stale(view)) {
            const auto depth = [&view](const Point& point) {
                return depth_of(view, point.x, point.y, point.z);
            };
            instances.upload(view.flat ? points->points : back_to_front(points->points, depth),
                             view, describe);
        }
        instances.draw(program_, GL_TRIANGLE_STRIP, 4, points->points.size());
    }
}

}  // namespace starling::app
