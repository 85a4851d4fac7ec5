// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sixteen floats at a time, on whatever vectors the translation unit is compiled for. Every
// operation is an IEEE operation on each lane, without contraction, so SSE, AVX2 and AVX-512 give
// the same bits. Everything is forced inline and local to the translation unit: code compiled for
// AVX-512 never becomes the one copy that the linker keeps for all. For the same reason the sources
// that are compiled for AVX use nothing of the standard library but its plain types.

#include <immintrin.h>

#include <cstdint>

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

/// Signed integers, as many as fill kCount native vectors; also the masks (-1 or 0) that
/// comparisons give.
template <int kCount>
struct IntParts {
    NativeI part[kCount];
};

/// Floats, as many as fill kCount native vectors.
template <int kCount>
struct FloatParts {
    NativeF part[kCount];
};

/// Sixteen of them.
using Lanes = FloatParts<kParts>;
using LanesI = IntParts<kParts>;

// Names of templates cannot stand in parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define STARLING_PARTS_OP(Parts, Scalar, op)                                   \
    template <int n>                                                           \
    STARLING_LANE Parts<n> operator op(const Parts<n>& a, const Parts<n>& b) { \
        Parts<n> r;                                                            \
        for (int p = 0; p < n; ++p) r.part[p] = a.part[p] op b.part[p];        \
        return r;                                                              \
    }                                                                          \
    template <int n>                                                           \
    STARLING_LANE Parts<n> operator op(const Parts<n>& a, Scalar b) {          \
        Parts<n> r;                                                            \
        for (int p = 0; p < n; ++p) r.part[p] = a.part[p] op b;                \
        return r;                                                              \
    }
STARLING_PARTS_OP(FloatParts, float, +)
STARLING_PARTS_OP(FloatParts, float, -)
STARLING_PARTS_OP(FloatParts, float, *)
STARLING_PARTS_OP(FloatParts, float, /)
STARLING_PARTS_OP(IntParts, std::int32_t, +)
STARLING_PARTS_OP(IntParts, std::int32_t, -)
STARLING_PARTS_OP(IntParts, std::int32_t, &)
STARLING_PARTS_OP(IntParts, std::int32_t, |)
STARLING_PARTS_OP(IntParts, std::int32_t, ^)
STARLING_PARTS_OP(IntParts, std::int32_t, <<)
STARLING_PARTS_OP(IntParts, std::int32_t, >>)
#undef STARLING_PARTS_OP

#define STARLING_PARTS_COMPARE(Parts, Scalar, op)                                 \
    template <int n>                                                              \
    STARLING_LANE IntParts<n> operator op(const Parts<n>& a, const Parts<n>& b) { \
        IntParts<n> r;                                                            \
        for (int p = 0; p < n; ++p) r.part[p] = a.part[p] op b.part[p];           \
        return r;                                                                 \
    }                                                                             \
    template <int n>                                                              \
    STARLING_LANE IntParts<n> operator op(const Parts<n>& a, Scalar b) {          \
        IntParts<n> r;                                                            \
        for (int p = 0; p < n; ++p) r.part[p] = a.part[p] op b;                   \
        return r;                                                                 \
    }
STARLING_PARTS_COMPARE(FloatParts, float, <)
STARLING_PARTS_COMPARE(FloatParts, float, >)
STARLING_PARTS_COMPARE(FloatParts, float, ==)
STARLING_PARTS_COMPARE(IntParts, std::int32_t, !=)
STARLING_PARTS_COMPARE(IntParts, std::int32_t, <)
#undef STARLING_PARTS_COMPARE
// NOLINTEND(bugprone-macro-parentheses)

template <int n>
STARLING_LANE IntParts<n> operator~(const IntParts<n>& a) {
    return a ^ -1;
}

template <int n = kParts>
STARLING_LANE FloatParts<n> splat(float value) {
    FloatParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = value - NativeF{};
    return r;
}
template <int n = kParts>
STARLING_LANE IntParts<n> splat_int(std::int32_t value) {
    IntParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = value - NativeI{};
    return r;
}
template <int n = kParts>
STARLING_LANE FloatParts<n> load(const float* from) {
    FloatParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = *reinterpret_cast<const LooseF*>(from + p * kNative);
    return r;
}
template <int n = kParts>
STARLING_LANE IntParts<n> load_int(const std::uint32_t* from) {
    IntParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = *reinterpret_cast<const LooseI*>(from + p * kNative);
    return r;
}
template <int n>
STARLING_LANE void store(float* to, const FloatParts<n>& a) {
    for (int p = 0; p < n; ++p) *reinterpret_cast<LooseF*>(to + p * kNative) = a.part[p];
}
template <int n>
STARLING_LANE void store_int(std::int32_t* to, const IntParts<n>& a) {
    for (int p = 0; p < n; ++p) *reinterpret_cast<LooseI*>(to + p * kNative) = a.part[p];
}

