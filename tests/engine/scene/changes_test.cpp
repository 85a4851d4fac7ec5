// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of changes of a scene: what it takes, what it refuses, and that it is written as it is
// read. What a running world makes of it is in tests/engine/parameters_test.cpp.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/engine/scene/expect_equal.h"
#include "tests/engine/scene/load.h"
#include "tests/engine/toy_system.h"

namespace starling::engine {
namespace {

/// The changes of a scene of all systems and the toy, one string each; the error where there is
/// one.
std::vector<std::string> changes_of(const std::string& list) {
    const Result<Scene> scene = parse("starling: 1\nflock:\ntoy:\nchanges: " + list + "\n",
                                      "s.yaml", {}, test::flock_and_toy());
    if (!scene) return {scene.error().text};
    std::vector<std::string> changes;
    for (const ParamChange& change : scene->changes)
        changes.push_back(std::to_string(change.step) + " " + change.key + " = " + change.value);
    return changes;
}

using Changes = std::vector<std::string>;

TEST(Changes, AreReadInTheirOrder) {
    EXPECT_EQ(changes_of("[]"), Changes{});
    EXPECT_EQ(
        changes_of("\n"
                   "  - {step: 0, key: flock.pigeons.speed, value: 240 px/s}\n"
                   "  - step: 3\n"
                   "    key: view.glow\n"
                   "    value: 0.5\n"
                   "  - {value: seed_compat, key: flock.variant, step: 3}\n"
                   "  - {step: 18446744073709551615, key: domain.margin, value: 0 px}"),
        (Changes{"0 flock.pigeons.speed = 240 px/s", "3 view.glow = 0.5",
                 "3 flock.variant = seed_compat", "18446744073709551615 domain.margin = 0 px"}));
}

TEST(Changes, TakeListsAndTexts) {
    EXPECT_EQ(changes_of("[{step: 1, key: toy.look.reach, value: [2 px, 3]},"
                         " {step: 1, key: toy.look.reach, value: \"[2 px, 3]\"},"
                         " {step: 2, key: toy.look.label, value: \"a: [b\"}]"),
              (Changes{"1 toy.look.reach = [2 px, 3]", "1 toy.look.reach = [2 px, 3]",
                       "2 toy.look.label = a: [b"}));
}

TEST(Changes, AreWrittenAsTheyAreRead) {
    const Result<Scene> scene = parse(
        "starling: 1\n"
        "changes:\n"
        "  - {step: 5, key: flock.pigeons.speed, value: 3 px/frame}\n"
        "  - {step: 5, key: view.palette, value: ink}\n"
        "  - {step: 60, key: flock.predators.turn_gain, value: 6 deg}\n");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    ASSERT_EQ(scene->changes.size(), 3u);
    const std::string yaml = to_yaml(*scene);
    const Result<Scene> again = parse(yaml);
    ASSERT_TRUE(again.ok()) << again.error().text << yaml;
    expect_equal(*scene, *again);
    EXPECT_EQ(to_yaml(*again), yaml);
}

TEST(Changes, LeaveTheSceneOfTheBeginningAlone) {
    const Result<Scene> scene =
        parse("starling: 1\nchanges: [{step: 0, key: flock.pigeons.speed, value: 3 px/frame}]\n");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(flock_params(*scene).pigeons.speed, 180);
}

TEST(Changes, FollowAnOptionOfTheCommandLine) {
    const std::string text =
        "starling: 1\nchanges: [{step: 9, key: domain.margin, value: 150 px}]\n";
    EXPECT_TRUE(parse(text).ok());
    const Result<Scene> small = parse(text, "s.yaml", {{{"domain.size", "[200 px, 200 px]"}}, {}});
    ASSERT_FALSE(small.ok());
    EXPECT_NE(small.error().text.find("s.yaml:2:48: changes[0]: domain.margin: margins of 150 px"),
              std::string::npos)
        << small.error().text;
}

struct BadChanges {
    std::string name, list;
    std::vector<std::string> fragments;  ///< All of them stand in the message.
};
void PrintTo(const BadChanges& bad, std::ostream* out) {
    *out << bad.name;
}

const std::string kEntry =
    "an entry such as {step: 120, key: flock.pigeons.speed, value: 240 px/s}";

const std::vector<BadChanges> kBad{
    {"a_number", "3", {"s.yaml:4:10: changes: expected a list of changes", kEntry, "found \"3\""}},
    {"nothing", "", {"s.yaml:4:1: changes: expected a list of changes", "found nothing"}},
    {"a_group",
     "{step: 1, key: view.glow, value: 1}",
     {"s.yaml:4:10: changes: expected a list of changes", "found a group of keys"}},
    {"a_word_in_the_list", "[soon]", {"s.yaml:4:11: changes[0]: expected " + kEntry, "\"soon\""}},
    {"a_key_is_missing",
     "[{step: 1, key: view.glow}]",
     {"s.yaml:4:11: changes[0]: expected " + kEntry}},
    {"a_key_too_many",
     "[{step: 1, key: view.glow, value: 1, why: not}]",
     {"s.yaml:4:11: changes[0]: expected " + kEntry}},
    {"a_misspelt_key",
     "[{step: 1, key: view.glow, valeu: 1}]",
     {"s.yaml:4:11: changes[0]: expected " + kEntry}},
    {"half_a_step",
     "[{step: 1.5, key: view.glow, value: 1}]",
     {"s.yaml:4:18: changes[0]: expected a whole number of steps, found \"1.5\""}},
    {"a_step_before_the_first",
     "[{step: -1, key: view.glow, value: 1}]",
     {"s.yaml:4:18: changes[0]: expected a whole number of steps, found \"-1\""}},
    {"a_step_beyond_64_bits",
     "[{step: 18446744073709551616, key: view.glow, value: 1}]",
     {"s.yaml:4:18: changes[0]: expected a whole number of steps"}},
    {"a_time_for_a_step",
     "[{step: 1 s, key: view.glow, value: 1}]",
     {"s.yaml:4:18: changes[0]: expected a whole number of steps, found \"1 s\""}},
    {"steps_out_of_order",
     "\n  - {step: 4, key: view.glow, value: 1}\n  - {step: 3, key: view.glow, value: 0}",
     {"s.yaml:6:5: changes[1]: stands behind step 4; expected steps in order"}},
    {"an_unknown_key",
     "[{step: 1, key: flock.pigeons.speeed, value: 1}]",
     {"s.yaml:4:26: changes[0]: flock.pigeons.speeed: there is no such parameter in this scene"}},
    {"a_list_for_a_key",
     "[{step: 1, key: [view.glow], value: 1}]",
     {"s.yaml:4:26: changes[0]: expected the key of a parameter, found a list of 1"}},
    {"a_layout",
     "[{step: 1, key: flock.neighbours.layout, value: paked}]",
     {"changes[0]: flock.neighbours.layout: no layout of this scene is named \"paked\""}},
    {"a_key_that_needs_a_restart",
     "[{step: 1, key: flock.pigeons.count, value: 100}]",
     {"s.yaml:4:26: changes[0]: flock.pigeons.count: cannot change while the scene runs"}},
    {"a_bad_value",
     "[{step: 1, key: flock.pigeons.speed, value: 3 s}]",
     {"s.yaml:4:54: changes[0]: flock.pigeons.speed: expected a speed in px/s or px/frame",
      "\"3 s\""}},
    {"a_value_out_of_range",
     "[{step: 1, key: view.glow, value: 2}]",
     {"s.yaml:4:44: changes[0]: view.glow: expected from 0 to 1, found \"2\""}},
    {"no_value",
     "[{step: 1, key: view.glow, value: }]",
     {"changes[0]: expected what would stand at the key, found nothing"}},
    {"a_group_for_a_value",
     "[{step: 1, key: view.glow, value: {a: 1}}]",
     {"s.yaml:4:44: changes[0]: expected what would stand at the key, found a group of keys"}},
    {"a_list_too_short",
     "[{step: 1, key: toy.look.reach, value: [3 px]}]",
     {"s.yaml:4:49: changes[0]: toy.look.reach: expected a list of 2 numbers"}},
    {"several_at_once",
     "\n  - {step: x, key: view.glow, value: 1}\n  - {step: 3, key: view.glow, value: 9}",
     {"s.yaml:5:12: changes[0]: ", "\ns.yaml:6:38: changes[1]: "}},
};

class BadChangesTest : public testing::TestWithParam<BadChanges> {};

TEST_P(BadChangesTest, SaysWhereAndWhat) {
    const Changes said = changes_of(GetParam().list);
    ASSERT_EQ(said.size(), 1u);
    for (const std::string& fragment : GetParam().fragments)
        EXPECT_NE(said[0].find(fragment), std::string::npos)
            << "missing: " << fragment << "\nin: " << said[0];
}

INSTANTIATE_TEST_SUITE_P(All, BadChangesTest, testing::ValuesIn(kBad),
                         [](const auto& bad) { return bad.param.name; });

TEST(Changes, OfASystemThatTheSceneDoesNotHaveAreRefused) {
    const Result<Scene> scene =
        parse("starling: 1\ntoy:\nchanges: [{step: 1, key: flock.pigeons.speed, value: 3}]\n",
              "s.yaml", {}, test::flock_and_toy());
    ASSERT_FALSE(scene.ok());
    EXPECT_NE(scene.error().text.find("flock.pigeons.speed: there is no such parameter in this"),
              std::string::npos)
        << scene.error().text;
}

}  // namespace
}  // namespace starling::engine
