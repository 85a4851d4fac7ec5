// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/record/write_file.h"

namespace starling::app {

namespace fs = std::filesystem;
using Json = nlohmann::json;

void Settings::note_recent(const std::string& file) {
    std::error_code code;
    const std::string path = fs::absolute(file, code).lexically_normal().string();
    std::erase(recent, path);
    recent.insert(recent.begin(), path);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

std::string settings_path() {
    fs::path folder;
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
        folder = config;
    else if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        folder = fs::path(home) / ".config";
    return folder.empty() ? "" : (folder / "starling" / "settings.json").string();
}

Settings load_settings(const std::string& path) {
    Settings settings;
    std::ifstream file(path);
    const Json json = Json::parse(file, nullptr, false);
    if (!json.is_object()) return settings;
    const auto number = [&](const char* key, auto& value, double least, double most) {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_number()) return;
        const double read = found->get<double>();
        if (read >= least && read <= most)
            value = static_cast<std::remove_reference_t<decltype(value)>>(read);
    };
    const auto flag = [&](const char* key, bool& value) {
        const auto found = json.find(key);
        if (found != json.end() && found->is_boolean()) value = found->get<bool>();
    };
    number("width", settings.place.width, 640, 16384);
    number("height", settings.place.height, 400, 16384);
    flag("maximised", settings.place.maximised);
    number("scale", settings.scale, 0.5, 4);
    number("left", settings.left, 200, 800);
    number("right", settings.right, 200, 800);
    number("bottom", settings.bottom, 60, 800);
    flag("show_left", settings.show_left);
    flag("show_right", settings.show_right);
    flag("show_bottom", settings.show_bottom);
    if (json.value("theme", Json()) == "light") settings.theme = ThemeKind::light;
    if (const auto recent = json.find("recent"); recent != json.end() && recent->is_array())
        for (const Json& one : *recent)
            if (one.is_string() && settings.recent.size() < Settings::kMostRecent)
                settings.recent.push_back(one.get<std::string>());
    return settings;
}

Status save_settings(const Settings& settings, const std::string& path) {
    if (path.empty()) return {};
    std::error_code code;
    fs::create_directories(fs::path(path).parent_path(), code);
    if (code) return Error{"cannot write " + path + ": " + code.message()};
    const Json json{{"width", settings.place.width},
                    {"height", settings.place.height},
                    {"maximised", settings.place.maximised},
                    {"theme", settings.theme == ThemeKind::light ? "light" : "dark"},
                    {"scale", settings.scale},
                    {"left", settings.left},
                    {"right", settings.right},
                    {"bottom", settings.bottom},
                    {"show_left", settings.show_left},
                    {"show_right", settings.show_right},
                    {"show_bottom", settings.show_bottom},
                    {"recent", settings.recent}};
    return write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace starling::app
