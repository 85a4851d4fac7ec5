// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What AddressSanitizer is told about memory that the pools manage themselves. Without it these
// functions are empty.

#include "sparse/core/types.h"

#if defined(__SANITIZE_ADDRESS__)
#define STARLING_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STARLING_ASAN 1
#endif
#endif

#if defined(STARLING_ASAN)
#include <sanitizer/asan_interface.h>
#endif

namespace starling::sparse {

#if defined(STARLING_ASAN)
inline constexpr bool kPoisons = true;
/// Makes every access to the bytes an error that AddressSanitizer reports.
inline void poison(void* begin, u64 bytes) {
    ASAN_POISON_MEMORY_REGION(begin, bytes);
}
inline void unpoison(void* begin, u64 bytes) {
    ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
}
#else
inline constexpr bool kPoisons = false;
inline void poison(void*, u64) {}
inline void unpoison(void*, u64) {}
#endif

}  // namespace starling::sparse
