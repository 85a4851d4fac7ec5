// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "sparse/core/types.h"

namespace starling::sparse {

/// Clears `bytes` bytes; long stretches around the caches, without reading them first, which is
/// some three times as fast where they are not used at once. Publish them only after
/// stream_fence().
inline void stream_zero(u8* begin, u64 bytes) {
    constexpr u64 kLine = 64, kShort = 1024;
#if defined(__SSE2__)
    if (bytes >= kShort) {
        const u64 head = (kLine - reinterpret_cast<std::uintptr_t>(begin) % kLine) % kLine;
        std::memset(begin, 0, head);
        u8* const last = begin + bytes;
        const __m128i zero = _mm_setzero_si128();
        u8* at = begin + head;
        for (; at + kLine <= last; at += kLine)
            for (u64 k = 0; k < kLine; k += sizeof(__m128i))
                _mm_stream_si128(reinterpret_cast<__m128i*>(at + k), zero);
        std::memset(at, 0, static_cast<u64>(last - at));
        return;
    }
#endif
    std::memset(begin, 0, bytes);
}

/// Orders what stream_zero() wrote before all later stores.
inline void stream_fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

}  // namespace starling::sparse
