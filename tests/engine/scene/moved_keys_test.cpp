// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys that stood elsewhere in an earlier version: they are read, and a warning shows what to
// write.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "tests/engine/scene/expect_equal.h"
#include "tests/engine/scene/load.h"
#include "tests/engine/toy_system.h"

namespace starling::engine {
namespace {

using Setting = std::pair<std::string, std::string>;

/// A scene of today with keys at their earlier place, which is warned of once.
LoadedScene load_moved(const std::string& text, const std::vector<Setting>& set = {}) {
    const Result<LoadedScene> loaded = parse_scene(text, "old.yaml", {set, {}});
    EXPECT_TRUE(loaded.ok()) << loaded.error().text;
    if (!loaded) return {default_scene(all_systems()), {}};
    EXPECT_EQ(loaded->warnings.size(), 1u);
    return *loaded;
}

const std::string kInstead = "Write instead:\n";

/// The text that the warning shows.
std::string shown(const LoadedScene& loaded) {
    if (loaded.warnings.empty()) return "";
    const std::string& warning = loaded.warnings.front();
    EXPECT_EQ(warning.find("old.yaml: keys have moved; "), 0u) << warning;
    const std::size_t at = warning.find(kInstead);
    EXPECT_NE(at, std::string::npos) << warning;
    return at == std::string::npos ? "" : warning.substr(at + kInstead.size());
}

struct OldScene {
    std::string name;
    std::string old_keys;  ///< At their earlier place.
    std::string rest;      ///< Whatever else the scene says.
    std::string new_keys;  ///< What the warning shows.
};
void PrintTo(const OldScene& scene, std::ostream* out) {
    *out << scene.name;
}

const std::vector<OldScene> kOldScenes{
    {"layout", "neighbours: {layout: bitmasked}\n", "seed: 3\n",
     "flock:\n  neighbours:\n    layout: bitmasked\n"},
    {"layouts",
     "neighbours:\n  layouts:\n    mine:\n      - pointer: {axes: ij}\n"
     "      - dynamic: {axes: k, storage: packed}\n      - place: [[id]]\n",
     "title: x\n",
     "flock:\n  neighbours:\n    layouts:\n      mine:\n"
     "        - pointer: {axes: ij, activation: cas}\n"
     "        - dynamic: {axes: k, storage: packed}\n        - place: [[id]]\n"},
    {"both", "neighbours:\n  layout: b\n  layouts:\n    a: [place: [[x]]]\n    b: [place: [[y]]]\n",
     "",
     "flock:\n  neighbours:\n    layout: b\n    layouts:\n      a:\n        - place: [[x]]\n"
     "      b:\n        - place: [[y]]\n"},
    {"length_of_pigeons", "view: {pigeon_length: 5}\n", "domain: {margin: 3}\n",
     "flock:\n  pigeons:\n    length: 5 px\n"},
    {"length_of_predators", "view:\n  predator_length: 7.5 px\n", "record: {fps: 30}\n",
     "flock:\n  predators:\n    length: 7.5 px\n"},
    {"all",
     "neighbours: {layout: chunked}\nview: {predator_length: 9, glow: 0.5, pigeon_length: 4}\n",
     "seed: 12\n",
     "flock:\n  pigeons:\n    length: 4 px\n  predators:\n    length: 9 px\n"
     "  neighbours:\n    layout: chunked\n"},
};

class MovedKeys : public testing::TestWithParam<OldScene> {};

INSTANTIATE_TEST_SUITE_P(Old, MovedKeys, testing::ValuesIn(kOldScenes),
                         [](const auto& scene) { return scene.param.name; });

TEST_P(MovedKeys, AreReadAndTheTextShownLoadsToTheSameScene) {
    const OldScene& old = GetParam();
    const LoadedScene loaded = load_moved("starling: 1\n" + old.rest + old.old_keys);
    EXPECT_EQ(shown(loaded), old.new_keys);
    // What had not moved stays where it is.
    const std::string stays = old.name == "all" ? "view: {glow: 0.5}\n" : "";
    const Result<Scene> scene = parse("starling: 1\n" + old.rest + stays + shown(loaded));
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    expect_equal(loaded.scene, *scene);
    const Result<Scene> written = parse(to_yaml(loaded.scene));
    ASSERT_TRUE(written.ok()) << written.error().text;
    expect_equal(loaded.scene, *written);
}

TEST(MovedKey, IsNotLostBesideTheGroupThatItMovesTo) {
    const LoadedScene loaded =
        load_moved("starling: 1\nflock: {pigeons: {count: 9}}\nview: {pigeon_length: 5 px}\n");
    EXPECT_EQ(flock_params(loaded.scene).pigeons.count, 9u);
    EXPECT_EQ(flock_params(loaded.scene).pigeons.length, 5);
    EXPECT_EQ(shown(loaded), "flock:\n  pigeons:\n    length: 5 px\n");
}

TEST(MovedKey, AnEmptyGroupOfAnEarlierPlaceIsNothingToWarnOf) {
    EXPECT_TRUE(parse("starling: 1\nneighbours:\nview:\n").ok());
    EXPECT_TRUE(parse("starling: 1\nneighbours: {}\n").ok());
}

std::string error_of(const std::string& text, const std::vector<Setting>& set = {}) {
    const Result<LoadedScene> loaded = parse_scene(text, "old.yaml", {set, {}});
    return loaded.ok() ? "" : loaded.error().text;
}

TEST(MovedKey, AtBothPlacesIsAnError) {
    EXPECT_EQ(error_of("starling: 1\nneighbours: {layout: packed}\n"
                       "flock: {neighbours: {layout: packed}}\n"),
              "old.yaml:3:22: flock.neighbours.layout: is the same key as neighbours.layout, which "
              "is given too; keep flock.neighbours.layout");
    EXPECT_EQ(
        error_of("starling: 1\nflock: {predators: {length: 3}}\n"
                 "view: {predator_length: 4}\n"),
        "old.yaml:3:8: view.predator_length: is the same key as flock.predators.length, which "
        "is given too; keep flock.predators.length");
}

TEST(MovedKey, MistakesNameTheKeyAsItIsWritten) {
    EXPECT_EQ(error_of("starling: 1\nview: {pigeon_length: 5 s}\n")
                  .find("old.yaml:2:23: view.pigeon_length: expected a length in px"),
              0u);
    EXPECT_EQ(error_of("starling: 1\nneighbours: {layout: paked}\n")
                  .find("old.yaml:2:22: neighbours.layout: expected the name of a layout"),
              0u);
    EXPECT_EQ(error_of("starling: 1\nneighbours: {layouts: {a: []}}\n")
                  .find("old.yaml:2:27: neighbours.layouts.a: expected a list of levels"),
              0u);
    EXPECT_EQ(error_of("starling: 1\nneighbours: packed\n")
                  .find("old.yaml:2:13: neighbours: expected a group of keys"),
              0u);
}

TEST(MovedKey, MisspeltIsStillRecognised) {
    EXPECT_EQ(error_of("starling: 1\nneighbours: {layot: packed}\n"),
              "old.yaml:2:14: neighbours.layot: unknown key; did you mean \"layout\"?");
    EXPECT_EQ(error_of("starling: 1\nview: {pigeon_lenght: 3}\n"),
              "old.yaml:2:8: view.pigeon_lenght: unknown key; did you mean \"pigeon_length\"?");
    EXPECT_EQ(
        error_of("starling: 1\nneighbours: {xylophone: 1}\n"),
        "old.yaml:2:14: neighbours.xylophone: unknown key; this group has layout and layouts");
    EXPECT_EQ(error_of("starling: 1\nneighbors: {layout: packed}\n"),
              "old.yaml:2:1: neighbors: unknown key; did you mean \"neighbours\"?");
    // A list of what there is shows what there will be.
    EXPECT_EQ(error_of("starling: 1\nview: {xylophone: 1}\n"),
              "old.yaml:2:8: view.xylophone: unknown key; this group has palette, trail_half_life "
              "and glow");
}

TEST(MovedKey, OnTheCommandLineWorksAndIsWarnedOf) {
    const std::string plain = "starling: 1\nseed: 5\n";
    for (const auto& [setting, instead] : std::vector<std::pair<Setting, std::string>>{
             {{"neighbours.layout", "chunked"}, "flock:\n  neighbours:\n    layout: chunked\n"},
             {{"view.pigeon_length", "5 px"}, "flock:\n  pigeons:\n    length: 5 px\n"},
             {{"view.predator_length", "6"}, "flock:\n  predators:\n    length: 6 px\n"}}) {
        const LoadedScene loaded = load_moved(plain, {setting});
        EXPECT_EQ(shown(loaded), instead);
        const Result<Scene> scene = parse(plain + shown(loaded));
        ASSERT_TRUE(scene.ok()) << scene.error().text;
        expect_equal(loaded.scene, *scene);
    }
    EXPECT_EQ(error_of(plain, {{"view.pigeon_length", "5 s"}})
                  .find("--set view.pigeon_length: view.pigeon_length: expected a length"),
              0u);
    EXPECT_EQ(error_of(plain, {{"neighbours.layouts", "{}"}})
                  .find("--set neighbours.layouts: neighbours.layouts: cannot be set from"),
              0u);
    EXPECT_EQ(error_of(plain, {{"neighbours", "packed"}})
                  .find("--set neighbours: neighbours: is a group; set one of its keys: layout"),
              0u);
}

TEST(MovedKey, OnTheCommandLineReplacesTheFileWhereverThatHasIt) {
    for (const std::string file : {"view: {pigeon_length: 3}\n", "flock: {pigeons: {length: 3}}\n"})
        for (const std::string key : {"view.pigeon_length", "flock.pigeons.length"}) {
            const Result<LoadedScene> loaded =
                parse_scene("starling: 1\n" + file, "old.yaml", {{{key, "8"}}, {}});
            ASSERT_TRUE(loaded.ok()) << loaded.error().text;
            EXPECT_EQ(flock_params(loaded->scene).pigeons.length, 8);
            if (file.starts_with("flock") && key.starts_with("flock")) {
                EXPECT_TRUE(loaded->warnings.empty());
            } else {
                EXPECT_EQ(shown(*loaded), "flock:\n  pigeons:\n    length: 8 px\n");
            }
        }
}

TEST(MovedKey, ASceneOfAnEarlierVersionIsTheSameScene) {
    const std::filesystem::path root = STARLING_SOURCE_DIR;
    const Result<LoadedScene> old =
        load_scene((root / "tests/fuzz/corpus/scene/moved_keys.yaml").string());
    ASSERT_TRUE(old.ok()) << old.error().text;
    EXPECT_EQ(old->warnings.size(), 1u);
    const Result<Scene> scene = load((root / "scenes/murmuration.yaml").string());
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    expect_equal(old->scene, *scene);
}

TEST(MovedKey, LeadsToKeysThatExist) {
    for (const SystemKind* kind : all_systems()) {
        Scene scene = default_scene({kind});
        std::vector<std::string> paths;
        for (const SceneKey& key : scene_keys({kind})) paths.push_back(key.path);
        for (const MovedKey& key : kind->moved) {
            EXPECT_EQ(std::count(paths.begin(), paths.end(), key.to), 1) << key.to;
            EXPECT_EQ(std::count(paths.begin(), paths.end(), key.from), 0) << key.from;
        }
    }
}

}  // namespace
}  // namespace starling::engine
