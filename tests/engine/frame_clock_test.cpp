// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/frame_clock.h"

#include <gtest/gtest.h>

namespace starling::engine {
namespace {

TEST(FrameClock, FrameZeroIsTheInitialState) {
    EXPECT_EQ(FrameClock(60, 1.0 / 60).steps_at(0), 0u);
    EXPECT_EQ(FrameClock(1000, 1e-6).steps_at(0), 0u);
}

TEST(FrameClock, OneStepAFrame) {
    const FrameClock clock(60, 1.0 / 60);
    for (std::uint64_t frame = 0; frame < 1'000'000; ++frame) {
        ASSERT_EQ(clock.steps_at(frame), frame);
    }
}

TEST(FrameClock, TwoStepsAFrame) {
    const FrameClock clock(60, 1.0 / 120);
    for (std::uint64_t frame = 0; frame < 1'000'000; ++frame) {
        ASSERT_EQ(clock.steps_at(frame), 2 * frame);
    }
}

// Three steps every four frames: the others show the earlier step.
TEST(FrameClock, FewerStepsThanFrames) {
    const FrameClock clock(60, 1.0 / 45);
    for (std::uint64_t frame = 0; frame < 1'000'000; ++frame) {
        ASSERT_EQ(clock.steps_at(frame), 3 * frame / 4);
    }
}

TEST(FrameClock, StepsThatDoNotMeetFrames) {
    const FrameClock clock(24, 1.0 / 60);  // 2.5 steps a frame
    for (std::uint64_t frame = 0; frame < 1'000'000; ++frame) {
        ASSERT_EQ(clock.steps_at(frame), 5 * frame / 2);
    }
}

TEST(FrameClock, StaysExactForTheLongestRecordings) {
    for (const std::uint64_t frame : {999'999'999ULL, 1'000'000'000ULL}) {
        EXPECT_EQ(FrameClock(60, 1.0 / 60).steps_at(frame), frame);
        EXPECT_EQ(FrameClock(60, 1.0 / 120).steps_at(frame), 2 * frame);
        EXPECT_EQ(FrameClock(60, 1.0 / 45).steps_at(frame), 3 * frame / 4);
    }
}

}  // namespace
}  // namespace starling::engine
