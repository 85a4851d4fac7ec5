// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/progress.h"

#include <gtest/gtest.h>

#include <limits>

namespace starling::app {
namespace {

TEST(FormatDuration, IsForPeople) {
    EXPECT_EQ(format_duration(0), "0:00");
    EXPECT_EQ(format_duration(5.4), "0:05");
    EXPECT_EQ(format_duration(59.6), "1:00");
    EXPECT_EQ(format_duration(245), "4:05");
    EXPECT_EQ(format_duration(3599.7), "1:00:00");
    EXPECT_EQ(format_duration(3723), "1:02:03");
    EXPECT_EQ(format_duration(360'000), "100:00:00");
}

TEST(FormatDuration, AdmitsWhatItCannotKnow) {
    EXPECT_EQ(format_duration(std::numeric_limits<double>::infinity()), "?");
    EXPECT_EQ(format_duration(std::numeric_limits<double>::quiet_NaN()), "?");
    EXPECT_EQ(format_duration(-1), "0:00");
}

}  // namespace
}  // namespace starling::app
