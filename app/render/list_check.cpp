// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/list_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/render/brick_layer.h"
#include "app/render/cell_layer.h"
#include "app/render/dart_layer.h"
#include "app/render/field_layer.h"
#include "app/render/layer_check.h"
#include "app/render/line_layer.h"
#include "app/render/point_layer.h"
#include "app/render/trail_layer.h"
#include "engine/draw/palette.h"

namespace starling::app {
namespace {

using engine::DrawList;

Status check_numbers(const DrawList& list) {
    const auto bad = [](const char* what, double value, const char* expected) {
        return Error{fmt::format("cannot draw: {} is {}, expected {}", what, value, expected)};
    };
    if (!(list.margin >= 0) || !std::isfinite(list.margin)) {
        return bad("the margin", list.margin, "0 or more");
    }
    if (!(list.frame_seconds >= 0) || !std::isfinite(list.frame_seconds)) {
        return bad("the time between frames", list.frame_seconds, "0 or more seconds");
    }
    if (!(list.style.glow >= 0 && list.style.glow <= 1)) {
        return bad("glow", list.style.glow, "0 to 1");
    }
    const auto palettes = static_cast<int>(engine::palettes().size());
    if (list.style.palette < 0 || list.style.palette >= palettes) {
        return Error{fmt::format("cannot draw: palette number {} is not one of 0 to {}",
                                 list.style.palette, palettes - 1)};
    }
    return {};
}

// Errors where the camera cannot show layers of that kind.
class CheckCamera {
 public:
    explicit CheckCamera(const View& view) : view_(view) {}

    Status operator()(const engine::DartLayer& layer) const { return flat({"dart", layer.name}); }
    Status operator()(const engine::TrailLayer&) const { return flat({"trail", ""}); }
    Status operator()(const engine::PointLayer&) const { return {}; }
    Status operator()(const engine::LineLayer&) const { return {}; }
    Status operator()(const engine::CellLayer& layer) const { return flat({"cell", layer.name}); }
    Status operator()(const engine::FieldLayer& layer) const { return flat({"field", layer.name}); }
    Status operator()(const engine::BrickLayer& layer) const {
        if (!view_.flat) return {};
        return refuse({"brick", layer.name}, "the camera looks onto a plane", "a Camera3");
    }

 private:
    Status flat(const LayerName& layer) const {
        if (view_.flat) return {};
        return refuse(layer, "the camera is a Camera3", "a FitCamera or a Camera2");
    }

    const View& view_;
};

struct CheckContent {
    TextureLimits limits;

    Status operator()(const engine::FieldLayer& layer) const {
        return check_layer(layer, limits.plane);
    }
    Status operator()(const engine::BrickLayer& layer) const {
        return check_layer(layer, limits.volume);
    }
    Status operator()(const auto& layer) const { return check_layer(layer); }
};

}  // namespace

Status ListCheck::check(const DrawList& list, const View& view) {
    if (Status status = check_numbers(list); !status) return status;
    int trails = 0;
    for (std::size_t i = 0; i < list.layers.size(); ++i) {
        const auto& layer = list.layers[i];
        if (layer == nullptr) {
            return Error{fmt::format("cannot draw: layer {} of the list is null", i)};
        }
        if (Status status = std::visit(CheckCamera(view), *layer); !status) return status;
        if (std::holds_alternative<engine::TrailLayer>(*layer) && ++trails > 1) {
            return Error{"cannot draw: the list has two trail layers, expected one at most"};
        }
        if (std::find(good_.begin(), good_.end(), layer) != good_.end()) continue;
        if (Status status = std::visit(CheckContent{limits_}, *layer); !status) return status;
    }
    good_ = list.layers;
    return {};
}

}  // namespace starling::app
