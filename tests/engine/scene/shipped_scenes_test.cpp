// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// The scenes that come with the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "engine/scene/document.h"
#include "tests/engine/scene/expect_equal.h"
#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

namespace fs = std::filesystem;

const fs::path kScenes = fs::path(STARLING_SOURCE_DIR) / "scenes";

Scene shipped(const std::string& name) {
    Result<Scene> scene = load((kScenes / name).string());
    EXPECT_TRUE(scene.ok()) << scene.error().text;
    return scene.ok() ? *scene : default_scene(all_systems());
}

TEST(ShippedScenes, AllLoadAndRoundTrip) {
    std::size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(kScenes)) {
        if (entry.path().extension() != ".yaml") continue;
        ++count;
        const Scene scene = shipped(entry.path().filename().string());
        EXPECT_FALSE(scene.title.empty()) << entry.path();
        const Result<Scene> again = parse(to_yaml(scene), "again.yaml");
        ASSERT_TRUE(again.ok()) << again.error().text;
        expect_equal(scene, *again);
    }
    EXPECT_GE(count, 4u);
}

TEST(ShippedScenes, FlockingShowsTheDefaults) {
    Scene scene = shipped("flocking.yaml");
    Result<Scene> defaults = parse("starling: 1\n", "default.yaml");
    ASSERT_TRUE(defaults.ok());
    scene.title = defaults->title;
    // A seed whose flock forms early, and a picture of the domain's shape.
    scene.seed = defaults->seed;
    scene.record = defaults->record;
    expect_equal(scene, *defaults);
}

/// Paths of all keys below a node, "flock.pigeons.count".
void collect_paths(const Node& map, const std::string& group, std::set<std::string>& paths) {
    for (std::size_t n = 0; n < map.keys.size(); ++n) {
        const std::string path = group + map.keys[n].text;
        paths.insert(path);
        collect_paths(map.items[n], path + ".", paths);
    }
}

TEST(ShippedScenes, FlockingShowsEveryKey) {
    const auto text = read_text_file((kScenes / "flocking.yaml").string());
    ASSERT_TRUE(text.ok()) << text.error().text;
    const auto document = parse_document(*text, "flocking.yaml");
    ASSERT_TRUE(document.ok()) << document.error().text;
    std::set<std::string> paths;
    collect_paths(document->root, "", paths);
    for (const SceneKey& key : scene_keys(all_systems()))
        EXPECT_TRUE(paths.contains(key.path)) << key.path;
}

TEST(ShippedScenes, TheThreeFlocksDifferInTheirGridAlone) {
    const Scene flock = shipped("flocking.yaml");
    for (const auto& [name, kind, storage] :
         {std::tuple("flocking_bitmasked.yaml", sparse::SNodeKind::bitmasked,
                     sparse::DynamicStorage::chunked),
          std::tuple("flocking_dynamic.yaml", sparse::SNodeKind::dynamic,
                     sparse::DynamicStorage::chunked)}) {
        Scene other = shipped(name);
        ASSERT_FALSE(neighbours(other).layouts.empty());
        EXPECT_EQ(neighbours(other).layout, neighbours(other).layouts[0].name);
        const sparse::LevelDesc& list = neighbours(other).layouts[0].layout.levels[1];
        EXPECT_EQ(list.kind, kind);
        EXPECT_EQ(list.storage, storage);
        // All 64 pigeons may meet in one cell.
        EXPECT_GE(list.shape[0], 64);
        other.title = flock.title;
        neighbours(other).layouts = neighbours(flock).layouts;
        neighbours(other).layout = neighbours(flock).layout;
        expect_equal(other, flock);
    }
}

TEST(ShippedScenes, MurmurationIsOne) {
    const Scene scene = shipped("murmuration.yaml");
    const double reach = flock_params(scene).pigeons.mate_radius;
    const double neighbours = static_cast<double>(flock_params(scene).pigeons.count) *
                              std::numbers::pi * reach * reach /
                              (scene.domain.width * scene.domain.height);
    EXPECT_EQ(flock_params(scene).pigeons.count, 20'000u);
    EXPECT_GT(neighbours, 20);
    EXPECT_LT(neighbours, 40);
    EXPECT_EQ(scene.domain.width * 9, scene.domain.height * 16);
    EXPECT_TRUE(scene.view.glow > 0 || scene.view.trail_half_life > 0);
}

TEST(ShippedScenes, AgentsAreLargeEnoughToSee) {
    for (const char* name : {"flocking.yaml", "flocking_bitmasked.yaml", "flocking_dynamic.yaml"}) {
        const Scene scene = shipped(name);
        const double scale = std::min(1280 / scene.domain.width, 720 / scene.domain.height);
        EXPECT_GE(flock_params(scene).pigeons.length * scale, 6) << name;
    }
}

}  // namespace
}  // namespace starling::engine
