// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace starling::app {

/// What a key of the window does.
enum class Action : std::uint8_t {
    run,
    step,
    restart,
    undo,
    redo,
    search,
    fit,
    follow,
    open,
    save,
    screenshot,
    left_panel,
    right_panel,
    log,
    theme,
    larger,
    smaller,
    help,
    quit
};

/// A line of the help.
struct KeyHelp {
    const char* keys;
    const char* does;
};

/// One line an action, in the order of Action.
std::span<const KeyHelp> key_help();

/// The action whose keys were pressed in this frame; none while a text is being typed.
std::optional<Action> pressed_action();

}  // namespace starling::app
