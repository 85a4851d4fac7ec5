// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/record/video_writer.h"
#include "engine/scene/loader.h"
#include "engine/world.h"

namespace starling::app {

struct BatchOptions {
    std::string scene;
    engine::SceneOverrides
        overrides;    ///< --set, then --frames, --fps, --size and --seed; --layout.
    std::string out;  ///< Empty = no folder.
    std::optional<VideoFormat> video = VideoFormat::mp4;
    bool images = false;  ///< PNG files.
    engine::WorldOptions world;
    bool hash = false;
    std::string stats;  ///< Empty = stats.csv in the folder.
    bool overwrite = false;
    bool quiet = false;
};

struct CheckOptions {
    std::string scene;
    engine::SceneOverrides overrides;
    bool schema = false;  ///< Describe all keys instead.
};

struct InfoOptions {};

/// No command: the window.
struct WindowOptions {
    std::string scene;
    engine::SceneOverrides overrides;
    engine::WorldOptions world;
};

/// Something to print, and done: the help or the version.
struct PrintText {
    std::string text;
};

/// What is wrong with the command line.
struct BadUsage {
    std::string text;
};

using Command =
    std::variant<WindowOptions, BatchOptions, CheckOptions, InfoOptions, PrintText, BadUsage>;

/// Reads the command line; looks at no file.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace starling::app
