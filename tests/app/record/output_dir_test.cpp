// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/output_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/app/record/temp_dir.h"

namespace starling::app {
namespace {

namespace fs = std::filesystem;

TEST(OutputDir, InspectingMakesNothing) {
    const TempDir dir;
    EXPECT_TRUE(OutputDir::inspect(dir.file("a/b/"), false).ok());
    EXPECT_EQ(dir.count(), 0u);
}

TEST(OutputDir, MakesParentsAndTakesThemBack) {
    const TempDir dir;
    for (const char* path : {"a/b/c", "a/b/c/", "a/./x/../b//c"}) {
        Result<OutputDir> out = OutputDir::inspect(dir.file(path), false);
        ASSERT_TRUE(out.ok()) << out.error().text;
        ASSERT_TRUE(out->create(true).ok());
        EXPECT_TRUE(fs::is_directory(dir.file("a/b/c/frames")));
        EXPECT_FALSE(fs::exists(dir.file("a/x")));
        out->remove_if_empty();
        EXPECT_EQ(dir.count(), 0u) << path;
    }
}

TEST(OutputDir, TakesBackOnlyWhatIsEmptyAndItsOwn) {
    const TempDir dir;
    fs::create_directory(dir.file("mine"));
    Result<OutputDir> out = OutputDir::inspect(dir.file("mine/new"), false);
    ASSERT_TRUE(out.ok());
    ASSERT_TRUE(out->create(true).ok());
    fs::create_directory(dir.file("mine/new/other"));
    out->remove_if_empty();
    EXPECT_TRUE(fs::exists(dir.file("mine/new/other")));
    EXPECT_FALSE(fs::exists(dir.file("mine/new/frames")));
}

TEST(OutputDir, ALinkToAFolderIsAFolder) {
    const TempDir dir;
    fs::create_directory(dir.file("real"));
    fs::create_directory_symlink(dir.file("real"), dir.file("link"));
    Result<OutputDir> out = OutputDir::inspect(dir.file("link"), false);
    ASSERT_TRUE(out.ok()) << out.error().text;
    EXPECT_TRUE(out->create(true).ok());
    EXPECT_TRUE(fs::is_directory(dir.file("real/frames")));
}

TEST(OutputDir, ALinkToNowhereIsRefused) {
    const TempDir dir;
    fs::create_symlink(dir.file("nowhere"), dir.file("link"));
    Result<OutputDir> out = OutputDir::inspect(dir.file("link"), false);
    EXPECT_TRUE(!out.ok() || !out->create(false).ok());
    EXPECT_EQ(dir.count(), 1u);
}

TEST(OutputDir, KnowsItsOwnNames) {
    for (const char* name : {"video.mp4", "video.mkv", "stats.csv", "manifest.json",
                             "stats.csv.part-17", "manifest.json.part-4"}) {
        EXPECT_TRUE(OutputDir::is_taken(name)) << name;
    }
    for (const char* name : {"", "video", "video.mp4.bak", "my_stats.csv", "stats.csv2"}) {
        EXPECT_FALSE(OutputDir::is_taken(name)) << name;
    }
}

}  // namespace
}  // namespace starling::app
