// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "engine/statistics.h"
#include "sparse/core/result.h"

namespace starling::app {

/// A table of one row a step, written under a temporary name beside `path` until finish() renames
/// it. Threads: one at a time.
class StatsCsv {
 public:
    /// Errors name the path and the system's reason.
    static Result<std::unique_ptr<StatsCsv>> create(const std::string& path,
                                                    std::vector<engine::StatisticsColumn> columns);

    /// Without finish() nothing remains.
    ~StatsCsv();
    StatsCsv(const StatsCsv&) = delete;
    StatsCsv& operator=(const StatsCsv&) = delete;

    /// Adds a row, a number a column.
    Status add(const std::vector<double>& values);

    /// Gives the table its name. After an error, here or in add(), nothing remains.
    Status finish();

 private:
    StatsCsv(std::string path, std::string temporary, std::FILE* file,
             std::vector<engine::StatisticsColumn> columns)
        : path_(std::move(path)),
          temporary_(std::move(temporary)),
          columns_(std::move(columns)),
          file_(file) {}
    Error discard();

    const std::string path_, temporary_;
    const std::vector<engine::StatisticsColumn> columns_;
    std::FILE* file_;  ///< Null when done.
};

}  // namespace starling::app
