// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/math/portable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace starling::engine {
namespace {

TEST(PortablePower, IsThePowerOverAllThatAScenePermits) {
    for (double base = 1e-6; base < 1; base = base < 0.9 ? base * 1.07 : 1 - (1 - base) * 0.7) {
        if (1 - base < 1e-12) break;
        // reference_rate times time_step lies between 1e-6 and 1e4.
        for (double exponent = 1e-6; exponent <= 1e4; exponent *= 1.3) {
            const long double exact =
                std::pow(static_cast<long double>(base), static_cast<long double>(exponent));
            if (exact < std::numeric_limits<double>::min()) continue;
            const double got = portable_power(base, exponent);
            // The logarithm's last digit counts as often as the result has natural digits.
            const long double bound = 1e-15L * (4 + std::abs(std::log(exact)));
            ASSERT_LE(std::abs((got - exact) / exact), bound) << base << "^" << exponent;
        }
    }
}

TEST(PortablePower, OfTheEnds) {
    EXPECT_EQ(portable_power(0, 0.25), 0.0);
    EXPECT_EQ(portable_power(1, 0.25), 1.0);
    EXPECT_EQ(portable_power(0.5, 1e4), 0.0);
    EXPECT_EQ(portable_power(0.5, 1), 0.5);
    EXPECT_EQ(portable_power(0.25, 0.5), 0.5);
}

}  // namespace
}  // namespace starling::engine
