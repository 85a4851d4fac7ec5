// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/window.h"

#include <memory>

#include "app/commands/console.h"
#include "app/commands/stop_signal.h"
#include "app/gui/gui.h"

namespace starling::app {

int run_window(const WindowOptions& options) {
    catch_stop_signals();
    const std::string path = settings_path();
    const Settings settings = load_settings(path);
    Result<std::unique_ptr<Window>> window = Window::create("Starling", settings.place);
    if (!window) {
        print_error(window.error().text);
        return kExitUsage;
    }
    Gui gui(**window, settings, options.world);
    const Status opened =
        options.scene.empty() ? gui.open_default() : gui.open(options.scene, options.overrides);
    if (!opened) {
        print_error(opened.error().text);
        return kExitUsage;
    }
    while (!gui.is_done() && stop_signal() == nullptr) gui.frame();
    if (Status saved = save_settings(gui.settings(), path); !saved)
        print_warning(saved.error().text);
    return kExitDone;
}

}  // namespace starling::app
