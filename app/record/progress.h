// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace starling::app {

/// "1:02:03", "4:05": seconds for people.
std::string format_duration(double seconds);

/// How far a recording is, on the standard error: a bar on a terminal, else a line every few
/// seconds. Threads: one.
class Progress {
 public:
    /// `shown` false: says nothing at all.
    Progress(std::uint64_t frames, bool shown);

    /// `done` frames are complete; `state` says in a few words how the world is.
    void update(std::uint64_t done, const std::string& state);

    /// Ends the line of the bar.
    void finish();

    double seconds() const;  ///< Since the start.

 private:
    using Clock = std::chrono::steady_clock;

    const std::uint64_t frames_;
    const bool shown_, terminal_;
    const Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
    std::uint64_t done_ = 0;
    std::string state_;
    bool bar_drawn_ = false;

    void print(bool last);
};

}  // namespace starling::app
