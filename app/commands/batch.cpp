// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/batch.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "app/commands/console.h"
#include "app/commands/machine.h"
#include "app/commands/stop_signal.h"
#include "app/commands/version.h"
#include "app/record/output_dir.h"
#include "app/record/progress.h"
#include "app/record/recorder.h"
#include "app/record/write_file.h"
#include "engine/statistics.h"

namespace starling::app {
namespace {

int report(const Error& error, int code) {
    print_error(error.text);
    return code;
}

Status inspect_stats_file(const std::string& path, const std::string& out, bool overwrite) {
    namespace fs = std::filesystem;
    const auto refuse = [&path](const std::string& why) {
        return Error{fmt::format("--stats {}: {}", path, why)};
    };
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (fs::exists(status) && !fs::is_regular_file(status)) return refuse("this is not a file");
    if (fs::exists(status) && !overwrite) {
        return refuse("the file exists; choose another name, or give --overwrite");
    }
    const fs::path file = fs::absolute(path, code).lexically_normal();
    const fs::path folder = file.parent_path();
    // The folder of the recording need not be there yet.
    if (!out.empty() && folder == OutputDir::absolute(out)) {
        if (file.filename() == "stats.csv" || !OutputDir::is_taken(file.filename().string())) {
            return {};
        }
        return refuse("the recording has a file of this name; choose another one");
    }
    if (!fs::is_directory(folder, code)) return refuse(folder.string() + " is not a folder");
    return {};
}

// What draws, where something is drawn at all. The renderer goes before its context.
struct Drawing {
    std::unique_ptr<HeadlessContext> context;
    std::unique_ptr<Renderer> renderer;
};

Result<Drawing> make_drawing(const engine::RecordParams& record) {
    Drawing drawing;
    Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
    if (!context) {
        return Error{fmt::format("{}; without drawing: --video none", context.error().text)};
    }
    drawing.context = std::move(*context);
    Result<std::unique_ptr<Renderer>> renderer =
        Renderer::create(static_cast<int>(record.width), static_cast<int>(record.height));
    if (!renderer) return renderer.error();
    drawing.renderer = std::move(*renderer);
    return drawing;
}

Manifest describe(const BatchOptions& options, const engine::Scene& scene,
                  const engine::World& world, const Drawing& drawing) {
    const Machine machine = query_machine();
    Manifest manifest;
    manifest.scene_file = options.scene;
    for (const engine::SystemScene& system : scene.systems)
        for (std::size_t t = 0; t < system.trees.size(); ++t)
            manifest.layouts.emplace_back(
                fmt::format("{}.{}", system.kind->name, system.kind->trees[t].name),
                system.trees[t].layout);
    manifest.seed = scene.seed;
    manifest.version = version();
    manifest.commit = commit();
    manifest.build = build_type();
    manifest.compiler = compiler();
    manifest.isa = world.isa_name();
    manifest.executor = options.world.executor == sparse::ExecutorKind::tbb ? "tbb" : "jthread";
    manifest.threads = options.world.threads > 0 ? options.world.threads : machine.cores;
    manifest.cpu = machine.cpu;
    manifest.cores = machine.cores;
    manifest.memory_bytes = machine.memory_bytes;
    if (drawing.context) {
        manifest.gl_renderer = drawing.context->renderer_name();
        manifest.gl_version = drawing.context->version();
    }
    manifest.images = options.images;
    manifest.width = scene.record.width;
    manifest.height = scene.record.height;
    manifest.fps = scene.record.fps;
    manifest.time_step = scene.time_step;
    manifest.frames_wanted = scene.record.frames;
    return manifest;
}

RecordPlan make_plan(const BatchOptions& options, const engine::Scene& scene,
                     const std::optional<OutputDir>& out) {
    RecordPlan plan;
    plan.frames = scene.record.frames;
    plan.fps = scene.record.fps;
    plan.stats = options.stats;
    if (!out) return plan;
    if (plan.stats.empty()) plan.stats = out->file("stats.csv");
    if (options.images) plan.images = out->file("frames");
    if (options.video) {
        const bool mp4 = *options.video == VideoFormat::mp4;
        plan.video = {.path = out->file(mp4 ? "video.mp4" : "video.mkv"),
                      .format = *options.video,
                      .width = static_cast<int>(scene.record.width),
                      .height = static_cast<int>(scene.record.height),
                      .fps = static_cast<int>(scene.record.fps)};
    }
    return plan;
}

// "written: out/video.mp4, out/frames (300 pictures), out/stats.csv": those that are there.
std::string list_written(const RecordPlan& plan, const RecordResult& result) {
    std::string list;
    const auto add = [&list](const std::string& text) {
        if (!list.empty()) list += ", ";
        list += text;
    };
    std::error_code code;
    if (plan.video && std::filesystem::exists(plan.video->path, code)) add(plan.video->path);
    if (!plan.images.empty()) {
        add(fmt::format("{} ({} pictures)", plan.images, result.frames));
    }
    if (!plan.stats.empty() && std::filesystem::exists(plan.stats, code)) add(plan.stats);
    return list.empty() ? "nothing written" : "written: " + list;
}

int conclude(const BatchOptions& options, const RecordPlan& plan, const RecordResult& result,
             double seconds, std::uint64_t hash) {
    const std::string frames = fmt::format("{} of {} frames", result.frames, plan.frames);
    const std::string written = list_written(plan, result);
    switch (result.outcome) {
        case Outcome::failed:
            print_error(fmt::format("{} (after {}; {})", result.error, frames, written));
            return kExitFailed;
        case Outcome::interrupted:
            print_error(
                fmt::format("interrupted by {} after {}; {}", stop_signal(), frames, written));
            return kExitFailed;
        case Outcome::done:
            break;
    }
    if (!options.quiet) {
        print_note(fmt::format("{} frames, {} steps in {:.1f} s; {}", result.frames, result.steps,
                               seconds, written));
    }
    if (!options.hash) return kExitDone;
    return print_result(fmt::format("state-hash: {}\n", format_hash(hash)));
}

}  // namespace

int run_batch(const BatchOptions& options) {
    catch_stop_signals();
    std::optional<OutputDir> out;
    if (!options.out.empty()) {
        Result<OutputDir> inspected = OutputDir::inspect(options.out, options.overwrite);
        if (!inspected) return report(inspected.error(), kExitUsage);
        out = std::move(*inspected);
    }
    if (!options.stats.empty()) {
        const Status status = inspect_stats_file(options.stats, options.out, options.overwrite);
        if (!status) return report(status.error(), kExitUsage);
    }
    const Result<engine::LoadedScene> loaded = engine::load_scene(options.scene, options.overrides);
    if (!loaded) return report(loaded.error(), kExitUsage);
    for (const std::string& warning : loaded->warnings) print_warning(warning);
    const engine::Scene& scene = loaded->scene;
    Result<std::unique_ptr<engine::World>> world = engine::World::create(scene, options.world);
    if (!world) return report(world.error(), kExitUsage);
    Drawing drawing;
    if (options.video || options.images) {
        Result<Drawing> made = make_drawing(scene.record);
        if (!made) return report(made.error(), kExitFailed);
        drawing = std::move(*made);
    }

    if (out) {
        if (Status status = out->create(options.images); !status) {
            return report(status.error(), kExitUsage);
        }
    }
    Manifest manifest = describe(options, scene, **world, drawing);
    manifest.started = iso_time();
    const RecordPlan plan = make_plan(options, scene, out);
    Result<std::unique_ptr<Recorder>> recorder =
        Recorder::create(plan, **world, drawing.renderer.get());
    if (!recorder) {
        if (out) out->remove_if_empty();
        return report(recorder.error(), kExitFailed);
    }
    manifest.video_codec = (*recorder)->video_codec();

    Progress progress(plan.frames, !options.quiet);
    RecordResult result = (*recorder)->run(
        [] { return stop_signal() != nullptr; },
        [&progress](std::uint64_t done, const engine::Snapshot& last) {
            progress.update(done, engine::summarise(last.scene->kinds(), last.statistics));
        });
    progress.finish();

    manifest.finished = iso_time();
    manifest.frames = result.frames;
    manifest.steps = result.steps;
    manifest.outcome = result.outcome;
    manifest.error = result.error;
    manifest.totals = result.totals;
    manifest.scene = engine::to_yaml((*world)->script());
    manifest.state_hash = (*world)->state_hash();
    if (out) {
        const Status status = write_file(out->file("manifest.json"), to_json(manifest));
        // An earlier error is the one that explains this one.
        if (!status && result.outcome == Outcome::done) {
            result.outcome = Outcome::failed;
            result.error = status.error().text;
        }
    }
    return conclude(options, plan, result, progress.seconds(), manifest.state_hash);
}

}  // namespace starling::app
