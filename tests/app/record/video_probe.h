// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/render/renderer.h"

namespace starling::app {

/// What libav's demuxer and decoder find in a file.
struct VideoContents {
    bool opened = false;
    std::string format, codec;  ///< "mov,mp4,…", "h264"
    int width = 0, height = 0;
    double fps = 0;
    double seconds = 0;               ///< End of the last packet.
    bool tagged_bt709 = false;        ///< Matrix, primaries and limited range.
    std::vector<double> key_seconds;  ///< Times of key frames.
    std::vector<Image> frames;        ///< Decoded, as RGBA.
    int broken = 0;                   ///< Packets that did not decode.
};

VideoContents probe_video(const std::string& path);

}  // namespace starling::app
