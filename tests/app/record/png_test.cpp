// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/png.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "tests/app/record/temp_dir.h"

namespace starling::app {
namespace {

Image noise(int width, int height) {
    Image image{.width = width, .height = height, .rgba = {}};
    std::mt19937 random(5);
    image.rgba.resize(std::size_t{4} * width * height);
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        image.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(random());
    }
    return image;
}

bool contains(const Error& error, const std::string& words) {
    return error.text.find(words) != std::string::npos;
}

TEST(Png, ReadsBackWhatWasWritten) {
    const TempDir dir;
    for (const auto& [width, height] : {std::pair{1, 1}, {3, 2}, {257, 131}}) {
        const Image image = noise(width, height);
        ASSERT_TRUE(write_png(dir.file("a.png"), image).ok());
        const Result<Image> back = read_png(dir.file("a.png"));
        ASSERT_TRUE(back.ok()) << back.error().text;
        EXPECT_EQ(back->width, width);
        EXPECT_EQ(back->height, height);
        EXPECT_EQ(back->rgba, image.rgba);
    }
    EXPECT_EQ(dir.count(), 1U) << "a temporary file remains";
}

TEST(Png, RefusesAPictureWhoseBytesDoNotMatchItsSize) {
    const TempDir dir;
    Image image = noise(4, 4);
    image.rgba.pop_back();
    EXPECT_FALSE(write_png(dir.file("a.png"), image).ok());
    EXPECT_FALSE(write_png(dir.file("a.png"), Image{}).ok());
    EXPECT_EQ(dir.count(), 0U);
}

TEST(Png, NamesThePathAndTheReasonWhereTheFolderIsMissing) {
    const TempDir dir;
    const std::string path = dir.file("missing/a.png");
    const Status status = write_png(path, noise(4, 4));
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(contains(status.error(), path)) << status.error().text;
    EXPECT_TRUE(contains(status.error(), "No such file or directory")) << status.error().text;
}

TEST(Png, LeavesNoTemporaryWhereTheNameIsTakenByAFolder) {
    const TempDir dir;
    std::filesystem::create_directory(dir.file("a.png"));
    const Status status = write_png(dir.file("a.png"), noise(4, 4));
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(contains(status.error(), "directory")) << status.error().text;
    EXPECT_EQ(dir.count(), 1U);
}

TEST(Png, KeepsTheOldFileWhenTheDiskIsFull) {
    const TempDir dir;
    const Image old = noise(8, 8);
    ASSERT_TRUE(write_png(dir.file("a.png"), old).ok());
    Status status;
    {
        const FileSizeLimit limit(4096);
        status = write_png(dir.file("a.png"), noise(200, 200));
    }
    ASSERT_FALSE(status.ok());
    EXPECT_TRUE(contains(status.error(), "a.png: File too large")) << status.error().text;
    EXPECT_EQ(dir.count(), 1U) << "the temporary remains";
    const Result<Image> back = read_png(dir.file("a.png"));
    ASSERT_TRUE(back.ok()) << back.error().text;
    EXPECT_EQ(back->rgba, old.rgba);
}

TEST(Png, SaysWhatIsWrongWithAFileItCannotRead) {
    const TempDir dir;
    EXPECT_TRUE(contains(read_png(dir.file("none.png")).error(), "none.png"));

    std::ofstream(dir.file("text.png")) << "no picture";
    EXPECT_TRUE(contains(read_png(dir.file("text.png")).error(), "text.png"));

    ASSERT_TRUE(write_png(dir.file("cut.png"), noise(64, 64)).ok());
    std::filesystem::resize_file(dir.file("cut.png"), 3000);
    EXPECT_FALSE(read_png(dir.file("cut.png")).ok());
}

}  // namespace
}  // namespace starling::app
