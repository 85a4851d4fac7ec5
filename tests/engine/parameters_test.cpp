// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Every parameter of every table: by file, by option and while a world runs, it is the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "engine/memory_limit.h"
#include "tests/engine/boids/test_flock.h"
#include "tests/engine/scene/other_value.h"
#include "tests/engine/test_world.h"
#include "tests/engine/toy_system.h"

namespace starling::engine::test {
namespace {

/// A crowd in which every term of the model is at work, and a toy.
const std::string kCrowd =
    "starling: 1\n"
    "domain: {size: [500 px, 400 px], margin: 40 px}\n"
    "flock: {pigeons: {count: 150, turn_probability: 0.1},"
    " predators: {count: 12, turn_probability: 0.1, hunt_radius: 40 px}}\n";

Scene scene_of(const std::string& yaml) {
    Result<Scene> scene = parse(yaml, "scene.yaml", {}, flock_and_toy());
    EXPECT_TRUE(scene.ok()) << scene.error().text << yaml;
    return scene.ok() ? *scene : default_scene(flock_and_toy());
}

Scene crowd() {
    return scene_of(kCrowd);
}
Scene crowd_and_toy() {
    return scene_of(kCrowd + "toy:\n");
}

Effect effect_of(const std::string& path) {
    Scene scene = crowd_and_toy();
    return find_param(scene, path).param->effect;
}

class EveryParameter : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, EveryParameter, testing::ValuesIn(param_paths(flock_and_toy())),
                         [](const auto& path) { return test_name_of(path.param); });

TEST_P(EveryParameter, GoThroughAFileAndBack) {
    const std::string& path = GetParam();
    // The groups alone, so that the toy is there for its own.
    const std::string group = path.starts_with("toy.") ? "toy" : "flock";
    const OtherValue other = other_value(crowd_and_toy(), path);
    const Scene scene = scene_of(scene_with(path, other.written));
    EXPECT_EQ(held(scene, path), other.held);
    const Scene again = scene_of(to_yaml(scene));
    EXPECT_EQ(held(again, path), other.held);
    // Nothing else has changed.
    const Scene plain = scene_of("starling: 1\n" + group + ":\n");
    for (const std::string& key : param_paths({scene.systems[0].kind}))
        if (key != path) {
            EXPECT_EQ(held(scene, key), held(plain, key)) << key;
        }
}

TEST_P(EveryParameter, GoThroughAnOption) {
    const std::string& path = GetParam();
    const OtherValue other = other_value(crowd_and_toy(), path);
    const Result<Scene> scene =
        parse(kCrowd + "toy:\n", "s.yaml", {{{path, other.written}}, {}}, flock_and_toy());
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(held(*scene, path), other.held);
}

TEST_P(EveryParameter, ChangeAWorldThatRunsOrSayThatTheyCannot) {
    const std::string& path = GetParam();
    const auto world = make_world(crowd_and_toy());
    run(*world, 3);
    const std::string before = to_yaml(world->scene());
    const std::uint64_t hash = world->state_hash();
    const OtherValue other = other_value(world->scene(), path);
    const Status set = world->set(path, other.written);
    EXPECT_EQ(world->state_hash(), hash);
    if (effect_of(path) == Effect::restart) {
        ASSERT_FALSE(set.ok());
        EXPECT_EQ(set.error().text,
                  path + ": cannot change while the scene runs; start it anew with the value");
        EXPECT_EQ(to_yaml(world->scene()), before);
        EXPECT_TRUE(world->script().changes.empty());
        run(*world, 2);
        EXPECT_EQ(world->state_hash(), hash_after(crowd_and_toy(), 5));
        return;
    }
    ASSERT_TRUE(set.ok()) << set.error().text;
    EXPECT_EQ(held(world->scene(), path), other.held);
    EXPECT_EQ(held(world->script(), path), held(crowd_and_toy(), path));
    ASSERT_EQ(world->script().changes.size(), 1u);
    EXPECT_EQ(world->script().changes[0].step, 3u);
    EXPECT_EQ(world->script().changes[0].key, path);
    EXPECT_EQ(world->script().changes[0].value, other.written);
    EXPECT_TRUE(world->scene().changes.empty());
}

/// Those of the flock that may change, and the margin.
std::vector<std::string> live_paths() {
    std::vector<std::string> paths{"domain.margin"};
    for (const std::string& path : param_paths(all_systems()))
        if (path.starts_with("flock.") && effect_of(path) == Effect::next_step)
            paths.push_back(path);
    return paths;
}

class LiveParameters : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, LiveParameters, testing::ValuesIn(live_paths()),
                         [](const auto& path) { return test_name_of(path.param); });

