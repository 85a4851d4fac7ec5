// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/profile_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <vector>

#include "app/gui/widgets.h"

namespace starling::app {
namespace {

using Kind = engine::StatisticsColumn::Kind;

/// A row with a bar behind the number: its share of the whole.
void share_row(std::string_view name, double ms, double whole, engine::Rgb colour, float scale) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
    const auto share = static_cast<float>(whole > 0 ? std::min(ms / whole, 1.0) : 0);
    ImGui::GetWindowDrawList()->AddRectFilled(
        {corner.x, corner.y + line + scale},
        {corner.x + width * share, corner.y + line + 4 * scale}, packed(colour), 2 * scale);
    value_row(name, short_seconds(1e-3 * ms));
    ImGui::Dummy({0, 2 * scale});
}

}  // namespace

void ProfilePanel::draw(GuiContext& gui, double draw_ms, double frame_seconds) {
    const engine::Snapshot& now = gui.session.now();
    const auto& columns = gui.session.columns();
    const double step_ms = 1e3 * now.step_seconds;
    heading("A step");
    std::vector<PlotLine> phases;
    for (std::size_t n = 0; n < columns.size() && n < now.statistics.size(); ++n) {
        if (columns[n].kind != Kind::milliseconds) continue;
        const int series = static_cast<int>(phases.size() % 6);
        share_row(columns[n].name.substr(0, columns[n].name.rfind('_')), now.statistics[n], step_ms,
                  theme().series[series], gui.scale);
        tooltip(columns[n].meaning);
        phases.push_back({columns[n].name, gui.history.series(columns[n].name), series});
    }
    value_row("whole step", short_seconds(now.step_seconds));
    plot("##phases", phases, 72, "ms", gui.scale);

    heading("The window");
    value_row("picture", short_seconds(1e-3 * draw_ms));
    value_row("frame", fmt::format("{}  {:.0f}/s", short_seconds(frame_seconds),
                                   frame_seconds > 0 ? 1 / frame_seconds : 0));

    heading("Metrics");
    int series = 0;
    for (std::size_t n = 2; n < columns.size() && n < now.statistics.size(); ++n) {
        if (columns[n].kind == Kind::milliseconds) continue;
        value_row(columns[n].name,
                  fmt::format("{} {}", short_number(now.statistics[n]), columns[n].unit));
        tooltip(columns[n].meaning);
        if (columns[n].kind == Kind::whole) continue;
        const PlotLine line{columns[n].name, gui.history.series(columns[n].name), series++ % 6};
        plot(columns[n].name.c_str(), std::span(&line, 1), 44, columns[n].unit, gui.scale);
    }
}

}  // namespace starling::app
