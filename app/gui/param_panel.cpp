// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/param_panel.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/gui/fonts.h"
#include "app/gui/widgets.h"
#include "engine/scene/param_value.h"
#include "engine/scene/schema.h"

namespace starling::app {
namespace {

using engine::Dimension;
using engine::NumberParam;
using engine::NumberRef;
using engine::Param;

/// "cohesion max" of "pigeons.cohesion_max".
std::string label_of(std::string_view name) {
    std::string label(name.substr(name.rfind('.') + 1));
    std::replace(label.begin(), label.end(), '_', ' ');
    return label;
}

/// "pigeons" of "pigeons.cohesion_max"; empty where there is no group.
std::string_view group_of(std::string_view name) {
    const std::size_t point = name.rfind('.');
    return point == std::string_view::npos ? std::string_view() : name.substr(0, point);
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

double number_of(const NumberRef& ref) {
    return std::visit([](const auto* value) { return static_cast<double>(*value); }, ref);
}

bool is_whole(const NumberRef& ref) {
    return std::holds_alternative<std::uint64_t*>(ref) ||
           std::holds_alternative<std::uint32_t*>(ref);
}

/// Ranges of a few powers of ten make a slider; wider ones are dragged in steps of the value.
bool is_slider(const engine::Range& range) {
    return range.max - range.min <= 100;
}

/// As ImGui prints it: enough digits for the value, and the unit.
std::string format_of(double value, bool whole, std::string_view unit) {
    const double size = std::abs(value);
    const char* digits = whole          ? "%.0f"
                         : size == 0    ? "%.3g"
                         : size >= 1000 ? "%.0f"
                         : size < 0.01  ? "%.2e"
                                        : "%.4g";
    return unit.empty() ? digits : fmt::format("{} {}", digits, unit);
}

}  // namespace

bool ParamPanel::is_wanted(const Param& param, const std::string& key) const {
    if (search_[0] == 0) return true;
    const std::string words = lower(search_);
    return lower(key).find(words) != std::string::npos ||
           lower(label_of(key)).find(words) != std::string::npos ||
           lower(param.meaning).find(words) != std::string::npos;
}

void ParamPanel::draw(GuiContext& gui) {
    if (std::exchange(focus_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##search", "Search parameters (Ctrl F)", search_, sizeof search_);
    if (gui.session.needs_restart()) {
        ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().warning));
        note("Some changes take effect at a restart (R).");
        ImGui::PopStyleColor();
    }
    ImGui::Spacing();
    // The accessors of tables want an object that they may write to.
    auto& scene = const_cast<engine::Scene&>(gui.session.scene());
    for (engine::SystemScene& system : scene.systems) {
        const std::string prefix = std::string(system.kind->name) + ".";
        draw_table(gui, system.params.table(), prefix, system.params.data());
    }
    draw_table(gui, engine::world_params(), "", &scene);
    draw_table(gui, engine::picture_params(), "", &scene);
}

void ParamPanel::draw_table(GuiContext& gui, const engine::ParamTable& table,
                            const std::string& prefix, void* object) {
    // Sections in the order of their first parameter, whatever lies between.
    std::vector<std::string_view> groups;
    for (const Param& param : table) {
        const std::string_view group = group_of(param.name);
        if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
    for (const std::string_view group : groups) {
        const auto wanted = [&](const Param& param) {
            return group_of(param.name) == group && is_wanted(param, prefix + param.name);
        };
        if (std::none_of(table.begin(), table.end(), wanted)) continue;
        std::string title(
            group.empty() ? prefix.empty() ? "scene" : prefix.substr(0, prefix.size() - 1) : group);
        title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
        ImGui::PushFont(fonts().bold);
        if (search_[0] != 0) ImGui::SetNextItemOpen(true);
        const bool open = ImGui::CollapsingHeader((title + "##" + prefix).c_str(),
                                                  ImGuiTreeNodeFlags_DefaultOpen);
        ImGui::PopFont();
        if (!open) continue;
        for (const Param& param : table)
            if (wanted(param)) draw_param(gui, param, prefix + param.name, object);
        ImGui::Spacing();
    }
}

void ParamPanel::draw_param(GuiContext& gui, const Param& param, const std::string& key,
                            void* object) {
    ImGui::PushID(key.c_str());
    const bool restart = param.effect == engine::Effect::restart;
    const float label_width = 0.42F * ImGui::GetContentRegionMax().x;
    const bool changed = !gui.session.is_initial(key);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(changed ? theme().accent : theme().faint));
    ImGui::TextUnformatted(label_of(param.name).c_str());
    ImGui::PopStyleColor();
    std::string unit;
    if (const auto* number = std::get_if<NumberParam>(&param.type))
        unit = engine::default_unit(number->dimension);
    tooltip(fmt::format(
        "{}\n{}\n{}{}{}{}", key, param.meaning, engine::describe_values(param, object),
        param.source.empty() ? "" : fmt::format("\nSource: {}", param.source),
        restart ? "\nTakes effect at a restart." : "",
        changed ? fmt::format("\nAt first {}; right click sets it back.", gui.session.initial(key))
                : ""));
    if (changed && ImGui::IsItemClicked(ImGuiMouseButton_Right)) gui.session.reset(key);
    ImGui::SameLine(label_width);
    ImGui::SetNextItemWidth(-1);
    const auto set = [&](const std::string& value, bool continues) {
        const Status done = gui.session.set(key, value, continues);
        problem_key_ = done ? "" : key;
        problem_ = done ? "" : done.error().text;
    };
    if (const auto* choice = std::get_if<engine::ChoiceParam>(&param.type)) {
        const std::size_t now = choice->get(object);
        if (ImGui::BeginCombo("##value", choice->names[now].c_str())) {
            for (std::size_t n = 0; n < choice->names.size(); ++n)
                if (ImGui::Selectable(choice->names[n].c_str(), n == now))
                    set(choice->names[n], false);
            ImGui::EndCombo();
        }
    } else if (const auto* text = std::get_if<engine::TextParam>(&param.type)) {
        std::string value = editing_ == key ? typed_ : text->at(object);
        if (ImGui::InputText("##value", &value)) typed_ = value;
        if (ImGui::IsItemActivated()) editing_ = key, typed_ = value;
        if (ImGui::IsItemDeactivatedAfterEdit()) set(typed_, false);
        if (ImGui::IsItemDeactivated()) editing_.clear();
    } else {
        draw_number(gui, param, key, object);
    }
    if (problem_key_ == key) {
        ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().bad));
        ImGui::TextWrapped("%s", problem_.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::PopID();
}

void ParamPanel::draw_number(GuiContext& gui, const Param& param, const std::string& key,
                             void* object) {
    const auto& number = std::get<NumberParam>(param.type);
    const std::string unit(engine::default_unit(number.dimension));
    std::vector<double> values;
    for (const engine::FindNumber at : number.at) values.push_back(number_of(at(object)));
    const bool whole = is_whole(number.at.front()(object));
    const float room = ImGui::CalcItemWidth();
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float each =
        (room - gap * static_cast<float>(values.size() - 1)) / static_cast<float>(values.size());
    bool edited = false, active = false, ended = false;
    for (std::size_t n = 0; n < values.size(); ++n) {
        if (n > 0) ImGui::SameLine(0, gap);
        ImGui::PushID(static_cast<int>(n));
        ImGui::SetNextItemWidth(each);
        const std::string format = format_of(values[n], whole, unit);
        const double least = number.range.min, most = number.range.max;
        if (is_slider(number.range) && !whole) {
            edited |=
                ImGui::SliderScalar("##value", ImGuiDataType_Double, &values[n], &least, &most,
                                    format.c_str(), most > 20 ? ImGuiSliderFlags_Logarithmic : 0);
        } else {
            const auto speed =
                static_cast<float>(std::max(std::abs(values[n]) * 0.01, whole ? 0.2 : 1e-3));
            edited |= ImGui::DragScalar("##value", ImGuiDataType_Double, &values[n], speed, &least,
                                        &most, format.c_str(), ImGuiSliderFlags_AlwaysClamp);
        }
        active |= ImGui::IsItemActive();
        ended |= ImGui::IsItemDeactivated();
        ImGui::PopID();
    }
    if (edited) {
        std::vector<std::string> texts;
        for (const double value : values)
            texts.push_back(whole ? fmt::format("{:.0f}", std::floor(value))
                                  : engine::format_quantity(value, number.dimension));
        const std::string text =
            texts.size() == 1 ? texts.front() : fmt::format("[{}]", fmt::join(texts, ", "));
        const Status done = gui.session.set(key, text, editing_ == key);
        problem_key_ = done ? "" : key;
        problem_ = done ? "" : done.error().text;
        if (active) editing_ = key;
    }
    if (ended && editing_ == key) editing_.clear();
}

}  // namespace starling::app
