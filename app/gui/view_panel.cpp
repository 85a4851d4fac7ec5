// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/view_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <variant>

#include "app/gui/fonts.h"
#include "app/gui/widgets.h"

namespace starling::app {
namespace {

using engine::Dart;
using engine::DartLayer;

/// Pixels around the mouse in which an agent is picked.
constexpr double kReach = 14;

const DartLayer* darts_of(const engine::DrawList& picture, std::size_t layer) {
    return layer < picture.layers.size() ? std::get_if<DartLayer>(picture.layers[layer].get())
                                         : nullptr;
}

}  // namespace

std::optional<Picked> pick_dart(const engine::DrawList& picture, const CameraControl& camera,
                                float width, float height, double px, double py, double reach) {
    std::optional<Picked> found;
    double best = reach * reach;
    for (std::size_t layer = 0; layer < picture.layers.size(); ++layer) {
        const DartLayer* darts = darts_of(picture, layer);
        if (darts == nullptr) continue;
        for (std::size_t k = 0; k < darts->darts.size(); ++k) {
            const Dart& dart = darts->darts[k];
            const CameraControl::Point at =
                camera.to_pixel(picture.world, width, height, dart.x, dart.y);
            const double d2 = (at.x - px) * (at.x - px) + (at.y - py) * (at.y - py);
            if (d2 < best) best = d2, found = Picked{layer, k};
        }
    }
    return found;
}

void ViewPanel::draw(GuiContext& gui) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::GetContentRegionAvail();
    if (size.x < 1 || size.y < 1) return;
    ImGui::InvisibleButton("##view", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    take_mouse(gui, size.x, size.y);
    render(gui, static_cast<int>(size.x), static_cast<int>(size.y));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (renderer_ != nullptr) {
        const ImVec2 end{corner.x + static_cast<float>(width_),
                         corner.y + static_cast<float>(height_)};
        list.AddImage(
            reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(renderer_->texture())),
            corner, end);
    }
    list.PushClipRect(corner, {corner.x + size.x, corner.y + size.y}, true);
    draw_picked(gui, corner.x, corner.y, size.x, size.y);
    draw_scale_bar(gui.session.now().picture.world, corner.x, corner.y, size.x, size.y, gui.scale);
    if (!problem_.empty())
        list.AddText({corner.x + 12 * gui.scale, corner.y + 12 * gui.scale}, packed(theme().bad),
                     problem_.c_str());
    list.PopClipRect();
}

void ViewPanel::take_mouse(GuiContext& gui, float width, float height) {
    const engine::DrawList& picture = gui.session.now().picture;
    const engine::Rect& world = picture.world;
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 corner = ImGui::GetItemRectMin();
    const double px = io.MousePos.x - corner.x, py = io.MousePos.y - corner.y;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0)
        camera_.zoom(world, width, height, std::pow(1.2, io.MouseWheel), px, py);
    const bool drags = ImGui::IsItemActive() && (ImGui::IsMouseDragging(ImGuiMouseButton_Right) ||
                                                 ImGui::IsMouseDragging(ImGuiMouseButton_Middle));
    if (drags && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
        camera_.pan(world, width, height, io.MouseDelta.x, io.MouseDelta.y);
        follow_ = false;
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        camera_.fit(), follow_ = false;
    else if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        picked_ = pick_dart(picture, camera_, width, height, px, py, kReach * gui.scale);
    if (!follow_ || !picked_) return;
    const DartLayer* darts = darts_of(picture, picked_->layer);
    if (darts != nullptr && picked_->dart < darts->darts.size())
        camera_.look_at(darts->darts[picked_->dart].x, darts->darts[picked_->dart].y);
}

