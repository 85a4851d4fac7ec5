// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Overrides from the command line go through the schema like the file, and errors name the option.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

const std::string kScene =
    "starling: 1\nseed: 7\nflock:\n  pigeons: {count: 10, speed: 5 px/frame}\n";

Result<Scene> with(std::vector<std::pair<std::string, std::string>> set,
                   std::vector<std::string> layouts = {}) {
    return parse(kScene, "base.yaml", {std::move(set), std::move(layouts)});
}

void expect_error(const Result<Scene>& scene, const std::string& start,
                  const std::vector<std::string>& fragments = {}) {
    ASSERT_FALSE(scene.ok());
    const std::string& text = scene.error().text;
    EXPECT_EQ(text.find(start), 0u) << text;
    for (const std::string& fragment : fragments) {
        EXPECT_NE(text.find(fragment), std::string::npos)
            << "missing: " << fragment << "\nin: " << text;
    }
}

TEST(Overrides, ReplaceTheFile) {
    const Result<Scene> scene = with({{"flock.pigeons.count", "100"}, {"seed", "9"}});
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(flock_params(*scene).pigeons.count, 100u);
    EXPECT_EQ(scene->seed, 9u);
    EXPECT_EQ(flock_params(*scene).pigeons.speed, 300);
}

TEST(Overrides, ReplaceDefaults) {
    const Result<Scene> scene = with({{"time_step", "1/120 s"}, {"view.palette", "ink"}});
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->time_step, 1.0 / 120);
    EXPECT_EQ(scene->view.palette, 2);
}

TEST(Overrides, TheLastOneCounts) {
    const Result<Scene> scene = with({{"seed", "1"}, {"seed", "2"}});
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->seed, 2u);
}

TEST(Overrides, ReferenceRateReachesSpeedsOfTheFile) {
    const Result<Scene> scene = with({{"flock.reference_rate", "30 Hz"}});
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(flock_params(*scene).pigeons.speed, 150);
}

TEST(Overrides, TakeLists) {
    const Result<Scene> scene = with({{"domain.size", "[300 px, 400 px]"}});
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->domain.width, 300);
    EXPECT_EQ(scene->domain.height, 400);
}

TEST(Overrides, TextsAreTakenWordForWord) {
    for (const std::string title : {"a: b # c", "[1, 2", "\"", "~", "", "- x", "*a"}) {
        const Result<Scene> scene = with({{"title", title}});
        ASSERT_TRUE(scene.ok()) << scene.error().text;
        EXPECT_EQ(scene->title, title);
    }
}

TEST(Overrides, ErrorsNameTheOption) {
    expect_error(with({{"flock.pigeons.count", "-1"}}),
                 "--set flock.pigeons.count: flock.pigeons.count: expected a whole number",
                 {"found \"-1\""});
    expect_error(with({{"flock.pigeons.count", ""}}),
                 "--set flock.pigeons.count: ", {"found \"\""});
    expect_error(with({{"view.glow", "0,5"}}), "--set view.glow: view.glow: ", {"use a point"});
    expect_error(with({{"domain.size", "[300 px, 400 s]"}}),
                 "--set domain.size: domain.size: ", {"expected a length in px, found \"400 s\""});
    expect_error(with({{"domain.size", "[300 px, 400"}}),
                 "--set domain.size: domain.size: ", {"expected a list of 2", "[300 px, 400"});
    expect_error(with({{"domain.size", "300 px"}}),
                 "--set domain.size: domain.size: ", {"expected a list of 2"});
    expect_error(with({{"domain.margin", "500 px"}}),
                 "--set domain.margin: domain.margin: ", {"1040 px x 800 px"});
}

TEST(Overrides, UnknownKeysGetSuggestions) {
    expect_error(with({{"flock.pigeons.speeed", "3"}}),
                 "--set flock.pigeons.speeed: flock.pigeons.speeed: unknown key",
                 {"did you mean \"speed\"?"});
    expect_error(with({{"flok.pigeons.speed", "3"}}),
                 "--set flok.pigeons.speed: ", {"did you mean \"flock\"?"});
    expect_error(with({{"flock.pigeon.speed", "3"}}),
                 "--set flock.pigeon.speed: ", {"did you mean \"pigeons\"?"});
    expect_error(with({{"mate_radius", "3"}}),
                 "--set mate_radius: ", {"did you mean \"flock.pigeons.mate_radius\"?"});
    expect_error(with({{"flock.pigeons", "3"}}), "--set flock.pigeons: ", {"is a group", "count"});
    for (const char* path : {"", ".", "..", "flock.", ".flock", "seed.x", "flock..count"}) {
        EXPECT_FALSE(with({{path, "1"}}).ok()) << path;
    }
}

TEST(Overrides, StructureStaysInTheFile) {
    expect_error(with({{"flock.neighbours.layouts", "{}"}}),
                 "--set flock.neighbours.layouts: ", {"edit the scene file"});
    expect_error(with({{"starling", "2"}}), "--set starling: ", {"edit the scene file"});
    expect_error(with({{"changes", "[]"}}), "--set changes: ", {"edit the scene file"});
}

TEST(Overrides, LayoutIsChosenByName) {
    for (const std::string option : {"chunked", "flock.neighbours=chunked"}) {
        const Result<Scene> scene = with({}, {option});
        ASSERT_TRUE(scene.ok()) << scene.error().text;
        EXPECT_EQ(neighbours(*scene).layout, "chunked");
        EXPECT_EQ(neighbours(*scene).layouts.size(), 3u);
    }
    expect_error(with({}, {"chunky"}), "--layout: flock.neighbours.layout: ",
                 {"packed, bitmasked or chunked", "\"chunky\""});
    expect_error(with({}, {"flock.neighbours=chunky"}),
                 "--layout flock.neighbours: flock.neighbours.layout: ",
                 {"packed, bitmasked or chunked", "\"chunky\""});
    expect_error(with({}, {"a b"}), "--layout: ", {"the name of a layout", "\"a b\""});
    expect_error(with({}, {""}), "--layout: ", {"the name of a layout", "\"\""});
    expect_error(with({}, {"flock.neighbours="}),
                 "--layout flock.neighbours: ", {"the name of a layout", "\"flock.neighbours=\""});
    expect_error(with({}, {"=packed"}), "--layout: ", {"[TREE=]NAME", "\"=packed\""});
    expect_error(with({{"flock.neighbours.layout", "x"}}),
                 "--set flock.neighbours.layout: ", {"packed"});
}

TEST(Overrides, TheLayoutOptionComesAfterAllElse) {
    const Result<Scene> scene =
        with({{"flock.neighbours.layout", "bitmasked"}}, {"packed", "flock.neighbours=chunked"});
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(neighbours(*scene).layout, "chunked");
}

TEST(Overrides, ALayoutOfATreeThatIsNotThereNamesThoseThatAre) {
    for (const std::string tree : {"flock.neighbors", "neighbours", "flock"}) {
        const Result<Scene> scene = with({}, {tree + "=packed"});
        ASSERT_FALSE(scene.ok()) << tree;
        const std::string& text = scene.error().text;
        EXPECT_NE(text.find("there is no tree \"" + tree + "\""), std::string::npos) << text;
        EXPECT_NE(text.find("flock.neighbours"), std::string::npos) << text;
    }
}

TEST(Overrides, DoNotHideMistakesOfTheFile) {
    const Result<Scene> scene =
        parse("starling: 1\nseeed: 3\n", "base.yaml", {{{"seed", "4"}}, {}});
    expect_error(scene, "base.yaml:2:1: seeed: unknown key");
}

}  // namespace
}  // namespace starling::engine
