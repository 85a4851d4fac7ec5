// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

#include "sparse/core/atomic.h"

namespace starling::sparse {

/// Holds the lock word `lock` (0 = free) while it lives; for a few instructions at a time.
class SpinGuard {
 public:
    explicit SpinGuard(u32& lock) : lock_(lock) {
        while (atomic_exchange<u32>(lock_, 1) != 0) std::this_thread::yield();
    }
    ~SpinGuard() { atomic_store_release<u32>(lock_, 0); }
    SpinGuard(const SpinGuard&) = delete;
    SpinGuard& operator=(const SpinGuard&) = delete;

 private:
    u32& lock_;
};

}  // namespace starling::sparse
