// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// A step of the flock with 100,000 pigeons and about 30 neighbours each, on every declared grid.
// The same density as the peer's: 9.55 agents a cell whose edge is the radius.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/loader.h"
#include "engine/statistics.h"
#include "engine/world.h"
#include "tests/bench/group.h"
#include "tests/bench/stream.h"

namespace starling::bench {
namespace {

constexpr long long kCount = 100000;
constexpr double kTargetRate = 200;   // Mcandidates/s per core, whole step
constexpr double kTargetSpeedup = 3;  // over the peer's step

std::string scene_text() {
    return fmt::format(
        "starling: 1\n"
        "domain: {{size: [2046 px, 2046 px], margin: 0 px}}\n"
        "flock:\n"
        "  pigeons: {{count: {}, mate_radius: 20 px, critical_radius: 12 px, speed: 60 px/s,"
        " alert_radius: 40 px}}\n"
        "  predators: {{count: 4, speed: 60 px/s, hunt_radius: 100 px}}\n"
        "  neighbours:\n"
        "    layouts:\n"
        "      packed: [pointer: {{axes: ij}}, dynamic: {{axes: k, shape: 4096, storage: packed}},"
        " place: [[id]]]\n"
        "      chunked: [pointer: {{axes: ij}}, dynamic: {{axes: k, shape: 4096, chunk: 32, "
        "storage: "
        "chunked}}, place: [[id]]]\n"
        "      bitmasked: [pointer: {{axes: ij}}, bitmasked: {{axes: k, shape: 128}}, place: "
        "[[id]]]\n",
        kCount);
}

/// A world under the clock.
struct Subject {
    std::string layout;
    int threads;
    std::unique_ptr<engine::World> world;
    std::string error;

    /// A number of the last step, by its column of the statistics.
    double statistic(std::string_view column) const {
        const auto columns = engine::statistics_columns(world->scene().kinds());
        const auto found = std::find_if(columns.begin(), columns.end(),
                                        [&](const auto& one) { return one.name == column; });
        if (found == columns.end()) return 0;
        return world->statistics()[static_cast<std::size_t>(found - columns.begin())];
    }
};

Status run_flock(const Settings& settings, std::vector<Row>& rows) {
    std::vector<std::unique_ptr<Subject>> subjects;
    for (const char* layout : {"packed", "bitmasked", "chunked"})
        for (const int threads : settings.threads) {
            engine::SceneOverrides overrides;
            overrides.layouts = {layout};
            auto loaded = engine::parse_scene(scene_text(), "flock bench", overrides);
            if (!loaded) return loaded.error();
            auto world = engine::World::create(loaded->scene, {.threads = threads});
            if (!world) return world.error();
            subjects.push_back(
                std::make_unique<Subject>(Subject{layout, threads, std::move(*world), {}}));
        }
    std::vector<Triad> triads;
    triads.reserve(settings.threads.size());
    std::vector<Variant> variants;
    for (const auto& subject : subjects)
        variants.push_back({subject->layout, [s = subject.get()] {
                                auto report = s->world->step();
                                if (!report) s->error = report.error().text;
                            }});
    for (const int threads : settings.threads) {
        Triad& triad = triads.emplace_back(Triad::kElements, threads);
        variants.push_back({"triad", [&triad] { triad.run(); }});
    }
    const std::vector<Timing> timings = measure(variants, settings.rounds);
    for (std::size_t k = 0; k < subjects.size(); ++k) {
        const Subject& s = *subjects[k];
        if (!s.error.empty()) return Error{s.error};
        const bool is_default = s.layout == "packed";
        Row rate =
            rate_row(fmt::format("flock 2-D, 100 k, {}{}: candidates a core", s.layout,
                                 is_default ? " (default)" : ""),
                     s.threads, s.statistic("candidates") / 1e6 / s.threads, "M/s", timings[k]);
        if (is_default) rate.target = kTargetRate;
        rows.push_back(rate);
        Row step =
            time_row(fmt::format("flock 2-D, 100 k, {}: step", s.layout), s.threads, timings[k]);
        step.better = Better::smaller;
        step.peer = Peer{
            "Taichi, random order",
            settings.peers.step_ms("taichi_flock", s.threads, kCount, 2, "random").value_or(0)};
        if (is_default) step.target = kTargetSpeedup;
        rows.push_back(step);
        Row grid{.name = fmt::format("flock 2-D, 100 k, {}: grid of the last step", s.layout),
                 .threads = s.threads,
                 .value = s.statistic("grid_ms"),
                 .unit = "ms",
                 .better = Better::smaller};
        rows.push_back(grid);
    }
    for (std::size_t k = 0; k < triads.size(); ++k)
        rows.push_back(rate_row("STREAM triad, f32, 3 x 128 MiB", settings.threads[k],
                                triads[k].bytes() / 1e9, "GB/s", timings[subjects.size() + k]));
    return {};
}

const RegisterGroup kFlock({"flock", "a step of 100,000 pigeons, on every grid", run_flock});

}  // namespace
}  // namespace starling::bench
