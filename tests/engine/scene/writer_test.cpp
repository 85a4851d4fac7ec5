// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// A scene that is written loads to the same scene, whatever its values.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include "engine/draw/palette.h"
#include "tests/engine/scene/expect_equal.h"
#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

/// Scenes with every member drawn at random from what a scene may hold.
class RandomScenes {
 public:
    explicit RandomScenes(std::uint64_t seed) : random_(seed) {}

    Scene next() {
        Scene scene = default_scene(all_systems());
        scene.title = text();
        scene.seed = random_();
        scene.time_step =
            whole(0, 1) == 0 ? 1.0 / static_cast<double>(whole(1, 500)) : real(1e-6, 1);
        scene.domain.width = real(1, 1e6);
        scene.domain.height = real(1, 1e6);
        scene.domain.margin =
            real(0, std::nextafter(std::min(scene.domain.width, scene.domain.height) / 2, 0));
        flock_params(scene).variant =
            whole(0, 1) == 0 ? FlockVariant::exact : FlockVariant::seed_compat;
        flock_params(scene).reference_rate = real(1, 1e4);
        fill_agents(flock_params(scene).pigeons);
        fill_agents(flock_params(scene).predators);
        PigeonParams& pigeons = flock_params(scene).pigeons;
        pigeons.cohesion_max = real(0, 1);
        pigeons.separation_max = real(0, 1);
        pigeons.critical_radius = real(1e-3, 1e6);
        pigeons.align_weight = real(0, 100);
        pigeons.mate_radius = real(0.1, 1e6);
        pigeons.alert_radius = real(0, 1e6);
        pigeons.flee_gain = real(0, 100);
        flock_params(scene).predators.hunt_radius = real(0, 1e6);
        flock_params(scene).predators.chase_gain = real(0, 100);

        TreeScene& tree = neighbours(scene);
        tree.layouts.clear();
        const std::uint64_t layouts = whole(1, 4);
        for (std::uint64_t n = 0; n < layouts; ++n) {
            tree.layouts.push_back({"layout-" + std::to_string(n), layout()});
        }
        tree.layout = tree.layouts[whole(0, layouts - 1)].name;

        scene.view.palette = static_cast<int>(whole(0, palette_names().size() - 1));
        scene.view.trail_half_life = single(0, 3600);
        scene.view.glow = single(0, 1);
        scene.record.frames = static_cast<std::uint32_t>(whole(1, 1'000'000'000));
        scene.record.fps = static_cast<std::uint32_t>(whole(1, 1000));
        scene.record.width = static_cast<std::uint32_t>(whole(8, 8192)) * 2;
        scene.record.height = static_cast<std::uint32_t>(whole(8, 8192)) * 2;
        return scene;
    }

 private:
    std::uint64_t whole(std::uint64_t min, std::uint64_t max) {
        return std::uniform_int_distribution<std::uint64_t>(min, max)(random_);
    }
    double real(double min, double max) {
        return std::uniform_real_distribution<double>(min, max)(random_);
    }
    float single(double min, double max) { return static_cast<float>(real(min, max)); }

    /// All that a title may hold and YAML could trip over.
    std::string text() {
        const std::string pieces[] = {"a", " ",  ":", "#", "\"", "'",  "\\", "\n",   "\t",  "é",
                                      "🐦", "- ", "{", "]", "~",  "&x", "%",  "\x01", "null"};
        std::string out;
        for (std::uint64_t n = whole(0, 12); n > 0; --n) {
            out += pieces[whole(0, std::size(pieces) - 1)];
        }
        return out;
    }

    void fill_agents(AgentParams& agents) {
        agents.count = whole(0, std::uint64_t{1} << 53);
        agents.speed = real(0, 1e6);
        agents.smoothing = real(0, 0.999999);
        agents.noise_clip = real(1e-9, 100);
        agents.turn_probability = real(0, 0.5);
        agents.turn_gain = real(0, 10);
        agents.border_gain = real(0, 100);
        agents.length = single(0.1, 1e4);
    }

    /// Different axes of those that are `free`, in any order.
    std::vector<int> axes(const std::vector<int>& free, std::uint64_t count) {
        std::vector<int> axes = free;
        std::shuffle(axes.begin(), axes.end(), random_);
        axes.resize(count);
        return axes;
    }

    /// A layout that the runtime takes: a list may be the last level, on an axis of its own.
    sparse::LayoutDesc layout() {
        using sparse::SNodeKind;
        sparse::LayoutDesc layout;
        std::vector<int> all;
        for (int axis = 0; axis + 1 < sparse::kMaxAxes; ++axis) all.push_back(axis);
        int field = 0;
        for (std::uint64_t n = whole(0, 3); n > 0; --n) {
            sparse::LevelDesc& level = layout.levels.emplace_back();
            level.kind =
                std::array{SNodeKind::dense, SNodeKind::bitmasked, SNodeKind::pointer}[whole(0, 2)];
            level.axes = axes(all, whole(1, 4));
            const std::uint64_t most =
                layout.levels.size() == 1 && level.axes.size() == 1 ? 1u << 20 : 4;
            if (whole(0, 1) == 0)
                for (std::size_t m = 0; m < level.axes.size(); ++m)
                    level.shape.push_back(static_cast<std::int64_t>(whole(1, most)));
            if (level.kind == SNodeKind::pointer && whole(0, 1) == 0)
                level.activation = sparse::Activation::locked;
            if (whole(0, 3) == 0) place(layout, field);
        }
        if (whole(0, 1) == 0) {
            sparse::LevelDesc& list = layout.levels.emplace_back();
            list.kind = SNodeKind::dynamic;
            list.axes = {sparse::kMaxAxes - 1};
            if (whole(0, 1) == 0) list.shape = {static_cast<std::int64_t>(whole(1, 0x7fffffff))};
            list.chunk = static_cast<std::int64_t>(whole(0, 64));
            if (whole(0, 1) == 0) list.storage = sparse::DynamicStorage::packed;
        }
        place(layout, field);
        return layout;
    }

    void place(sparse::LayoutDesc& layout, int& field) {
        std::set<int> axes;
        for (const sparse::LevelDesc& level : layout.levels)
            axes.insert(level.axes.begin(), level.axes.end());
        sparse::LevelDesc& place = layout.levels.emplace_back();
        place.kind = sparse::SNodeKind::place;
        for (std::uint64_t n = whole(1, 3); n > 0; --n) {
            std::vector<std::string>& group = place.place.emplace_back();
            for (std::uint64_t m = whole(1, 3); m > 0; --m)
                group.push_back("field_" + std::to_string(field++));
        }
        if (whole(0, 1) == 0)
            for (std::size_t n = 0; n < axes.size(); ++n)
                // The longest list still ends below 2^31.
                place.offset.push_back(-static_cast<std::int64_t>(whole(0, 0x3fffffff)));
    }

    std::mt19937_64 random_;
};

TEST(Writer, RandomScenesLoadBackEqual) {
    RandomScenes scenes(2026);
    for (int n = 0; n < 500; ++n) {
        const Scene scene = scenes.next();
        const std::string yaml = to_yaml(scene);
        const Result<Scene> loaded = parse(yaml, "written.yaml");
        ASSERT_TRUE(loaded.ok()) << loaded.error().text << "\n" << yaml;
        expect_equal(scene, *loaded);
        EXPECT_EQ(to_yaml(*loaded), yaml);
        ASSERT_FALSE(HasFailure()) << yaml;
    }
}

TEST(Writer, ShapeOfOneNumberIsThatOfEveryAxis) {
    const auto shape_of = [](const std::string& shape) {
        const Result<Scene> scene = parse(
            "starling: 1\nflock: {neighbours: {layouts: {a: [dense: {axes: ijk, shape: " + shape +
                "}, place: [[id]]]}}}\n",
            "s.yaml");
        EXPECT_TRUE(scene.ok()) << scene.error().text;
        return scene.ok() ? neighbours(*scene).layouts[0].layout.levels[0].shape
                          : std::vector<std::int64_t>{};
    };
    EXPECT_EQ(shape_of("8"), (std::vector<std::int64_t>{8, 8, 8}));
    EXPECT_EQ(shape_of("[2, 3, 4]"), (std::vector<std::int64_t>{2, 3, 4}));
}

TEST(Writer, ShapeLeftOutStaysOpen) {
    const Result<Scene> scene = parse("starling: 1\n", "s.yaml");
    ASSERT_TRUE(scene.ok());
    EXPECT_TRUE(neighbours(*scene).layouts[0].layout.levels[0].shape.empty());
    EXPECT_EQ(neighbours(*scene).layouts[0].layout.levels[0].axes, (std::vector<int>{0, 1}));
}

TEST(Writer, FirstLayoutIsUsedIfNoneIsNamed) {
    const Result<Scene> scene = parse(
        "starling: 1\nflock:\n  neighbours:\n    layouts:\n      one: [place: [[id]]]\n      two: "
        "[place: [[id]]]\n",
        "s.yaml");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(neighbours(*scene).layout, "one");
}

TEST(Writer, GroupsMayBeEmpty) {
    const Result<Scene> scene =
        parse("starling: 1\nflock:\n  # pigeons: {count: 3}\nview: {}\n", "s.yaml");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(flock_params(*scene).pigeons.count, 64u);
}

}  // namespace
}  // namespace starling::engine
