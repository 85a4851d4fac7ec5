// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine promises of any system, with one that is no flock: that it needs nothing but a
// line in a table, and that several systems step, change and fail together or not at all.
#include "tests/engine/toy_system.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/memory_limit.h"
#include "engine/statistics.h"
#include "tests/engine/boids/test_flock.h"
#include "tests/engine/test_world.h"

namespace starling::engine::test {
namespace {

Result<Scene> parse_toy(const std::string& text, const SceneOverrides& overrides = {}) {
    return parse("starling: 1\n" + text, "toy.yaml", overrides, flock_and_toy());
}

/// A scene of the text's systems, which must load.
Scene toy_scene(const std::string& text) {
    Result<Scene> scene = parse_toy(text);
    EXPECT_TRUE(scene.ok()) << scene.error().text;
    return scene.ok() ? *scene : default_scene({&toy_kind()});
}

const std::string kBoth = "flock: {pigeons: {count: 40}, predators: {count: 3}}\ntoy: {start: 7}\n";

std::vector<std::string> names(const Scene& scene) {
    std::vector<std::string> names;
    for (const SystemScene& system : scene.systems) names.emplace_back(system.kind->name);
    return names;
}

using Names = std::vector<std::string>;

TEST(ToySystem, ASceneHasTheSystemsThatItNamesOrTheFirst) {
    EXPECT_EQ(names(toy_scene("toy: {increment: 2}\n")), Names{"toy"});
    EXPECT_EQ(names(toy_scene("toy:\n")), Names{"toy"});
    EXPECT_EQ(names(toy_scene("flock:\n")), Names{"flock"});
    EXPECT_EQ(names(toy_scene("toy: {}\nflock: {}\n")), (Names{"flock", "toy"}));
    EXPECT_EQ(names(toy_scene("seed: 4\n")), Names{"flock"});
    EXPECT_EQ(names(default_scene(flock_and_toy())), Names{"flock"});
    const Result<Scene> turned =
        parse("starling: 1\n", "toy.yaml", {}, SystemTable{&toy_kind(), all_systems().front()});
    ASSERT_TRUE(turned.ok());
    EXPECT_EQ(names(*turned), Names{"toy"});
}

TEST(ToySystem, ASystemThatIsNotInTheTableIsAnUnknownKey) {
    const Result<Scene> scene = parse("starling: 1\ntoy: {increment: 2}\n", "toy.yaml");
    EXPECT_TRUE(has(error_of(scene), "toy.yaml:2:1: toy: unknown key")) << error_of(scene);
}

TEST(ToySystem, ItsKeysAreReadAndWritten) {
    Scene scene = toy_scene(
        "toy: {start: 5, increment: 2, look: {label: \"a: b\", colour: green, reach: [2, 3 px]},"
        " fails_at: 9, cells: {layout: packed}}\n");
    const ToyParams& toy = toy_params(scene);
    EXPECT_EQ(toy.start, 5u);
    EXPECT_EQ(toy.increment, 2u);
    EXPECT_EQ(toy.label, "a: b");
    EXPECT_EQ(toy.colour, 1u);
    EXPECT_EQ(toy.near, 2);
    EXPECT_EQ(toy.far, 3);
    EXPECT_EQ(toy.fails_at, 9u);
    EXPECT_EQ(scene.systems[0].trees[0].layout, "packed");

    const std::string yaml = to_yaml(scene);
    EXPECT_FALSE(has(yaml, "flock")) << yaml;
    Result<Scene> again = parse(yaml, "again.yaml", {}, flock_and_toy());
    ASSERT_TRUE(again.ok()) << again.error().text;
    EXPECT_EQ(to_yaml(*again), yaml);
    EXPECT_EQ(toy_params(*again).label, "a: b");
    EXPECT_EQ(toy_params(*again).far, 3);
    EXPECT_EQ(again->systems[0].trees[0].layout, "packed");
}

TEST(ToySystem, MistakesInItsKeysAreExplained) {
    EXPECT_TRUE(has(error_of(parse_toy("toy: {incremnt: 2}\n")),
                    "toy.yaml:2:7: toy.incremnt: unknown key; did you mean \"increment\"?"));
    EXPECT_TRUE(has(error_of(parse_toy("toy: {look: {colour: blue}}\n")),
                    "toy.look.colour: expected red or green, found \"blue\""));
    EXPECT_TRUE(has(error_of(parse_toy("increment: 2\n")), "did you mean \"toy.increment\"?"));
    EXPECT_TRUE(has(error_of(parse_toy("toy: 3\n")), "toy: expected a group of keys"));
}

TEST(ToySystem, TheSchemaHasItsKeysAndColumns) {
    const std::string text = describe_schema(flock_and_toy());
    for (const Param& param : toy_kind().params().table()) {
        EXPECT_TRUE(has(text, "\ntoy." + param.name + ": ")) << param.name;
        EXPECT_TRUE(has(text, std::string(param.meaning))) << param.name;
    }
    EXPECT_TRUE(has(text, "\ntoy.cells.layout: plain\n"));
    EXPECT_TRUE(has(text, "\n  count\n    The first counter.\n"));
    EXPECT_TRUE(has(text, "\n  spread (px)\n    An eighth of the way to the last.\n"));
    EXPECT_TRUE(has(text, "\n  toy_ms (ms)\n    Counting.\n"));
    EXPECT_TRUE(has(text, "flock.pigeons.count"));
    EXPECT_FALSE(has(describe_schema(), "toy."));
    EXPECT_FALSE(has(describe_schema({&toy_kind()}), "flock.pigeons.count"));
}

TEST(ToySystem, CountsByItselfAndBesideAFlock) {
    for (const std::string& text : {std::string("toy: {start: 7, increment: 5}\n"),
                                    "flock:\n" + std::string("toy: {start: 7, increment: 5}\n")}) {
        const auto world = make_world(toy_scene(text));
        run(*world, 11);
        EXPECT_EQ(statistic(*world, "count"), 7 + 11 * 5);
        // Counter 3 gains four times as much as counter 0.
        EXPECT_EQ(statistic(*world, "spread"), 11 * 5 * 3 / 8.0);
        EXPECT_EQ(statistic(*world, "toy_ms"), 250);
    }
}

TEST(ToySystem, ColumnsOfTheStatisticsFollowTheTable) {
    Names columns;
    for (const StatisticsColumn& column : statistics_columns(flock_and_toy()))
        columns.push_back(column.name);
    EXPECT_EQ(columns,
              (Names{"step", "time", "polarisation", "rotation", "mean_speed", "candidates",
                     "grid_ms", "flock_ms", "predator_ms", "count", "spread", "toy_ms"}));
    const auto alone = make_world(toy_scene("toy:\n"));
    columns.clear();
    for (const StatisticsColumn& column : statistics_columns(alone->scene().kinds()))
        columns.push_back(column.name);
    EXPECT_EQ(columns, (Names{"step", "time", "count", "spread", "toy_ms"}));
    EXPECT_EQ(alone->statistics(), (std::vector<double>{0, 0, 3, 0, 250}));
}

TEST(ToySystem, TheHashIsThatOfAllSystemsInTheirOrder) {
    const auto alone = make_world(toy_scene("seed: 99\ntoy: {start: 7, increment: 5}\n"));
    run(*alone, 2);
    StateHash by_hand;
    by_hand.add(std::uint64_t{99});
    by_hand.add(std::uint64_t{2});
    for (const std::uint32_t counter : {17u, 27u, 37u, 47u}) by_hand.add(counter);
    EXPECT_EQ(alone->state_hash(), by_hand.digest());

    const Scene scene = toy_scene("toy: {start: 7}\n" + kBoth.substr(0, kBoth.find("toy")));
    const auto both = make_world(scene);
    run(*both, 2);
    StateHash in_order;
    in_order.add(scene.seed);
    in_order.add(std::uint64_t{2});
    for (const auto& system : both->systems()) system->hash(in_order);
    EXPECT_EQ(both->state_hash(), in_order.digest());
    EXPECT_NE(both->state_hash(), hash_after(toy_scene("toy: {start: 7}\n"), 2));
}

TEST(ToySystem, DrawsItsLayerBehindThoseOfTheFlockAndLeavesTheFlockAlone) {
    const auto both = make_world(toy_scene(kBoth + "view: {trail_half_life: 1}\n"));
    const auto flock = make_world(toy_scene(kBoth.substr(0, kBoth.find("toy"))));
    run(*both, 20);
    run(*flock, 20);
    DrawList list, flock_list;
    both->draw(list);
    flock->draw(flock_list);
    ASSERT_EQ(list.layers.size(), 4u);
    ASSERT_EQ(flock_list.layers.size(), 2u);
    for (std::size_t n = 0; n < 2; ++n) {
        const auto& darts = std::get<DartLayer>(*list.layers[n]).darts;
        const auto& others = std::get<DartLayer>(*flock_list.layers[n]).darts;
        ASSERT_EQ(darts.size(), others.size());
        for (std::size_t k = 0; k < darts.size(); ++k) {
            EXPECT_EQ(darts[k].x, others[k].x);
            EXPECT_EQ(darts[k].y, others[k].y);
        }
    }
    const auto& toy = std::get<PointLayer>(*list.layers[2]);
    EXPECT_EQ(toy.name, "toy");
    ASSERT_EQ(toy.points.size(), 4u);
    EXPECT_EQ(toy.points[3].x, 7 + 20 * 4);
    EXPECT_TRUE(std::holds_alternative<TrailLayer>(*list.layers[3]));
}

TEST(ToySystem, AFailureOfOneSystemKeepsTheStateOfAll) {
    // As without failures, from the same start.
    std::vector<std::uint64_t> expected;
    const auto sound = make_world(toy_scene(kBoth));
    for (int k = 0; k < 6; ++k) {
        expected.push_back(sound->state_hash());
        run(*sound, 1);
    }
    const auto world = make_world(toy_scene(kBoth));
    run(*world, 2);
    ASSERT_TRUE(world->set("toy.fails_at", "3").ok());
    for (int tries = 0; tries < 3; ++tries) {
        EXPECT_EQ(error_of(world->step()), "step 3: toy: told to fail");
        EXPECT_EQ(world->step_count(), 2u);
        EXPECT_EQ(world->state_hash(), expected[2]);
    }
    // And it goes on as if nothing had been once the cause is gone.
    ASSERT_TRUE(world->set("toy.fails_at", "0").ok());
    for (std::size_t step = 3; step < expected.size(); ++step) {
        run(*world, 1);
        EXPECT_EQ(world->state_hash(), expected[step]);
    }
}

TEST(ToySystem, AFailedStepKeepsThePictureAndTheNumbers) {
    const auto world = make_world(toy_scene(kBoth));
    run(*world, 5);
    DrawList before, after;
    world->draw(before);
    ASSERT_TRUE(world->set("toy.fails_at", "6").ok());
    const std::vector<double> numbers = world->statistics();
    EXPECT_FALSE(world->step().ok());
    EXPECT_EQ(world->statistics(), numbers);
    world->draw(after);
    ASSERT_EQ(before.layers.size(), after.layers.size());
    for (std::size_t n = 0; n < 2; ++n) {
        const auto& darts = std::get<DartLayer>(*before.layers[n]).darts;
        const auto& others = std::get<DartLayer>(*after.layers[n]).darts;
        ASSERT_EQ(darts.size(), others.size());
        for (std::size_t k = 0; k < darts.size(); ++k) {
            EXPECT_EQ(darts[k].x, others[k].x) << k;
            EXPECT_EQ(darts[k].dir_x, others[k].dir_x) << k;
            EXPECT_EQ(darts[k].tone, others[k].tone) << k;
        }
    }
}

TEST(ToySystem, AChangeThatOneSystemRefusesIsTakenBackFromAll) {
    const std::uint64_t expected = hash_after(toy_scene(kBoth), 60);
    const auto world = make_world(toy_scene(kBoth));
    run(*world, 30);
    // The flock comes first and would take it: half of its sky would be margin.
    EXPECT_EQ(error_of(world->set("domain.margin", "390 px")), "toy: no room for such a margin");
    EXPECT_EQ(world->scene().domain.margin, 50);
    EXPECT_TRUE(world->script().changes.empty());
    run(*world, 30);
    EXPECT_EQ(world->state_hash(), expected);
    // What both take changes the flock.
    const auto other = make_world(toy_scene(kBoth));
    run(*other, 30);
    ASSERT_TRUE(other->set("domain.margin", "90 px").ok());
    run(*other, 30);
    EXPECT_NE(other->state_hash(), expected);
}

TEST(ToySystem, ADueChangeThatASystemRefusesStopsTheStepAndSaysWhich) {
    const auto world =
        make_world(toy_scene(kBoth + "changes: [{step: 2, key: domain.margin, value: 300}]\n"));
    run(*world, 2);
    const std::uint64_t before = world->state_hash();
    const std::string text = error_of(world->step());
    EXPECT_TRUE(has(text, "toy: no room for such a margin")) << text;
    EXPECT_TRUE(has(text, "domain.margin")) << text;
    EXPECT_EQ(world->state_hash(), before);
    EXPECT_EQ(world->step_count(), 2u);
}

TEST(ToySystem, AnyTextAndListMayChangeOnTheWay) {
    const auto world = make_world(toy_scene("toy:\n"));
    run(*world, 1);
    for (const std::string label :
         {"a: b # c", "[1, 2", "[1, 2]", "{", "\"", "~", "", "- x", "*a", "null", "\n\\"}) {
        ASSERT_TRUE(world->set("toy.look.label", label).ok()) << label;
        ASSERT_TRUE(world->set("toy.look.reach", "[3, 4.5 px]").ok());
        run(*world, 1);
        const std::string yaml = to_yaml(world->script());
        Result<Scene> script = parse(yaml, "script.yaml", {}, flock_and_toy());
        ASSERT_TRUE(script.ok()) << script.error().text << yaml;
        const auto again = make_world(*script);
        run(*again, static_cast<int>(world->step_count()));
        Scene scene = again->scene();
        EXPECT_EQ(toy_params(scene).label, label);
        EXPECT_EQ(toy_params(scene).far, 4.5F);
        EXPECT_EQ(to_yaml(*script), yaml);
    }
}

TEST(ToySystem, ALayoutOptionNamesItsTreeWhereNeeded) {
    const auto with = [](const std::string& option) { return parse_toy(kBoth, {{}, {option}}); };
    const auto layouts = [&](const std::string& option) {
        Result<Scene> scene = with(option);
        EXPECT_TRUE(scene.ok()) << scene.error().text;
        return scene.ok()
                   ? scene->systems[0].trees[0].layout + " " + scene->systems[1].trees[0].layout
                   : "";
    };
    // A name that one tree has is enough.
    EXPECT_EQ(layouts("chunked"), "chunked plain");
    EXPECT_EQ(layouts("plain"), "packed plain");
    EXPECT_EQ(layouts("toy.cells=packed"), "packed packed");
    EXPECT_EQ(layouts("flock.neighbours=bitmasked"), "bitmasked plain");

    const std::string twice = error_of(with("packed"));
    EXPECT_EQ(twice.find("--layout: more than one tree has a layout \"packed\""), 0u) << twice;
    EXPECT_TRUE(has(twice, "--layout flock.neighbours=packed or --layout toy.cells=packed"))
        << twice;
    const std::string none = error_of(with("nowhere"));
    EXPECT_EQ(none,
              "--layout: no tree has a layout \"nowhere\"; the trees are flock.neighbours and "
              "toy.cells");
    const std::string tree = error_of(with("toy.cels=plain"));
    EXPECT_EQ(tree.find("--layout toy.cels: there is no tree \"toy.cels\""), 0u) << tree;
    EXPECT_TRUE(has(tree, "flock.neighbours and toy.cells")) << tree;
    const std::string name = error_of(with("toy.cells=chunked"));
    EXPECT_EQ(name.find("--layout toy.cells: toy.cells.layout: expected the name of a layout of "
                        "this scene (plain or packed), found \"chunked\""),
              0u)
        << name;
}

TEST(ToySystem, WithOneTreeOrNoneALayoutOptionNeedsNoName) {
    const auto with = [](const std::string& text, const std::string& option) {
        return parse_toy(text, {{}, {option}});
    };
    EXPECT_EQ(with("toy:\n", "packed")->systems[0].trees[0].layout, "packed");
    EXPECT_TRUE(has(error_of(with("toy:\n", "chunked")), "(plain or packed), found \"chunked\""));
    // The flock's tree is not one of this scene.
    EXPECT_TRUE(has(error_of(with("toy:\n", "flock.neighbours=packed")), "it has toy.cells"));
    const SystemTable table{&bare_kind(), &toy_kind()};
    EXPECT_EQ(error_of(parse("starling: 1\nbare:\n", "bare.yaml", {{}, {"packed"}}, table)),
              "--layout: this scene has no tree to lay out");
}

TEST(ToySystem, SettingAParameterOfAnAbsentSystemSaysHowToAddIt) {
    const std::string text = error_of(parse_toy("flock:\n", {{{"toy.increment", "2"}}, {}}));
    EXPECT_EQ(text.find("--set toy.increment: toy.increment: this scene has no toy; add a group "
                        "\"toy:\" to it"),
              0u)
        << text;
    const std::string moved = error_of(parse_toy("toy:\n", {{{"view.pigeon_length", "2"}}, {}}));
    EXPECT_TRUE(has(moved, "this scene has no flock")) << moved;
    EXPECT_TRUE(has(error_of(parse_toy("toy:\n", {{{"flock.neighbours.layout", "packed"}}, {}})),
                    "this scene has no flock"));
    const auto world = make_world(toy_scene("toy:\n"));
    EXPECT_FALSE(world->set("flock.pigeons.speed", "3").ok());
}

TEST(ToySystem, EachTreeIsLaidOutByItsName) {
    const std::uint64_t expected = hash_after(toy_scene(kBoth), 20);
    const auto world = make_world(toy_scene(kBoth));
    run(*world, 10);
    const NamedLayout row = world->scene().find("toy")->trees[0].layouts[1];
    const NamedLayout lists = world->scene().find("flock")->trees[0].layouts[2];
    ASSERT_TRUE(world->relayout("toy.cells", row).ok());
    ASSERT_TRUE(world->relayout("flock.neighbours", lists).ok());
    EXPECT_EQ(world->scene().find("toy")->trees[0].layout, "packed");
    EXPECT_EQ(world->scene().find("flock")->trees[0].layout, "chunked");
    const TreeView toy = world->systems()[1]->trees()[0];
    EXPECT_EQ(toy.layout.levels[0].kind, sparse::SNodeKind::dense);
    EXPECT_TRUE(has(toy.tree->plan().describe(), "dense"));
    run(*world, 10);
    EXPECT_EQ(world->state_hash(), expected);

    const std::string text = error_of(world->relayout("toy.neighbours", row));
    EXPECT_TRUE(has(text, "there is no tree toy.neighbours")) << text;
    EXPECT_TRUE(has(text, "flock.neighbours, toy.cells")) << text;
}

TEST(ToySystem, TheNeedsOfAllSystemsAreAddedUp) {
    const auto bytes = [](const std::string& text) { return memory_need(toy_scene(text))->bytes; };
    const std::string flock = kBoth.substr(0, kBoth.find("toy"));
    EXPECT_EQ(bytes(kBoth), bytes(flock) + 4096);
    WorldOptions with = options();
    with.memory_limit = 1000;
    const std::string text = error_of(World::create(toy_scene(kBoth), with));
    for (const char* part : {"40 pigeons and 3 predators on layout packed, a toy need about",
                             "lower flock.pigeons.count", "leave the toy out"})
        EXPECT_TRUE(has(text, part)) << part << ": " << text;
}

}  // namespace
}  // namespace starling::engine::test
