// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/recorder.h"

#include <fmt/format.h>

#include <utility>

#include "app/record/frame_clock.h"
#include "app/record/png.h"

namespace starling::app {

Result<std::unique_ptr<Recorder>> Recorder::create(const RecordPlan& plan, Renderer* renderer) {
    std::unique_ptr<Recorder> recorder(new Recorder(plan, renderer));
    if (!plan.stats.empty()) {
        Result<std::unique_ptr<StatsCsv>> stats = StatsCsv::create(plan.stats);
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

RecordResult Recorder::run(engine::World& world, const std::function<bool()>& stop,
                           const std::function<void(std::uint64_t)>& progress) {
    const FrameClock clock(plan_.fps, plan_.time_step);
    RecordResult result;
    Status status;
    while (result.frames < plan_.frames) {
        status = advance(world, clock.steps_at(result.frames), stop);
        if (!status || stop()) break;
        status = record_frame(world, result.frames);
        if (!status) break;
        progress(++result.frames);
    }
    result.steps = world.step_count();
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

Status Recorder::advance(engine::World& world, std::uint64_t steps,
                         const std::function<bool()>& stop) {
    while (world.step_count() < steps && !stop()) {
        const Result<engine::StepReport> report = world.step();
        if (!report) {
            return Error{fmt::format("step {}: {}", world.step_count() + 1, report.error().text)};
        }
        if (!stats_) continue;
        if (Status status = stats_->add(*report, world.metrics()); !status) return status;
    }
    return {};
}

Status Recorder::record_frame(const engine::World& world, std::uint64_t frame) {
    if (!video_ && plan_.images.empty()) return {};
    world.draw(list_);
    list_.frame_seconds = 1.0F / static_cast<float>(plan_.fps);
    if (Status status = renderer_->draw(list_); !status) return status;
    if (Status status = renderer_->read(image_); !status) return status;
    if (!plan_.images.empty()) {
        const std::string path = fmt::format("{}/frame_{:06}.png", plan_.images, frame);
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
