// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

#include "sparse/core/atomic.h"

namespace starling::sparse {

/// Runs `task` under the lock word `lock` (0 = free) unless `needed` says no, asked before the
/// lock is taken and again inside: of many threads that find the same thing missing, one makes it.
/// What the task wrote is visible to whoever then finds it no longer needed through an acquiring
/// load. Threads: any number.
template <class Needed, class Task>
void locked_task(u32& lock, Needed needed, Task task) {
    if (!needed()) return;
    while (atomic_exchange<u32>(lock, 1) != 0) std::this_thread::yield();
    if (needed()) task();
    atomic_store_release<u32>(lock, 0);
}

}  // namespace starling::sparse
