// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// What a recording leaves in its folder, and what may become that folder.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/record/png.h"
#include "tests/app/cli/child.h"
#include "tests/app/record/temp_dir.h"
#include "tests/app/record/video_probe.h"

namespace starling::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> small_batch(const std::string& out,
                                     const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{
        "batch", shipped_scene("flocking.yaml"), "--out", out, "--size", "320x180", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::vector<std::vector<double>> read_csv(const std::string& path, std::string& header) {
    std::istringstream lines(read_text(path));
    std::getline(lines, header);
    std::vector<std::vector<double>> rows;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        rows.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');) {
            rows.back().push_back(std::strtod(cell.c_str(), nullptr));
        }
    }
    return rows;
}

TEST(Batch, WritesVideoPicturesStatisticsAndManifest) {
    const TempDir dir;
    const std::string out = dir.file("new/folder");
    const Finished run = run_starling(
        small_batch(out, {"--frames", "12", "--images", "png", "--hash", "--seed", "11"}));
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.err, "");

    const VideoContents video = probe_video(out + "/video.mp4");
    EXPECT_EQ(video.frames.size(), 12u);
    EXPECT_EQ(video.broken, 0);
    EXPECT_EQ(video.width, 320);
    EXPECT_EQ(video.height, 180);
    EXPECT_DOUBLE_EQ(video.fps, 60);

    for (int frame = 0; frame < 12; ++frame) {
        char name[64];
        std::snprintf(name, sizeof name, "/frames/frame_%06d.png", frame);
        const Result<Image> image = read_png(out + name);
        ASSERT_TRUE(image.ok()) << image.error().text;
        EXPECT_EQ(image->width, 320);
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(out + "/frames"), {}), 12);

    std::string header;
    const auto rows = read_csv(out + "/stats.csv", header);
    EXPECT_EQ(header,
              "step,time,polarisation,rotation,mean_speed,candidates,grid_ms,flock_ms,"
              "predator_ms");
    ASSERT_EQ(rows.size(), 11u);  // frame 0 is before the first step
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].size(), 9u);
        EXPECT_EQ(rows[i][0], static_cast<double>(i + 1));
        EXPECT_NEAR(rows[i][1], static_cast<double>(i + 1) / 60, 1e-8);
        EXPECT_GE(rows[i][2], 0);
        EXPECT_LE(rows[i][2], 1);
        EXPECT_GT(rows[i][4], 0);
    }

    const auto manifest = nlohmann::json::parse(read_text(out + "/manifest.json"));
    EXPECT_EQ(manifest["outcome"], "done");
    EXPECT_TRUE(manifest["error"].is_null());
    EXPECT_EQ("state-hash: " + manifest["state_hash"].get<std::string>() + "\n", run.out);
    EXPECT_EQ(manifest["frames"], 12);
    EXPECT_EQ(manifest["steps"], 11);
    EXPECT_EQ(manifest["seed"], 11);
    EXPECT_EQ(manifest["layouts"]["flock.neighbours"], "packed");
    EXPECT_EQ(manifest["fps"], 60);
    EXPECT_EQ(manifest["size"], nlohmann::json({320, 180}));
    for (const char* key : {"started", "finished", "version", "git_commit", "build", "compiler",
                            "isa", "executor", "scene", "scene_file", "video_codec"}) {
        EXPECT_FALSE(manifest[key].get<std::string>().empty()) << key;
    }
    EXPECT_GT(manifest["threads"].get<int>(), 0);
    EXPECT_GT(manifest["machine"]["cores"].get<int>(), 0);
    EXPECT_GT(manifest["machine"]["memory_bytes"].get<std::uint64_t>(), 0u);
    EXPECT_FALSE(manifest["machine"]["cpu"].get<std::string>().empty());
    EXPECT_FALSE(manifest["gl"]["renderer"].get<std::string>().empty());
    EXPECT_TRUE(leftovers(out).empty());
    EXPECT_EQ(std::distance(fs::directory_iterator(out), {}), 4);
}

