// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/file_browser.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/gui/fonts.h"
#include "app/gui/widgets.h"

namespace starling::app {

namespace fs = std::filesystem;

Result<std::vector<FolderEntry>> list_folder(const std::string& folder,
                                             const std::vector<std::string>& endings) {
    std::error_code code;
    std::vector<FolderEntry> entries;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with('.')) continue;
        std::error_code unknown;
        const bool is_folder = at->is_directory(unknown);
        const bool fits =
            std::any_of(endings.begin(), endings.end(),
                        [&](const std::string& ending) { return name.ends_with(ending); });
        if (is_folder || fits) entries.push_back({name, is_folder});
    }
    if (code) return Error{fmt::format("{} cannot be read: {}", folder, code.message())};
    std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
        return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
    });
    return entries;
}

void FileBrowser::open(const std::string& title, const std::string& folder, const std::string& name,
                       std::function<void(const std::string&)> chosen) {
    title_ = title;
    name_ = name;
    chosen_ = std::move(chosen);
    saving_ = !name.empty();
    opening_ = true;
    replacing_.clear();
    go_to(folder);
}

void FileBrowser::go_to(const std::string& folder) {
    std::error_code code;
    const std::string path = fs::absolute(folder, code).lexically_normal().string();
    Result<std::vector<FolderEntry>> entries = list_folder(path, {".yaml", ".yml"});
    problem_ = entries ? "" : entries.error().text;
    if (!entries) return;
    folder_ = path;
    entries_ = std::move(*entries);
}

void FileBrowser::finish(const std::string& path) {
    ImGui::CloseCurrentPopup();
    chosen_(path);
}

void FileBrowser::draw(GuiContext& gui) {
    const std::string id = title_ + "###files";
    if (std::exchange(opening_, false)) ImGui::OpenPopup(id.c_str());
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5F * screen.x, 0.5F * screen.y}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(560 * gui.scale, screen.x - 40 * gui.scale),
                              std::min(440 * gui.scale, screen.y - 40 * gui.scale)});
    if (!ImGui::BeginPopupModal(id.c_str(), nullptr, ImGuiWindowFlags_NoResize)) return;
    if (ImGui::Button("Up")) go_to(fs::path(folder_).parent_path().string());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(fonts().mono);
    ImGui::TextUnformatted(folder_.c_str());
    ImGui::PopFont();
    const float below = ImGui::GetFrameHeightWithSpacing() * (saving_ ? 2.2F : 1.2F) +
                        (problem_.empty() ? 0 : ImGui::GetTextLineHeightWithSpacing());
    draw_entries(-below);
    if (!problem_.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, packed(theme().bad));
        note(problem_);
        ImGui::PopStyleColor();
    }
    if (saving_) {
        ImGui::SetNextItemWidth(-1);
        if (ImGui::InputText("##name", &name_)) replacing_.clear();
        const std::string path = (fs::path(folder_) / name_).string();
        std::error_code code;
        const bool exists = fs::exists(path, code);
        const bool sure = !exists || replacing_ == path;
        if (ImGui::Button(sure && exists ? "Replace it" : "Save") && !name_.empty()) {
            if (sure)
                finish(path);
            else
                replacing_ = path, problem_ = name_ + " exists; press again to replace it";
        }
        ImGui::SameLine();
    }
    if (ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
        ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void FileBrowser::draw_entries(float height) {
    ImGui::BeginChild("##entries", {0, height}, true);
    std::string go;
    for (const FolderEntry& entry : entries_) {
        const std::string label = entry.is_folder ? entry.name + "/" : entry.name;
        if (!ImGui::Selectable(label.c_str(), !entry.is_folder && entry.name == name_,
                               ImGuiSelectableFlags_DontClosePopups))
            continue;
        const std::string path = (fs::path(folder_) / entry.name).string();
        if (entry.is_folder)
            go = path;
        else if (saving_)
            name_ = entry.name;
        else
            go = path;
    }
    if (entries_.empty()) note("No scenes here.");
    ImGui::EndChild();
    std::error_code code;
    if (go.empty()) return;
    if (fs::is_directory(go, code))
        go_to(go);
    else
        finish(go);
}

}  // namespace starling::app
