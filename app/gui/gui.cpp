// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/gui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "app/gui/fonts.h"
#include "app/gui/widgets.h"
#include "engine/scene/schema.h"

namespace starling::app {
namespace {

constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1, 2, 4, std::numeric_limits<double>::infinity()};

std::string speed_text(double speed) {
    return std::isfinite(speed) ? fmt::format("{:g} x", speed) : "as fast as it goes";
}

/// A bar between two panels that is dragged to change `size`, in points.
void splitter(const char* id, bool vertical, float length, float& size, float direction,
              float least, float most, float scale) {
    const float width = 6 * scale;
    ImGui::InvisibleButton(id, vertical ? ImVec2{width, length} : ImVec2{length, width});
    const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (hot)
        ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    if (ImGui::IsItemActive()) {
        const ImVec2 moved = ImGui::GetIO().MouseDelta;
        size = std::clamp(size + direction * (vertical ? moved.x : moved.y) / scale, least, most);
    }
    if (!hot) return;
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const ImVec2 m{0.5F * (a.x + b.x), 0.5F * (a.y + b.y)};
    ImGui::GetWindowDrawList()->AddRectFilled(
        vertical ? ImVec2{m.x - scale, a.y} : ImVec2{a.x, m.y - scale},
        vertical ? ImVec2{m.x + scale, b.y} : ImVec2{b.x, m.y + scale},
        packed(theme().accent, 0.8F));
}

}  // namespace

Gui::Gui(Window& window, Settings settings, engine::WorldOptions options)
    : window_(window), settings_(std::move(settings)), options_(options) {
    window_.set_look(settings_.theme, settings_.scale);
}

Status Gui::open(const std::string& file, const engine::SceneOverrides& overrides) {
    auto session = Session::open(file, overrides, options_, log_);
    if (!session) return session.error();
    session_ = std::move(*session);
    view_.fit();
    settings_.note_recent(file);
    log_.note(fmt::format("{} is open", file));
    return {};
}

Status Gui::open_default() {
    auto session = Session::start(engine::default_scene(engine::all_systems()), "", options_, log_);
    if (!session) return session.error();
    session_ = std::move(*session);
    return {};
}

Settings Gui::settings() const {
    Settings now = settings_;
    now.place = window_.place();
    return now;
}

double Gui::idle_seconds() const {
    // A world that stands still changes nothing by itself.
    return session_ != nullptr && session_->now().paused ? 0.25 : 0;
}

void Gui::frame() {
    window_.begin_frame(idle_seconds());
    open_dropped();
    session_->update();
    const ImGuiIO& io = ImGui::GetIO();
    frame_seconds_ += 0.1 * (double{io.DeltaTime} - frame_seconds_);
    GuiContext gui{*session_, log_, settings_, window_.scale()};
    take_keys(gui);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("##main", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();
    draw_toolbar(gui);
    draw_panels(gui);
    draw_status(gui);
    ImGui::End();
    const std::string& title = session_->scene().title;
    window_.set_title(title.empty() ? "Starling" : title + " - Starling");
    window_.end_frame();
}

void Gui::draw_toolbar(GuiContext& gui) {
    const float s = gui.scale;
    ImGui::SetCursorPos({10 * s, 7 * s});
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4 * s, 4 * s});
    const bool paused = session_->now().paused;
    if (icon_button("play", paused ? Icon::play : Icon::pause,
                    paused ? "Run (Space)" : "Pause (Space)"))
        paused ? session_->resume() : session_->pause();
    ImGui::SameLine();
    if (icon_button("step", Icon::step, "One step (.)")) session_->step();
    ImGui::SameLine();
    ImGui::SetNextItemWidth(92 * s);
    if (ImGui::BeginCombo("##speed", std::isfinite(session_->speed())
                                         ? speed_text(session_->speed()).c_str()
                                         : "max")) {
        for (const double speed : kSpeeds)
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == session_->speed()))
                session_->set_speed(speed);
        ImGui::EndCombo();
    }
    tooltip("Simulated seconds per second");
    ImGui::SameLine(0, 14 * s);
    if (icon_button("undo", Icon::undo, "Undo (Ctrl Z)")) session_->undo();
    ImGui::SameLine();
    if (icon_button("redo", Icon::redo, "Redo (Ctrl Shift Z)")) session_->redo();
    ImGui::SameLine(0, 14 * s);
    if (icon_button("fit", Icon::fit, "Show the whole world (Home)")) view_.fit();
    ImGui::PopStyleVar();
    ImGui::EndGroup();

    const std::string& title = session_->scene().title;
    ImGui::PushFont(fonts().title);
    const ImVec2 words = ImGui::CalcTextSize(title.c_str());
    ImGui::SetCursorPos({0.5F * (ImGui::GetWindowWidth() - words.x), 10 * s});
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();

    ImGui::SetCursorPos({ImGui::GetWindowWidth() - 40 * s, 7 * s});
    if (icon_button("theme", Icon::sun, "Dark or light (Ctrl T)")) toggle_theme();
}

