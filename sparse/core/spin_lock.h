// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

#include "sparse/core/atomic.h"

namespace starling::sparse {

/// Holds the lock word `lock` (0 = free) while it lives; for a few instructions at a time.
class SpinGuard {
 public:
    /// `shared`: whether anybody else can be there; without them the word is left alone.
    explicit SpinGuard(u32& lock, bool shared = true) : lock_(lock), shared_(shared) {
        while (shared_ && atomic_exchange<u32>(lock_, 1) != 0) std::this_thread::yield();
    }
    ~SpinGuard() {
        if (shared_) atomic_store_release<u32>(lock_, 0);
    }
    SpinGuard(const SpinGuard&) = delete;
    SpinGuard& operator=(const SpinGuard&) = delete;

 private:
    u32& lock_;
    bool shared_;
};

}  // namespace starling::sparse
