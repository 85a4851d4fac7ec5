// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/gui/fonts.h"

namespace starling::app {
namespace {

void text(std::string_view words) {
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
}

/// Draws an icon into the square of side 2 * r around c.
class IconPen {
 public:
    IconPen(ImVec2 centre, float r, std::uint32_t colour)
        : list_(*ImGui::GetWindowDrawList()), c_(centre), r_(r), colour_(colour) {}

    void draw(Icon icon) {
        switch (icon) {
            case Icon::play:
                return triangle({-0.55F, -0.75F}, {-0.55F, 0.75F}, {0.8F, 0});
            case Icon::pause:
                box({-0.65F, -0.7F}, {-0.2F, 0.7F});
                return box({0.2F, -0.7F}, {0.65F, 0.7F});
            case Icon::step:
                triangle({-0.7F, -0.7F}, {-0.7F, 0.7F}, {0.3F, 0});
                return box({0.4F, -0.7F}, {0.7F, 0.7F});
            case Icon::record:
                return list_.AddCircleFilled(c_, 0.65F * r_, colour_, 24);
            case Icon::stop:
                return box({-0.6F, -0.6F}, {0.6F, 0.6F});
            case Icon::camera:
                outline({-0.8F, -0.45F}, {0.8F, 0.65F});
                list_.AddCircle(at(0, 0.1F), 0.32F * r_, colour_, 20, width());
                return line({-0.3F, -0.6F}, {0.3F, -0.6F});
            case Icon::open:
                line({-0.8F, 0.6F}, {-0.8F, -0.5F});
                line({-0.8F, -0.5F}, {-0.25F, -0.5F});
                line({-0.25F, -0.5F}, {0, -0.2F});
                line({0, -0.2F}, {0.8F, -0.2F});
                line({0.8F, -0.2F}, {0.8F, 0.6F});
                return line({0.8F, 0.6F}, {-0.8F, 0.6F});
            case Icon::fit:
                for (const float x : {-1.0F, 1.0F})
                    for (const float y : {-1.0F, 1.0F}) {
                        line({0.75F * x, 0.75F * y}, {0.25F * x, 0.75F * y});
                        line({0.75F * x, 0.75F * y}, {0.75F * x, 0.25F * y});
                    }
                return;
            case Icon::sun:
                list_.AddCircleFilled(c_, 0.36F * r_, colour_, 20);
                for (int k = 0; k < 8; ++k) {
                    const float a = static_cast<float>(k) * std::numbers::pi_v<float> / 4;
                    line({0.58F * std::cos(a), 0.58F * std::sin(a)},
                         {0.85F * std::cos(a), 0.85F * std::sin(a)});
                }
                return;
            case Icon::undo:
                return arrow(-1);
            case Icon::redo:
                return arrow(1);
            case Icon::help: {
                list_.AddCircle(c_, 0.8F * r_, colour_, 24, width());
                const ImVec2 size = ImGui::CalcTextSize("?");
                return list_.AddText({c_.x - 0.5F * size.x, c_.y - 0.5F * size.y}, colour_, "?");
            }
            case Icon::gear:
                for (const float y : {-0.5F, 0.0F, 0.5F}) line({-0.7F, y}, {0.7F, y});
                list_.AddCircleFilled(at(-0.2F, -0.5F), 0.2F * r_, colour_, 12);
                list_.AddCircleFilled(at(0.35F, 0), 0.2F * r_, colour_, 12);
                return list_.AddCircleFilled(at(-0.35F, 0.5F), 0.2F * r_, colour_, 12);
        }
    }

 private:
    ImVec2 at(float x, float y) const { return {c_.x + x * r_, c_.y + y * r_}; }
    float width() const { return std::max(1.0F, 0.16F * r_); }
    void line(ImVec2 a, ImVec2 b) const {
        list_.AddLine(at(a.x, a.y), at(b.x, b.y), colour_, width());
    }
    void box(ImVec2 a, ImVec2 b) const {
        list_.AddRectFilled(at(a.x, a.y), at(b.x, b.y), colour_, 0.12F * r_);
    }
    void outline(ImVec2 a, ImVec2 b) const {
        list_.AddRect(at(a.x, a.y), at(b.x, b.y), colour_, 0.15F * r_, 0, width());
    }
    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const {
        list_.AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), colour_);
    }
    void arrow(float side) const {
        list_.PathArcTo(at(0, 0.15F), 0.6F * r_, side < 0 ? -2.6F : -0.54F,
                        side < 0 ? 1.2F : -4.34F, 20);
        list_.PathStroke(colour_, 0, width());
        triangle({side * 0.85F, -0.55F}, {side * 0.8F, 0.2F}, {side * 0.2F, -0.25F});
    }

    ImDrawList& list_;
    ImVec2 c_;
    float r_;
    std::uint32_t colour_;
};

}  // namespace