void Gui::draw_panels(GuiContext& gui) {
    const float s = gui.scale;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float top = 42 * s, status = 26 * s, gap = 6 * s;
    const float height = window.y - top - status;
    const float left = settings_.show_left ? settings_.left * s : 0;
    const float right = settings_.show_right ? settings_.right * s : 0;
    const float bottom = settings_.show_bottom ? settings_.bottom * s : 0;
    if (height < 20 * s) return;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::SetCursorPos({gap, top});
    if (settings_.show_left) {
        ImGui::BeginChild("##left", {left, height}, true);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 5 * s});
        params_.draw(gui);
        ImGui::PopStyleVar();
        ImGui::EndChild();
        ImGui::SameLine();
        splitter("##split-left", true, height, settings_.left, 1, 220, 520, s);
        ImGui::SameLine();
    }
    const float middle = window.x - 2 * gap - left - (settings_.show_left ? gap : 0) - right -
                         (settings_.show_right ? gap : 0);
    ImGui::BeginGroup();
    const float view_height = std::max(height - bottom - (settings_.show_bottom ? gap : 0), 20 * s);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::BeginChild("##view", {middle, view_height}, false, ImGuiWindowFlags_NoScrollWithMouse);
    view_.draw(gui);
    ImGui::EndChild();
    ImGui::PopStyleVar();
    if (settings_.show_bottom) {
        splitter("##split-bottom", false, middle, settings_.bottom, -1, 60, 420, s);
        ImGui::BeginChild("##bottom", {middle, bottom}, true);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 3 * s});
        log_panel_.draw(gui);
        ImGui::PopStyleVar();
        ImGui::EndChild();
    }
    ImGui::EndGroup();
    if (settings_.show_right) {
        ImGui::SameLine();
        splitter("##split-right", true, height, settings_.right, -1, 240, 620, s);
        ImGui::SameLine();
        ImGui::BeginChild("##right", {right, height}, true);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 5 * s});
        heading("Statistics");
        const auto& columns = session_->columns();
        const std::vector<double>& values = session_->now().statistics;
        for (std::size_t n = 0; n < columns.size() && n < values.size(); ++n)
            value_row(columns[n].name,
                      fmt::format("{} {}", short_number(values[n]), columns[n].unit));
        ImGui::PopStyleVar();
        ImGui::EndChild();
    }
    ImGui::PopStyleVar();
}

void Gui::draw_status(GuiContext& gui) {
    const float s = gui.scale;
    ImGui::SetCursorPos({12 * s, ImGui::GetWindowHeight() - 23 * s});
    const engine::Snapshot& now = session_->now();
    ImGui::PushFont(fonts().mono);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().faint));
    ImGui::TextUnformatted(fmt::format("step {}   {:.2f} s   {} a step   {:.0f} frames/s   {}",
                                       now.clock.step, now.clock.time(),
                                       short_seconds(now.step_seconds),
                                       frame_seconds_ > 0 ? 1 / frame_seconds_ : 0,
                                       engine::summarise(now.scene->kinds(), now.statistics))
                               .c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void Gui::take_keys(GuiContext& gui) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput) return;
    const auto pressed = [&](int key, bool ctrl = false, bool shift = false) {
        return io.KeyCtrl == ctrl && io.KeyShift == shift && ImGui::IsKeyPressed(key, false);
    };
    if (pressed(GLFW_KEY_SPACE)) session_->now().paused ? session_->resume() : session_->pause();
    if (io.KeyCtrl == false && ImGui::IsKeyPressed(GLFW_KEY_PERIOD)) session_->step();
    if (pressed(GLFW_KEY_HOME)) view_.fit();
    if (pressed(GLFW_KEY_F)) view_.toggle_follow();
    if (pressed(GLFW_KEY_R)) restart();
    if (pressed(GLFW_KEY_Z, true)) session_->undo();
    if (pressed(GLFW_KEY_Z, true, true) || pressed(GLFW_KEY_Y, true)) session_->redo();
    if (pressed(GLFW_KEY_F, true)) params_.focus_search();
    if (pressed(GLFW_KEY_T, true)) toggle_theme();
    if (pressed(GLFW_KEY_Q, true)) window_.close();
    if (pressed(GLFW_KEY_EQUAL, true) || pressed(GLFW_KEY_KP_ADD, true))
        window_.set_look(settings_.theme, settings_.scale = std::min(settings_.scale + 0.1F, 4.0F));
    if (pressed(GLFW_KEY_MINUS, true) || pressed(GLFW_KEY_KP_SUBTRACT, true))
        window_.set_look(settings_.theme, settings_.scale = std::max(settings_.scale - 0.1F, 0.5F));
    static_cast<void>(gui);
}

void Gui::toggle_theme() {
    settings_.theme = settings_.theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
    window_.set_look(settings_.theme, settings_.scale);
}

void Gui::restart() {
    auto again = Session::start(session_->scene(), session_->file(), options_, log_);
    if (!again) return log_.error(again.error().text);
    session_ = std::move(*again);
    log_.note("The scene starts anew");
}

void Gui::open_dropped() {
    for (const std::string& file : window_.take_dropped())
        if (Status opened = open(file, {}); !opened) log_.error(opened.error().text);
}

}  // namespace starling::app
