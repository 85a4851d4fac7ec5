// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/math/portable.h"

#include <cmath>

namespace starling::engine {
namespace {

constexpr double kLn2 = 0.69314718055994530942;

/// ln x of a normal x > 0.
double logarithm(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < 0.70710678118654752) mantissa *= 2, --exponent;
    // ln m = 2 artanh((m - 1) / (m + 1)), a series in at most 0.172^2.
    const double t = (mantissa - 1) / (mantissa + 1), square = t * t;
    double sum = 0;
    for (int k = 25; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * t * sum + exponent * kLn2;
}

/// e^x for x <= 0.
double exponential(double x) {
    if (x < -745) return 0;
    const double n = std::nearbyint(x / kLn2);
    const double r = x - n * kLn2;
    double sum = 1;
    for (int k = 16; k >= 1; --k) sum = 1 + sum * r / k;
    return std::ldexp(sum, static_cast<int>(n));
}

}  // namespace

double portable_power(double base, double exponent) {
    if (base <= 0) return 0;
    if (base == 1) return 1;
    return exponential(exponent * logarithm(base));
}

}  // namespace starling::engine