// The answer is that of a flock that has had the value from its beginning on and is given the state
// of the moment.
TEST_P(LiveParameters, TakeEffectAtTheNextStepAndNotBefore) {
    const std::string& path = GetParam();
    const auto world = make_world(crowd());
    TestFlock first = make_flock(crowd());
    run(*world, 40);
    first.run(40);
    ASSERT_EQ(world->state_hash(), first.hash());

    const OtherValue other = other_value(world->scene(), path);
    ASSERT_TRUE(world->set(path, other.written).ok());
    EXPECT_EQ(world->state_hash(), first.hash());
    Scene changed = crowd();
    ASSERT_TRUE(set_param(changed, path, other.written).ok());
    TestFlock then = make_flock(changed, first.flock->pigeons(), first.flock->predators());
    then.steps = 40;
    for (int k = 0; k < 60; ++k) {
        run(*world, 1);
        then.run(1);
        ASSERT_EQ(world->state_hash(), then.hash()) << k + 1 << " steps after the change";
    }
    // And it is not for nothing, but for those that only draw.
    first.run(60);
    if (path.ends_with(".length"))
        EXPECT_EQ(world->state_hash(), first.hash());
    else
        EXPECT_NE(world->state_hash(), first.hash());
}

TEST(Parameters, OfThePictureChangeIt) {
    const auto world = make_world(crowd());
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"flock.pigeons.length", "33 px"},
                                                          {"flock.predators.length", "44"},
                                                          {"view.palette", "ink"},
                                                          {"view.glow", "0.75"},
                                                          {"view.trail_half_life", "500 ms"},
                                                          {"domain.margin", "7 px"}})
        ASSERT_TRUE(world->set(key, value).ok()) << key;
    DrawList list;
    world->draw(list);
    EXPECT_EQ(std::get<DartLayer>(*list.layers[0]).length, 33);
    EXPECT_EQ(std::get<DartLayer>(*list.layers[1]).length, 44);
    EXPECT_EQ(std::get<TrailLayer>(*list.layers[2]).half_life, 0.5F);
    EXPECT_EQ(list.style.palette, 2);
    EXPECT_EQ(list.style.glow, 0.75F);
    EXPECT_EQ(list.margin, 7);
}

TEST(Parameters, FramesAreThoseOfTheRateOfTheMoment) {
    const auto world = make_world(crowd());
    const auto speed = [&] { return flock_params(world->scene()).pigeons.speed; };
    ASSERT_TRUE(world->set("flock.pigeons.speed", "2 px/frame").ok());
    EXPECT_EQ(speed(), 120);
    ASSERT_TRUE(world->set("flock.reference_rate", "30 Hz").ok());
    EXPECT_EQ(speed(), 120);
    ASSERT_TRUE(world->set("flock.pigeons.speed", "2 px/frame").ok());
    EXPECT_EQ(speed(), 60);
}

/// A change by hand, which must be right.
struct ByHand {
    std::uint64_t step;
    std::string key, value;
};

/// Runs a world with changes by hand, one hash a step.
std::vector<std::uint64_t> run_by_hand(World& world, const std::vector<ByHand>& changes,
                                       std::uint64_t steps) {
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t step = 0; step < steps; ++step) {
        for (const ByHand& change : changes) {
            if (change.step != step) continue;
            const Status set = world.set(change.key, change.value);
            EXPECT_TRUE(set.ok()) << set.error().text;
        }
        run(world, 1);
        hashes.push_back(world.state_hash());
    }
    return hashes;
}

/// The script of a world, loaded from its file, repeats the hashes.
void expect_repeats(const World& world, const std::vector<std::uint64_t>& hashes) {
    const std::string yaml = to_yaml(world.script());
    const Scene script = scene_of(yaml);
    EXPECT_EQ(to_yaml(script), yaml);
    EXPECT_EQ(run_by_hand(*make_world(world.script()), {}, hashes.size()), hashes);
    EXPECT_EQ(run_by_hand(*make_world(script, options(3)), {}, hashes.size()), hashes) << yaml;
}

