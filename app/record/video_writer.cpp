// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/video_writer.h"

#include <fmt/format.h>

#include <mutex>
#include <thread>
#include <utility>

#include "app/record/encoder.h"
#include "app/record/frame_queue.h"

namespace starling::app {
namespace {

constexpr std::size_t kQueuedFrames = 4;

class ThreadedVideoWriter final : public VideoWriter {
 public:
    ThreadedVideoWriter(const VideoParams& params, std::string codec,
                        std::unique_ptr<Encoder> encoder)
        : params_(params),
          codec_(std::move(codec)),
          encoder_(std::move(encoder)),
          thread_([this] { encode_all(); }) {}

    ~ThreadedVideoWriter() override { static_cast<void>(finish()); }

    Status write(const Image& image) override {
        if (image.width != params_.width || image.height != params_.height ||
            image.rgba.size() != std::size_t{4} * image.width * image.height) {
            return Error{fmt::format("cannot write {}: a picture of {}x{} pixels, expected {}x{}",
                                     params_.path, image.width, image.height, params_.width,
                                     params_.height)};
        }
        if (frames_.push(image)) return {};
        if (Status status = outcome(); !status) return status;
        return Error{fmt::format("cannot write {}: the video is finished", params_.path)};
    }

    Status finish() override {
        frames_.close();
        if (thread_.joinable()) thread_.join();
        return outcome();
    }

    std::string codec_name() const override { return codec_; }

 private:
    void encode_all() {
        Image image;
        Status status;
        while (status.ok() && frames_.pop(image)) status = encoder_->encode(image);
        if (status.ok()) status = encoder_->finish();
        {
            const std::lock_guard lock(mutex_);
            outcome_ = std::move(status);
        }
        frames_.close();  // the next write() finds the outcome
    }

    Status outcome() {
        const std::lock_guard lock(mutex_);
        return outcome_;
    }

    const VideoParams params_;
    const std::string codec_;
    const std::unique_ptr<Encoder> encoder_;  ///< Used by thread_ alone.
    FrameQueue frames_{kQueuedFrames};
    std::mutex mutex_;
    Status outcome_;      ///< Guarded by mutex_.
    std::thread thread_;  ///< Last, so that it starts after the rest.
};

}  // namespace

Result<std::unique_ptr<VideoWriter>> VideoWriter::create(const VideoParams& params) {
    std::string codec = "ffv1";
    if (params.format == VideoFormat::mp4) codec = has_encoder("libx264") ? "libx264" : "mpeg4";
    Result<std::unique_ptr<Encoder>> encoder = Encoder::open(params, codec);
    if (!encoder) return encoder.error();
    return std::unique_ptr<VideoWriter>(
        std::make_unique<ThreadedVideoWriter>(params, codec, std::move(*encoder)));
}

}  // namespace starling::app
