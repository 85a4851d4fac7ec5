// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace starling::bench {

/// One of several ways to do the same work.
struct Variant {
    std::string name;
    std::function<void()> run;          ///< What is timed.
    std::function<void()> before = {};  ///< Run before each `run`, not timed; may be empty.
};

/// Wall seconds of one call over the rounds.
struct Timing {
    double median = 0;
    double min = 0;
    double max = 0;

    /// Width of the range as a share of the median: 0.1 means that the rounds lay within 10 %.
    double spread() const { return median > 0 ? (max - min) / median : 0; }
};

/// The timing of some measured seconds; `seconds` is not empty.
Timing timing_of(std::vector<double> seconds);

/// Seconds of the steady clock.
double steady_seconds();

/// Times the variants side by side: in each of `rounds` (>= 1) rounds each runs once, and who goes
/// first changes, so that a slow minute of the machine hits all alike. A round before them, which
/// warms caches and pools, does not count. `clock` gives seconds. One timing a variant, in their
/// order.
std::vector<Timing> measure(const std::vector<Variant>& variants, int rounds,
                            const std::function<double()>& clock = steady_seconds);

}  // namespace starling::bench
