// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Elementary functions on lanes. Own polynomials instead of libm, whose results depend on the
// processor that it finds: the same scene must give the same bits everywhere. The coefficients are
// minimax fits of the relative error (Remez exchange in 40 digits). Errors stated are against the
// exact function, in units of 2^-24 of it where they are relative; tests/engine/math checks them.

#include "engine/math/lanes.h"

namespace starling::engine {
namespace {  // NOLINT: see lanes.h

inline constexpr float kPi = 3.14159265f, kTwoPi = 6.28318531f;
// Adding it rounds a small float to an integer, which then stands in the low bits.
inline constexpr float kRounder = 12582912.0f;

/// Value at x of the polynomial with these coefficients, highest degree first.
template <int n, class... Rest>
STARLING_LANE FloatParts<n> polynomial(const FloatParts<n>& x, float first, Rest... rest) {
    FloatParts<n> y = splat<n>(first);
    ((y = y * x + rest), ...);
    return y;
}

/// exp(x) for x in [-1, 0], relative error below 3e-7. Finite or infinite, never a fault,
/// elsewhere. In pairs (Estrin), since the flock's inner loop waits for nothing longer.
template <int n>
STARLING_LANE FloatParts<n> exp_unit(const FloatParts<n>& x) {
    const FloatParts<n> x2 = x * x;
    const FloatParts<n> low = x * 9.999985472e-1f + 1.0f;
    const FloatParts<n> middle = x * 1.665062187e-1f + 4.999738935e-1f;
    const FloatParts<n> high = x * 7.633702820e-3f + 4.120230415e-2f;
    return (x2 * 8.417219851e-4f + high) * (x2 * x2) + (middle * x2 + low);
}

/// exp(x) for |x| <= 80 (clamped there), relative error below 2e-7.
template <int n>
STARLING_LANE FloatParts<n> exp_of(const FloatParts<n>& argument) {
    const FloatParts<n> x = minimum(maximum(argument, splat<n>(-80.0f)), splat<n>(80.0f));
    const FloatParts<n> shifted = x * 1.44269504f + kRounder;
    const FloatParts<n> turns = shifted - kRounder;
    // ln 2 in two pieces, the first of 16 bits: its product with an integer is exact.
    const FloatParts<n> r = x - turns * 0.693145752f - turns * 1.428606765e-6f;
    const FloatParts<n> tail = polynomial(r, 1.381142021e-3f, 8.369437178e-3f, 4.166848090e-2f,
                                          1.666651464e-1f, 4.999999298e-1f);
    return (tail * (r * r) + r + 1.0f) * float_bits((bits_of(shifted) - (0x4b400000 - 127)) << 23);
}

/// Natural logarithm of a normal x > 0, relative error below 3e-7.
template <int n>
STARLING_LANE FloatParts<n> log_of(const FloatParts<n>& argument) {
    const IntParts<n> bits = bits_of(argument);
    const FloatParts<n> half = float_bits((bits & 0x007fffff) | 0x3f000000);  // [0.5, 1)
    const IntParts<n> low = half < 0.707106781f;
    const FloatParts<n> e = to_float((bits >> 23) - 126 + low);  // a mask is -1
    const FloatParts<n> x = half + keep(low, half) - 1.0f;
    const FloatParts<n> z = x * x;
    const FloatParts<n> tail = polynomial(x, 6.746637562e-2f, -1.167565070e-1f, 1.188816288e-1f,
                                          -1.240558960e-1f, 1.421955254e-1f, -1.666799578e-1f,
                                          2.000211863e-1f, -2.500000960e-1f, 3.333331261e-1f);
    return (tail * z * x - z * 0.5f + e * 1.428606765e-6f) + x + e * 0.693145752f;
}

template <int n>
struct SinCosParts {
    FloatParts<n> sin, cos;
};
using SinCos = SinCosParts<kParts>;

/// sin and cos of |x| <= 8, absolute error below 1e-7.
template <int n>
STARLING_LANE SinCosParts<n> sin_cos_of(const FloatParts<n>& x) {
    const FloatParts<n> shifted = x * 0.636619772f + kRounder;  // quarter turns
    const FloatParts<n> quarters = shifted - kRounder;
    // pi / 2 in two pieces, the first of 16 bits.
    const FloatParts<n> r = x - quarters * 1.570800781f - quarters * -4.454454938e-6f;
    const FloatParts<n> z = r * r;
    const FloatParts<n> s =
        polynomial(z, -1.951202863e-4f, 8.332137141e-3f, -1.666665424e-1f) * (z * r) + r;
    const FloatParts<n> c =
        polynomial(z, 2.442943771e-5f, -1.388728419e-3f, 4.166664504e-2f) * (z * z) - z * 0.5f +
        1.0f;
    const IntParts<n> quarter = bits_of(shifted);
    const IntParts<n> odd = (quarter & 1) != 0;
    const IntParts<n> sin_sign = (quarter & 2) << 30, cos_sign = ((quarter + 1) & 2) << 30;
    return {float_bits(bits_of(select(odd, c, s)) ^ sin_sign),
            float_bits(bits_of(select(odd, s, c)) ^ cos_sign)};
}

/// Angle of the vector (x, y) in [-pi, pi], relative error below 3e-7; 0 for the zero vector.
template <int n>
STARLING_LANE FloatParts<n> atan2_of(const FloatParts<n>& y, const FloatParts<n>& x) {
    const FloatParts<n> ax = absolute(x), ay = absolute(y);
    const FloatParts<n> high = maximum(ax, ay), low = minimum(ax, ay);
    // Beyond pi / 8 the angle to the diagonal is smaller than the one to the axis.
    const IntParts<n> far = low > high * 0.414213562f;
    const FloatParts<n> top = select(far, low - high, low);
    const FloatParts<n> bottom = select(far, low + high, high);
    const FloatParts<n> u = top / select(bottom == 0.0f, splat<n>(1), bottom);
    const FloatParts<n> z = u * u;
    const FloatParts<n> tail = polynomial(z, -6.055226384e-2f, 1.058512428e-1f, -1.424241566e-1f,
                                          1.999841576e-1f, -3.333331434e-1f);
    FloatParts<n> angle = tail * (z * u) + u + keep(far, splat<n>(0.785398163f));
    angle = select(ay > ax, splat<n>(1.57079633f) - angle, angle);
    angle = select(x < 0.0f, splat<n>(kPi) - angle, angle);
    return select(y < 0.0f, negate(angle), angle);
}

/// Hyperbolic tangent, relative error below 4e-7.
template <int n>
STARLING_LANE FloatParts<n> tanh_of(const FloatParts<n>& x) {
    const FloatParts<n> z = x * x;
    const FloatParts<n> tail = polynomial(z, -5.704984530e-3f, 2.063908495e-2f, -5.373971432e-2f,
                                          1.333144219e-1f, -3.333328194e-1f);
    const FloatParts<n> near = tail * (z * x) + x;
    const FloatParts<n> far = splat<n>(1) - splat<n>(2) / (exp_of(x * 2.0f) + 1.0f);
    return select(absolute(x) < 0.625f, near, far);
}

/// Into (-pi, pi], from within one turn of it.
template <int n>
STARLING_LANE FloatParts<n> wrap_angle(const FloatParts<n>& a) {
    const FloatParts<n> down = select(a > kPi, a - kTwoPi, a);
    return select(down > -kPi, down, down + kTwoPi);
}

}  // namespace
}  // namespace starling::engine
