// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/record/manifest.h"
#include "app/record/stats_csv.h"
#include "app/record/video_writer.h"
#include "app/render/renderer.h"
#include "engine/runner.h"
#include "engine/world.h"
#include "sparse/core/result.h"

namespace starling::app {

/// What to record, and where to.
struct RecordPlan {
    std::uint64_t frames = 0;
    std::uint32_t fps = 60;
    std::optional<VideoParams> video;  ///< None = no video.
    std::string images;                ///< Folder for frame_000000.png …; empty = no pictures.
    std::string stats;                 ///< A CSV file; empty = none.
};

struct RecordResult {
    Outcome outcome = Outcome::done;
    std::string error;         ///< Why it failed.
    std::uint64_t frames = 0;  ///< Whole frames.
    std::uint64_t steps = 0;
    RecordTotals totals;  ///< Empty without statistics.
};

/// Told after every frame: how many are done, and the last one.
using RecordProgress = std::function<void(std::uint64_t, const engine::Snapshot&)>;

/// Runs a world and records it. Three threads work at the same time: one steps the world, one (the
/// caller's, that of the renderer's context) draws and reads, one encodes.
class Recorder {
 public:
    /// Opens the files. `renderer` may be null where the plan has neither video nor images. It and
    /// the world must outlive the recorder.
    static Result<std::unique_ptr<Recorder>> create(const RecordPlan& plan, engine::World& world,
                                                    Renderer* renderer);

    /// Records; call it once. Whatever happens, files are closed and complete as far as they go,
    /// and no temporary file remains. Asks `stop` between steps, on another thread, and between
    /// frames; after every frame tells `progress` how many are done.
    RecordResult run(const std::function<bool()>& stop, const RecordProgress& progress);

    std::string video_codec() const;  ///< Empty without a video.

 private:
    Recorder(RecordPlan plan, engine::World& world, Renderer* renderer)
        : plan_(std::move(plan)), world_(world), renderer_(renderer) {}

    bool draws() const { return video_ != nullptr || !plan_.images.empty(); }
    Status record_step();
    Status record_frame(const engine::Snapshot& snapshot);
    RecordTotals totals() const;
    Status finish();

    const RecordPlan plan_;
    engine::World& world_;
    Renderer* const renderer_;
    std::unique_ptr<VideoWriter> video_;
    std::unique_ptr<StatsCsv> stats_;
    std::vector<double> last_, sums_;  ///< Of the statistics' columns.
    Image image_;
};

}  // namespace starling::app
