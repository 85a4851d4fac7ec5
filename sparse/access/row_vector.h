// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A row of cells at a time, on whatever vectors the source is compiled for. Every operation is the
// scalar one on each lane, so all instruction sets give the same bits (contraction is off). Sources
// that are compiled for one instruction set may include this.

#include "sparse/core/macros.h"
#include "sparse/core/types.h"

namespace starling::sparse {

/// Bytes of a vector of the instruction set that this source is compiled for.
#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif

/// Values of N cells, N a power of two, in as many native vectors as that takes.
template <class T, int N>
struct RowVector {
    /// Cells in all, and in one of the vectors of the instruction set.
    static constexpr int kLanes = N;
    static constexpr int kNative = N * static_cast<int>(sizeof(T)) < kVectorBytes
                                       ? N
                                       : kVectorBytes / static_cast<int>(sizeof(T));
    /// How many of those, and their type.
    static constexpr int kParts = N / kNative;
    typedef T Native __attribute__((vector_size(kNative * sizeof(T))));

    Native part[kParts];

    /// The same value in each lane.
    STARLING_INLINE static RowVector all(T value) {
        RowVector r;
        for (int p = 0; p < kParts; ++p) r.part[p] = value - Native{};
        return r;
    }

    /// From N elements in a row, at any address.
    STARLING_INLINE static RowVector load(const T* from) {
        RowVector r;
        for (int p = 0; p < kParts; ++p)
            __builtin_memcpy(&r.part[p], from + p * kNative, sizeof(Native));
        return r;
    }
    /// From every `stride`-th element.
    STARLING_INLINE static RowVector load(const T* from, u64 stride) {
        if (stride == 1) return load(from);
        T lane[N];
        for (u64 k = 0; k < N; ++k) lane[k] = from[k * stride];
        return load(lane);
    }

    /// To N elements in a row, at any address; with a stride to every `stride`-th.
    STARLING_INLINE void store(T* to) const {
        for (int p = 0; p < kParts; ++p)
            __builtin_memcpy(to + p * kNative, &part[p], sizeof(Native));
    }
    STARLING_INLINE void store(T* to, u64 stride) const {
        if (stride == 1) {
            store(to);
            return;
        }
        T lane[N];
        store(lane);
        for (u64 k = 0; k < N; ++k) to[k * stride] = lane[k];
    }

    /// Each lane takes the value of the lane before it, the first takes `before`.
    STARLING_INLINE RowVector shifted_up(T before) const {
        RowVector r;
        Native carry = before - Native{};
        for (int p = 0; p < kParts; ++p) {
            r.part[p] = shuffle_up(carry, part[p]);
            carry = part[p];
        }
        return r;
    }
    /// Each lane takes the value of the lane after it, the last takes `after`.
    STARLING_INLINE RowVector shifted_down(T after) const {
        RowVector r;
        Native carry = after - Native{};
        for (int p = kParts; p-- > 0;) {
            r.part[p] = shuffle_down(part[p], carry);
            carry = part[p];
        }
        return r;
    }

    /// The lanes whose bit is set, and 0 in the others.
    STARLING_INLINE RowVector where(u32 bits) const {
        RowVector r;
        for (int p = 0; p < kParts; ++p) r.part[p] = lane_set(bits, p) ? part[p] : Native{};
        return r;
    }
    /// The lanes whose bit is set, and those of `other` in the others.
    STARLING_INLINE RowVector where(u32 bits, const RowVector& other) const {
        RowVector r;
        for (int p = 0; p < kParts; ++p) r.part[p] = lane_set(bits, p) ? part[p] : other.part[p];
        return r;
    }

#define STARLING_ROW_OP(op)                                                                \
    STARLING_INLINE friend RowVector operator op(const RowVector& a, const RowVector& b) { \
        RowVector r;                                                                       \
        for (int p = 0; p < kParts; ++p) r.part[p] = a.part[p] op b.part[p];               \
        return r;                                                                          \
    }                                                                                      \
    STARLING_INLINE friend RowVector operator op(const RowVector& a, T b) {                \
        return a op all(b);                                                                \
    }                                                                                      \
    STARLING_INLINE friend RowVector operator op(T a, const RowVector& b) {                \
        return all(a) op b;                                                                \
    }
    STARLING_ROW_OP(+)
    STARLING_ROW_OP(-)
    STARLING_ROW_OP(*)
    STARLING_ROW_OP(/)
#undef STARLING_ROW_OP

 private:
    template <int Bytes, class = void>
    struct Integer {
        using type = i32;
    };
    template <class V>
    struct Integer<1, V> {
        using type = i8;
    };
    template <class V>
    struct Integer<2, V> {
        using type = i16;
    };
    template <class V>
    struct Integer<8, V> {
        using type = i64;
    };
    using Int = typename Integer<sizeof(T)>::type;
    typedef Int Mask __attribute__((vector_size(kNative * sizeof(T))));

    STARLING_INLINE static Mask lane_set(u32 bits, int p) {
        Mask one{}, word{};
        for (int k = 0; k < kNative; ++k) {
            one[k] = static_cast<Int>(u32{1} << (k % (8 * static_cast<int>(sizeof(Int)))));
            word[k] =
                static_cast<Int>(bits >> (p * kNative + k / (8 * static_cast<int>(sizeof(Int))) *
                                                            (8 * static_cast<int>(sizeof(Int)))));
        }
        return (word & one) != 0;
    }

    STARLING_INLINE static Native shuffle_up(Native before, Native self) {
        if constexpr (kNative == 1)
            return before;
        else if constexpr (kNative == 2)
            return __builtin_shufflevector(before, self, 1, 2);
        else if constexpr (kNative == 4)
            return __builtin_shufflevector(before, self, 3, 4, 5, 6);
        else if constexpr (kNative == 8)
            return __builtin_shufflevector(before, self, 7, 8, 9, 10, 11, 12, 13, 14);
        else if constexpr (kNative == 16)
            return __builtin_shufflevector(before, self, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                                           26, 27, 28, 29, 30);
        else {
            Native r = self;
            for (int k = 0; k < kNative; ++k) r[k] = k == 0 ? before[kNative - 1] : self[k - 1];
            return r;
        }
    }
    STARLING_INLINE static Native shuffle_down(Native self, Native after) {
        if constexpr (kNative == 1)
            return after;
        else if constexpr (kNative == 2)
            return __builtin_shufflevector(self, after, 1, 2);
        else if constexpr (kNative == 4)
            return __builtin_shufflevector(self, after, 1, 2, 3, 4);
        else if constexpr (kNative == 8)
            return __builtin_shufflevector(self, after, 1, 2, 3, 4, 5, 6, 7, 8);
        else if constexpr (kNative == 16)
            return __builtin_shufflevector(self, after, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                           14, 15, 16);
        else {
            Native r = self;
            for (int k = 0; k < kNative; ++k) r[k] = k == kNative - 1 ? after[0] : self[k + 1];
            return r;
        }
    }
};

}  // namespace starling::sparse
