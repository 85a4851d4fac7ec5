// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// What the loader does with files that are no scenes, and with texts made to hurt it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

namespace fs = std::filesystem;

/// A fresh folder that is removed with all that is in it.
class SceneFileTest : public testing::Test {
 protected:
    SceneFileTest() {
        std::string pattern = (fs::temp_directory_path() / "starling-scene-XXXXXX").string();
        folder_ = mkdtemp(pattern.data());
        // For the test that gives up the right to read.
        fs::permissions(folder_, fs::perms::all);
    }
    ~SceneFileTest() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    static void expect_error(const std::string& path, const std::string& fragment) {
        const Result<Scene> scene = load(path);
        ASSERT_FALSE(scene.ok()) << path;
        const std::string& text = scene.error().text;
        EXPECT_EQ(text.find(path + ":"), 0u) << text;
        EXPECT_NE(text.find(fragment), std::string::npos) << text;
    }

    fs::path folder_;
};

TEST_F(SceneFileTest, LoadsFromPathsWithSpacesAndUmlauts) {
    fs::create_directories(folder_ / "Müllers Vögel 🐦");
    const Result<Scene> scene =
        load(write("Müllers Vögel 🐦/ein Schwarm.yaml", "starling: 1\ntitle: März\n"));
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->title, "März");
}

TEST_F(SceneFileTest, ErrorsNameThePathAsGiven) {
    expect_error(write("a b.yaml", "starling: 1\nx: 1\n"), "a b.yaml:2:1: x: unknown key");
}

TEST_F(SceneFileTest, TakesWindowsLineEndsAndByteOrderMark) {
    const Result<Scene> scene =
        load(write("windows.yaml", "\xef\xbb\xbfstarling: 1\r\ntitle: a\r\nseed: 3\r\n"));
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->title, "a");
    EXPECT_EQ(scene->seed, 3u);
}

TEST_F(SceneFileTest, ByteOrderMarkDoesNotShiftPlaces) {
    expect_error(write("bom.yaml", "\xef\xbb\xbfstarling: 2\n"), "bom.yaml:1:11: starling: ");
}

TEST_F(SceneFileTest, LoadsThroughLinks) {
    write("scene.yaml", "starling: 1\n");
    fs::create_symlink("scene.yaml", folder_ / "link.yaml");
    EXPECT_TRUE(load(path("link.yaml")).ok());
}

TEST_F(SceneFileTest, RefusesWhatIsNoFile) {
    expect_error(path("missing.yaml"), "no such file");
    expect_error(folder_.string(), "is a folder");
    ASSERT_EQ(mkfifo(path("pipe.yaml").c_str(), 0600), 0);
    expect_error(path("pipe.yaml"), "is a pipe, socket or device");
    expect_error("/dev/zero", "is a pipe, socket or device");
    expect_error(write("file", "") + "/scene.yaml", "");
    expect_error(path(std::string(300, 'x')), "cannot be read: ");
    fs::create_symlink("loop.yaml", folder_ / "loop.yaml");
    expect_error(path("loop.yaml"), "cannot be read: ");
    EXPECT_FALSE(load("").ok());
}

TEST_F(SceneFileTest, RefusesAFileThatMayNotBeRead) {
    const std::string file = write("secret.yaml", "starling: 1\n");
    fs::permissions(file, fs::perms::none);
    // The superuser may read everything, so another user tries.
    const bool is_superuser = geteuid() == 0;
    if (is_superuser) {
        ASSERT_EQ(seteuid(65534), 0);
    }
    expect_error(file, "cannot be read: Permission denied");
    if (is_superuser) {
        ASSERT_EQ(seteuid(0), 0);
    }
}

TEST_F(SceneFileTest, EmptyFileIsNoScene) {
    expect_error(write("empty.yaml", ""), "is empty");
}

TEST_F(SceneFileTest, RefusesHundredMegabytesOfBraces) {
    {
        std::ofstream file(path("braces.yaml"), std::ios::binary);
        const std::string block(1 << 20, '{');
        for (int n = 0; n < 100; ++n) file << block;
    }
    expect_error(path("braces.yaml"), "larger than 4 MiB");
}

