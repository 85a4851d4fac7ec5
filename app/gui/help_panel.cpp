// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/help_panel.h"

#include <imgui.h>

#include <algorithm>

#include "app/gui/fonts.h"
#include "app/gui/keys.h"
#include "app/gui/widgets.h"

namespace starling::app {
namespace {

constexpr KeyHelp kMouse[] = {
    {"wheel", "Zoom, to where the mouse is"},
    {"right drag", "Move the view"},
    {"left click", "Pick an agent"},
    {"double click", "Show the whole world"},
    {"right click on a name", "Set a parameter back to the scene's value"},
    {"Ctrl click on a number", "Type it"},
};

void table(const char* id, std::span<const KeyHelp> rows) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return;
    for (const KeyHelp& row : rows) {
        ImGui::TableNextColumn();
        ImGui::PushFont(fonts().mono);
        ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().accent));
        ImGui::TextUnformatted(row.keys);
        ImGui::PopStyleColor();
        ImGui::PopFont();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row.does);
    }
    ImGui::EndTable();
}

}  // namespace

void draw_help(GuiContext& gui, bool& shown) {
    if (!shown) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5F * screen.x, 0.5F * screen.y}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(theme().panel));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * gui.scale);
    ImGui::Begin("Keys###help", &shown,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings);
    heading("Keyboard");
    table("##keys", key_help());
    heading("Mouse");
    table("##mouse", kMouse);
    note("Tab and the arrows reach every widget; Space presses it.");
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

}  // namespace starling::app
