// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/gui/camera_control.h"
#include "app/gui/gui_context.h"
#include "app/render/renderer.h"

namespace starling::app {

/// An agent of a picture: a layer by its number and a dart of it.
struct Picked {
    std::size_t layer = 0, dart = 0;
    bool operator==(const Picked&) const = default;
};

/// The dart that is drawn nearest to a pixel of the view, within `reach` pixels.
std::optional<Picked> pick_dart(const engine::DrawList& picture, const CameraControl& camera,
                                float width, float height, double px, double py, double reach);

/// The world, with a camera that the mouse moves: the wheel zooms, a drag with the right or middle
/// button pans, a double click shows everything again, a click picks an agent.
class ViewPanel {
 public:
    void draw(GuiContext& gui);

    void fit() { camera_.fit(); }
    void toggle_follow() { follow_ = !follow_; }
    bool follows() const { return follow_; }

    /// The picture as it is shown, for a screenshot. Errors are the renderer's.
    Status read(Image& image);

    /// What cannot be drawn, in words; empty where all goes well.
    const std::string& problem() const { return problem_; }

    /// Milliseconds that the last picture took to draw.
    double draw_milliseconds() const { return draw_ms_; }

 private:
    void render(GuiContext& gui, int width, int height);
    void take_mouse(GuiContext& gui, float width, float height);
    void draw_scale_bar(const engine::Rect& world, float x, float y, float width, float height,
                        float scale) const;
    void draw_picked(GuiContext& gui, float x, float y, float width, float height);

    std::unique_ptr<Renderer> renderer_;
    CameraControl camera_;
    std::shared_ptr<const engine::Snapshot> shown_;  ///< What the picture was drawn from.
    engine::Camera2 shown_camera_;
    int width_ = 0, height_ = 0;
    std::optional<Picked> picked_;
    bool follow_ = false;
    double draw_ms_ = 0;
    std::string problem_;
};

}  // namespace starling::app
