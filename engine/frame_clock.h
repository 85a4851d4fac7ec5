// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace starling::engine {

/// Which simulation steps lie before which frame of a video. Frame f shows the time f/fps, so
/// frame 0 the initial state; a frame between two steps shows the earlier one. Every frame is
/// computed from its number alone, so nothing adds up.
class FrameClock {
 public:
    /// `fps` frames per simulated second, more than 0; `time_step` in seconds, more than 0.
    FrameClock(std::uint32_t fps, double time_step) : fps_(fps), time_step_(time_step) {}

    /// Steps that are done when the frame is shown.
    std::uint64_t steps_at(std::uint64_t frame) const;

 private:
    double fps_;
    double time_step_;
};

}  // namespace starling::engine