// The promise of the manifest: its scene alone gives the same run.
TEST(Batch, TheManifestsSceneRepeatsTheRun) {
    const TempDir dir;
    const std::string out = dir.file("out");
    const Finished first = run_starling(
        small_batch(out, {"--video", "none", "--frames", "20", "--fps", "30", "--seed", "5",
                          "--set", "flock.pigeons.count=50", "--layout", "chunked", "--hash"}));
    ASSERT_EQ(first.code, 0) << first.err;
    const auto manifest = nlohmann::json::parse(read_text(out + "/manifest.json"));
    write_text(dir.file("again.yaml"), manifest["scene"].get<std::string>());
    const Finished second =
        run_starling({"batch", dir.file("again.yaml"), "--video", "none", "--hash", "--quiet"});
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(second.out, first.out);
    EXPECT_EQ(manifest["seed"], 5);
    EXPECT_EQ(manifest["steps"], 38);  // 19 frames of 1/30 s in steps of 1/60 s
}

TEST(Batch, LosslessVideoShowsThePictures) {
    const TempDir dir;
    const std::string out = dir.file("out");
    const Finished run =
        run_starling(small_batch(out, {"--frames", "3", "--video", "ffv1", "--images", "png"}));
    ASSERT_EQ(run.code, 0) << run.err;
    const VideoContents video = probe_video(out + "/video.mkv");
    ASSERT_EQ(video.frames.size(), 3u);
    EXPECT_EQ(video.codec, "ffv1");
    for (std::size_t i = 0; i < 3; ++i) {
        const Result<Image> image =
            read_png(out + "/frames/frame_00000" + std::to_string(i) + ".png");
        ASSERT_TRUE(image.ok());
        EXPECT_EQ(image->rgba, video.frames[i].rgba) << i;
    }
    EXPECT_NE(video.frames[0].rgba, video.frames[2].rgba);  // the flock moves
}

