// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/encoder.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/record/av_log.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

namespace starling::app {
namespace {

// Output depends on the number of threads, so it is the same on every machine.
constexpr int kThreads = 4;
constexpr int kMinSide = 16;
constexpr int kMaxSide = 16384;
constexpr int kMaxFps = 1000;

struct FreeCodec {
    void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
};
struct FreeFrame {
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
struct FreePacket {
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};
struct FreeScaler {
    void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
struct FreeFormat {
    void operator()(AVFormatContext* format) const {
        avio_closep(&format->pb);
        avformat_free_context(format);
    }
};

std::string reason(int code) {
    char text[AV_ERROR_MAX_STRING_SIZE] = {};
    av_strerror(code, text, sizeof text);
    return text;
}

class AvEncoder final : public Encoder {
 public:
    explicit AvEncoder(const VideoParams& params) : params_(params) {}

    Status init(const std::string& codec_name) {
        const AVCodec* codec = avcodec_find_encoder_by_name(codec_name.c_str());
        if (codec == nullptr) {
            return Error{fmt::format("cannot record {}: this build of libav has no encoder {}",
                                     params_.path, codec_name)};
        }
        const bool mp4 = params_.format == VideoFormat::mp4;
        AVFormatContext* format = nullptr;
        int code = avformat_alloc_output_context2(&format, nullptr, mp4 ? "mp4" : "matroska",
                                                  params_.path.c_str());
        if (code < 0) return failed("cannot record", code);
        format_.reset(format);
        if (Status status = open_codec(codec); !status) return status;

        stream_ = avformat_new_stream(format_.get(), nullptr);
        if (stream_ == nullptr) return failed("cannot record", AVERROR(ENOMEM));
        stream_->time_base = codec_->time_base;
        stream_->avg_frame_rate = codec_->framerate;
        code = avcodec_parameters_from_context(stream_->codecpar, codec_.get());
        if (code < 0) return failed("cannot record", code);

        // The prefix keeps a colon in the path from being taken for a protocol.
        code = avio_open(&format_->pb, ("file:" + params_.path).c_str(), AVIO_FLAG_WRITE);
        if (code < 0) return failed("cannot write", code);
        AVDictionary* options = nullptr;
        if (mp4) {
            av_dict_set(&options, "movflags", "frag_custom+empty_moov+default_base_moof", 0);
        }
        code = avformat_write_header(format_.get(), &options);
        av_dict_free(&options);
        if (code < 0) return cut_back(code);
        return end_fragment();
    }

    Status encode(const Image& image) override {
        int code = av_frame_make_writable(frame_.get());
        if (code < 0) return cut_back(code);
        const std::uint8_t* rows[] = {image.rgba.data()};
        const int strides[] = {4 * image.width};
        sws_scale(scaler_.get(), rows, strides, 0, image.height, frame_->data, frame_->linesize);
        frame_->pts = next_pts_++;
        code = avcodec_send_frame(codec_.get(), frame_.get());
        if (code < 0) return cut_back(code);
        return write_packets();
    }

    Status finish() override {
        const int code = avcodec_send_frame(codec_.get(), nullptr);
        if (code < 0) return cut_back(code);
        if (Status status = write_packets(); !status) return status;
        if (Status status = end_fragment(); !status) return status;
        const int trailer = av_write_trailer(format_.get());
        if (trailer < 0) return cut_back(trailer);
        const int closed = avio_closep(&format_->pb);
        return closed < 0 ? cut_back(closed) : Status{};
    }

 private:
    Error failed(const char* what, int code) const {
        return {fmt::format("{} {}: {}{}", what, params_.path, reason(code), take_av_error())};
    }

