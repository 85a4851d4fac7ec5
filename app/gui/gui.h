// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/gui/allocator_panel.h"
#include "app/gui/event_log.h"
#include "app/gui/file_browser.h"
#include "app/gui/history.h"
#include "app/gui/keys.h"
#include "app/gui/log_panel.h"
#include "app/gui/param_panel.h"
#include "app/gui/profile_panel.h"
#include "app/gui/session.h"
#include "app/gui/settings.h"
#include "app/gui/view_panel.h"
#include "app/gui/window.h"

namespace starling::app {

/// The program's window: a toolbar, the view, and panels around it. Threads: the window's.
class Gui {
 public:
    Gui(Window& window, Settings settings, engine::WorldOptions options);

    /// Opens a scene in the place of the one that runs; after an error that one goes on.
    Status open(const std::string& file, const engine::SceneOverrides& overrides);

    /// Opens the article's flock, for who has named no scene.
    Status open_default();

    /// One frame: events, panels, picture.
    void frame();

    /// Whether the user has closed it.
    bool is_done() const { return window_.should_close(); }

    /// What is to be remembered.
    Settings settings() const;

 private:
    void draw_toolbar(GuiContext& gui);
    void draw_open_menu(float scale);
    void draw_panels(GuiContext& gui);
    void draw_right(GuiContext& gui);
    void draw_status(GuiContext& gui);
    void act(Action action);
    void toggle_run();
    void restart();
    void browse();
    void save_scene();
    void save_screenshot();
    void open_or_say(const std::string& file);
    void set_look(ThemeKind theme, float scale);
    void take(std::unique_ptr<Session> session);
    double idle_seconds() const;

    Window& window_;
    Settings settings_;
    engine::WorldOptions options_;
    EventLog log_;
    std::unique_ptr<Session> session_;
    History history_;
    ViewPanel view_;
    ParamPanel params_;
    AllocatorPanel allocator_;
    ProfilePanel profile_;
    LogPanel log_panel_;
    FileBrowser browser_;
    bool help_ = false;
    bool screenshot_wanted_ = false;
    double frame_seconds_ = 0;  ///< A smoothed mean.
};

}  // namespace starling::app