TEST(Batch, TakesFramesRateAndSizeFromTheScene) {
    const TempDir dir;
    const std::string scene = dir.file("Schöne Szene.yaml"), out = dir.file("Aus gabe ✓");
    write_text(scene, "starling: 1\nrecord: {frames: 5, fps: 25, size: [64, 48]}\n");
    const Finished run = run_starling({"batch", scene, "--out", out});
    ASSERT_EQ(run.code, 0) << run.err;
    const VideoContents video = probe_video(out + "/video.mp4");
    EXPECT_EQ(video.frames.size(), 5u);
    EXPECT_DOUBLE_EQ(video.fps, 25);
    EXPECT_EQ(video.width, 64);
    EXPECT_EQ(video.height, 48);
    EXPECT_NE(run.err.find("5 frames, 9 steps"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(out + "/video.mp4"), std::string::npos) << run.err;
}

TEST(Batch, StatisticsGoWhereTheyAreSent) {
    const TempDir dir;
    const std::string stats = dir.file("numbers.csv");
    const std::vector<std::string> arguments{"batch",    shipped_scene("flocking.yaml"),
                                             "--video",  "none",
                                             "--stats",  stats,
                                             "--frames", "4",
                                             "--quiet"};
    ASSERT_EQ(run_starling(arguments).code, 0);
    EXPECT_EQ(count_lines(read_text(stats)), 4u);  // a header and three steps
    EXPECT_EQ(dir.count(), 1u);

    write_text(stats, "precious");
    const Finished refused = run_starling(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--overwrite"), std::string::npos) << refused.err;
    EXPECT_EQ(read_text(stats), "precious");

    for (const std::string& bad :
         {dir.file("none/numbers.csv"), dir.file("."), std::string("/dev/null")}) {
        std::vector<std::string> other = arguments;
        other[5] = bad;
        const Finished run = run_starling(other);
        EXPECT_EQ(run.code, 2) << bad;
        EXPECT_NE(run.err.find("--stats " + bad), std::string::npos) << run.err;
    }
    EXPECT_EQ(dir.count(), 1u);
}

TEST(Batch, StatisticsReplaceNoOtherFileOfTheRecording) {
    const TempDir dir;
    const std::string out = dir.file("out");
    for (const char* name : {"video.mp4", "manifest.json"}) {
        const Finished run =
            run_starling(small_batch(out, {"--frames", "2", "--stats", out + "/" + name}));
        EXPECT_EQ(run.code, 2) << name;
        EXPECT_NE(run.err.find("the recording has a file of this name"), std::string::npos)
            << run.err;
    }
    EXPECT_EQ(dir.count(), 0u);
    const Finished run =
        run_starling(small_batch(out, {"--frames", "2", "--stats", out + "/other.csv"}));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(fs::exists(out + "/other.csv"));
    EXPECT_FALSE(fs::exists(out + "/stats.csv"));
}

TEST(OutDir, AFullOneIsRefusedAndStaysAsItIs) {
    const TempDir dir;
    write_text(dir.file("thesis.txt"), "precious");
    const Finished run = run_starling(small_batch(dir.file("."), {"--frames", "2"}));
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("not empty"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("--overwrite"), std::string::npos) << run.err;
    EXPECT_EQ(dir.count(), 1u);
}

TEST(OutDir, AnEmptyOneIsTaken) {
    const TempDir dir;
    const Finished run = run_starling(small_batch(dir.file(""), {"--frames", "2"}));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(fs::exists(dir.file("video.mp4")));
}

TEST(OutDir, OverwriteReplacesTheRecordingAndNothingElse) {
    const TempDir dir;
    const std::string out = dir.file("out");
    ASSERT_EQ(run_starling(small_batch(out, {"--frames", "6", "--images", "png"})).code, 0);
    write_text(out + "/notes.txt", "precious");
    write_text(out + "/frames/frame_notes.png", "precious");
    write_text(out + "/stats.csv.part-1", "left by a crash");
    const Finished run = run_starling(
        small_batch(out, {"--frames", "3", "--images", "png", "--video", "ffv1", "--overwrite"}));
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_FALSE(fs::exists(out + "/video.mp4"));
    EXPECT_TRUE(fs::exists(out + "/video.mkv"));
    EXPECT_TRUE(fs::exists(out + "/frames/frame_000002.png"));
    EXPECT_FALSE(fs::exists(out + "/frames/frame_000003.png"));
    EXPECT_EQ(read_text(out + "/notes.txt"), "precious");
    EXPECT_EQ(read_text(out + "/frames/frame_notes.png"), "precious");
    EXPECT_TRUE(leftovers(out).empty());
}

TEST(OutDir, ABadSceneLosesNoEarlierRecording) {
    const TempDir dir;
    const std::string out = dir.file("out");
    ASSERT_EQ(run_starling(small_batch(out, {"--frames", "2"})).code, 0);
    const std::string before = read_text(out + "/manifest.json");
    EXPECT_EQ(run_starling(small_batch(out, {"--set", "no.such=1", "--overwrite"})).code, 2);
    EXPECT_EQ(read_text(out + "/manifest.json"), before);
    EXPECT_TRUE(fs::exists(out + "/video.mp4"));
}

TEST(OutDir, WhatCanBeNoFolderIsRefused) {
    const TempDir dir;
    const std::string file = dir.file("file");
    write_text(file, "precious");
    for (const std::string& out :
         {file, file + "/out", std::string("/proc/starling/out"), std::string("")}) {
        const Finished run = run_starling(small_batch(out, {"--frames", "2"}));
        EXPECT_EQ(run.code, 2) << out;
        EXPECT_NE(run.err.find("starling: error: --out"), std::string::npos) << run.err;
    }
    EXPECT_EQ(read_text(file), "precious");
    EXPECT_EQ(dir.count(), 1u);
}

TEST(Drawing, WithoutOpenGlIsAClearErrorThatLeavesNothing) {
    const TempDir dir;
    ChildOptions no_driver;
    no_driver.environment = {{"__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null"}};
    const Finished run = run_starling(small_batch(dir.file("out"), {"--frames", "2"}), no_driver);
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.err.find("starling: error: cannot draw: "), 0u) << run.err;
    EXPECT_NE(run.err.find("--video none"), std::string::npos) << run.err;
    EXPECT_EQ(dir.count(), 0u);

    const Finished info = run_starling({"info"}, no_driver);
    EXPECT_EQ(info.code, 0);
    EXPECT_NE(info.out.find("none: cannot draw: "), std::string::npos) << info.out;
}

TEST(Drawing, IsNotNeededWhereNothingIsDrawn) {
    const TempDir dir;
    ChildOptions no_driver;
    no_driver.environment = {{"__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null"}};
    const std::string out = dir.file("out");
    const Finished run =
        run_starling(small_batch(out, {"--frames", "5", "--video", "none", "--hash"}), no_driver);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out.size(), std::string("state-hash: 0123456789abcdef\n").size());
    EXPECT_TRUE(nlohmann::json::parse(read_text(out + "/manifest.json"))["gl"].is_null());
    EXPECT_EQ(std::distance(fs::directory_iterator(out), {}), 2);
}

}  // namespace
}  // namespace starling::app
