// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/theme.h"

#include <imgui.h>

#include <algorithm>

namespace starling::app {
namespace {

constexpr Theme kDark{.back = 0x0e1118,
                      .panel = 0x151a24,
                      .field = 0x1f2634,
                      .raised = 0x273043,
                      .border = 0x2c3548,
                      .text = 0xe4e8f0,
                      .faint = 0xa3acbf,
                      .accent = 0x7cb2ff,
                      .on_accent = 0x0b1220,
                      .good = 0x6fd39a,
                      .warning = 0xffbf5f,
                      .bad = 0xff7b72,
                      .series = {0x56b4e9, 0xe69f00, 0x2fc39a, 0xcc79a7, 0xf0e442, 0xe0703c}};

constexpr Theme kLight{.back = 0xe6e2da,
                       .panel = 0xf7f5f0,
                       .field = 0xe9e5dc,
                       .raised = 0xded9cd,
                       .border = 0xcdc7ba,
                       .text = 0x1d222b,
                       .faint = 0x525a68,
                       .accent = 0x1f5fbf,
                       .on_accent = 0xffffff,
                       .good = 0x14663f,
                       .warning = 0x7d5200,
                       .bad = 0xad2015,
                       .series = {0x0072b2, 0xb06f00, 0x00795a, 0xa8447d, 0x7a7000, 0xc2480a}};

const Theme* current = &kDark;

ImVec4 colour(engine::Rgb rgb, float opacity = 1) {
    return {static_cast<float>((rgb >> 16) & 255) / 255, static_cast<float>((rgb >> 8) & 255) / 255,
            static_cast<float>(rgb & 255) / 255, opacity};
}

}  // namespace

const Theme& theme_of(ThemeKind kind) {
    return kind == ThemeKind::dark ? kDark : kLight;
}

const Theme& theme() {
    return *current;
}

std::uint32_t packed(engine::Rgb rgb, float opacity) {
    return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255,
                    static_cast<int>(255 * std::clamp(opacity, 0.0F, 1.0F)));
}

void apply_theme(ThemeKind kind, float scale) {
    const Theme& t = *(current = &theme_of(kind));
    ImGuiStyle style;
    style.WindowPadding = {12, 10};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {6, 3};
    style.IndentSpacing = 14;
    style.ScrollbarSize = 12;
    style.GrabMinSize = 10;
    style.WindowRounding = 0;
    style.ChildRounding = 6;
    style.FrameRounding = 5;
    style.PopupRounding = 6;
    style.ScrollbarRounding = 6;
    style.GrabRounding = 4;
    style.TabRounding = 5;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 1;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.WindowTitleAlign = {0.5F, 0.5F};
    style.ScaleAllSizes(scale);

    ImVec4* c = style.Colors;
    c[ImGuiCol_Text] = colour(t.text);
    c[ImGuiCol_TextDisabled] = colour(t.faint);
    c[ImGuiCol_WindowBg] = colour(t.back);
    c[ImGuiCol_ChildBg] = colour(t.panel);
    c[ImGuiCol_PopupBg] = colour(t.panel);
    c[ImGuiCol_Border] = colour(t.border);
    c[ImGuiCol_BorderShadow] = {0, 0, 0, 0};
    c[ImGuiCol_FrameBg] = colour(t.field);
    c[ImGuiCol_FrameBgHovered] = colour(t.raised);
    c[ImGuiCol_FrameBgActive] = colour(t.raised);
    c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] =
        colour(t.raised);
    c[ImGuiCol_MenuBarBg] = colour(t.panel);
    c[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    c[ImGuiCol_ScrollbarGrab] = colour(t.raised);
    c[ImGuiCol_ScrollbarGrabHovered] = colour(t.border);
    c[ImGuiCol_ScrollbarGrabActive] = colour(t.faint);
    c[ImGuiCol_CheckMark] = colour(t.accent);
    c[ImGuiCol_SliderGrab] = colour(t.accent, 0.75F);
    c[ImGuiCol_SliderGrabActive] = colour(t.accent);
    c[ImGuiCol_Button] = colour(t.raised);
    c[ImGuiCol_ButtonHovered] = colour(t.border);
    c[ImGuiCol_ButtonActive] = colour(t.field);
    c[ImGuiCol_Header] = colour(t.raised, 0.6F);
    c[ImGuiCol_HeaderHovered] = colour(t.raised);
    c[ImGuiCol_HeaderActive] = colour(t.border);
    c[ImGuiCol_Separator] = colour(t.border);
    c[ImGuiCol_SeparatorHovered] = colour(t.accent, 0.6F);
    c[ImGuiCol_SeparatorActive] = colour(t.accent);
    c[ImGuiCol_ResizeGrip] = {0, 0, 0, 0};
    c[ImGuiCol_Tab] = colour(t.panel);
    c[ImGuiCol_TabHovered] = colour(t.raised);
    c[ImGuiCol_TabActive] = colour(t.raised);
    c[ImGuiCol_PlotLines] = colour(t.series[0]);
    c[ImGuiCol_PlotHistogram] = colour(t.series[0]);
    c[ImGuiCol_TableHeaderBg] = colour(t.field);
    c[ImGuiCol_TableBorderLight] = c[ImGuiCol_TableBorderStrong] = colour(t.border);
    c[ImGuiCol_TableRowBg] = {0, 0, 0, 0};
    c[ImGuiCol_TableRowBgAlt] = colour(t.field, 0.4F);
    c[ImGuiCol_TextSelectedBg] = colour(t.accent, 0.35F);
    c[ImGuiCol_DragDropTarget] = colour(t.accent);
    c[ImGuiCol_NavHighlight] = colour(t.accent);
    c[ImGuiCol_ModalWindowDimBg] = colour(0x000000, 0.45F);
    ImGui::GetStyle() = style;
}

}  // namespace starling::app