TEST_F(SceneFileTest, RefusesBySizeBeforeReading) {
    // A hole of a terabyte: there is no time to read it.
    write("sparse.yaml", "");
    fs::resize_file(path("sparse.yaml"), std::uintmax_t{1} << 40);
    expect_error(path("sparse.yaml"), "larger than 4 MiB");
}

TEST_F(SceneFileTest, LongCommentsAreFineEndlessOnesAreNot) {
    std::string text = "starling: 1\n";
    const std::string line = "# A line of a comment that goes on and on, as they sometimes do.\n";
    while (text.size() < (std::size_t{200} << 10)) text += line;
    EXPECT_TRUE(load(write("long.yaml", text)).ok());
    // A value in between is what tells a long comment from a file made to hurt.
    text += "title: a\n" + text.substr(text.find('#')) + "seed: 3\n";
    const Result<Scene> scene = load(write("longer.yaml", text));
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->seed, 3u);

    text.resize(std::size_t{4} << 20, ' ');
    expect_error(write("large.yaml", text), "more than 256 KiB without a value");
    expect_error(write("larger.yaml", text + " "), "larger than 4 MiB");
}

/// Texts of 1 MiB that make parsers run out of stack, memory or time.
std::vector<std::pair<std::string, std::string>> hostile_texts() {
    constexpr std::size_t kSize = std::size_t{1} << 20;
    const auto filled = [](std::string start, const std::string& unit) {
        while (start.size() + unit.size() <= kSize) start += unit;
        return start;
    };
    std::vector<std::pair<std::string, std::string>> texts;
    for (const std::string unit :
         {"[",     "{",      "[{",  "[\n", "- ", "? ", "{a: ",  "[a,",   "a: ",   "a:\n", "- a\n",
          "[]",    "[]\n",   ",",   ":",   ": ", "!",  "!a ",   "&",     "&a ",   "*",    "*a ",
          "%",     "%a b\n", "#",   "#\n", "\n", " ",  "---\n", "...\n", "a",     "a ",   "a\n",
          "\"\" ", "''",     "|\n", ">\n", "\t", "\r", "é",     "?[",    "x: [\n"}) {
        texts.emplace_back(unit, filled("", unit));
        texts.emplace_back("starling: 1\n" + unit, filled("starling: 1\n", unit));
        texts.emplace_back("[" + unit, filled("[", unit));
        texts.emplace_back("\"" + unit, filled("\"", unit));
        texts.emplace_back("a: |\n " + unit, filled("a: |\n ", unit));
    }
    std::string stairs;
    for (std::size_t n = 0; stairs.size() + 2000 < kSize; ++n) {
        stairs.append(n % 1000, ' ').append("a:\n");
    }
    texts.emplace_back("stairs", stairs);
    std::string keys = "starling: 1\n", levels = "starling: 1\nflock: {neighbours: {layouts: {a: [";
    for (int n = 0; n < 30'000; ++n) keys += "key" + std::to_string(n) + ": 1\n";
    for (int n = 0; n < 9000; ++n) levels += "dense: {axes: i, shape: 2},\n";
    texts.emplace_back("keys", keys);
    texts.emplace_back("levels", levels + "]}}}\n");
    // The classic: ten lists, each of nine of the one before.
    std::string bomb = "starling: 1\na0: &a0 [x]\n";
    for (char digit = '1'; digit <= '9'; ++digit) {
        bomb.append("a").append(1, digit).append(": &a").append(1, digit).append(" [");
        for (int m = 0; m < 9; ++m)
            bomb.append("*a").append(1, static_cast<char>(digit - 1)) += ",";
        bomb += "]\n";
    }
    texts.emplace_back("aliases", bomb);
    return texts;
}

TEST(HostileScene, EndsInAnErrorOfReadableLength) {
    for (const auto& [name, text] : hostile_texts()) {
        const Result<Scene> scene = parse(text, "hostile.yaml");
        ASSERT_FALSE(scene.ok()) << name;
        EXPECT_EQ(scene.error().text.find("hostile.yaml"), 0u) << name;
        EXPECT_LT(scene.error().text.size(), 8000u) << name;
    }
}

}  // namespace
}  // namespace starling::engine
