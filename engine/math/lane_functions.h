// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Elementary functions on sixteen lanes. Own polynomials instead of libm, whose results depend on
// the processor that it finds: the same scene must give the same bits everywhere. Errors stated
// are against the exact function; tests/engine/math checks them.

#include "engine/math/lanes.h"

namespace starling::engine {
namespace {  // NOLINT: see lanes.h

inline constexpr float kPi = 3.14159265f, kTwoPi = 6.28318531f;
// Adding it rounds a small float to an integer, which then stands in the low bits.
inline constexpr float kRounder = 12582912.0f;

/// exp(x) for x in [-1, 0], relative error below 3e-7: a polynomial of degree 6 through the
/// Chebyshev nodes. Finite or infinite, never a fault, elsewhere.
STARLING_LANE Lanes exp_unit(const Lanes& x) {
    Lanes y = splat(0.000849007862f);
    y = y * x + splat(0.00765432511f);
    y = y * x + splat(0.0412233174f);
    y = y * x + splat(0.166515172f);
    y = y * x + splat(0.499975085f);
    y = y * x + splat(0.99999845f);
    return y * x + splat(1.0f);
}

/// exp(x) for |x| <= 80 (clamped there), relative error below 2e-7. Polynomial: Cephes expf.
STARLING_LANE Lanes exp_of(const Lanes& argument) {
    const Lanes x = minimum(maximum(argument, splat(-80.0f)), splat(80.0f));
    const Lanes shifted = x * splat(1.44269504f) + splat(kRounder);
    const Lanes n = shifted - splat(kRounder);
    const Lanes r = x - n * splat(0.693359375f) + n * splat(2.12194440e-4f);
    Lanes y = splat(1.9875691500e-4f);
    y = y * r + splat(1.3981999507e-3f);
    y = y * r + splat(8.3334519073e-3f);
    y = y * r + splat(4.1665795894e-2f);
    y = y * r + splat(1.6666665459e-1f);
    y = y * r + splat(5.0000001201e-1f);
    y = y * (r * r) + r + splat(1.0f);
    LanesI scale = bits_of(shifted) - splat_int(0x4b400000 - 127);
    for (int p = 0; p < kParts; ++p) scale.part[p] <<= 23;
    return y * float_bits(scale);
}

/// Natural logarithm of x in [1e-37, 1e37], absolute error below 3e-7 + 1e-7 |log x|. Polynomial:
/// Cephes logf.
STARLING_LANE Lanes log_of(const Lanes& argument) {
    const LanesI bits = bits_of(argument);
    LanesI exponent = bits;
    for (int p = 0; p < kParts; ++p) exponent.part[p] = (exponent.part[p] >> 23) - 126;
    Lanes e;
    for (int p = 0; p < kParts; ++p)
        e.part[p] = (NativeF)(exponent.part[p] + 0x4b400000) - kRounder;
    Lanes x = float_bits((bits & splat_int(0x007fffff)) | splat_int(0x3f000000));  // [0.5, 1)
    const LanesI low = x < splat(0.707106781f);
    e = e - keep(low, splat(1.0f));
    x = x + keep(low, x) - splat(1.0f);
    const Lanes z = x * x;
    Lanes y = splat(7.0376836292e-2f);
    y = y * x - splat(1.1514610310e-1f);
    y = y * x + splat(1.1676998740e-1f);
    y = y * x - splat(1.2420140846e-1f);
    y = y * x + splat(1.4249322787e-1f);
    y = y * x - splat(1.6668057665e-1f);
    y = y * x + splat(2.0000714765e-1f);
    y = y * x - splat(2.4999993993e-1f);
    y = y * x + splat(3.3333331174e-1f);
    y = y * x * z - e * splat(2.12194440e-4f) - splat(0.5f) * z;
    return x + y + e * splat(0.693359375f);
}

struct SinCos {
    Lanes sin, cos;
};

/// sin and cos of |x| <= 8, absolute error below 2e-7. Polynomials: Cephes sinf, cosf.
STARLING_LANE SinCos sin_cos_of(const Lanes& x) {
    const Lanes shifted = x * splat(0.636619772f) + splat(kRounder);  // quarter turns
    const Lanes n = shifted - splat(kRounder);
    const Lanes r =
        x - n * splat(1.5703125f) - n * splat(4.83751297e-4f) - n * splat(7.54978995e-8f);
    const Lanes z = r * r;
    Lanes s = splat(-1.9515295891e-4f);
    s = s * z + splat(8.3321608736e-3f);
    s = s * z - splat(1.6666654611e-1f);
    s = s * z * r + r;
    Lanes c = splat(2.443315711809948e-5f);
    c = c * z - splat(1.388731625493765e-3f);
    c = c * z + splat(4.166664568298827e-2f);
    c = c * (z * z) - splat(0.5f) * z + splat(1.0f);
    const LanesI quarter = bits_of(shifted);
    const LanesI odd = (quarter & splat_int(1)) != splat_int(0);
    LanesI sin_sign = quarter & splat_int(2);
    LanesI cos_sign = (quarter + splat_int(1)) & splat_int(2);
    for (int p = 0; p < kParts; ++p) {
        sin_sign.part[p] <<= 30;
        cos_sign.part[p] <<= 30;
    }
    const auto flip = [](const Lanes& value, const LanesI& sign) {
        LanesI r2 = bits_of(value);
        for (int p = 0; p < kParts; ++p) r2.part[p] ^= sign.part[p];
        return float_bits(r2);
    };
    return {flip(select(odd, c, s), sin_sign), flip(select(odd, s, c), cos_sign)};
}

/// Angle of the vector (x, y) in [-pi, pi], absolute error below 4e-7; 0 for the zero vector.
/// Polynomial: Cephes atanf.
STARLING_LANE Lanes atan2_of(const Lanes& y, const Lanes& x) {
    const Lanes ax = absolute(x), ay = absolute(y);
    const Lanes high = maximum(ax, ay), low = minimum(ax, ay);
    const LanesI zero = high == splat(0);
    const Lanes t = low / select(zero, splat(1), high);  // [0, 1]
    const LanesI far = t > splat(0.414213562f);
    const Lanes u = select(far, (t - splat(1)) / (t + splat(1)), t);
    const Lanes z = u * u;
    Lanes p = splat(8.05374449538e-2f);
    p = p * z - splat(1.38776856032e-1f);
    p = p * z + splat(1.99777106478e-1f);
    p = p * z - splat(3.33329491539e-1f);
    Lanes angle = p * z * u + u + keep(far, splat(0.785398163f));
    angle = select(ay > ax, splat(1.57079633f) - angle, angle);
    angle = select(x < splat(0), splat(kPi) - angle, angle);
    return select(y < splat(0), negate(angle), angle);
}

/// Hyperbolic tangent, absolute error below 3e-7.
STARLING_LANE Lanes tanh_of(const Lanes& x) {
    return splat(1) - splat(2) / (exp_of(splat(2) * x) + splat(1));
}

/// Into (-pi, pi], from within one turn of it.
STARLING_LANE Lanes wrap_angle(const Lanes& a) {
    const Lanes down = select(a > splat(kPi), a - splat(kTwoPi), a);
    return select(down > splat(-kPi), down, down + splat(kTwoPi));
}

}  // namespace
}  // namespace starling::engine
