// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Overrides from the command line go through the schema like the file, and errors name the option.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/scene/loader.h"

namespace starling::engine {
namespace {

const std::string kScene =
    "starling: 1\nseed: 7\nflock:\n  pigeons: {count: 10, speed: 5 px/frame}\n";

Result<Scene> with(std::vector<std::pair<std::string, std::string>> set,
                   const std::string& layout = "") {
    return parse_scene(kScene, "base.yaml", {std::move(set), layout});
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
    EXPECT_EQ(scene->flock.pigeons.count, 100u);
    EXPECT_EQ(scene->seed, 9u);
    EXPECT_EQ(scene->flock.pigeons.speed, 300);
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
    EXPECT_EQ(scene->flock.pigeons.speed, 150);
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
    expect_error(with({{"neighbours.layouts", "{}"}}),
                 "--set neighbours.layouts: ", {"edit the scene file"});
    expect_error(with({{"starling", "2"}}), "--set starling: ", {"edit the scene file"});
}

TEST(Overrides, LayoutIsChosenByName) {
    const Result<Scene> scene = with({}, "chunked");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(scene->layout, "chunked");
    EXPECT_EQ(scene->layouts.size(), 3u);
    expect_error(with({}, "chunky"),
                 "--layout: neighbours.layout: ", {"packed, bitmasked or chunked", "\"chunky\""});
    expect_error(with({}, "a b"), "--layout: neighbours.layout: ", {"\"a b\""});
    expect_error(with({{"neighbours.layout", "x"}}), "--set neighbours.layout: ", {"packed"});
}

TEST(Overrides, DoNotHideMistakesOfTheFile) {
    const Result<Scene> scene =
        parse_scene("starling: 1\nseeed: 3\n", "base.yaml", {{{"seed", "4"}}, ""});
    expect_error(scene, "base.yaml:2:1: seeed: unknown key");
}

}  // namespace
}  // namespace starling::engine
