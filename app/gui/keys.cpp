// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <array>

namespace starling::app {
namespace {

/// The one list of keys: what to press, what is shown for it.
struct Key {
    Action action;
    int code;
    bool ctrl, shift;
    KeyHelp help;
};

constexpr Key kKeys[] = {
    {Action::run, GLFW_KEY_SPACE, false, false, {"Space", "Run or pause"}},
    {Action::step, GLFW_KEY_PERIOD, false, false, {".", "One step"}},
    {Action::restart, GLFW_KEY_R, false, false, {"R", "Start anew with all changes"}},
    {Action::undo, GLFW_KEY_Z, true, false, {"Ctrl Z", "Undo"}},
    {Action::redo, GLFW_KEY_Z, true, true, {"Ctrl Shift Z", "Redo"}},
    {Action::search, GLFW_KEY_F, true, false, {"Ctrl F", "Search parameters"}},
    {Action::fit, GLFW_KEY_HOME, false, false, {"Home", "Show the whole world"}},
    {Action::follow, GLFW_KEY_F, false, false, {"F", "Follow the picked agent"}},
    {Action::open, GLFW_KEY_O, true, false, {"Ctrl O", "Open a scene"}},
    {Action::save, GLFW_KEY_S, true, false, {"Ctrl S", "Save the scene as YAML"}},
    {Action::screenshot, GLFW_KEY_F12, false, false, {"F12", "Screenshot of the view"}},
    {Action::left_panel, GLFW_KEY_F5, false, false, {"F5", "Parameters"}},
    {Action::right_panel, GLFW_KEY_F6, false, false, {"F6", "Layout, allocator, profile"}},
    {Action::log, GLFW_KEY_F7, false, false, {"F7", "Log"}},
    {Action::theme, GLFW_KEY_T, true, false, {"Ctrl T", "Dark or light"}},
    {Action::larger, GLFW_KEY_EQUAL, true, false, {"Ctrl +", "Larger text"}},
    {Action::smaller, GLFW_KEY_MINUS, true, false, {"Ctrl -", "Smaller text"}},
    {Action::help, GLFW_KEY_F1, false, false, {"F1", "This map"}},
    {Action::quit, GLFW_KEY_Q, true, false, {"Ctrl Q", "Quit"}},
};

}  // namespace

std::span<const KeyHelp> key_help() {
    static const auto lines = [] {
        std::array<KeyHelp, std::size(kKeys)> made{};
        for (std::size_t n = 0; n < made.size(); ++n) made[n] = kKeys[n].help;
        return made;
    }();
    return lines;
}

std::optional<Action> pressed_action() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput) return std::nullopt;
    for (const Key& key : kKeys) {
        const bool held = io.KeyCtrl == key.ctrl && io.KeyShift == key.shift && !io.KeyAlt;
        // A step repeats while its key is held.
        if (held && ImGui::IsKeyPressed(key.code, key.action == Action::step)) return key.action;
    }
    return std::nullopt;
}

}  // namespace starling::app