void ViewPanel::render(GuiContext& gui, int width, int height) {
    const std::shared_ptr<const engine::Snapshot> now = gui.session.shared_now();
    const engine::Camera2 camera =
        camera_.camera(now->picture.world, static_cast<float>(width), static_cast<float>(height));
    if (now == shown_ && camera == shown_camera_ && width == width_ && height == height_) return;
    const auto start = std::chrono::steady_clock::now();
    Status done;
    if (renderer_ == nullptr) {
        Result<std::unique_ptr<Renderer>> made = Renderer::create(width, height);
        if (made)
            renderer_ = std::move(*made);
        else
            done = made.error();
    } else {
        done = renderer_->resize(width, height);
    }
    if (done) {
        engine::DrawList picture = now->picture;  // its layers are shared
        picture.camera = camera;
        if (now == shown_) picture.frame_seconds = 0;  // no time has passed
        done = renderer_->draw(picture);
    }
    problem_ = done ? "" : done.error().text;
    shown_ = now;
    shown_camera_ = camera;
    width_ = width, height_ = height;
    draw_ms_ =
        1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Status ViewPanel::read(Image& image) {
    if (renderer_ == nullptr) return Error{"there is no picture yet"};
    return renderer_->read(image);
}

void ViewPanel::draw_scale_bar(const engine::Rect& world, float x, float y, float width,
                               float height, float scale) const {
    const double unit = camera_.camera(world, width, height).height / height;
    const double length = round_length(unit * 130 * scale);
    const auto pixels = static_cast<float>(length / unit);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string text = fmt::format("{:g} px", length);
    const ImVec2 words = ImGui::CalcTextSize(text.c_str());
    const float left = x + 14 * scale, bottom = y + height - 14 * scale;
    // On any sky: a plate of the panel's colour below both.
    list.AddRectFilled({left - 7 * scale, bottom - words.y - 10 * scale},
                       {left + std::max(pixels, words.x) + 7 * scale, bottom + 6 * scale},
                       packed(theme().panel, 0.8F), 5 * scale);
    list.AddText({left, bottom - words.y - 7 * scale}, packed(theme().text), text.c_str());
    list.AddRectFilled({left, bottom - 2 * scale}, {left + pixels, bottom}, packed(theme().text));
}

void ViewPanel::draw_picked(GuiContext& gui, float x, float y, float width, float height) {
    if (!picked_) return;
    const engine::DrawList& picture = gui.session.now().picture;
    const DartLayer* darts = darts_of(picture, picked_->layer);
    if (darts == nullptr || picked_->dart >= darts->darts.size()) {
        picked_.reset();
        return;
    }
    const Dart& dart = darts->darts[picked_->dart];
    const CameraControl::Point at = camera_.to_pixel(picture.world, width, height, dart.x, dart.y);
    const ImVec2 centre{x + static_cast<float>(at.x), y + static_cast<float>(at.y)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float r = 13 * gui.scale;
    list.AddCircle(centre, r, packed(theme().accent), 32, 2 * gui.scale);
    const std::string lines[] = {
        fmt::format("{} {}", darts->name, picked_->dart),
        fmt::format("x {:.1f}  y {:.1f} px", dart.x, dart.y),
        fmt::format("heading {:.0f} deg",
                    std::atan2(dart.dir_y, dart.dir_x) * 180 / std::numbers::pi_v<float>)};
    const float line = ImGui::GetTextLineHeight();
    float widest = 0;
    for (const std::string& text : lines)
        widest = std::max(widest, ImGui::CalcTextSize(text.c_str()).x);
    const ImVec2 size{widest + 16 * gui.scale, 3 * line + 12 * gui.scale};
    // Beside the agent, and inside the view.
    ImVec2 corner{centre.x + r + 6 * gui.scale, centre.y - 0.5F * size.y};
    if (corner.x + size.x > x + width) corner.x = centre.x - r - 6 * gui.scale - size.x;
    corner.y = std::clamp(corner.y, y + 4, y + height - size.y - 4);
    list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, packed(theme().panel, 0.88F),
                       6 * gui.scale);
    for (int n = 0; n < 3; ++n)
        list.AddText(
            {corner.x + 8 * gui.scale, corner.y + 6 * gui.scale + static_cast<float>(n) * line},
            packed(n == 0 ? theme().text : theme().faint), lines[n].c_str());
}

}  // namespace starling::app
