// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/gui/theme.h"
#include "app/gui/window.h"
#include "sparse/core/result.h"

namespace starling::app {

/// What the program remembers from one run to the next.
struct Settings {
    WindowPlace place;
    ThemeKind theme = ThemeKind::dark;
    float scale = 1;  ///< Of texts and widgets, beside the display's own.
    float left = 300, right = 340, bottom = 132;  ///< Points of the side panels.
    bool show_left = true, show_right = true, show_bottom = true;
    std::vector<std::string> recent;  ///< Scenes, newest first; absolute paths.

    static constexpr std::size_t kMostRecent = 10;
    void note_recent(const std::string& file);
};

/// "starling/settings.json" in the user's folder for configuration: $XDG_CONFIG_HOME, or
/// ~/.config; empty where there is neither.
std::string settings_path();

/// Reads settings; what is missing or no longer understood is as by default.
Settings load_settings(const std::string& path);
/// Writes them under a temporary name first; errors name the path and the system's reason.
Status save_settings(const Settings& settings, const std::string& path);

}  // namespace starling::app