TEST(Parameters, AScriptRepeatsARunBitForBit) {
    const std::vector<ByHand> changes{
        {0, "flock.pigeons.align_weight", "1.5"},
        {7, "flock.pigeons.mate_radius", "33.3 px"},
        {7, "domain.margin", "90 px"},
        // The later one of a step counts, and the rate that it is told in.
        {11, "flock.pigeons.speed", "4 px/frame"},
        {11, "flock.reference_rate", "50 Hz"},
        {11, "flock.pigeons.speed", "4 px/frame"},
        {30, "flock.variant", "seed_compat"},
        {31, "flock.pigeons.mate_radius", "120 px"},
        {44, "flock.predators.hunt_radius", "90 px"},
        {44, "view.palette", "paper"},
    };
    const auto world = make_world(crowd());
    const std::vector<std::uint64_t> hashes = run_by_hand(*world, changes, 70);
    ASSERT_EQ(world->script().changes.size(), changes.size());
    expect_repeats(*world, hashes);
    EXPECT_NE(hashes, run_by_hand(*make_world(crowd()), {}, 70));
}

TEST(Parameters, AScriptHasTheScenesOwnChangesAndThoseByHandInTheirOrder) {
    const std::string own =
        "changes:\n"
        "  - {step: 5, key: flock.pigeons.speed, value: 100 px/s}\n"
        "  - {step: 5, key: flock.pigeons.mate_radius, value: 60}\n"
        "  - {step: 9, key: flock.pigeons.speed, value: 50 px/s}\n";
    const auto world = make_world(scene_of(kCrowd + own));
    EXPECT_EQ(world->scene().changes.size(), 3u);
    // By hand before the change that is due at the same step, and so overruled by it.
    const std::vector<ByHand> changes{{2, "flock.pigeons.flee_gain", "0"},
                                      {5, "flock.pigeons.speed", "300 px/s"},
                                      {6, "flock.pigeons.speed", "70 px/s"}};
    const std::vector<std::uint64_t> hashes = run_by_hand(*world, changes, 15);
    EXPECT_EQ(flock_params(world->scene()).pigeons.speed, 50);
    EXPECT_TRUE(world->scene().changes.empty());
    std::vector<std::string> values;
    for (const ParamChange& change : world->script().changes)
        values.push_back(std::to_string(change.step) + " " + change.value);
    EXPECT_EQ(values, (std::vector<std::string>{"2 0", "5 300 px/s", "5 100 px/s", "5 60",
                                                "6 70 px/s", "9 50 px/s"}));
    expect_repeats(*world, hashes);
    // The scene's own are as if by hand.
    const auto by_hand = make_world(crowd());
    EXPECT_EQ(run_by_hand(*by_hand,
                          {{2, "flock.pigeons.flee_gain", "0"},
                           {5, "flock.pigeons.speed", "100 px/s"},
                           {5, "flock.pigeons.mate_radius", "60"},
                           {6, "flock.pigeons.speed", "70 px/s"},
                           {9, "flock.pigeons.speed", "50 px/s"}},
                          15),
              hashes);
}

TEST(Parameters, RandomScriptsRepeatTheirRuns) {
    std::mt19937 random(20);
    const std::vector<std::string> paths = live_paths();
    for (int n = 0; n < 10; ++n) {
        std::vector<ByHand> changes;
        Scene scene = crowd();
        for (std::uint64_t step = 0; step < 40; step += random() % 6) {
            const std::string& path = paths[random() % paths.size()];
            changes.push_back({step, path, other_value(scene, path).written});
            ASSERT_TRUE(set_param(scene, path, changes.back().value).ok());
        }
        const auto world = make_world(crowd(), options(2));
        expect_repeats(*world, run_by_hand(*world, changes, 50));
    }
}

