// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/record/video_writer.h"

namespace starling::app {

/// True if this build of libav has the encoder: "libx264", "mpeg4" or "ffv1".
bool has_encoder(const std::string& codec);

/// One video file that is being written, on the caller's thread. A fragment of the file is
/// complete every second of video; after an error the file is cut back to the last complete one,
/// or removed if there is none. Threads: one caller at a time.
class Encoder {
 public:
    /// Creates the file (an old one is overwritten) and writes its header.
    static Result<std::unique_ptr<Encoder>> open(const VideoParams& params,
                                                 const std::string& codec);
    virtual ~Encoder() = default;

    /// Appends a picture of the file's size.
    virtual Status encode(const Image& image) = 0;

    /// Writes what the codec still holds back, and the file's end.
    virtual Status finish() = 0;
};

}  // namespace starling::app