bool icon_button(const char* id, Icon icon, std::string_view tip, bool active) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, {side, side});
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const Theme& t = theme();
    if (active || hovered)
        ImGui::GetWindowDrawList()->AddRectFilled(
            corner, {corner.x + side, corner.y + side},
            packed(active ? t.accent : t.raised, active && hovered ? 0.85F : 1),
            ImGui::GetStyle().FrameRounding);
    IconPen({corner.x + 0.5F * side, corner.y + 0.5F * side}, 0.32F * side,
            packed(active ? t.on_accent : t.text))
        .draw(icon);
    tooltip(tip);
    return pressed;
}

void tooltip(std::string_view words) {
    if (words.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(26 * ImGui::GetFontSize());
    text(words);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void value_row(std::string_view name, std::string_view value) {
    value_row(name, value, theme().text);
}

void value_row(std::string_view name, std::string_view value, engine::Rgb colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().faint));
    text(name);
    ImGui::PopStyleColor();
    ImGui::PushFont(fonts().mono);
    const float width = ImGui::CalcTextSize(value.data(), value.data() + value.size()).x;
    ImGui::SameLine(std::max(ImGui::GetContentRegionMax().x - width, 0.0F));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(colour));
    text(value);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void heading(std::string_view words) {
    ImGui::Spacing();
    ImGui::PushFont(fonts().bold);
    text(words);
    ImGui::PopFont();
}

void note(std::string_view words) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().faint));
    ImGui::PushTextWrapPos(0);
    text(words);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void plot(const char* id, std::span<const PlotLine> lines, float height, std::string_view unit,
          float scale) {
    const Theme& t = theme();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, height * scale};
    ImGui::InvisibleButton(id, {std::max(size.x, 1.0F), std::max(size.y, 1.0F)});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{corner.x + size.x, corner.y + size.y};
    list.AddRectFilled(corner, end, packed(t.field), 4 * scale);
    float most = 0, least = 0;
    std::size_t count = 0;
    for (const PlotLine& line : lines) {
        count = std::max(count, line.values.size());
        for (const float value : line.values)
            if (std::isfinite(value)) most = std::max(most, value), least = std::min(least, value);
    }
    if (count < 2) return;
    if (most <= least) most = least + 1;
    const float pad = 3 * scale;
    const auto x_of = [&](std::size_t k) {
        return corner.x + pad +
               (size.x - 2 * pad) * static_cast<float>(k) / static_cast<float>(count - 1);
    };
    const auto y_of = [&](float value) {
        return end.y - pad - (size.y - 2 * pad) * (value - least) / (most - least);
    };
    for (const PlotLine& line : lines) {
        // A pixel needs no more than one point.
        const std::size_t stride =
            std::max<std::size_t>(1, count / static_cast<std::size_t>(std::max(size.x, 1.0F)));
        const std::size_t skipped = count - line.values.size();
        for (std::size_t k = 0; k < line.values.size(); k += stride)
            if (std::isfinite(line.values[k]))
                list.PathLineTo({x_of(skipped + k), y_of(line.values[k])});
        list.PathStroke(packed(t.series[line.series]), 0, 1.5F * scale);
    }
    const std::string top = fmt::format("{} {}", short_number(most), unit);
    ImFont* mono = fonts().mono;
    list.AddText(mono, mono->FontSize, {corner.x + 5 * scale, corner.y + 2 * scale},
                 packed(t.faint), top.c_str());
    if (!ImGui::IsItemHovered()) return;
    const float share = (ImGui::GetIO().MousePos.x - corner.x - pad) / (size.x - 2 * pad);
    const auto k =
        static_cast<std::size_t>(std::clamp(share, 0.0F, 1.0F) * static_cast<float>(count - 1));
    list.AddLine({x_of(k), corner.y}, {x_of(k), end.y}, packed(t.faint, 0.6F), scale);
    ImGui::BeginTooltip();
    for (const PlotLine& line : lines) {
        const std::size_t skipped = count - line.values.size();
        if (k < skipped) continue;
        ImGui::PushStyleColor(ImGuiCol_Text, packed(t.series[line.series]));
        text(fmt::format("{} {} {}", line.name, short_number(line.values[k - skipped]), unit));
        ImGui::PopStyleColor();
    }
    ImGui::EndTooltip();
}

std::string short_number(double value) {
    const double size = std::abs(value);
    if (size >= 9.995e8) return fmt::format("{:.3g} G", value / 1e9);
    if (size >= 9.995e5) return fmt::format("{:.3g} M", value / 1e6);
    if (size >= 9.995e3) return fmt::format("{:.3g} k", value / 1e3);
    if (size >= 99.95 || value == std::floor(value)) return fmt::format("{:.0f}", value);
    return fmt::format("{:.3g}", value);
}

std::string short_bytes(double bytes) {
    constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    while (std::abs(bytes) >= 1000 && unit < 4) bytes /= 1024, ++unit;
    return unit == 0 || bytes >= 99.95 ? fmt::format("{:.0f} {}", bytes, kUnits[unit])
                                       : fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

std::string short_seconds(double seconds) {
    if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
    if (seconds >= 1e-3) return fmt::format("{:.3g} ms", 1e3 * seconds);
    return fmt::format("{:.3g} us", 1e6 * seconds);
}

}  // namespace starling::app
