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
#define STARLING_POISONS true
#else
#define STARLING_POISONS false
#endif
/// Whether poison() does anything.
inline constexpr bool kPoisons = STARLING_POISONS;
#undef STARLING_POISONS

/// Makes every access to the bytes an error that AddressSanitizer reports.
inline void poison([[maybe_unused]] void* begin, [[maybe_unused]] u64 bytes) {
#if defined(STARLING_ASAN)
    ASAN_POISON_MEMORY_REGION(begin, bytes);
#endif
}

/// Makes the bytes usable again.
inline void unpoison([[maybe_unused]] void* begin, [[maybe_unused]] u64 bytes) {
#if defined(STARLING_ASAN)
    ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
#endif
}

}  // namespace starling::sparse
