// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/allocator_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/gui/fonts.h"
#include "app/gui/widgets.h"

namespace starling::app {
namespace {

/// A share of all slots in one state.
struct Part {
    std::string_view name;
    std::uint64_t slots;
    engine::Rgb colour;
    std::string_view meaning;
};

/// One bar of all parts, and a legend with their numbers.
void draw_parts(std::span<const Part> parts, float scale) {
    std::uint64_t all = 0;
    for (const Part& part : parts) all += part.slots;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = 8 * scale;
    ImGui::Dummy({width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(theme().field),
                       3 * scale);
    float x = corner.x;
    for (const Part& part : parts) {
        if (part.slots == 0) continue;
        const float w = width * static_cast<float>(part.slots) / static_cast<float>(all);
        list.AddRectFilled({x, corner.y}, {x + std::max(w, 1.0F), corner.y + height},
                           packed(part.colour));
        x += w;
    }
    if (!ImGui::BeginTable("##parts", 3, ImGuiTableFlags_SizingStretchSame)) return;
    for (const Part& part : parts) {
        ImGui::TableNextColumn();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float side = 8 * scale, line = ImGui::GetTextLineHeight();
        list.AddRectFilled({at.x, at.y + 0.5F * (line - side)},
                           {at.x + side, at.y + 0.5F * (line + side)}, packed(part.colour),
                           2 * scale);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + 5 * scale);
        ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().faint));
        ImGui::TextUnformatted(part.name.data(), part.name.data() + part.name.size());
        ImGui::PopStyleColor();
        tooltip(part.meaning);
        ImGui::SameLine(0, 5 * scale);
        ImGui::TextUnformatted(short_number(static_cast<double>(part.slots)).c_str());
    }
    ImGui::EndTable();
}

/// A counter that must stay at zero.
void loss_row(std::string_view name, std::uint64_t count) {
    value_row(name, short_number(static_cast<double>(count)),
              count == 0 ? theme().text : theme().bad);
}

}  // namespace

void AllocatorPanel::draw(GuiContext& gui) {
    for (const engine::TreeSnapshot& tree : gui.session.now().trees) draw_tree(gui, tree);
}

void AllocatorPanel::draw_tree(GuiContext& gui, const engine::TreeSnapshot& tree) {
    ImGui::PushID(tree.name.c_str());
    const sparse::TreeStats& stats = tree.stats;
    heading(tree.name);
    value_row("used by live slots", short_bytes(static_cast<double>(stats.bytes_used)));
    value_row("committed", short_bytes(static_cast<double>(stats.bytes_committed)));
    value_row("address space", short_bytes(static_cast<double>(stats.bytes_reserved)));
    if (stats.memory_limit != 0)
        value_row("limit", short_bytes(static_cast<double>(stats.memory_limit)));
    const std::array memory{PlotLine{"committed", gui.history.series(tree.name + " bytes"), 1},
                            PlotLine{"used", gui.history.series(tree.name + " used"), 0}};
    plot("##memory", memory, 56, "B", gui.scale);
    const std::array live{PlotLine{"live slots", gui.history.series(tree.name + " live"), 2}};
    plot("##live", live, 44, "slots", gui.scale);
    for (const sparse::SNodeStats& node : stats.snodes)
        if (node.slots.high_water > 0) draw_node(gui, node);

    heading("Garbage and lists");
    value_row("collections", fmt::format("{}  {}", short_number(static_cast<double>(stats.gc_runs)),
                                         short_seconds(stats.gc_seconds)));
    const double lists = static_cast<double>(stats.list_builds + stats.list_patches);
    value_row("lists built, patched, reused",
              fmt::format("{} {} {}", short_number(static_cast<double>(stats.list_builds)),
                          short_number(static_cast<double>(stats.list_patches)),
                          short_number(static_cast<double>(stats.list_hits))));
    if (lists > 0) value_row("time a list", short_seconds(stats.list_seconds / lists));
    value_row("repacked", short_number(static_cast<double>(stats.repacks)));
    loss_row("list overflows", stats.list_overflows);
    loss_row("dropped writes", stats.dropped_writes);
    ImGui::PopID();
}

void AllocatorPanel::draw_node(GuiContext& gui, const sparse::SNodeStats& node) {
    ImGui::PushID(node.name.c_str());
    ImGui::Spacing();
    ImGui::PushFont(fonts().mono);
    ImGui::TextUnformatted(node.name.c_str());
    ImGui::PopFont();
    const Theme& t = theme();
    const sparse::NodeManagerStats& slots = node.slots;
    const std::array parts{
        Part{"live", slots.live, t.series[0], "Slots of cells that are active."},
        Part{"free", slots.free, t.series[2], "Handed back, ready to be used again."},
        Part{"recycled", slots.recycled, t.series[3],
             "Handed back since the last collection; they keep their bytes until then."},
        Part{"stock", slots.reserved, t.series[1],
             "Waiting in the stocks of workers, or never used yet."},
        Part{"released", slots.released, t.series[5], "Free, their memory is with the system."}};
    draw_parts(parts, gui.scale);
    value_row("high water", short_number(static_cast<double>(slots.high_water)));
    value_row("bytes", fmt::format("{} of {}", short_bytes(static_cast<double>(slots.bytes_used)),
                                   short_bytes(static_cast<double>(slots.bytes_committed))));
    value_row("activated, deactivated",
              fmt::format("{} {}", short_number(static_cast<double>(slots.activations)),
                          short_number(static_cast<double>(slots.deactivations))));
    if (node.refused_activations > 0) loss_row("refused activations", node.refused_activations);
    ImGui::PopID();
}

}  // namespace starling::app
