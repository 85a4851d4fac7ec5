// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// The scenes that come with the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include "engine/scene/loader.h"
#include "tests/engine/scene/expect_equal.h"

namespace starling::engine {
namespace {

namespace fs = std::filesystem;

const fs::path kScenes = fs::path(STARLING_SOURCE_DIR) / "scenes";

Scene load(const std::string& name) {
    Result<Scene> scene = load_scene((kScenes / name).string());
    EXPECT_TRUE(scene.ok()) << scene.error().text;
    return scene.ok() ? *scene : Scene{};
}

TEST(ShippedScenes, AllLoadAndRoundTrip) {
    std::size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(kScenes)) {
        if (entry.path().extension() != ".yaml") continue;
        ++count;
        const Scene scene = load(entry.path().filename().string());
        EXPECT_FALSE(scene.title.empty()) << entry.path();
        const Result<Scene> again = parse_scene(to_yaml(scene), "again.yaml");
        ASSERT_TRUE(again.ok()) << again.error().text;
        expect_equal(scene, *again);
    }
    EXPECT_GE(count, 4u);
}

TEST(ShippedScenes, FlockingShowsTheDefaults) {
    Scene scene = load("flocking.yaml");
    Result<Scene> defaults = parse_scene("starling: 1\n", "default.yaml");
    ASSERT_TRUE(defaults.ok());
    scene.title = defaults->title;
    // A seed whose flock forms early, and a picture of the domain's shape.
    scene.seed = defaults->seed;
    scene.record = defaults->record;
    expect_equal(scene, *defaults);
}

TEST(ShippedScenes, TheThreeFlocksDifferInTheirGridAlone) {
    const Scene flock = load("flocking.yaml");
    for (const auto& [name, kind, storage] :
         {std::tuple("flocking_bitmasked.yaml", sparse::SNodeKind::bitmasked,
                     sparse::DynamicStorage::chunked),
          std::tuple("flocking_dynamic.yaml", sparse::SNodeKind::dynamic,
                     sparse::DynamicStorage::chunked)}) {
        Scene other = load(name);
        ASSERT_FALSE(other.layouts.empty());
        EXPECT_EQ(other.layout, other.layouts[0].name);
        const sparse::LevelDesc& list = other.layouts[0].layout.levels[1];
        EXPECT_EQ(list.kind, kind);
        EXPECT_EQ(list.storage, storage);
        // All 64 pigeons may meet in one cell.
        EXPECT_GE(list.shape[0], 64);
        other.title = flock.title;
        other.layouts = flock.layouts;
        other.layout = flock.layout;
        expect_equal(other, flock);
    }
}

TEST(ShippedScenes, MurmurationIsOne) {
    const Scene scene = load("murmuration.yaml");
    const double reach = scene.flock.pigeons.mate_radius;
    const double neighbours = static_cast<double>(scene.flock.pigeons.count) * std::numbers::pi *
                              reach * reach / (scene.domain.width * scene.domain.height);
    EXPECT_EQ(scene.flock.pigeons.count, 20'000u);
    EXPECT_GT(neighbours, 20);
    EXPECT_LT(neighbours, 40);
    EXPECT_EQ(scene.domain.width * 9, scene.domain.height * 16);
    EXPECT_TRUE(scene.view.glow > 0 || scene.view.trail_half_life > 0);
}

TEST(ShippedScenes, AgentsAreLargeEnoughToSee) {
    for (const char* name : {"flocking.yaml", "flocking_bitmasked.yaml", "flocking_dynamic.yaml"}) {
        const Scene scene = load(name);
        const double scale = std::min(1280 / scene.domain.width, 720 / scene.domain.height);
        EXPECT_GE(scene.view.pigeon_length * scale, 6) << name;
    }
}

}  // namespace
}  // namespace starling::engine
