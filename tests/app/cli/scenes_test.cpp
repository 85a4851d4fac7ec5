// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Scenes through the program: good ones are printed in full, bad ones leave nothing behind.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/app/cli/child.h"
#include "tests/app/record/temp_dir.h"

namespace starling::app {
namespace {

// check and batch refuse alike; neither writes anything.
void expect_refused(const TempDir& dir, const std::vector<std::string>& scene,
                    const std::vector<std::string>& fragments) {
    const std::size_t before = dir.count();
    std::vector<std::string> check{"check"}, batch{"batch"};
    check.insert(check.end(), scene.begin(), scene.end());
    batch.insert(batch.end(), scene.begin(), scene.end());
    batch.insert(batch.end(), {"--frames", "2", "--size", "320x180", "--out", dir.file("out")});
    for (const auto& arguments : {check, batch}) {
        const Finished run = run_starling(arguments);
        EXPECT_EQ(run.code, 2) << arguments[0] << run.err;
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.err.find("starling: error: "), 0u) << run.err;
        for (const std::string& fragment : fragments) {
            EXPECT_NE(run.err.find(fragment), std::string::npos)
                << "missing: " << fragment << "\nin: " << run.err;
        }
    }
    EXPECT_EQ(dir.count(), before);
}

TEST(BadScenes, UnknownKey) {
    const TempDir dir;
    const std::string path = dir.file("scene.yaml");
    write_text(path, "starling: 1\nflock:\n  pigeons:\n    cuont: 5\n");
    expect_refused(dir, {path}, {path + ":4:5", "cuont", "count"});
}

TEST(BadScenes, NotThere) {
    const TempDir dir;
    expect_refused(dir, {dir.file("none.yaml")}, {dir.file("none.yaml"), "no such file"});
}

TEST(BadScenes, AFolder) {
    const TempDir dir;
    expect_refused(dir, {dir.file(".")}, {"is a folder"});
}

TEST(BadScenes, NoYaml) {
    const TempDir dir;
    const std::string path = dir.file("scene.yaml");
    write_text(path, "{[}: \"");
    expect_refused(dir, {path}, {path + ":1:"});
}

TEST(BadScenes, UnknownLayout) {
    const TempDir dir;
    expect_refused(dir, {shipped_scene("flocking.yaml"), "--layout", "paked"}, {"paked", "packed"});
}

TEST(BadScenes, BadSetting) {
    const TempDir dir;
    expect_refused(dir, {shipped_scene("flocking.yaml"), "--set", "flock.pigeons.speed=fast"},
                   {"--set flock.pigeons.speed", "fast"});
}

TEST(BadScenes, TenBillionPigeonsAreRefusedWithTheFigure) {
    const TempDir dir;
    expect_refused(dir,
                   {shipped_scene("flocking.yaml"), "--set", "flock.pigeons.count=10000000000"},
                   {"10,000,000,000 pigeons", "need about"});
}

TEST(BadScenes, MoreMemoryThanThereIsIsRefusedWithTheFigure) {
    const TempDir dir;
    expect_refused(dir, {shipped_scene("flocking.yaml"), "--set", "flock.pigeons.count=4000000000"},
                   {"4,000,000,000 pigeons"});
}

TEST(Check, PrintsASceneThatIsTheSameScene) {
    const TempDir dir;
    for (const char* name : {"flocking.yaml", "flocking_bitmasked.yaml", "flocking_dynamic.yaml",
                             "murmuration.yaml"}) {
        const Finished first = run_starling({"check", shipped_scene(name)});
        ASSERT_EQ(first.code, 0) << first.err;
        EXPECT_EQ(first.err, "");
        EXPECT_NE(first.out.find("# Plan of flock.neighbours on the layout"), std::string::npos);
        EXPECT_NE(first.out.find("# Memory: at most "), std::string::npos);
        const std::string copy = dir.file(name);
        write_text(copy, first.out);
        const Finished second = run_starling({"check", copy});
        EXPECT_EQ(second.code, 0) << second.err;
        EXPECT_EQ(second.out, first.out) << name;
    }
}

TEST(Check, AppliesSettingsAndLayout) {
    const Finished run =
        run_starling({"check", shipped_scene("flocking.yaml"), "--set", "flock.pigeons.count=99",
                      "--set", "seed=12", "--layout", "chunked"});
    EXPECT_EQ(run.code, 0) << run.err;
    for (const char* text : {"count: 99", "seed: 12", "layout: chunked",
                             "# Plan of flock.neighbours on the layout \"chunked\""}) {
        EXPECT_NE(run.out.find(text), std::string::npos) << text << "\n" << run.out;
    }
}

TEST(Check, TakesListsAndTextsInSettings) {
    const Finished run = run_starling({"check", "--set", "domain.size=[300 px, 400 px]", "--set",
                                       "title=-a, b = [c]", shipped_scene("flocking.yaml")});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("size: [300 px, 400 px]"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("-a, b = [c]"), std::string::npos) << run.out;
}

TEST(Check, DescribesTheSchemaWithoutAScene) {
    const Finished run = run_starling({"check", "--schema"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("mate_radius"), std::string::npos);
}

TEST(Check, TakesPathsWithBlanksAndUnicode) {
    const TempDir dir;
    const std::string folder = dir.file("Vögel im Flug ✓");
    std::filesystem::create_directory(folder);
    std::filesystem::copy_file(shipped_scene("flocking.yaml"), folder + "/schöne Szene.yaml");
    const Finished run = run_starling({"check", folder + "/schöne Szene.yaml"});
    EXPECT_EQ(run.code, 0) << run.err;
}

}  // namespace
}  // namespace starling::app
