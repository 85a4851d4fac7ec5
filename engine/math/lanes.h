// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sixteen floats at a time, on whatever vectors the translation unit is compiled for. Every
// operation is an IEEE operation on each lane, without contraction, so SSE, AVX2 and AVX-512 give
// the same bits. Everything is forced inline and local to the translation unit: code compiled for
// AVX-512 never becomes the one copy that the linker keeps for all.

#include <immintrin.h>

#include <cstdint>
#include <cstring>

namespace starling::engine {
namespace {  // NOLINT: on purpose, see above

#define STARLING_LANE [[gnu::always_inline]] inline

#if defined(__AVX512F__)
inline constexpr int kNative = 16;
#elif defined(__AVX2__)
inline constexpr int kNative = 8;
#else
inline constexpr int kNative = 4;
#endif
inline constexpr int kParts = 16 / kNative;

using NativeF = float __attribute__((vector_size(kNative * 4), may_alias));
using NativeI = std::int32_t __attribute__((vector_size(kNative * 4), may_alias));

// The same at any address; written so since clang drops the alignment beside vector_size. (Part by
// part: a copy of all 64 bytes goes through memory.)
using LooseF __attribute__((may_alias, aligned(4))) =
    float __attribute__((vector_size(kNative * 4)));
using LooseI __attribute__((may_alias, aligned(4))) =
    std::int32_t __attribute__((vector_size(kNative * 4)));

/// Sixteen signed integers; also the masks (-1 or 0) that comparisons give.
struct LanesI {
    NativeI part[kParts];
};

/// Sixteen floats.
struct Lanes {
    NativeF part[kParts];
};

#define STARLING_LANES_OP(Type, op)                                          \
    STARLING_LANE Type operator op(const Type& a, const Type& b) {           \
        Type r;                                                              \
        for (int p = 0; p < kParts; ++p) r.part[p] = a.part[p] op b.part[p]; \
        return r;                                                            \
    }
STARLING_LANES_OP(Lanes, +)
STARLING_LANES_OP(Lanes, -)
STARLING_LANES_OP(Lanes, *)
STARLING_LANES_OP(Lanes, /)
STARLING_LANES_OP(LanesI, +)
STARLING_LANES_OP(LanesI, -)
STARLING_LANES_OP(LanesI, &)
STARLING_LANES_OP(LanesI, |)
#undef STARLING_LANES_OP

#define STARLING_LANES_COMPARE(op)                                           \
    STARLING_LANE LanesI operator op(const Lanes& a, const Lanes& b) {       \
        LanesI r;                                                            \
        for (int p = 0; p < kParts; ++p) r.part[p] = a.part[p] op b.part[p]; \
        return r;                                                            \
    }
STARLING_LANES_COMPARE(<)
STARLING_LANES_COMPARE(>)
STARLING_LANES_COMPARE(==)
#undef STARLING_LANES_COMPARE

STARLING_LANE LanesI operator!=(const LanesI& a, const LanesI& b) {
    LanesI r;
    for (int p = 0; p < kParts; ++p) r.part[p] = a.part[p] != b.part[p];
    return r;
}
STARLING_LANE LanesI operator~(const LanesI& a) {
    LanesI r;
    for (int p = 0; p < kParts; ++p) r.part[p] = ~a.part[p];
    return r;
}

STARLING_LANE Lanes splat(float value) {
    Lanes r;
    for (int p = 0; p < kParts; ++p) r.part[p] = value - NativeF{};
    return r;
}
STARLING_LANE LanesI splat_int(std::int32_t value) {
    LanesI r;
    for (int p = 0; p < kParts; ++p) r.part[p] = value - NativeI{};
    return r;
}
STARLING_LANE Lanes load(const float* from) {
    Lanes r;
    for (int p = 0; p < kParts; ++p)
        r.part[p] = *reinterpret_cast<const LooseF*>(from + p * kNative);
    return r;
}
STARLING_LANE LanesI load_int(const std::uint32_t* from) {
    LanesI r;
    for (int p = 0; p < kParts; ++p)
        r.part[p] = *reinterpret_cast<const LooseI*>(from + p * kNative);
    return r;
}
STARLING_LANE void store(float* to, const Lanes& a) {
    for (int p = 0; p < kParts; ++p) *reinterpret_cast<LooseF*>(to + p * kNative) = a.part[p];
}

STARLING_LANE LanesI bits_of(const Lanes& a) {
    LanesI r;
    for (int p = 0; p < kParts; ++p) r.part[p] = (NativeI)a.part[p];
    return r;
}
STARLING_LANE Lanes float_bits(const LanesI& a) {
    Lanes r;
    for (int p = 0; p < kParts; ++p) r.part[p] = (NativeF)a.part[p];
    return r;
}
/// a where the mask is set, 0 elsewhere.
STARLING_LANE Lanes keep(const LanesI& mask, const Lanes& a) {
    return float_bits(mask & bits_of(a));
}
/// a where the mask is set, b elsewhere.
STARLING_LANE Lanes select(const LanesI& mask, const Lanes& a, const Lanes& b) {
    return float_bits((mask & bits_of(a)) | (~mask & bits_of(b)));
}
STARLING_LANE Lanes absolute(const Lanes& a) {
    return float_bits(bits_of(a) & splat_int(0x7fffffff));
}
STARLING_LANE Lanes negate(const Lanes& a) {
    return splat(0) - a;
}
STARLING_LANE Lanes minimum(const Lanes& a, const Lanes& b) {
    return select(a < b, a, b);
}
STARLING_LANE Lanes maximum(const Lanes& a, const Lanes& b) {
    return select(a > b, a, b);
}

STARLING_LANE Lanes square_root(const Lanes& a) {
    Lanes r;
    for (int p = 0; p < kParts; ++p) {
#if defined(__AVX512F__)
        r.part[p] = (NativeF)_mm512_maskz_sqrt_ps(0xffff, (__m512)a.part[p]);
#elif defined(__AVX2__)
        r.part[p] = (NativeF)_mm256_sqrt_ps((__m256)a.part[p]);
#else
        r.part[p] = (NativeF)_mm_sqrt_ps((__m128)a.part[p]);
#endif
    }
    return r;
}

/// True when any lane of the mask is set.
STARLING_LANE bool any(const LanesI& mask) {
    std::int32_t lane[16], all = 0;
    std::memcpy(lane, &mask, sizeof lane);
    for (const std::int32_t value : lane) all |= value;
    return all != 0;
}

/// Sum of the lanes in one order: l + (l + 8), then + 4, + 2, + 1.
STARLING_LANE float sum_of(const Lanes& a) {
    float lane[16];
    store(lane, a);
    for (int half = 8; half != 0; half /= 2)
        for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
    return lane[0];
}

}  // namespace
}  // namespace starling::engine
