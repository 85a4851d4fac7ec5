// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sparse/core/result.h"

namespace starling::app {

/// How a recording ended.
enum class Outcome { done, interrupted, failed };

const char* outcome_name(Outcome outcome);

/// Numbers over a whole recording, by the names of their columns.
struct RecordTotals {
    std::vector<std::pair<std::string, double>> metrics;        ///< After the last step.
    std::vector<std::pair<std::string, double>> phase_seconds;  ///< Sums over all steps.
};

/// Everything that tells what a recording is and how to get it again. Written as JSON; texts that
/// are not UTF-8 get replacement characters.
struct Manifest {
    std::string scene_file, scene;  ///< The path as given; the resolved scene as YAML.
    std::vector<std::pair<std::string, std::string>> layouts;  ///< Trees and theirs.
    std::uint64_t seed = 0;
    std::string version, commit, build, compiler;
    std::string isa, executor;
    int threads = 0;
    std::string cpu;  ///< Model of the processor.
    int cores = 0;
    std::uint64_t memory_bytes = 0;
    std::string gl_renderer, gl_version;  ///< Empty = nothing was drawn.
    std::string video_codec;              ///< Empty = no video.
    bool images = false;
    std::uint32_t width = 0, height = 0, fps = 0;
    double time_step = 0;
    std::string started, finished;  ///< iso_time()
    std::uint64_t frames_wanted = 0, frames = 0, steps = 0;
    Outcome outcome = Outcome::done;
    std::string error;  ///< Why it failed.
    std::uint64_t state_hash = 0;
    RecordTotals totals;
};

std::string to_json(const Manifest& manifest);

/// Now, in UTC: "2031-12-24T18:00:00Z".
std::string iso_time();

/// 16 hex digits.
std::string format_hash(std::uint64_t hash);

}  // namespace starling::app
