// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/gui.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "app/gui/fonts.h"
#include "app/gui/help_panel.h"
#include "app/gui/widgets.h"
#include "app/record/png.h"
#include "app/record/write_file.h"
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
    take(std::move(*session));
    settings_.note_recent(file);
    log_.note(fmt::format("{} is open", file));
    return {};
}

Status Gui::open_default() {
    auto session = Session::start(engine::default_scene(engine::all_systems()), "", options_, log_);
    if (!session) return session.error();
    take(std::move(*session));
    return {};
}

void Gui::take(std::unique_ptr<Session> session) {
    session_ = std::move(session);
    history_.clear();
    view_.fit();
}

void Gui::open_or_say(const std::string& file) {
    if (Status opened = open(file, {}); !opened) log_.error(opened.error().text);
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
    for (const std::string& file : window_.take_dropped()) open_or_say(file);
    session_->update();
    history_.add(session_->now(), session_->columns());
    const ImGuiIO& io = ImGui::GetIO();
    frame_seconds_ += 0.1 * (double{io.DeltaTime} - frame_seconds_);
    if (const auto action = pressed_action()) act(*action);
    GuiContext gui{*session_, log_, history_, settings_, window_.scale()};
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
    draw_help(gui, help_);
    browser_.draw(gui);
    const std::string& title = session_->scene().title;
    window_.set_title(title.empty() ? "Starling" : title + " - Starling");
    if (std::exchange(screenshot_wanted_, false)) save_screenshot();
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
        toggle_run();
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

    ImGui::SetCursorPos({ImGui::GetWindowWidth() - 190 * s, 7 * s});
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4 * s, 4 * s});
    if (icon_button("open", Icon::open, "Open a scene (Ctrl O), or drop one here"))
        ImGui::OpenPopup("##open-menu");
    draw_open_menu(s);
    ImGui::SameLine();
    if (icon_button("screenshot", Icon::camera, "Screenshot of the view (F12)"))
        act(Action::screenshot);
    ImGui::SameLine(0, 14 * s);
    if (icon_button("theme", Icon::sun, "Dark or light (Ctrl T)")) act(Action::theme);
    ImGui::SameLine();
    if (icon_button("help", Icon::help, "Keys (F1)", help_)) act(Action::help);
    ImGui::PopStyleVar();
    ImGui::EndGroup();

    const std::string& title = session_->scene().title;
    ImGui::PushFont(fonts().title);
    const ImVec2 words = ImGui::CalcTextSize(title.c_str());
    const float room = ImGui::GetWindowWidth() - 540 * s;
    ImGui::SetCursorPos({0.5F * (ImGui::GetWindowWidth() - std::min(words.x, room)), 10 * s});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(corner, {corner.x + std::max(room, 1.0F), corner.y + words.y}, true);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopClipRect();
    ImGui::PopFont();
}

void Gui::draw_open_menu(float scale) {
    if (!ImGui::BeginPopup("##open-menu")) return;
    if (ImGui::MenuItem("Browse ...", "Ctrl O")) browse();
    if (ImGui::MenuItem("Save as YAML ...", "Ctrl S")) save_scene();
    if (!settings_.recent.empty()) ImGui::Separator();
    std::string chosen;
    for (const std::string& file : settings_.recent) {
        if (ImGui::MenuItem(std::filesystem::path(file).filename().string().c_str())) chosen = file;
        tooltip(file);
    }
    ImGui::Dummy({180 * scale, 0});
    ImGui::EndPopup();
    if (!chosen.empty()) open_or_say(chosen);
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
        draw_right(gui);
        ImGui::PopStyleVar();
        ImGui::EndChild();
    }
    ImGui::PopStyleVar();
}

void Gui::draw_right(GuiContext& gui) {
    const auto section = [](const char* name) {
        ImGui::PushFont(fonts().bold);
        const bool open = ImGui::CollapsingHeader(name, ImGuiTreeNodeFlags_DefaultOpen);
        ImGui::PopFont();
        return open;
    };
    if (section("Profile")) profile_.draw(gui, view_.draw_milliseconds(), frame_seconds_);
    if (section("Allocator")) allocator_.draw(gui);
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

void Gui::act(Action action) {
    switch (action) {
        case Action::run:
            return toggle_run();
        case Action::step:
            return session_->step();
        case Action::restart:
            return restart();
        case Action::undo:
            return session_->undo();
        case Action::redo:
            return session_->redo();
        case Action::search:
            settings_.show_left = true;
            return params_.focus_search();
        case Action::fit:
            return view_.fit();
        case Action::follow:
            return view_.toggle_follow();
        case Action::open:
            return browse();
        case Action::save:
            return save_scene();
        case Action::screenshot:
            screenshot_wanted_ = true;
            return;
        case Action::left_panel:
            settings_.show_left = !settings_.show_left;
            return;
        case Action::right_panel:
            settings_.show_right = !settings_.show_right;
            return;
        case Action::log:
            settings_.show_bottom = !settings_.show_bottom;
            return;
        case Action::theme:
            return set_look(settings_.theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark,
                            settings_.scale);
        case Action::larger:
            return set_look(settings_.theme, settings_.scale + 0.1F);
        case Action::smaller:
            return set_look(settings_.theme, settings_.scale - 0.1F);
        case Action::help:
            help_ = !help_;
            return;
        case Action::quit:
            return window_.close();
    }
}

void Gui::toggle_run() {
    if (session_->now().paused)
        session_->resume();
    else
        session_->pause();
}

void Gui::set_look(ThemeKind theme, float scale) {
    settings_.theme = theme;
    settings_.scale = std::clamp(scale, 0.5F, 4.0F);
    window_.set_look(settings_.theme, settings_.scale);
}

void Gui::browse() {
    const std::filesystem::path file = session_->file();
    browser_.open("Open a scene", file.has_parent_path() ? file.parent_path().string() : ".", "",
                  [this](const std::string& path) { open_or_say(path); });
}

void Gui::save_scene() {
    const std::filesystem::path file = session_->file();
    const std::string name = file.empty() ? "scene.yaml" : file.stem().string() + "_edited.yaml";
    browser_.open("Save the scene", file.has_parent_path() ? file.parent_path().string() : ".",
                  name, [this](const std::string& path) {
                      engine::Scene scene = session_->scene();
                      scene.changes.clear();
                      const Status saved = write_file(path, engine::to_yaml(scene));
                      if (saved)
                          log_.note(fmt::format("{} is written", path));
                      else
                          log_.error(saved.error().text);
                  });
}

void Gui::save_screenshot() {
    Image image;
    Status done = view_.read(image);
    const std::string name = session_->file().empty()
                                 ? "starling"
                                 : std::filesystem::path(session_->file()).stem().string();
    const std::string path = fmt::format("{}_{:06}.png", name, session_->now().clock.step);
    if (done) done = write_png(path, image);
    std::error_code code;
    if (done)
        log_.note(fmt::format("{} is written", std::filesystem::absolute(path, code).string()));
    else
        log_.error(done.error().text);
}

void Gui::restart() {
    auto again = Session::start(session_->scene(), session_->file(), options_, log_);
    if (!again) return log_.error(again.error().text);
    take(std::move(*again));
    log_.note("The scene starts anew");
}

}  // namespace starling::app
