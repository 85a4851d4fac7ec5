// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/recorder.h"

#include <fmt/format.h>

#include <utility>

#include "app/record/png.h"
#include "engine/statistics.h"

namespace starling::app {

Result<std::unique_ptr<Recorder>> Recorder::create(const RecordPlan& plan, engine::World& world,
                                                   Renderer* renderer) {
    std::unique_ptr<Recorder> recorder(new Recorder(plan, world, renderer));
    if (!plan.stats.empty()) {
        Result<std::unique_ptr<StatsCsv>> stats =
            StatsCsv::create(plan.stats, engine::statistics_columns(world.scene().kinds()));
        if (!stats) return stats.error();
        recorder->stats_ = std::move(*stats);
    }
    if (plan.video) {
        Result<std::unique_ptr<VideoWriter>> video = VideoWriter::create(*plan.video);
        if (!video) return video.error();
        recorder->video_ = std::move(*video);
    }
    return recorder;
}

RecordResult Recorder::run(const std::function<bool()>& stop, const RecordProgress& progress) {
    engine::RunnerOptions options;
    options.pictures = draws();
    options.frames = {plan_.frames, plan_.fps};
    options.stop = stop;
    options.statistics = true;
    if (stats_) options.after_step = [this](const engine::World&) { return record_step(); };
    engine::Runner runner(world_, std::move(options));
    RecordResult result;
    Status status;
    while (result.frames < plan_.frames && !stop()) {
        const std::shared_ptr<const engine::Snapshot> snapshot = runner.next_frame();
        if (snapshot == nullptr) break;
        status = record_frame(*snapshot);
        if (!status) break;
        progress(++result.frames, *snapshot);
    }
    const Status ran = runner.stop();
    if (status.ok()) status = ran;
    result.steps = world_.step_count();
    result.totals = totals();
    // The files are closed whatever happened; the first error is the one that explains the rest.
    const Status finished = finish();
    if (status.ok()) status = finished;
    if (!status) {
        result.outcome = Outcome::failed;
        result.error = status.error().text;
    } else if (result.frames < plan_.frames) {
        result.outcome = Outcome::interrupted;
    }
    return result;
}

/// On the thread that steps the world.
Status Recorder::record_step() {
    last_ = world_.statistics();
    sums_.resize(last_.size());
    for (std::size_t n = 0; n < last_.size(); ++n) sums_[n] += last_[n];
    return stats_->add(last_);
}

RecordTotals Recorder::totals() const {
    using Kind = engine::StatisticsColumn::Kind;
    RecordTotals totals;
    const std::vector<engine::StatisticsColumn> columns =
        engine::statistics_columns(world_.scene().kinds());
    for (std::size_t n = 2; n < last_.size(); ++n) {  // behind step and time
        if (columns[n].kind != Kind::milliseconds)
            totals.metrics.emplace_back(columns[n].name, last_[n]);
        else
            totals.phase_seconds.emplace_back(columns[n].name.substr(0, columns[n].name.rfind('_')),
                                              1e-3 * sums_[n]);
    }
    return totals;
}

Status Recorder::record_frame(const engine::Snapshot& snapshot) {
    if (!draws()) return {};
    if (Status status = renderer_->draw(snapshot.picture); !status) return status;
    if (Status status = renderer_->read(image_); !status) return status;
    if (!plan_.images.empty()) {
        const std::string path = fmt::format("{}/frame_{:06}.png", plan_.images, snapshot.frame);
        if (Status status = write_png(path, image_); !status) return status;
    }
    return video_ ? video_->write(image_) : Status{};
}

Status Recorder::finish() {
    const Status video = video_ ? video_->finish() : Status{};
    const Status stats = stats_ ? stats_->finish() : Status{};
    return video.ok() ? stats : video;
}

std::string Recorder::video_codec() const {
    return video_ ? video_->codec_name() : "";
}

}  // namespace starling::app
