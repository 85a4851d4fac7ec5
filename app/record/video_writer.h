// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/render/renderer.h"
#include "sparse/core/result.h"

namespace starling::app {

enum class VideoFormat { mp4, ffv1 };

struct VideoParams {
    std::string path;  ///< video.mp4 or video.mkv
    VideoFormat format = VideoFormat::mp4;
    int width = 0, height = 0;  ///< Even.
    int fps = 60;
};

/// Encodes frames through libav: fragmented H.264 MP4 (mpeg4 where x264 is missing) or lossless
/// FFV1 in Matroska. The file is playable up to the last whole fragment whatever happens.
class VideoWriter {
 public:
    static Result<std::unique_ptr<VideoWriter>> create(const VideoParams& params);
    virtual ~VideoWriter() = default;
    virtual Status write(const Image& image) = 0;
    virtual Status finish() = 0;  ///< Flushes and closes; needed once.
    virtual std::string codec_name() const = 0;
};

}  // namespace starling::app
