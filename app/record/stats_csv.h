// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "engine/world.h"
#include "sparse/core/result.h"

namespace starling::app {

/// A table of one row a step, written under a temporary name beside `path` until finish() renames
/// it. Columns: step, time (s), polarisation, rotation, mean_speed (px/s), candidates,
/// grid_ms, flock_ms, predator_ms (wall clock). Threads: one.
class StatsCsv {
 public:
    /// Errors name the path and the system's reason.
    static Result<std::unique_ptr<StatsCsv>> create(const std::string& path);

    /// Without finish() nothing remains.
    ~StatsCsv();
    StatsCsv(const StatsCsv&) = delete;
    StatsCsv& operator=(const StatsCsv&) = delete;

    Status add(const engine::StepReport& report, const engine::FlockMetrics& metrics);

    /// Gives the table its name. After an error, here or in add(), nothing remains.
    Status finish();

 private:
    StatsCsv(std::string path, std::string temporary, std::FILE* file)
        : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}
    Error discard();

    const std::string path_, temporary_;
    std::FILE* file_;  ///< Null when done.
};

}  // namespace starling::app
