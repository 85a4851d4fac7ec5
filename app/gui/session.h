// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/event_log.h"
#include "app/gui/undo.h"
#include "engine/runner.h"
#include "engine/scene/loader.h"
#include "engine/statistics.h"
#include "engine/world.h"
#include "sparse/core/result.h"

namespace starling::app {

/// A scene that runs on a thread of its own, and what the user does with it. Knows nothing of
/// windows. Threads: one.
class Session {
 public:
    /// Loads a scene and starts it. Errors are those of the loader and of the world.
    static Result<std::unique_ptr<Session>> open(const std::string& file,
                                                 const engine::SceneOverrides& overrides,
                                                 const engine::WorldOptions& options,
                                                 EventLog& log);
    /// Starts a scene that is loaded already; `file` is where it came from.
    static Result<std::unique_ptr<Session>> start(const engine::Scene& scene,
                                                  const std::string& file,
                                                  const engine::WorldOptions& options,
                                                  EventLog& log);

    /// Once a frame: takes in what happened since the last one.
    void update();

    /// The newest state; the same object until update().
    const engine::Snapshot& now() const { return *now_; }
    std::shared_ptr<const engine::Snapshot> shared_now() const { return now_; }
    /// The scene as the user has edited it: what is in use, and what waits for a restart.
    const engine::Scene& scene() const { return edited_; }
    const std::string& file() const { return file_; }
    const std::vector<engine::StatisticsColumn>& columns() const { return columns_; }

    void pause() { runner_->send(engine::Pause{}); }
    void resume() { runner_->send(engine::Resume{}); }
    void step(std::uint64_t count = 1) { runner_->send(engine::SingleStep{count}); }
    void set_speed(double factor);
    double speed() const { return speed_; }

    /// Changes a parameter, now or, where it needs one, at the next restart. Changes of one key
    /// that `continues` the last one (a drag) are undone together. An error says what is wrong with
    /// the value; nothing is changed then.
    Status set(const std::string& key, const std::string& value, bool continues = false);
    /// The same without a place in the undo list, for what is no edit: the mouse as a predator.
    void drive(const std::string& key, const std::string& value);

    bool can_undo() const { return undo_.can_undo(); }
    bool can_redo() const { return undo_.can_redo(); }
    void undo();
    void redo();

    /// Whether an edited parameter waits for a restart.
    bool needs_restart() const;
    /// The value of a key in the scene that was loaded, and sets it back to that.
    std::string initial(const std::string& key) const;
    bool is_initial(const std::string& key) const;
    void reset(const std::string& key);
    void reset_all();

    void relayout(const std::string& tree, const engine::NamedLayout& layout);

    const engine::WorldOptions& options() const { return options_; }

 private:
    Session(std::string file, const engine::WorldOptions& options, EventLog& log)
        : file_(std::move(file)), options_(options), log_(log) {}
    void apply(const std::string& key, const std::string& value);

    std::string file_;
    engine::WorldOptions options_;
    EventLog& log_;
    engine::Scene initial_, edited_;
    std::unique_ptr<engine::World> world_;
    std::vector<engine::StatisticsColumn> columns_;
    std::shared_ptr<const engine::Snapshot> now_;
    UndoList undo_;
    double speed_ = 1;
    std::vector<std::uint64_t> quiet_;        ///< Commands whose success nobody needs to hear of.
    std::unique_ptr<engine::Runner> runner_;  ///< Last: stops before its world goes.
};

/// What Session::set() would take for a parameter's value in a scene; empty where the scene has no
/// such key.
std::string value_of(const engine::Scene& scene, std::string_view key);

}  // namespace starling::app
