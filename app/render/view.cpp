// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/view.h"

#include <fmt/format.h>

#include <cmath>

namespace starling::app {
namespace {

using engine::Camera2;
using engine::Camera3;
using engine::FitCamera;

Error bad(const char* what, double value, const char* expected) {
    return Error{fmt::format("cannot draw: {} is {}, expected {}", what, value, expected)};
}

Status look(View& view, const engine::Rect& world, const FitCamera&) {
    view.world =
        fit_view(world.max_x - world.min_x, world.max_y - world.min_y, view.width, view.height);
    view.anchor_x = world.min_x;
    view.anchor_y = world.min_y;
    view.origin_x = view.world.x0;
    view.origin_y = view.world.y0;
    return {};
}

Status look(View& view, const engine::Rect& world, const Camera2& camera) {
    if (!std::isfinite(camera.x)) return bad("the camera's x", camera.x, "a finite number");
    if (!std::isfinite(camera.y)) return bad("the camera's y", camera.y, "a finite number");
    if (!(camera.height > 0) || !std::isfinite(camera.height)) {
        return bad("the camera's height", camera.height, "more than 0");
    }
    const ViewFit fit = camera_view(world, camera, view.width, view.height);
    if (!(fit.scale > 0) || !std::isfinite(fit.scale + fit.x0 + fit.y0 + fit.x1 + fit.y1)) {
        return bad("the camera's height", camera.height, "a size that numbers can scale to pixels");
    }
    view.world = fit;
    view.anchor_x = static_cast<float>(camera.x);
    view.anchor_y = static_cast<float>(camera.y);
    const double scale = view.height / camera.height;
    view.origin_x = static_cast<float>(0.5 * view.width + (view.anchor_x - camera.x) * scale);
    view.origin_y = static_cast<float>(0.5 * view.height + (view.anchor_y - camera.y) * scale);
    return {};
}

Status look(View& view, const engine::Rect&, const Camera3& camera) {
    using Vector = std::array<double, 3>;
    const auto length = [](const Vector& v) { return std::hypot(v[0], v[1], v[2]); };
    for (const auto& [what, vector] :
         {std::pair{"eye", camera.eye}, {"target", camera.target}, {"up", camera.up}}) {
        if (!std::isfinite(vector[0] + vector[1] + vector[2])) {
            return Error{
                fmt::format("cannot draw: the camera's {} is ({}, {}, {}), expected "
                            "finite numbers",
                            what, vector[0], vector[1], vector[2])};
        }
    }
    Vector forward{};
    for (int i = 0; i < 3; ++i) forward[i] = camera.target[i] - camera.eye[i];
    const double distance = length(forward);
    if (!(distance > 0)) {
        return Error{"cannot draw: the camera's eye and target are the same place"};
    }
    if (!(distance < 1e30)) return Error{"cannot draw: the camera's numbers are too large"};
    const Vector& up = camera.up;
    const Vector side = {forward[1] * up[2] - forward[2] * up[1],
                         forward[2] * up[0] - forward[0] * up[2],
                         forward[0] * up[1] - forward[1] * up[0]};
    if (!(length(side) > 1e-6 * distance * length(up)) || !std::isfinite(length(side))) {
        return Error{
            fmt::format("cannot draw: the camera's up ({}, {}, {}) points along its view, "
                        "expected another direction",
                        up[0], up[1], up[2])};
    }
    constexpr double kPi = 3.14159265358979323846;
    if (!(camera.field_of_view > 0 && camera.field_of_view < kPi)) {
        return bad("the camera's field of view", camera.field_of_view, "more than 0, less than pi");
    }
    if (!(camera.near > 0) || !std::isfinite(camera.near)) {
        return bad("the camera's near distance", camera.near, "more than 0");
    }
    if (!(camera.far > camera.near) || !std::isfinite(camera.far)) {
        return bad("the camera's far distance", camera.far, "more than the near distance");
    }
    view.flat = false;
    view.world = {.scale = 1,
                  .x0 = 0,
                  .y0 = 0,
                  .x1 = static_cast<float>(view.width),
                  .y1 = static_cast<float>(view.height)};
    view.camera = camera;
    view.to_clip = engine::view_projection(camera, static_cast<double>(view.width) / view.height);
    for (const float value : view.to_clip) {
        if (!std::isfinite(value)) return Error{"cannot draw: the camera's numbers are too large"};
    }
    return {};
}

}  // namespace

Result<View> make_view(const engine::DrawList& list, int width, int height) {
    const float world_width = list.world.max_x - list.world.min_x;
    const float world_height = list.world.max_y - list.world.min_y;
    if (!(world_width > 0) || !std::isfinite(world_width)) {
        return bad("the world's width", world_width, "more than 0");
    }
    if (!(world_height > 0) || !std::isfinite(world_height)) {
        return bad("the world's height", world_height, "more than 0");
    }
    View view;
    view.width = width;
    view.height = height;
    const Status status =
        std::visit([&](const auto& camera) { return look(view, list.world, camera); }, list.camera);
    if (!status) return status.error();
    return view;
}

}  // namespace starling::app
