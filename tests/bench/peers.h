// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparse/core/result.h"

namespace starling::bench {

/// A step of a flock as another program measured it in the same run, read from one JSON line:
/// {"name":"taichi_flock","threads":2,"count":100000,"dim":2,"order":"random","step_ms":62.1}.
/// Further keys are left alone.
struct PeerStep {
    std::string name;
    int threads = 1;
    long long count = 0;  ///< Agents.
    int dim = 2;
    std::string order;   ///< How the agents lie in memory: "random" or "sorted".
    double step_ms = 0;  ///< Median of a whole step, > 0.
};

/// Any other number that another program measured in the same run, told apart by a line's key
/// "case": {"name":"taichi_sparse","threads":2,"case":"fill fresh","value":7.1,"unit":"ns/cell"}.
/// The programs in tests/peers list their cases.
struct PeerCase {
    std::string name;
    int threads = 1;
    std::string text;  ///< The case.
    double value = 0;  ///< Median, > 0.
    std::string unit;
};

/// Results of all peers of a run.
class PeerResults {
 public:
    /// Reads a file of such lines; an error names the line and what is wrong with it.
    static Result<PeerResults> read(const std::string& path);
    /// The same from text; `source` names it in errors.
    static Result<PeerResults> parse(std::string_view text, const std::string& source);

    /// Milliseconds of a whole step; none if that case was not run. The last of equal cases counts.
    std::optional<double> step_ms(std::string_view name, int threads, long long count, int dim,
                                  std::string_view order) const;

    /// The value of a case in the unit that the program states for it; none if that case was not
    /// run. The last of equal cases counts.
    std::optional<double> value(std::string_view name, int threads, std::string_view text) const;

 private:
    std::vector<PeerStep> steps_;
    std::vector<PeerCase> cases_;
};

}  // namespace starling::bench
