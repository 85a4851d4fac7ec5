// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/manifest.h"

#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

namespace starling::app {

const char* outcome_name(Outcome outcome) {
    switch (outcome) {
        case Outcome::done:
            return "done";
        case Outcome::interrupted:
            return "interrupted";
        case Outcome::failed:
            return "failed";
    }
    return "";
}

std::string format_hash(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

std::string iso_time() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return std::string(text, size);
}

std::string to_json(const Manifest& manifest) {
    using Json = nlohmann::ordered_json;
    const auto text_or_null = [](const std::string& text) {
        return text.empty() ? Json() : Json(text);
    };
    Json gl;
    if (!manifest.gl_renderer.empty()) {
        gl = Json{{"renderer", manifest.gl_renderer}, {"version", manifest.gl_version}};
    }
    const auto object = [](const auto& pairs) {
        Json made = Json::object();
        for (const auto& [name, value] : pairs) made[name] = value;
        return made;
    };
    const Json json{
        {"starling_manifest", 1},
        {"outcome", outcome_name(manifest.outcome)},
        {"error", text_or_null(manifest.error)},
        {"state_hash", format_hash(manifest.state_hash)},
        {"frames", manifest.frames},
        {"frames_wanted", manifest.frames_wanted},
        {"steps", manifest.steps},
        {"seed", manifest.seed},
        {"layouts", object(manifest.layouts)},
        {"metrics", object(manifest.totals.metrics)},
        {"phase_seconds", object(manifest.totals.phase_seconds)},
        {"time_step", manifest.time_step},
        {"fps", manifest.fps},
        {"size", {manifest.width, manifest.height}},
        {"video_codec", text_or_null(manifest.video_codec)},
        {"images", manifest.images ? Json("png") : Json()},
        {"started", manifest.started},
        {"finished", manifest.finished},
        {"version", manifest.version},
        {"git_commit", manifest.commit},
        {"build", manifest.build},
        {"compiler", manifest.compiler},
        {"backend", "cpu"},
        {"isa", manifest.isa},
        {"executor", manifest.executor},
        {"threads", manifest.threads},
        {"machine",
         {{"cpu", manifest.cpu},
          {"cores", manifest.cores},
          {"memory_bytes", manifest.memory_bytes}}},
        {"gl", gl},
        {"scene_file", manifest.scene_file},
        {"scene", manifest.scene},
    };
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace starling::app
