// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/video_writer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "app/record/encoder.h"
#include "tests/app/record/temp_dir.h"
#include "tests/app/record/video_probe.h"

namespace starling::app {
namespace {

constexpr int kWidth = 128, kHeight = 96, kFps = 20;

Image filled(int width, int height, int red, int green, int blue) {
    Image image{.width = width, .height = height, .rgba = {}};
    for (int i = 0; i < width * height; ++i) {
        for (int value : {red, green, blue, 255}) {
            image.rgba.push_back(static_cast<std::uint8_t>(value));
        }
    }
    return image;
}

// Noise does not compress, so files grow fast and every frame differs.
Image noise(int seed) {
    Image image = filled(kWidth, kHeight, 0, 0, 0);
    std::mt19937 random(static_cast<unsigned>(seed));
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        if (i % 4 != 3) image.rgba[i] = static_cast<std::uint8_t>(random());
    }
    return image;
}

VideoParams params(const std::string& path, VideoFormat format = VideoFormat::mp4) {
    return {.path = path, .format = format, .width = kWidth, .height = kHeight, .fps = kFps};
}

Status record(const VideoParams& video, int frames) {
    Result<std::unique_ptr<VideoWriter>> writer = VideoWriter::create(video);
    if (!writer) return writer.error();
    for (int i = 0; i < frames; ++i) {
        if (Status status = (*writer)->write(noise(i)); !status) return status;
    }
    return (*writer)->finish();
}

bool contains(const Error& error, const std::string& words) {
    return error.text.find(words) != std::string::npos;
}

void expect_colour(const Image& image, int red, int green, int blue, int tolerance) {
    const std::size_t centre =
        std::size_t{4} * (image.width * (image.height / 2) + image.width / 2);
    EXPECT_NEAR(image.rgba[centre], red, tolerance);
    EXPECT_NEAR(image.rgba[centre + 1], green, tolerance);
    EXPECT_NEAR(image.rgba[centre + 2], blue, tolerance);
}

TEST(VideoWriter, Mp4HoldsEveryFrameAtItsSizeAndRate) {
    const TempDir dir;
    ASSERT_TRUE(record(params(dir.file("a.mp4")), 50).ok());
    const VideoContents contents = probe_video(dir.file("a.mp4"));
    ASSERT_TRUE(contents.opened);
    EXPECT_EQ(contents.codec, has_encoder("libx264") ? "h264" : "mpeg4");
    EXPECT_EQ(contents.frames.size(), 50U);
    EXPECT_EQ(contents.width, kWidth);
    EXPECT_EQ(contents.height, kHeight);
    EXPECT_DOUBLE_EQ(contents.fps, kFps);
    EXPECT_NEAR(contents.seconds, 2.5, 1e-6);
    EXPECT_EQ(contents.key_seconds, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(contents.broken, 0);
}

TEST(VideoWriter, Mp4KeepsColoursByBt709) {
    const TempDir dir;
    const int colours[][3] = {{255, 0, 0},   {0, 255, 0},     {0, 0, 255},
                              {255, 90, 54}, {255, 255, 255}, {14, 20, 40}};
    auto writer = VideoWriter::create(params(dir.file("a.mp4")));
    ASSERT_TRUE(writer.ok()) << writer.error().text;
    for (const auto& [red, green, blue] : colours) {
        ASSERT_TRUE((*writer)->write(filled(kWidth, kHeight, red, green, blue)).ok());
    }
    ASSERT_TRUE((*writer)->finish().ok());
    const VideoContents contents = probe_video(dir.file("a.mp4"));
    EXPECT_TRUE(contents.tagged_bt709);
    ASSERT_EQ(contents.frames.size(), std::size(colours));
    for (std::size_t i = 0; i < std::size(colours); ++i) {
        SCOPED_TRACE(i);
        expect_colour(contents.frames[i], colours[i][0], colours[i][1], colours[i][2], 5);
    }
}

TEST(VideoWriter, TopOfThePictureIsTopOfTheVideo) {
    const TempDir dir;
    Image image = filled(kWidth, kHeight, 0, 0, 0);
    std::fill(image.rgba.begin(), image.rgba.begin() + image.rgba.size() / 4, std::uint8_t{255});
    auto writer = VideoWriter::create(params(dir.file("a.mp4")));
    ASSERT_TRUE(writer.ok()) << writer.error().text;
    ASSERT_TRUE((*writer)->write(image).ok());
    ASSERT_TRUE((*writer)->finish().ok());
    const VideoContents contents = probe_video(dir.file("a.mp4"));
    ASSERT_EQ(contents.frames.size(), 1U);
    EXPECT_GT(contents.frames[0].rgba.front(), 240);
    EXPECT_LT(contents.frames[0].rgba[contents.frames[0].rgba.size() - 4], 15);
}

TEST(VideoWriter, SameFramesGiveTheSameFile) {
    const TempDir dir;
    ASSERT_TRUE(record(params(dir.file("a.mp4")), 30).ok());
    ASSERT_TRUE(record(params(dir.file("b.mp4")), 30).ok());
    const VideoContents first = probe_video(dir.file("a.mp4"));
    const VideoContents second = probe_video(dir.file("b.mp4"));
    ASSERT_EQ(first.frames.size(), 30U);
    ASSERT_EQ(second.frames.size(), 30U);
    for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(first.frames[i].rgba, second.frames[i].rgba);
    EXPECT_EQ(std::filesystem::file_size(dir.file("a.mp4")),
              std::filesystem::file_size(dir.file("b.mp4")));
}

TEST(VideoWriter, Ffv1LosesNothing) {
    const TempDir dir;
    ASSERT_TRUE(record(params(dir.file("a.mkv"), VideoFormat::ffv1), 25).ok());
    const VideoContents contents = probe_video(dir.file("a.mkv"));
    EXPECT_EQ(contents.codec, "ffv1");
    EXPECT_DOUBLE_EQ(contents.fps, kFps);
    ASSERT_EQ(contents.frames.size(), 25U);
    for (int i = 0; i < 25; ++i) EXPECT_EQ(contents.frames[i].rgba, noise(i).rgba) << i;
}

TEST(VideoWriter, Mpeg4ServesWhereX264IsMissing) {
    const TempDir dir;
    auto encoder = Encoder::open(params(dir.file("a.mp4")), "mpeg4");
    ASSERT_TRUE(encoder.ok()) << encoder.error().text;
    for (int i = 0; i < 45; ++i) ASSERT_TRUE((*encoder)->encode(noise(i)).ok());
    ASSERT_TRUE((*encoder)->finish().ok());
    const VideoContents contents = probe_video(dir.file("a.mp4"));
    EXPECT_EQ(contents.codec, "mpeg4");
    EXPECT_EQ(contents.frames.size(), 45U);
    EXPECT_EQ(contents.broken, 0);
}

TEST(VideoWriter, SmallestVideoWorks) {
    const TempDir dir;
    for (const VideoFormat format : {VideoFormat::mp4, VideoFormat::ffv1}) {
        VideoParams video = params(dir.file("a"), format);
        video.width = video.height = 16;
        auto writer = VideoWriter::create(video);
        ASSERT_TRUE(writer.ok()) << writer.error().text;
        ASSERT_TRUE((*writer)->write(filled(16, 16, 200, 100, 50)).ok());
        ASSERT_TRUE((*writer)->finish().ok());
        const VideoContents contents = probe_video(dir.file("a"));
        ASSERT_EQ(contents.frames.size(), 1U);
        expect_colour(contents.frames[0], 200, 100, 50, 5);
    }
}

TEST(VideoWriter, AVideoWithNoFramesIsNoError) {
    const TempDir dir;
    EXPECT_TRUE(record(params(dir.file("a.mp4")), 0).ok());
    EXPECT_TRUE(record(params(dir.file("a.mkv"), VideoFormat::ffv1), 0).ok());
}

TEST(VideoWriter, RefusesSizesAndRatesThatNoCodecTakes) {
    const TempDir dir;
    for (const auto& [width, height] : {std::pair{127, 96}, {128, 95}, {0, 0}, {2, 2}, {-4, 96}}) {
        VideoParams video = params(dir.file("a.mp4"));
        video.width = width;
        video.height = height;
        auto writer = VideoWriter::create(video);
        ASSERT_FALSE(writer.ok());
        EXPECT_TRUE(contains(writer.error(), "must be even, 16 to 16384")) << writer.error().text;
    }
    VideoParams video = params(dir.file("a.mp4"));
    video.fps = 0;
    EXPECT_FALSE(VideoWriter::create(video).ok());
    EXPECT_EQ(dir.count(), 0U) << "a refused video leaves a file";
}

TEST(VideoWriter, RefusesAFrameOfAnotherSizeAndGoesOn) {
    const TempDir dir;
    auto writer = VideoWriter::create(params(dir.file("a.mp4")));
    ASSERT_TRUE(writer.ok());
    const Status status = (*writer)->write(filled(64, 64, 0, 0, 0));
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(contains(status.error(), "64x64 pixels, expected 128x96")) << status.error().text;
    EXPECT_TRUE((*writer)->write(noise(1)).ok());
    EXPECT_TRUE((*writer)->finish().ok());
    EXPECT_EQ(probe_video(dir.file("a.mp4")).frames.size(), 1U);
    EXPECT_FALSE((*writer)->write(noise(2)).ok()) << "written after finish()";
}

TEST(VideoWriter, NamesThePathAndTheReasonWhereTheFolderIsMissing) {
    const TempDir dir;
    const std::string path = dir.file("missing/a.mp4");
    auto writer = VideoWriter::create(params(path));
    ASSERT_FALSE(writer.ok());
    EXPECT_TRUE(contains(writer.error(), path + ": No such file or directory"))
        << writer.error().text;
}

TEST(VideoWriter, APathWithAColonIsAFile) {
    const TempDir dir;
    ASSERT_TRUE(record(params(dir.file("run 1:a.mp4")), 3).ok());
    EXPECT_EQ(probe_video(dir.file("run 1:a.mp4")).frames.size(), 3U);
}

class FullDisk : public testing::TestWithParam<VideoFormat> {};

TEST_P(FullDisk, GivesAnErrorAndLeavesAPlayableFile) {
    const TempDir dir;
    const std::string path = dir.file("a");
    Status status;
    {
        const FileSizeLimit limit(std::uint64_t{2} << 20);
        status = record(params(path, GetParam()), 400);
    }
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(contains(status.error(), path + ": File too large")) << status.error().text;
    const VideoContents contents = probe_video(path);
    ASSERT_TRUE(contents.opened);
    EXPECT_GE(contents.frames.size(), static_cast<std::size_t>(kFps));
    EXPECT_EQ(contents.frames.size() % kFps, 0U) << "not cut at a whole fragment";
    EXPECT_EQ(contents.broken, 0);
}

TEST_P(FullDisk, RemovesAFileWithoutAWholeFragment) {
    const TempDir dir;
    Status status;
    {
        const FileSizeLimit limit(100);
        status = record(params(dir.file("a"), GetParam()), 5);
    }
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(dir.count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Formats, FullDisk, testing::Values(VideoFormat::mp4, VideoFormat::ffv1),
                         [](const auto& format) {
                             return format.param == VideoFormat::mp4 ? "mp4" : "ffv1";
                         });

TEST(VideoWriter, ReportsAFullDeviceAndLeavesItAlone) {
    const Status status = record(params("/dev/full"), 3);
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(contains(status.error(), "/dev/full: No space left on device"))
        << status.error().text;
    EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST(VideoWriter, TellsOfAFailureThatHappensWhileTheCallerDraws) {
    const TempDir dir;
    const FileSizeLimit limit(200'000);
    auto writer = VideoWriter::create(params(dir.file("a.mkv"), VideoFormat::ffv1));
    ASSERT_TRUE(writer.ok()) << writer.error().text;
    Status status;
    int frames = 0;
    while (status.ok() && frames < 1000) status = (*writer)->write(noise(frames++));
    ASSERT_FALSE(status.ok()) << "a thousand frames went to nowhere";
    EXPECT_TRUE(contains(status.error(), "File too large")) << status.error().text;
    EXPECT_FALSE((*writer)->write(noise(0)).ok());
    EXPECT_TRUE(contains((*writer)->finish().error(), "File too large"));
}

TEST(VideoWriter, IsPlayableWhileItIsWritten) {
    const TempDir dir;
    auto encoder =
        Encoder::open(params(dir.file("a.mp4")), has_encoder("libx264") ? "libx264" : "mpeg4");
    ASSERT_TRUE(encoder.ok()) << encoder.error().text;
    for (int i = 0; i < 120; ++i) ASSERT_TRUE((*encoder)->encode(noise(i)).ok());
    // What a program that is killed now leaves behind.
    std::filesystem::copy_file(dir.file("a.mp4"), dir.file("copy.mp4"));
    const VideoContents contents = probe_video(dir.file("copy.mp4"));
    ASSERT_TRUE(contents.opened);
    EXPECT_GE(contents.frames.size(), 3U * kFps);
    EXPECT_EQ(contents.frames.size() % kFps, 0U);
    EXPECT_EQ(contents.broken, 0);
}

TEST(VideoWriter, AFileCutAnywherePlaysUpToTheLastWholeFragment) {
    const TempDir dir;
    ASSERT_TRUE(record(params(dir.file("a.mp4")), 5 * kFps).ok());
    const auto size = std::filesystem::file_size(dir.file("a.mp4"));
    const VideoContents whole = probe_video(dir.file("a.mp4"));
    for (int percent : {35, 55, 75, 95}) {
        SCOPED_TRACE(percent);
        std::filesystem::copy_file(dir.file("a.mp4"), dir.file("cut.mp4"),
                                   std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(dir.file("cut.mp4"), size * percent / 100);
        const VideoContents cut = probe_video(dir.file("cut.mp4"));
        // All fragments are about the same size: the whole ones must be there, frame by frame.
        const std::size_t whole_fragments = 5U * percent / 100;
        ASSERT_GE(cut.frames.size(), whole_fragments * kFps);
        for (std::size_t i = 0; i < whole_fragments * kFps; ++i) {
            EXPECT_EQ(cut.frames[i].rgba, whole.frames[i].rgba) << i;
        }
    }
}

TEST(VideoWriter, ClosesAGoodFileWithoutFinish) {
    const TempDir dir;
    {
        auto writer = VideoWriter::create(params(dir.file("a.mp4")));
        ASSERT_TRUE(writer.ok());
        for (int i = 0; i < 7; ++i) ASSERT_TRUE((*writer)->write(noise(i)).ok());
    }
    EXPECT_EQ(probe_video(dir.file("a.mp4")).frames.size(), 7U);
}

TEST(VideoWriter, PrintsNothing) {
    const TempDir dir;
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    ASSERT_TRUE(record(params(dir.file("a.mp4")), 30).ok());
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace starling::app