    Status open_codec(const AVCodec* codec) {
        codec_.reset(avcodec_alloc_context3(codec));
        frame_.reset(av_frame_alloc());
        packet_.reset(av_packet_alloc());
        if (!codec_ || !frame_ || !packet_) return failed("cannot record", AVERROR(ENOMEM));
        const bool lossless = params_.format == VideoFormat::ffv1;
        codec_->width = params_.width;
        codec_->height = params_.height;
        codec_->time_base = {1, params_.fps};
        codec_->framerate = {params_.fps, 1};
        codec_->pix_fmt = lossless ? AV_PIX_FMT_0RGB32 : AV_PIX_FMT_YUV420P;
        codec_->gop_size = lossless ? 1 : params_.fps;
        // Frames that refer to later ones would start the video late by their delay: a fragmented
        // MP4 has no edit list to take it back.
        codec_->max_b_frames = 0;
        codec_->thread_count = kThreads;
        codec_->color_primaries = AVCOL_PRI_BT709;
        codec_->color_trc = lossless ? AVCOL_TRC_IEC61966_2_1 : AVCOL_TRC_BT709;
        codec_->colorspace = lossless ? AVCOL_SPC_RGB : AVCOL_SPC_BT709;
        codec_->color_range = lossless ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
        if ((format_->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
            codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        }
        set_quality(codec->id);
        int code = avcodec_open2(codec_.get(), codec, nullptr);
        if (code < 0) return failed("cannot record", code);

        frame_->format = codec_->pix_fmt;
        frame_->width = params_.width;
        frame_->height = params_.height;
        code = av_frame_get_buffer(frame_.get(), 0);
        if (code < 0) return failed("cannot record", code);
        scaler_.reset(sws_getContext(params_.width, params_.height, AV_PIX_FMT_RGBA, params_.width,
                                     params_.height, codec_->pix_fmt,
                                     SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT, nullptr,
                                     nullptr, nullptr));
        if (!scaler_) return failed("cannot record", AVERROR(ENOMEM));
        if (!lossless) {
            const int* table = sws_getCoefficients(SWS_CS_ITU709);
            sws_setColorspaceDetails(scaler_.get(), table, 1, table, 0, 0, 1 << 16, 1 << 16);
        }
        return {};
    }

    void set_quality(AVCodecID id) {
        if (id == AV_CODEC_ID_H264) {
            codec_->keyint_min = params_.fps;
            av_opt_set(codec_->priv_data, "preset", "veryfast", 0);
            av_opt_set(codec_->priv_data, "crf", "18", 0);
            av_opt_set(codec_->priv_data, "x264-params", "scenecut=0", 0);
        } else if (id == AV_CODEC_ID_MPEG4) {
            codec_->flags |= AV_CODEC_FLAG_QSCALE;
            codec_->global_quality = 3 * FF_QP2LAMBDA;
        } else {
            codec_->level = 3;
            codec_->slices = kThreads;
            av_opt_set(codec_->priv_data, "slicecrc", "1", 0);
        }
    }

    Status write_packets() {
        for (;;) {
            int code = avcodec_receive_packet(codec_.get(), packet_.get());
            if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return {};
            if (code < 0) return cut_back(code);
            const bool key = (packet_->flags & AV_PKT_FLAG_KEY) != 0;
            if (key && packets_in_fragment_ >= params_.fps) {
                if (Status status = end_fragment(); !status) return status;
            }
            ++packets_in_fragment_;
            packet_->duration = 1;
            packet_->stream_index = stream_->index;
            av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
            code = av_write_frame(format_.get(), packet_.get());
            av_packet_unref(packet_.get());
            if (code < 0) return cut_back(code);
        }
    }

    Status end_fragment() {
        int code = av_write_frame(format_.get(), nullptr);
        if (code >= 0) {
            avio_flush(format_->pb);
            code = format_->pb->error;
        }
        if (code < 0) return cut_back(code);
        whole_bytes_ = avio_tell(format_->pb);
        packets_in_fragment_ = 0;
        return {};
    }

    // What lies behind the last complete fragment would only confuse players.
    Error cut_back(int code) {
        Error error = failed("cannot write", code);
        avio_closep(&format_->pb);
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(params_.path, ignored)) return error;
        if (whole_bytes_ > 0) {
            std::filesystem::resize_file(params_.path, static_cast<std::uintmax_t>(whole_bytes_),
                                         ignored);
        } else {
            std::filesystem::remove(params_.path, ignored);
        }
        return error;
    }

    VideoParams params_;
    std::unique_ptr<AVFormatContext, FreeFormat> format_;
    std::unique_ptr<AVCodecContext, FreeCodec> codec_;
    std::unique_ptr<AVFrame, FreeFrame> frame_;
    std::unique_ptr<AVPacket, FreePacket> packet_;
    std::unique_ptr<SwsContext, FreeScaler> scaler_;
    AVStream* stream_ = nullptr;  ///< Owned by format_.
    std::int64_t next_pts_ = 0;
    std::int64_t whole_bytes_ = 0;  ///< Bytes of the file up to its last complete fragment.
    int packets_in_fragment_ = 0;
};

Status validate(const VideoParams& params) {
    const auto bad_side = [](int side) {
        return side < kMinSide || side > kMaxSide || side % 2 != 0;
    };
    if (bad_side(params.width) || bad_side(params.height)) {
        return Error{fmt::format(
            "cannot record {}: a video of {}x{} pixels; width and height must be even, {} to {}",
            params.path, params.width, params.height, kMinSide, kMaxSide)};
    }
    if (params.fps < 1 || params.fps > kMaxFps) {
        return Error{fmt::format("cannot record {}: {} frames per second, expected 1 to {}",
                                 params.path, params.fps, kMaxFps)};
    }
    return {};
}

}  // namespace

bool has_encoder(const std::string& codec) {
    return avcodec_find_encoder_by_name(codec.c_str()) != nullptr;
}

Result<std::unique_ptr<Encoder>> Encoder::open(const VideoParams& params,
                                               const std::string& codec) {
    silence_av_log();
    if (Status status = validate(params); !status) return status.error();
    auto encoder = std::make_unique<AvEncoder>(params);
    if (Status status = encoder->init(codec); !status) return status.error();
    return std::unique_ptr<Encoder>(std::move(encoder));
}

}  // namespace starling::app
