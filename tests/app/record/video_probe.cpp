// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/record/video_probe.h"

#include <algorithm>
#include <cstdint>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

namespace starling::app {
namespace {

Image to_image(const AVFrame& frame) {
    Image image;
    image.width = frame.width;
    image.height = frame.height;
    image.rgba.resize(std::size_t{4} * frame.width * frame.height);
    SwsContext* scaler =
        sws_getContext(frame.width, frame.height, static_cast<AVPixelFormat>(frame.format),
                       frame.width, frame.height, AV_PIX_FMT_RGBA,
                       SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT, nullptr, nullptr, nullptr);
    const int* table = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(scaler, table, 0, table, 1, 0, 1 << 16, 1 << 16);
    std::uint8_t* rows[] = {image.rgba.data()};
    const int strides[] = {4 * frame.width};
    sws_scale(scaler, frame.data, frame.linesize, 0, frame.height, rows, strides);
    sws_freeContext(scaler);
    return image;
}

void drain(AVCodecContext* decoder, AVFrame* frame, VideoContents& contents) {
    while (avcodec_receive_frame(decoder, frame) == 0) contents.frames.push_back(to_image(*frame));
}

}  // namespace

VideoContents probe_video(const std::string& path) {
    VideoContents contents;
    AVFormatContext* format = nullptr;
    if (avformat_open_input(&format, ("file:" + path).c_str(), nullptr, nullptr) < 0) {
        return contents;
    }
    if (avformat_find_stream_info(format, nullptr) < 0 || format->nb_streams != 1) {
        avformat_close_input(&format);
        return contents;
    }
    const AVStream* stream = format->streams[0];
    const AVCodecParameters* parameters = stream->codecpar;
    const AVCodec* codec = avcodec_find_decoder(parameters->codec_id);
    AVCodecContext* decoder = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(decoder, parameters);
    decoder->thread_count = 1;
    contents.opened = avcodec_open2(decoder, codec, nullptr) == 0;
    contents.format = format->iformat->name;
    contents.codec = avcodec_get_name(parameters->codec_id);
    contents.width = parameters->width;
    contents.height = parameters->height;
    contents.fps = av_q2d(stream->avg_frame_rate);
    contents.tagged_bt709 = parameters->color_space == AVCOL_SPC_BT709 &&
                            parameters->color_primaries == AVCOL_PRI_BT709 &&
                            parameters->color_range == AVCOL_RANGE_MPEG;

    AVPacket* packet = av_packet_alloc();
    AVFrame* frame = av_frame_alloc();
    const double unit = av_q2d(stream->time_base);
    while (contents.opened && av_read_frame(format, packet) >= 0) {
        const double start = static_cast<double>(packet->pts) * unit;
        contents.seconds =
            std::max(contents.seconds, start + static_cast<double>(packet->duration) * unit);
        if ((packet->flags & AV_PKT_FLAG_KEY) != 0) contents.key_seconds.push_back(start);
        if ((packet->flags & AV_PKT_FLAG_CORRUPT) != 0 ||
            avcodec_send_packet(decoder, packet) < 0) {
            ++contents.broken;
        }
        drain(decoder, frame, contents);
        av_packet_unref(packet);
    }
    if (contents.opened) {
        avcodec_send_packet(decoder, nullptr);
        drain(decoder, frame, contents);
    }
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&decoder);
    avformat_close_input(&format);
    return contents;
}

}  // namespace starling::app
