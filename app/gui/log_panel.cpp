// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/log_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include "app/gui/fonts.h"
#include "app/gui/widgets.h"

namespace starling::app {

void LogPanel::draw(GuiContext& gui) {
    if (gui.log.entries().empty()) note("Nothing has happened yet.");
    ImGui::PushFont(fonts().mono);
    for (const LogEntry& entry : gui.log.entries()) {
        const Theme& t = theme();
        const engine::Rgb colour = entry.kind == LogEntry::Kind::error     ? t.bad
                                   : entry.kind == LogEntry::Kind::warning ? t.warning
                                                                           : t.text;
        ImGui::PushStyleColor(ImGuiCol_Text, packed(t.faint));
        ImGui::TextUnformatted(fmt::format("{:>8}", entry.step).c_str());
        ImGui::PopStyleColor();
        ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_Text, packed(colour));
        ImGui::PushTextWrapPos(0);
        const std::string text =
            entry.times > 1 ? fmt::format("{} ({} times)", entry.text, entry.times) : entry.text;
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
    ImGui::PopFont();
    const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 1;
    if (seen_ != gui.log.version() && (at_end || seen_ == 0)) ImGui::SetScrollHereY(1);
    seen_ = gui.log.version();
}

}  // namespace starling::app
