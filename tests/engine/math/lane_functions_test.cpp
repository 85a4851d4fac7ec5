// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/math/lane_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

// The bounds are those that lane_functions.h states, against long double.
namespace starling::engine {
namespace {

constexpr long double kPiExact = 3.14159265358979323846264338327950288L;
constexpr double kPiDouble = static_cast<double>(kPiExact);
constexpr int kPoints = 400000;

/// Calls body(float) for kPoints floats from `from` to `to`, both included.
template <class Body>
void sweep(double from, double to, Body body) {
    for (int k = 0; k <= kPoints; ++k) {
        const float x = static_cast<float>(from + (to - from) * k / kPoints);
        body(std::clamp(x, static_cast<float>(from), static_cast<float>(to)));
    }
}

/// All lanes must agree; returns their value.
float lane_value(const Lanes& lanes) {
    float value[16];
    store(value, lanes);
    for (const float other : value) {
        EXPECT_EQ(std::memcmp(&other, &value[0], sizeof other), 0);
    }
    return value[0];
}

long double distance_on_circle(long double a, long double b) {
    return std::abs(std::remainder(a - b, 2 * kPiExact));
}

TEST(LaneFunctions, ExpUnitIsWithinItsBoundOnTheUnitInterval) {
    long double worst = 0;
    sweep(-1, 0, [&](float x) {
        const long double exact = std::exp(static_cast<long double>(x));
        worst = std::max(worst, std::abs(lane_value(exp_unit(splat(x))) - exact) / exact);
    });
    EXPECT_LT(worst, 3e-7L);
    EXPECT_EQ(lane_value(exp_unit(splat(0))), 1.0f);
}

TEST(LaneFunctions, ExpIsWithinItsBound) {
    long double worst = 0;
    sweep(-80, 80, [&](float x) {
        const long double exact = std::exp(static_cast<long double>(x));
        worst = std::max(worst, std::abs(lane_value(exp_of(splat(x))) - exact) / exact);
    });
    EXPECT_LT(worst, 2e-7L);
}

TEST(LaneFunctions, ExpIsClampedBeyondItsRange) {
    EXPECT_EQ(lane_value(exp_of(splat(1e30f))), lane_value(exp_of(splat(80))));
    EXPECT_EQ(lane_value(exp_of(splat(-1e30f))), lane_value(exp_of(splat(-80))));
    EXPECT_GT(lane_value(exp_of(splat(-1e30f))), 0.0f);
}

TEST(LaneFunctions, LogIsWithinItsBound) {
    long double worst = 0;
    const auto check = [&](float x) {
        if (x == 1) return;
        const long double exact = std::log(static_cast<long double>(x));
        worst = std::max(worst, std::abs((lane_value(log_of(splat(x))) - exact) / exact));
    };
    sweep(0.25, 4, check);
    sweep(-37, 37, [&](float decade) { check(static_cast<float>(std::pow(10.0, decade))); });
    EXPECT_LT(worst, 3e-7L);
    EXPECT_EQ(lane_value(log_of(splat(1))), 0.0f);
}

TEST(LaneFunctions, SinAndCosAreWithinTheirBound) {
    long double worst = 0;
    sweep(-8, 8, [&](float x) {
        const SinCos both = sin_cos_of(splat(x));
        worst =
            std::max({worst, std::abs(lane_value(both.sin) - std::sin(static_cast<long double>(x))),
                      std::abs(lane_value(both.cos) - std::cos(static_cast<long double>(x)))});
    });
    EXPECT_LT(worst, 1e-7L);
}

TEST(LaneFunctions, Atan2IsWithinItsBoundAroundTheCircle) {
    long double worst = 0;
    for (const double radius : {1e-3, 1.0, 37.5, 1e4}) {
        sweep(-3.1415926, 3.1415926, [&](float angle) {
            const float x = static_cast<float>(radius * std::cos(static_cast<double>(angle)));
            const float y = static_cast<float>(radius * std::sin(static_cast<double>(angle)));
            const long double exact =
                std::atan2(static_cast<long double>(y), static_cast<long double>(x));
            const float got = lane_value(atan2_of(splat(y), splat(x)));
            worst = std::max(worst, std::abs((got - exact) / exact));
            ASSERT_LE(std::abs(got), kPi);
        });
    }
    EXPECT_LT(worst, 3e-7L);
}

TEST(LaneFunctions, Atan2OnTheAxesAndOfSignedZeros) {
    const auto angle = [](float y, float x) { return lane_value(atan2_of(splat(y), splat(x))); };
    for (const float size : {1e-30f, 1.0f, 1e18f}) {
        for (const float zero : {0.0f, -0.0f}) {
            EXPECT_EQ(angle(zero, size), 0.0f);
            EXPECT_NEAR(std::abs(angle(zero, -size)), kPiDouble, 4e-7);
            EXPECT_NEAR(angle(size, zero), kPiDouble / 2, 4e-7);
            EXPECT_NEAR(angle(-size, zero), -kPiDouble / 2, 4e-7);
        }
        EXPECT_NEAR(angle(size, size), kPiDouble / 4, 4e-7);
        EXPECT_NEAR(angle(-size, -size), -3 * kPiDouble / 4, 4e-7);
    }
    for (const float y : {0.0f, -0.0f})
        for (const float x : {0.0f, -0.0f}) EXPECT_EQ(angle(y, x), 0.0f);
}

TEST(LaneFunctions, TanhIsWithinItsBound) {
    long double worst = 0;
    const auto check = [&](float x) {
        const long double exact = std::tanh(static_cast<long double>(x));
        const float got = lane_value(tanh_of(splat(x)));
        if (exact == 0)
            EXPECT_EQ(got, 0.0f);
        else
            worst = std::max(worst, std::abs((got - exact) / exact));
    };
    sweep(-12, 12, check);
    for (const float far : {-1e30f, -100.0f, 100.0f, 1e30f}) check(far);
    EXPECT_LT(worst, 4e-7L);
}

TEST(LaneFunctions, WrapAngleLandsInTheHalfOpenTurnOnTheSameDirection) {
    const auto check = [&](float a) {
        const float wrapped = lane_value(wrap_angle(splat(a)));
        ASSERT_GT(wrapped, -kPi) << a;
        ASSERT_LE(wrapped, kPi) << a;
        // 2 pi as a float is off by 1.8e-7; the subtraction rounds once.
        ASSERT_LT(distance_on_circle(wrapped, a), 1e-6L) << a;
    };
    sweep(-9.42, 9.42, check);
    const float inf = std::numeric_limits<float>::infinity();
    for (const float a :
         {kPi, -kPi, std::nextafter(kPi, inf), std::nextafter(-kPi, -inf),
          std::nextafter(kPi, 0.0f), std::nextafter(-kPi, 0.0f), 0.0f, -0.0f, 3 * kPi, -3 * kPi})
        check(a);
    EXPECT_EQ(lane_value(wrap_angle(splat(-kPi))), kPi);
    EXPECT_EQ(lane_value(wrap_angle(splat(1.25f))), 1.25f);
}

TEST(LaneFunctions, LanesDoNotMix) {
    float in[16], out[16];
    for (int l = 0; l < 16; ++l) in[l] = 0.3f * static_cast<float>(l) - 2.0f;
    store(out, tanh_of(load(in)));
    for (int l = 0; l < 16; ++l) EXPECT_EQ(out[l], lane_value(tanh_of(splat(in[l]))));
}

TEST(Lanes, SumHasTheStatedOrder) {
    // (l + 8) first, then + 4, + 2, + 1: big numbers cancel only in that order.
    float in[16] = {};
    in[0] = 1e8f, in[8] = -1e8f, in[1] = 1.0f;
    EXPECT_EQ(sum_of(load(in)), 1.0f);
    for (int l = 0; l < 16; ++l) in[l] = static_cast<float>(l);
    EXPECT_EQ(sum_of(load(in)), 120.0f);
}

TEST(Lanes, AnySeesEveryLane) {
    EXPECT_FALSE(any(splat(1) < splat(0)));
    for (int l = 0; l < 16; ++l) {
        float in[16] = {};
        in[l] = 1;
        EXPECT_TRUE(any(load(in) > splat(0)));
    }
}

}  // namespace
}  // namespace starling::engine
