// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/draw/draw_list.h"
#include "engine/world.h"
#include "sparse/core/result.h"
#include "sparse/tree/snode_tree.h"

namespace starling::engine {

/// A tree at the moment of a snapshot.
struct TreeSnapshot {
    std::string name;  ///< "flock.neighbours"
    sparse::TreeStats stats;
};

/// A world between two steps, for those who draw or show it. Never changes once it is handed out;
/// parts that did not change since the last one (the scene, layers of the picture) are the same
/// objects.
struct Snapshot {
    Clock clock;
    std::uint64_t frame = 0;  ///< Number of the frame while frames are made, from 0.
    bool paused = false;
    double step_seconds = 0;  ///< Wall clock of the last step; 0 before the first.
    DrawList picture;         ///< Empty unless wanted.
    std::shared_ptr<const Scene> scene;
    std::vector<double> statistics;   ///< World::statistics(); empty unless wanted.
    std::vector<TreeSnapshot> trees;  ///< Empty unless wanted.
};

/// What a Runner may be told. Commands take effect between two steps, in the order of sending.
struct Pause {};
struct Resume {};
/// Steps this often and stays paused.
struct SingleStep {
    std::uint64_t count = 1;
};
/// Simulated seconds per second of wall clock, more than 0; infinite = as fast as it goes. A world
/// that cannot keep up runs as fast as it can.
struct SetSpeed {
    double factor = 1;
};
struct SetParam {
    std::string key, value;
};
struct Relayout {
    std::string tree;
    NamedLayout layout;
};
using RunnerCommand = std::variant<Pause, Resume, SingleStep, SetSpeed, SetParam, Relayout>;

/// What became of a change of parameter or layout, what was wrong with another command, or why the
/// world stopped.
struct RunnerMessage {
    bool is_error = false;
    std::uint64_t command = 0;  ///< What send() returned for it; 0 = no command.
    std::uint64_t step = 0;     ///< Steps done by then.
    std::string text;
};

/// Frames of a recording: frame f shows the world f/fps simulated seconds after the start.
struct FramePlan {
    std::uint64_t count = 0;
    std::uint32_t fps = 60;
};

struct RunnerOptions {
    bool pictures = true, statistics = false, trees = false;  ///< What snapshots hold.
    bool paused = false;                                      ///< At the start.
    double speed = 1;                                         ///< As in SetSpeed.
    /// Given: makes these frames, each once and in order, as fast as they are taken; speed and
    /// pauses do not count.
    std::optional<FramePlan> frames;
    /// Called after every step on the runner's thread; an error ends the run.
    std::function<Status(const World&)> after_step;
    /// Asked between steps on the runner's thread; true ends the run as stop() does.
    std::function<bool()> stop;
};

/// Steps a world on a thread of its own. Either plays: paced by the clock, latest() shows the
/// newest state. Or makes frames: next_frame() hands out one after the other while the next are
/// computed. The states are the same bits either way. Threads: any may call, one at a time for
/// next_frame().
class Runner {
 public:
    /// Starts. Nobody else may use `world` until stop() has returned.
    Runner(World& world, RunnerOptions options);
    /// Stops.
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// Hands a command over and numbers it, from 1; never waits for a step.
    std::uint64_t send(RunnerCommand command);

    /// The newest snapshot of a world that plays, never null; never waits for a step. The next one
    /// is made only then, after the step under way, so nothing is drawn that nobody looks at.
    std::shared_ptr<const Snapshot> latest();

    /// The next frame, waiting for it; null after the last one, after stop(), and after an error,
    /// once all frames before it are taken.
    std::shared_ptr<const Snapshot> next_frame();

    /// What happened since the last call, in order.
    std::vector<RunnerMessage> take_messages();

    /// Ends the thread after the step under way, and returns the error that ended the run of
    /// frames, if one did. May be called again.
    Status stop();

 private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace starling::engine
