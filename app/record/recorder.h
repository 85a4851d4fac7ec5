// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/record/manifest.h"
#include "app/record/stats_csv.h"
#include "app/record/video_writer.h"
#include "app/render/renderer.h"
#include "engine/world.h"
#include "sparse/core/result.h"

namespace starling::app {

/// What to record, and where to.
struct RecordPlan {
    std::uint64_t frames = 0;
    std::uint32_t fps = 60;
    double time_step = 0;              ///< The world's, in seconds.
    std::optional<VideoParams> video;  ///< None = no video.
    std::string images;                ///< Folder for frame_000000.png …; empty = no pictures.
    std::string stats;                 ///< A CSV file; empty = none.
};

struct RecordResult {
    Outcome outcome = Outcome::done;
    std::string error;         ///< Why it failed.
    std::uint64_t frames = 0;  ///< Whole frames.
    std::uint64_t steps = 0;
};

/// Runs a world and records it: simulate, draw, read, hand over to the thread that encodes.
/// Threads: one, that of the renderer's context.
class Recorder {
 public:
    /// Opens the files. `renderer` may be null where the plan has neither video nor images, and
    /// must outlive the recorder.
    static Result<std::unique_ptr<Recorder>> create(const RecordPlan& plan, Renderer* renderer);

    /// Records; call it once. Whatever happens, files are closed and complete as far as they go,
    /// and no temporary file remains. Between steps asks `stop`, and after every frame tells
    /// `progress` how many are done.
    RecordResult run(engine::World& world, const std::function<bool()>& stop,
                     const std::function<void(std::uint64_t)>& progress);

    std::string video_codec() const;  ///< Empty without a video.

 private:
    Recorder(RecordPlan plan, Renderer* renderer) : plan_(std::move(plan)), renderer_(renderer) {}

    Status advance(engine::World& world, std::uint64_t steps, const std::function<bool()>& stop);
    Status record_frame(const engine::World& world, std::uint64_t frame);
    Status finish();

    const RecordPlan plan_;
    Renderer* const renderer_;
    std::unique_ptr<VideoWriter> video_;
    std::unique_ptr<StatsCsv> stats_;
    engine::DrawList list_;
    Image image_;
};

}  // namespace starling::app