template <int n>
STARLING_LANE IntParts<n> bits_of(const FloatParts<n>& a) {
    IntParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = reinterpret_cast<NativeI>(a.part[p]);
    return r;
}
template <int n>
STARLING_LANE FloatParts<n> float_bits(const IntParts<n>& a) {
    FloatParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = reinterpret_cast<NativeF>(a.part[p]);
    return r;
}
/// The integers as floats, rounded to nearest.
template <int n>
STARLING_LANE FloatParts<n> to_float(const IntParts<n>& a) {
    FloatParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = __builtin_convertvector(a.part[p], NativeF);
    return r;
}
/// a where the mask is set, b elsewhere.
template <int n>
STARLING_LANE FloatParts<n> select(const IntParts<n>& mask, const FloatParts<n>& a,
                                   const FloatParts<n>& b) {
    FloatParts<n> r;
    for (int p = 0; p < n; ++p) r.part[p] = mask.part[p] ? a.part[p] : b.part[p];
    return r;
}
/// a where the mask is set, 0 elsewhere.
template <int n>
STARLING_LANE FloatParts<n> keep(const IntParts<n>& mask, const FloatParts<n>& a) {
    return select(mask, a, splat<n>(0));
}
template <int n>
STARLING_LANE FloatParts<n> absolute(const FloatParts<n>& a) {
    return float_bits(bits_of(a) & 0x7fffffff);
}
template <int n>
STARLING_LANE FloatParts<n> negate(const FloatParts<n>& a) {
    return splat<n>(0) - a;
}
template <int n>
STARLING_LANE FloatParts<n> minimum(const FloatParts<n>& a, const FloatParts<n>& b) {
    return select(a < b, a, b);
}
template <int n>
STARLING_LANE FloatParts<n> maximum(const FloatParts<n>& a, const FloatParts<n>& b) {
    return select(a > b, a, b);
}

template <int n>
STARLING_LANE FloatParts<n> square_root(const FloatParts<n>& a) {
    FloatParts<n> r;
    for (int p = 0; p < n; ++p) {
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

/// Both halves of the 64-bit products of unsigned lanes with one factor.
struct WideProduct {
    LanesI low, high;
};
STARLING_LANE WideProduct multiply_wide(const LanesI& a, std::uint32_t factor) {
    using Wide = std::uint64_t __attribute__((vector_size(kNative * 4)));
    constexpr std::uint64_t kLow = 0xffffffffu;
    WideProduct r;
    for (int p = 0; p < kParts; ++p) {
        const Wide lanes = reinterpret_cast<Wide>(a.part[p]);
        // Lanes 0, 2, 4 … and 1, 3, 5 …
#if defined(__AVX512F__)
        const __m512i by = _mm512_set1_epi64(factor);
        const Wide even = (Wide)_mm512_maskz_mul_epu32(0xff, (__m512i)lanes, by);
        const Wide odd = (Wide)_mm512_maskz_mul_epu32(0xff, (__m512i)(lanes >> 32), by);
#elif defined(__AVX2__)
        const __m256i by = _mm256_set1_epi64x(factor);
        const Wide even = (Wide)_mm256_mul_epu32((__m256i)lanes, by);
        const Wide odd = (Wide)_mm256_mul_epu32((__m256i)(lanes >> 32), by);
#else
        const __m128i by = _mm_set1_epi64x(factor);
        const Wide even = (Wide)_mm_mul_epu32((__m128i)lanes, by);
        const Wide odd = (Wide)_mm_mul_epu32((__m128i)(lanes >> 32), by);
#endif
        r.low.part[p] = reinterpret_cast<NativeI>((even & kLow) | (odd << 32));
        r.high.part[p] = reinterpret_cast<NativeI>((even >> 32) | (odd & ~kLow));
    }
    return r;
}

/// True when any lane of the mask is set.
STARLING_LANE bool any(const LanesI& mask) {
    NativeI all = mask.part[0];
    for (int p = 1; p < kParts; ++p) all |= mask.part[p];
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)all, (__m512i)all) != 0;
#elif defined(__AVX2__)
    return _mm256_testz_si256((__m256i)all, (__m256i)all) == 0;
#else
    return _mm_testz_si128((__m128i)all, (__m128i)all) == 0;
#endif
}

/// Four floats: what the sums of sixteen lanes go through on their way to one.
using Quad = float __attribute__((vector_size(16), may_alias));

/// First half of a sum: lane l + (l + 8), then + 4.
STARLING_LANE Quad quarter_sums(const Lanes& a) {
#if defined(__AVX512F__)
    const auto all = a.part[0];
    const auto eight = __builtin_shufflevector(all, all, 0, 1, 2, 3, 4, 5, 6, 7) +
                       __builtin_shufflevector(all, all, 8, 9, 10, 11, 12, 13, 14, 15);
#elif defined(__AVX2__)
    const auto eight = a.part[0] + a.part[1];
#endif
#if defined(__AVX2__)
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#else
    return (a.part[0] + a.part[2]) + (a.part[1] + a.part[3]);
#endif
}
/// Second half, for four sums at once: lane 0 + 2 and 1 + 3, then their sum.
STARLING_LANE Quad finish_sums(Quad a, Quad b, Quad c, Quad d) {
    const Quad ab =
        __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
    const Quad cd =
        __builtin_shufflevector(c, d, 0, 1, 4, 5) + __builtin_shufflevector(c, d, 2, 3, 6, 7);
    return __builtin_shufflevector(ab, cd, 0, 2, 4, 6) +
           __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
}
/// Sum of the lanes in one order: l + (l + 8), then + 4, + 2, + 1.
STARLING_LANE float sum_of(const Lanes& a) {
    const Quad quarter = quarter_sums(a);
    return (quarter[0] + quarter[2]) + (quarter[1] + quarter[3]);
}

}  // namespace
}  // namespace starling::engine
