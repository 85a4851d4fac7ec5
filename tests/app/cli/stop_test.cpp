// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Recordings that end before their time: signals, a full disk, a step that fails.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/app/cli/child.h"
#include "tests/app/record/temp_dir.h"
#include "tests/app/record/video_probe.h"

namespace starling::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> long_batch(const std::string& out,
                                    const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{
        "batch",  shipped_scene("flocking.yaml"), "--out", out, "--size", "320x180", "--frames",
        "1000000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

nlohmann::json read_manifest(const std::string& out) {
    return nlohmann::json::parse(read_text(out + "/manifest.json"));
}

void expect_whole_recording_after(int signal, const std::string& name) {
    const TempDir dir;
    const std::string out = dir.file("out");
    Child child(long_batch(out, {"--images", "png", "--hash"}));
    ASSERT_TRUE(child.wait_until([&] { return fs::exists(out + "/frames/frame_000005.png"); }));
    child.send(signal);
    const Finished run = child.wait();
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.out, "") << "no hash of half a run";
    EXPECT_NE(run.err.find("interrupted by " + name + " after "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(out + "/video.mp4"), std::string::npos) << run.err;

    const auto manifest = read_manifest(out);
    EXPECT_EQ(manifest["outcome"], "interrupted");
    const auto frames = manifest["frames"].get<std::size_t>();
    EXPECT_GE(frames, 6u);
    const VideoContents video = probe_video(out + "/video.mp4");
    EXPECT_EQ(video.frames.size(), frames);
    EXPECT_EQ(video.broken, 0);
    EXPECT_EQ(std::distance(fs::directory_iterator(out + "/frames"), {}),
              static_cast<std::ptrdiff_t>(frames));
    EXPECT_EQ(count_lines(read_text(out + "/stats.csv")), 1 + manifest["steps"].get<std::size_t>());
    EXPECT_TRUE(leftovers(out).empty());
}

TEST(Stop, CtrlCLeavesAWholeRecording) {
    expect_whole_recording_after(SIGINT, "SIGINT");
}

TEST(Stop, TerminationLeavesAWholeRecording) {
    expect_whole_recording_after(SIGTERM, "SIGTERM");
}

TEST(Stop, AClosedTerminalLeavesAWholeRecording) {
    expect_whole_recording_after(SIGHUP, "SIGHUP");
}

TEST(Stop, ASecondSignalEndsAtOnce) {
    const TempDir dir;
    const std::string out = dir.file("out");
    Child child(long_batch(out, {"--images", "png"}));
    ASSERT_TRUE(child.wait_until([&] { return fs::exists(out + "/frames/frame_000001.png"); }));
    // Both wait for the program to go on, so it has no time to end by itself in between.
    child.send(SIGSTOP);
    child.send(SIGINT);
    child.send(SIGTERM);
    child.send(SIGCONT);
    const Finished run = child.wait();
    EXPECT_TRUE(run.signal == SIGINT || run.signal == SIGTERM) << run.code << " " << run.signal;
}

TEST(Stop, WorksWhereNothingIsWritten) {
    Child child({"batch", shipped_scene("flocking.yaml"), "--video", "none", "--hash", "--frames",
                 "1000000000"});
    ASSERT_TRUE(child.wait_until([checked = 0]() mutable { return ++checked > 40; }));
    child.send(SIGINT);
    const Finished run = child.wait();
    // The signal may come before the program listens; then it ends like any other.
    EXPECT_TRUE(run.code == 1 || run.signal == SIGINT) << run.err;
    EXPECT_EQ(run.out, "");
}

TEST(FullDisk, LeavesAVideoUpToItsLastWholeFragment) {
    const TempDir dir;
    const std::string out = dir.file("out");
    ChildOptions options;
    options.file_size_limit = 100'000;
    const Finished run = run_starling(
        long_batch(out, {"--fps", "10", "--set", "time_step=1/20 s", "--quiet"}), options);
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(count_lines(run.err), 1u) << run.err;
    EXPECT_EQ(run.err.find("starling: error: cannot write " + out + "/video.mp4: File too large"),
              0u)
        << run.err;
    const VideoContents video = probe_video(out + "/video.mp4");
    EXPECT_GT(video.frames.size(), 0u);
    EXPECT_EQ(video.frames.size() % 10, 0u) << "fragments of one second";
    EXPECT_EQ(video.broken, 0);
    EXPECT_TRUE(leftovers(out).empty());
    const auto manifest = read_manifest(out);
    EXPECT_EQ(manifest["outcome"], "failed");
    EXPECT_NE(manifest["error"].get<std::string>().find("File too large"), std::string::npos);
}

TEST(FullDisk, OfTheStatisticsNamesTheirPath) {
    const TempDir dir;
    const std::string out = dir.file("out");
    ChildOptions options;
    options.file_size_limit = 20'000;
    const Finished run = run_starling(long_batch(out, {"--video", "none", "--hash"}), options);
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("starling: error: cannot write " + out + "/stats.csv: File too large"),
              std::string::npos)
        << run.err;
    EXPECT_FALSE(fs::exists(out + "/stats.csv"));
    EXPECT_TRUE(leftovers(out).empty());
    EXPECT_EQ(read_manifest(out)["outcome"], "failed");
}

TEST(FullDisk, FromTheStartLeavesNothing) {
    const TempDir dir;
    ChildOptions options;
    options.file_size_limit = 1;
    const Finished run = run_starling(long_batch(dir.file("out")), options);
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("File too large"), std::string::npos) << run.err;
    EXPECT_EQ(dir.count(), 0u);
}

TEST(FullDisk, OfThePicturesNamesTheirPath) {
    const TempDir dir;
    const std::string out = dir.file("out");
    ChildOptions options;
    options.file_size_limit = 5'000;
    const Finished run =
        run_starling(long_batch(out, {"--video", "none", "--images", "png"}), options);
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find(out + "/frames/frame_000000.png: File too large"), std::string::npos)
        << run.err;
    EXPECT_TRUE(leftovers(out).empty());
}

TEST(FailedStep, ClosesTheVideoAndSaysWhy) {
    const TempDir dir;
    const std::string out = dir.file("out"), scene = dir.file("crowd.yaml");
    // Two thousand pigeons cannot all find room in four slots a cell.
    write_text(scene,
               "starling: 1\nflock:\n  pigeons: {count: 2000}\n"
               "  neighbours:\n    layout: tight\n    layouts:\n      tight:\n"
               "        - pointer: {axes: ij}\n        - bitmasked: {axes: k, shape: 4}\n"
               "        - place: [[id]]\n");
    const Finished run = run_starling(
        {"batch", scene, "--out", out, "--size", "320x180", "--frames", "10", "--hash"});
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("starling: error: step 1: "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("after 1 of 10 frames"), std::string::npos) << run.err;
    EXPECT_EQ(probe_video(out + "/video.mp4").frames.size(), 1u);
    const auto manifest = read_manifest(out);
    EXPECT_EQ(manifest["outcome"], "failed");
    EXPECT_EQ(manifest["frames"], 1);
    EXPECT_EQ(manifest["error"].get<std::string>().find("step 1: "), 0u);
    EXPECT_TRUE(leftovers(out).empty());
}

}  // namespace
}  // namespace starling::app
