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
/// FFV1 in Matroska. A thread of its own encodes while the caller draws. A fragment of the file is
/// complete every second of video; the file is playable up to the last whole one whatever happens.
/// Threads: one caller at a time.
class VideoWriter {
 public:
    /// Creates the file; an old one is overwritten. Sides must be even, 16 to 16384, and fps 1 to
    /// 1000. The program must ignore SIGXFSZ to get an error where a file becomes too large.
    static Result<std::unique_ptr<VideoWriter>> create(const VideoParams& params);

    /// Finishes the file if finish() was not called.
    virtual ~VideoWriter() = default;

    /// Takes a copy of a frame, waiting while a few are queued. An error, which names the path and
    /// the system's reason, may stem from an earlier frame; all later calls give it again.
    virtual Status write(const Image& image) = 0;

    /// Encodes what is queued and closes the file; the error of the recording, if there was one.
    virtual Status finish() = 0;

    virtual std::string codec_name() const = 0;
};

}  // namespace starling::app
