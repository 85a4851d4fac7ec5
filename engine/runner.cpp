// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/frame_clock.h"

namespace starling::engine {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Frames that wait to be taken: one is drawn, one is ready, one is being made.
constexpr std::size_t kFramesAhead = 2;
/// A world that falls behind by more does not try to catch up.
constexpr auto kMostBehind = std::chrono::milliseconds(100);
/// Seconds of wall clock that a step is stretched to at most.
constexpr double kLongestStep = 3600;

}  // namespace

/// The thread and what it shares with the callers.
class Runner::Loop {
 public:
    Loop(World& world, RunnerOptions options)
        : world_(world),
          options_(std::move(options)),
          paused_(options_.paused),
          speed_(options_.speed) {
        if (!options_.frames) latest_ = make_snapshot(0);
        thread_ = std::thread([this] { run(); });
    }

    ~Loop() { (void)stop(); }

    std::uint64_t send(RunnerCommand command) {
        const std::lock_guard lock(mutex_);
        commands_.push_back({++sent_, std::move(command)});
        changed_.notify_all();
        return sent_;
    }

    std::shared_ptr<const Snapshot> latest() {
        const std::lock_guard lock(mutex_);
        wanted_ = true;
        return latest_;
    }

    std::shared_ptr<const Snapshot> next_frame() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !frames_.empty() || ended_ || stopping_; });
        if (frames_.empty() || stopping_) return nullptr;
        std::shared_ptr<const Snapshot> frame = std::move(frames_.front());
        frames_.pop_front();
        changed_.notify_all();
        return frame;
    }

    std::vector<RunnerMessage> take_messages() {
        const std::lock_guard lock(mutex_);
        return std::exchange(messages_, {});
    }

    Status stop() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            changed_.notify_all();
        }
        if (thread_.joinable()) thread_.join();
        return outcome_;
    }

 private:
    struct Numbered {
        std::uint64_t number;
        RunnerCommand command;
    };

    void run() {
        Status outcome;
        try {
            outcome = options_.frames ? make_frames(*options_.frames) : play();
        } catch (const std::exception& problem) {
            outcome = Error{fmt::format("step {}: {}", world_.step_count() + 1, problem.what())};
        }
        const std::lock_guard lock(mutex_);
        if (!outcome) messages_.push_back({true, 0, world_.step_count(), outcome.error().text});
        outcome_ = std::move(outcome);
        ended_ = true;
        changed_.notify_all();
    }

    // --- frames ---------------------------------------------------------------------------------

    Status make_frames(const FramePlan& plan) {
        const FrameClock clock(plan.fps, world_.clock().step_seconds);
        const std::uint64_t first = world_.step_count();
        for (std::uint64_t frame = 0; frame < plan.count; ++frame) {
            while (world_.step_count() < first + clock.steps_at(frame)) {
                if (is_stopping()) return {};
                obey();
                if (Status stepped = step(); !stepped) return stepped;
            }
            auto snapshot = make_snapshot(frame);
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return frames_.size() < kFramesAhead || stopping_; });
            if (stopping_) return {};
            frames_.push_back(std::move(snapshot));
            changed_.notify_all();
        }
        return {};
    }

    // --- playing --------------------------------------------------------------------------------

    Status play() {
        due_ = SteadyClock::now();
        while (!is_stopping()) {
            const bool told = obey();
            const bool steps = !paused_ || single_steps_ > 0;
            if (steps && wait_until_due()) {
                if (single_steps_ > 0) --single_steps_;
                if (Status stepped = step(); !stepped) {
                    // The state is as before the step: whoever mends the cause may go on.
                    say(true, stepped.error().text);
                    paused_ = true;
                    single_steps_ = 0;
                    publish();
                    continue;
                }
                if (is_wanted() || paused_) publish();
            } else if (told) {
                publish();
            } else if (!steps) {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [this] { return !commands_.empty() || stopping_; });
            }
        }
        return {};
    }

    /// Waits for the moment of the next step; false when something else is to be done first.
    bool wait_until_due() {
        if (paused_ || !std::isfinite(speed_)) return true;
        const auto step =
            std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(
                std::min(world_.clock().step_seconds / speed_, kLongestStep)));
        const auto now = SteadyClock::now();
        if (now < due_) {
            std::unique_lock lock(mutex_);
            if (changed_.wait_until(lock, due_, [this] { return !commands_.empty() || stopping_; }))
                return false;
        }
        due_ = std::max(due_ + step, now - kMostBehind);
        return true;
    }

    // --- both -----------------------------------------------------------------------------------

    Status step() {
        const Result<StepReport> report = world_.step();
        if (!report) return report.error();
        step_seconds_ = report->seconds;
        return options_.after_step ? options_.after_step(world_) : Status{};
    }

    bool is_stopping() {
        const bool wanted = options_.stop && options_.stop();
        const std::lock_guard lock(mutex_);
        if (wanted) stopping_ = true;
        return stopping_;
    }

    bool is_wanted() {
        const std::lock_guard lock(mutex_);
        return wanted_;
    }

    void say(bool is_error, std::string text) {
        const std::lock_guard lock(mutex_);
        messages_.push_back({is_error, command_, world_.step_count(), std::move(text)});
    }

    void publish() {
        auto snapshot = make_snapshot(0);
        const std::lock_guard lock(mutex_);
        latest_ = std::move(snapshot);
        wanted_ = false;
    }

    std::shared_ptr<const Snapshot> make_snapshot(std::uint64_t frame) {
        auto made = std::make_shared<Snapshot>();
        made->clock = world_.clock();
        made->frame = frame;
        made->paused = paused_;
        made->step_seconds = step_seconds_;
        made->scene = world_.shared_scene();
        if (options_.pictures) {
            world_.draw(made->picture);
            made->picture.frame_seconds = options_.frames
                                              ? 1.0F / static_cast<float>(options_.frames->fps)
                                              : static_cast<float>(world_.time() - picture_time_);
            picture_time_ = world_.time();
        }
        if (options_.statistics) made->statistics = world_.statistics();
        if (!options_.trees) return made;
        for (std::size_t n = 0; n < world_.systems().size(); ++n)
            for (const TreeView& tree : world_.systems()[n]->trees())
                made->trees.push_back(
                    {fmt::format("{}.{}", world_.scene().systems[n].kind->name, tree.name),
                     tree.tree->stats(false)});
        return made;
    }

    /// Carries out what was sent; whether there was anything.
    bool obey() {
        std::deque<Numbered> commands;
        {
            const std::lock_guard lock(mutex_);
            commands.swap(commands_);
        }
        for (const Numbered& numbered : commands) {
            command_ = numbered.number;
            std::visit([this](const auto& one) { carry_out(one); }, numbered.command);
        }
        command_ = 0;
        return !commands.empty();
    }

    void carry_out(const Pause&) { paused_ = true; }

    void carry_out(const Resume&) {
        paused_ = false;
        due_ = SteadyClock::now();
    }

    void carry_out(const SingleStep& command) {
        paused_ = true;
        single_steps_ += command.count;
    }

    void carry_out(const SetSpeed& command) {
        if (!(command.factor > 0))
            return say(true, fmt::format("speed: expected more than 0, found {}", command.factor));
        speed_ = command.factor;
        due_ = SteadyClock::now();
    }

    void carry_out(const SetParam& command) {
        const Status set = world_.set(command.key, command.value);
        if (!set) return say(true, set.error().text);
        say(false, fmt::format("{} is {}", command.key, command.value));
    }

    void carry_out(const Relayout& command) {
        const Status done = world_.relayout(command.tree, command.layout);
        if (!done) return say(true, done.error().text);
        say(false, fmt::format("{} is on layout {}", command.tree, command.layout.name));
    }

    World& world_;
    const RunnerOptions options_;

    // The thread's own.
    bool paused_;
    double speed_;
    std::uint64_t single_steps_ = 0;
    std::uint64_t command_ = 0;  ///< The one that is carried out now.
    double step_seconds_ = 0;
    SteadyClock::time_point due_;  ///< Of the next step.
    double picture_time_ = 0;      ///< Simulated seconds of the last picture.

    std::mutex mutex_;  ///< Guards what follows, the thread itself excepted.
    std::condition_variable changed_;
    std::uint64_t sent_ = 0;
    std::deque<Numbered> commands_;
    std::shared_ptr<const Snapshot> latest_;
    bool wanted_ = false;
    std::deque<std::shared_ptr<const Snapshot>> frames_;
    std::vector<RunnerMessage> messages_;
    bool stopping_ = false, ended_ = false;
    Status outcome_;  ///< Read after the thread has ended.
    std::thread thread_;
};

Runner::Runner(World& world, RunnerOptions options)
    : loop_(std::make_unique<Loop>(world, std::move(options))) {}

Runner::~Runner() = default;

std::uint64_t Runner::send(RunnerCommand command) {
    return loop_->send(std::move(command));
}

std::shared_ptr<const Snapshot> Runner::latest() {
    return loop_->latest();
}

std::shared_ptr<const Snapshot> Runner::next_frame() {
    return loop_->next_frame();
}

std::vector<RunnerMessage> Runner::take_messages() {
    return loop_->take_messages();
}

Status Runner::stop() {
    return loop_->stop();
}

}  // namespace starling::engine
