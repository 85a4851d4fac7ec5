// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Atomics on plain memory, for host and device code alike: the one place that knows how either
// side spells them. Memory order is relaxed unless the name says otherwise.

#include <atomic>

#include "sparse/core/macros.h"
#include "sparse/core/types.h"

namespace starling::sparse {

/// Reads, ordered with nothing else.
template <class T>
STARLING_HD inline T atomic_load(const T& place) {
    return std::atomic_ref<T>(const_cast<T&>(place)).load(std::memory_order_relaxed);
}

/// Pairs with atomic_cas_release and atomic_store_release: what was written before them is seen.
template <class T>
STARLING_HD inline T atomic_load_acquire(const T& place) {
    return std::atomic_ref<T>(const_cast<T&>(place)).load(std::memory_order_acquire);
}

/// Like atomic_load_acquire, for a handle that is only used to compute addresses: processors keep
/// loads behind the load that their address depends on, and the compiler may then keep other
/// values in registers. ThreadSanitizer cannot know that.
template <class T>
STARLING_HD inline T atomic_load_dependent(const T& place) {
#if defined(__SANITIZE_THREAD__)
    return atomic_load_acquire(place);
#else
    return atomic_load(place);
#endif
}

/// Writes, ordered with nothing else.
template <class T>
STARLING_HD inline void atomic_store(T& place, T value) {
    std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
}

/// Writes; who reads it with atomic_load_acquire sees what was written before.
template <class T>
STARLING_HD inline void atomic_store_release(T& place, T value) {
    std::atomic_ref<T>(place).store(value, std::memory_order_release);
}

/// Adds and returns the value before.
template <class T>
STARLING_HD inline T atomic_add(T& place, T value) {
    return std::atomic_ref<T>(place).fetch_add(value, std::memory_order_relaxed);
}

/// Sets, clears or replaces bits and returns the value before; orders what stands around it.
template <class T>
STARLING_HD inline T atomic_or(T& place, T value) {
    return std::atomic_ref<T>(place).fetch_or(value, std::memory_order_acq_rel);
}
template <class T>
STARLING_HD inline T atomic_and(T& place, T value) {
    return std::atomic_ref<T>(place).fetch_and(value, std::memory_order_acq_rel);
}
template <class T>
STARLING_HD inline T atomic_exchange(T& place, T value) {
    return std::atomic_ref<T>(place).exchange(value, std::memory_order_acq_rel);
}

/// Stores the larger of the two; returns the value before.
template <class T>
STARLING_HD inline T atomic_max(T& place, T value) {
    std::atomic_ref<T> ref(place);
    T old = ref.load(std::memory_order_relaxed);
    while (old < value && !ref.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
    }
    return old;
}

/// Puts `desired` where `expected` was, and publishes what was written before; on failure
/// `expected` becomes what is there, acquired.
template <class T>
STARLING_HD inline bool atomic_cas_release(T& place, T& expected, T desired) {
    return std::atomic_ref<T>(place).compare_exchange_strong(
        expected, desired, std::memory_order_acq_rel, std::memory_order_acquire);
}

}  // namespace starling::sparse
