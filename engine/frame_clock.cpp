// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/frame_clock.h"

#include <cmath>
#include <limits>

namespace starling::engine {

std::uint64_t FrameClock::steps_at(std::uint64_t frame) const {
    const double steps = static_cast<double>(frame) / fps_ / time_step_;
    // A frame that falls on a step must not miss it by rounding: of a step like 1/60 s, which
    // binary fractions only come near to, and of the two divisions.
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * steps;
    return static_cast<std::uint64_t>(std::floor(steps + 1e-9 + rounding));
}

}  // namespace starling::engine
