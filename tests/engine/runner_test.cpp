// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <set>
#include <thread>

#include "engine/frame_clock.h"
#include "engine/statistics.h"
#include "tests/engine/boids/test_flock.h"

namespace starling::engine::test {
namespace {

constexpr double kAsFastAsItGoes = std::numeric_limits<double>::infinity();

std::unique_ptr<World> make_world(const Scene& scene, int threads = 2) {
    WorldOptions options;
    options.threads = threads;
    options.executor = executor_kinds().front();
    auto world = World::create(scene, options);
    if (!world) {
        ADD_FAILURE() << world.error().text;
        std::abort();
    }
    return std::move(*world);
}

/// Looks again and again until `holds` does; a test's own time limit ends what never comes.
template <class Predicate>
void wait_until(Predicate holds) {
    while (!holds()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::shared_ptr<const Snapshot> wait_for_step(Runner& runner, std::uint64_t step) {
    std::shared_ptr<const Snapshot> snapshot;
    wait_until([&] {
        snapshot = runner.latest();
        return snapshot->clock.step >= step;
    });
    return snapshot;
}

RunnerMessage wait_for_message(Runner& runner) {
    std::vector<RunnerMessage> messages;
    wait_until([&] {
        messages = runner.take_messages();
        return !messages.empty();
    });
    EXPECT_EQ(messages.size(), 1u);
    return messages.front();
}

const DartLayer& pigeons_of(const DrawList& list) {
    return std::get<DartLayer>(*list.layers.front());
}

void expect_same_picture(const DrawList& a, const DrawList& b) {
    ASSERT_EQ(a.layers.size(), b.layers.size());
    const DartLayer &one = pigeons_of(a), &other = pigeons_of(b);
    ASSERT_EQ(one.darts.size(), other.darts.size());
    for (std::size_t k = 0; k < one.darts.size(); ++k) {
        EXPECT_EQ(one.darts[k].x, other.darts[k].x);
        EXPECT_EQ(one.darts[k].tone, other.darts[k].tone);
    }
}

TEST(RunnerFrames, AreThoseOfAWorldThatIsSteppedByHand) {
    for (const std::uint32_t fps : {60u, 24u, 200u}) {
        const Scene scene = make_scene(200, 4);
        const auto by_hand = make_world(scene);
        const auto world = make_world(scene);
        const FrameClock clock(fps, scene.time_step);
        RunnerOptions options;
        options.frames = {12, fps};
        Runner runner(*world, options);
        for (std::uint64_t frame = 0; frame < 12; ++frame) {
            while (by_hand->step_count() < clock.steps_at(frame)) ASSERT_TRUE(by_hand->step().ok());
            const auto snapshot = runner.next_frame();
            ASSERT_NE(snapshot, nullptr);
            EXPECT_EQ(snapshot->frame, frame);
            EXPECT_EQ(snapshot->clock.step, by_hand->step_count());
            EXPECT_EQ(snapshot->picture.frame_seconds, 1.0F / static_cast<float>(fps));
            DrawList expected;
            by_hand->draw(expected);
            expect_same_picture(snapshot->picture, expected);
        }
        EXPECT_EQ(runner.next_frame(), nullptr);
        EXPECT_EQ(runner.next_frame(), nullptr);
        EXPECT_TRUE(runner.stop().ok());
        EXPECT_EQ(world->state_hash(), by_hand->state_hash());
    }
}

TEST(RunnerFrames, CallAfterEveryStepInOrder) {
    const auto world = make_world(make_scene(50, 1));
    std::vector<std::uint64_t> steps;
    RunnerOptions options;
    options.frames = {10, 30};
    options.after_step = [&](const World& at) {
        steps.push_back(at.step_count());
        return Status{};
    };
    Runner runner(*world, options);
    while (runner.next_frame() != nullptr) {
    }
    EXPECT_TRUE(runner.stop().ok());
    ASSERT_EQ(steps.size(), 18u);  // nine frames of two steps
    for (std::size_t n = 0; n < steps.size(); ++n) EXPECT_EQ(steps[n], n + 1);
}

TEST(RunnerFrames, AnErrorComesBehindTheFramesBeforeIt) {
    const auto world = make_world(make_scene(50, 1));
    RunnerOptions options;
    options.frames = {100, 60};
    options.after_step = [](const World& at) {
        return at.step_count() == 4 ? Status(Error{"the disk is full"}) : Status{};
    };
    Runner runner(*world, options);
    std::uint64_t frames = 0;
    while (runner.next_frame() != nullptr) ++frames;
    EXPECT_EQ(frames, 4u);  // 0 to 3
    const Status outcome = runner.stop();
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().text, "the disk is full");
}

TEST(RunnerFrames, AStepThatFailsNamesTheStep) {
    Scene scene = make_scene(3000, 2, "bitmasked");
    scene.find("flock")->trees[0].layouts = common_layouts(8);
    const auto world = make_world(scene);
    RunnerOptions options;
    options.frames = {10, 60};
    Runner runner(*world, options);
    EXPECT_NE(runner.next_frame(), nullptr);
    EXPECT_EQ(runner.next_frame(), nullptr);
    const Status outcome = runner.stop();
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().text.find("step 1: "), 0u) << outcome.error().text;
}

TEST(RunnerFrames, StopEndsARunThatNobodyTakesFramesFrom) {
    const auto world = make_world(make_scene(50, 1));
    RunnerOptions options;
    options.frames = {1'000'000'000, 60};
    Runner runner(*world, options);
    EXPECT_TRUE(runner.stop().ok());
    EXPECT_LT(world->step_count(), 10u) << "no more than a few frames ahead";
    EXPECT_EQ(runner.next_frame(), nullptr);
}

TEST(RunnerFrames, TheStopQuestionIsAskedBetweenSteps) {
    const auto world = make_world(make_scene(50, 1));
    RunnerOptions options;
    options.frames = {2, 1};  // sixty steps to the second frame
    options.stop = [&] { return world->step_count() >= 7; };
    Runner runner(*world, options);
    wait_until([&] { return runner.next_frame() == nullptr; });
    EXPECT_TRUE(runner.stop().ok());
    EXPECT_EQ(world->step_count(), 7u);
}

TEST(RunnerPlays, AtTheSpeedOfTheClockAndNotFaster) {
    const auto world = make_world(make_scene(20, 1));
    const auto start = std::chrono::steady_clock::now();
    Runner runner(*world, {});
    wait_for_step(runner, 10);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    // Ten steps begin at 0, 1/60 … 9/60 s; a slow machine may take longer.
    EXPECT_GE(took.count(), 9.0 / 60 - 1e-3);
}

TEST(RunnerPlays, ToTheStateOfAWorldThatIsSteppedByHand) {
    const Scene scene = make_scene(100, 3);
    const auto world = make_world(scene);
    RunnerOptions options;
    options.speed = kAsFastAsItGoes;
    Runner runner(*world, options);
    wait_for_step(runner, 50);
    EXPECT_TRUE(runner.stop().ok());
    const auto by_hand = make_world(scene);
    while (by_hand->step_count() < world->step_count()) ASSERT_TRUE(by_hand->step().ok());
    EXPECT_EQ(world->state_hash(), by_hand->state_hash());
}

TEST(RunnerPlays, PausesStepsAndGoesOn) {
    const auto world = make_world(make_scene(20, 1));
    RunnerOptions options;
    options.paused = true;
    options.speed = kAsFastAsItGoes;
    Runner runner(*world, options);
    EXPECT_EQ(runner.latest()->clock.step, 0u);
    EXPECT_TRUE(runner.latest()->paused);
    runner.send(SingleStep{3});
    EXPECT_EQ(wait_for_step(runner, 3)->clock.step, 3u);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(runner.latest()->clock.step, 3u);
    runner.send(Resume{});
    wait_for_step(runner, 10);
    runner.send(Pause{});
    wait_until([&] { return runner.latest()->paused; });
    const std::uint64_t at = runner.latest()->clock.step;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(runner.latest()->clock.step, at);
}

TEST(RunnerPlays, SetsParametersAndSaysWhatBecameOfIt) {
    const auto world = make_world(make_scene(20, 1));
    RunnerOptions options;
    options.paused = true;
    Runner runner(*world, options);
    const auto before = runner.latest();
    runner.send(SetParam{"flock.pigeons.speed", "90 px/s"});
    RunnerMessage message = wait_for_message(runner);
    EXPECT_FALSE(message.is_error);
    EXPECT_NE(message.text.find("flock.pigeons.speed"), std::string::npos);
    wait_until([&] { return runner.latest()->scene != before->scene; });
    EXPECT_EQ(flock_params(*runner.latest()->scene).pigeons.speed, 90);
    EXPECT_EQ(flock_params(*before->scene).pigeons.speed, 180) << "snapshots never change";

    runner.send(SetParam{"flock.pigeons.speed", "fast"});
    message = wait_for_message(runner);
    EXPECT_TRUE(message.is_error);
    EXPECT_NE(message.text.find("\"fast\""), std::string::npos) << message.text;
    EXPECT_EQ(flock_params(*runner.latest()->scene).pigeons.speed, 90);
}

TEST(RunnerPlays, ChangesTheLayoutOrSaysWhyNot) {
    const Scene scene = make_scene(300, 2);
    const auto world = make_world(scene);
    RunnerOptions options;
    options.speed = kAsFastAsItGoes;
    options.trees = true;
    Runner runner(*world, options);
    wait_for_step(runner, 5);
    runner.send(Relayout{"flock.neighbours", common_layouts()[2]});
    EXPECT_FALSE(wait_for_message(runner).is_error);
    runner.send(
        Relayout{"flock.neighbours", {"tight", {{pointer({0, 1}), bitmasked({2}, {1}), place()}}}});
    const RunnerMessage refused = wait_for_message(runner);
    EXPECT_TRUE(refused.is_error);
    EXPECT_NE(refused.text.find("at most 1"), std::string::npos) << refused.text;
    std::shared_ptr<const Snapshot> snapshot;
    wait_until([&] {
        snapshot = runner.latest();
        return snapshot->scene->find("flock")->trees[0].layout == common_layouts()[2].name;
    });
    ASSERT_EQ(snapshot->trees.size(), 1u);
    EXPECT_EQ(snapshot->trees[0].name, "flock.neighbours");
    EXPECT_GT(snapshot->trees[0].stats.bytes_committed, 0u);
    EXPECT_TRUE(runner.stop().ok());
    const auto by_hand = make_world(scene);
    while (by_hand->step_count() < world->step_count()) ASSERT_TRUE(by_hand->step().ok());
    EXPECT_EQ(world->state_hash(), by_hand->state_hash());
}

TEST(RunnerPlays, PausesWhenAStepFailsAndMayBeMended) {
    Scene scene = make_scene(3000, 2, "bitmasked");
    scene.find("flock")->trees[0].layouts = common_layouts(8);
    const auto world = make_world(scene);
    Runner runner(*world, {});
    const RunnerMessage message = wait_for_message(runner);
    EXPECT_TRUE(message.is_error);
    EXPECT_NE(message.text.find("at most 8"), std::string::npos) << message.text;
    wait_until([&] { return runner.latest()->paused; });
    runner.send(Relayout{"flock.neighbours", common_layouts()[0]});
    EXPECT_FALSE(wait_for_message(runner).is_error);
    runner.send(SingleStep{2});
    wait_for_step(runner, 2);
}

TEST(RunnerPlays, SharesWhatDidNotChange) {
    const auto world = make_world(make_scene(100, 3));
    RunnerOptions options;
    options.paused = true;
    Runner runner(*world, options);
    const auto first = runner.latest();
    EXPECT_EQ(runner.latest(), first) << "nothing happened";
    runner.send(SetParam{"view.glow", "0.5"});
    wait_until([&] { return runner.latest() != first; });
    const auto second = runner.latest();
    EXPECT_EQ(second->picture.style.glow, 0.5F);
    for (std::size_t n = 0; n < first->picture.layers.size(); ++n)
        EXPECT_EQ(second->picture.layers[n], first->picture.layers[n]) << n;
    runner.send(SingleStep{});
    const auto third = wait_for_step(runner, 1);
    EXPECT_EQ(third->scene, second->scene);
    EXPECT_NE(third->picture.layers[0], second->picture.layers[0]);
}

TEST(RunnerPlays, RefusesASpeedThatIsNone) {
    const auto world = make_world(make_scene(20, 1));
    Runner runner(*world, {});
    for (const double factor : {0.0, -1.0, std::nan("")}) {
        runner.send(SetSpeed{factor});
        EXPECT_TRUE(wait_for_message(runner).is_error);
    }
    runner.send(SetSpeed{1e-300});
    runner.send(SetSpeed{kAsFastAsItGoes});
    wait_for_step(runner, 5);
}

TEST(RunnerPlays, HoldsStatisticsOfItsMoment) {
    const auto world = make_world(make_scene(50, 1));
    RunnerOptions options;
    options.statistics = true;
    options.paused = true;
    Runner runner(*world, options);
    runner.send(SingleStep{4});
    const auto snapshot = wait_for_step(runner, 4);
    EXPECT_TRUE(runner.stop().ok());
    ASSERT_EQ(snapshot->statistics.size(), statistics_columns(world->scene().kinds()).size());
    EXPECT_EQ(snapshot->statistics[0], 4);
    EXPECT_EQ(snapshot->statistics, world->statistics());
}

// Many callers at once, for the thread sanitizer above all.
TEST(Runner, TakesCommandsFromAnyThread) {
    const Scene scene = make_scene(100, 2);
    const auto world = make_world(scene);
    RunnerOptions options;
    options.speed = kAsFastAsItGoes;
    options.statistics = options.trees = true;
    Runner runner(*world, options);
    std::atomic<std::uint64_t> sum{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 3; ++caller)
        callers.emplace_back([&, caller] {
            for (int k = 0; k < 40; ++k) {
                runner.send(SetParam{"flock.pigeons.align_weight", std::to_string(1 + k % 3)});
                if (k % 8 == caller)
                    runner.send(Relayout{"flock.neighbours", common_layouts()[k % 3]});
                if (k % 8 == 3) runner.send(SingleStep{2});
                runner.send(Resume{});
                sum += runner.latest()->picture.layers.size() + runner.take_messages().size();
            }
        });
    for (std::thread& caller : callers) caller.join();
    EXPECT_TRUE(runner.stop().ok());
    EXPECT_GT(sum.load(), 0u);
    // The script has it all: another world repeats it.
    const auto again = make_world(world->script());
    while (again->step_count() < world->step_count()) ASSERT_TRUE(again->step().ok());
    EXPECT_EQ(again->state_hash(), world->state_hash());
}

TEST(Runner, ADestroyedOneLeavesTheWorldBetweenTwoSteps) {
    const auto world = make_world(make_scene(100, 2));
    {
        RunnerOptions options;
        options.speed = kAsFastAsItGoes;
        const Runner runner(*world, options);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const std::uint64_t step = world->step_count();
    ASSERT_TRUE(world->step().ok());
    EXPECT_EQ(world->step_count(), step + 1);
}

}  // namespace
}  // namespace starling::engine::test