TEST(Parameters, AFailedChangeChangesNothing) {
    struct Case {
        std::string key, value, fragment;
    };
    const auto need = static_cast<std::uint64_t>(memory_need(crowd())->bytes);
    WorldOptions with = options();
    with.memory_limit = need + (4u << 20);
    const std::vector<std::uint64_t> expected = run_by_hand(*make_world(crowd()), {}, 20);
    const auto world = make_world(crowd(), with);
    std::vector<std::uint64_t> hashes = run_by_hand(*world, {}, 10);
    const std::string before = to_yaml(world->scene());
    for (const Case& bad : {
             Case{"flock.pigeons.speed", "fast", "flock.pigeons.speed: expected a speed"},
             {"flock.pigeons.speed", "-1 px/s", "flock.pigeons.speed: expected from 0 px/s"},
             {"flock.pigeons.speed", "", "flock.pigeons.speed: "},
             {"flock.pigeons.speed", "[1, 2]", "flock.pigeons.speed: "},
             {"flock.variant", "exakt", "flock.variant: expected exact or seed_compat"},
             {"domain.margin", "200 px", "domain.margin: margins of 200 px leave no room"},
             {"flock.pigeons.speeed", "1", "flock.pigeons.speeed: there is no such parameter"},
             {"flock", "1", "flock: there is no such parameter"},
             {"", "1", "there is no such parameter"},
             {"flock.neighbours.layout", "nowhere", "no layout of this scene is named \"nowhere\""},
             {"view.pigeon_length", "3", "there is no such parameter"},
             {"toy.increment", "1", "toy.increment: there is no such parameter in this scene"},
             // 5000 x 4000 cells.
             {"flock.pigeons.mate_radius", "0.1 px", "need about "},
         }) {
        const std::string text = error_of(world->set(bad.key, bad.value));
        EXPECT_TRUE(has(text, bad.fragment)) << bad.key << " = " << bad.value << ": " << text;
    }
    EXPECT_EQ(to_yaml(world->scene()), before);
    EXPECT_TRUE(world->script().changes.empty());
    for (const std::uint64_t hash : run_by_hand(*world, {}, 10)) hashes.push_back(hash);
    EXPECT_EQ(hashes, expected);
}

TEST(Parameters, AGridThatDoesNotTakeANewRadiusKeepsTheOldOne) {
    Scene scene = crowd();
    neighbours(scene).layouts = {{"fixed", {{pointer({0, 1}, {7, 5}), packed_k(), place()}}},
                                 {"tight", {{pointer({0, 1}), bitmasked({2}, {40}), place()}}}};
    for (const auto& [layout, radius, fragment] :
         {std::tuple("fixed", "70 px", "axis i has 7 cells, the domain needs 8"),
          std::tuple("tight", "400 px", "has no room for pigeon")}) {
        neighbours(scene).layout = layout;
        const std::uint64_t expected = hash_after(scene, 20);
        const auto world = make_world(scene);
        run(*world, 10);
        const std::string text = error_of(world->set("flock.pigeons.mate_radius", radius));
        EXPECT_TRUE(has(text, fragment)) << text;
        EXPECT_EQ(flock_params(world->scene()).pigeons.mate_radius, 80);
        run(*world, 10);
        EXPECT_EQ(world->state_hash(), expected) << layout;
    }
}

TEST(Parameters, ADueChangeThatDoesNotGoStopsTheRunUntilItGoes) {
    // Too many pigeons for a cell, once cells are large.
    Scene scene =
        scene_of(kCrowd + "changes: [{step: 4, key: flock.pigeons.mate_radius, value: 400 px}]\n");
    const std::uint64_t expected = hash_after(scene, 12);
    neighbours(scene).layouts = {{"tight", {{pointer({0, 1}), bitmasked({2}, {40}), place()}}}};
    neighbours(scene).layout = "tight";
    const auto world = make_world(scene);
    run(*world, 4);
    const std::uint64_t before = world->state_hash();
    for (int tries = 0; tries < 2; ++tries) {
        const std::string text = error_of(world->step());
        EXPECT_EQ(text.find("step 5: flock.pigeons.mate_radius cannot become 400 px: "), 0u)
            << text;
        EXPECT_TRUE(has(text, "has no room for pigeon")) << text;
        EXPECT_EQ(world->state_hash(), before);
        EXPECT_EQ(world->scene().changes.size(), 1u);
    }
    ASSERT_TRUE(world->relayout("flock.neighbours", common_layouts()[0]).ok());
    run(*world, 8);
    EXPECT_EQ(world->state_hash(), expected);
}

}  // namespace
}  // namespace starling::engine::test
