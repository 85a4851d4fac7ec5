// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <thread>

#include "sparse/exec/jthread_executor.h"
#include "sparse/exec/tbb_executor.h"

namespace starling::sparse {

Result<std::unique_ptr<Executor>> make_executor(ExecutorKind kind, int threads) {
    constexpr int kMaxThreads = 1024;
    if (threads < 0 || threads > kMaxThreads)
        return Error{"threads: expected 0 (all) to " + std::to_string(kMaxThreads) + ", got " +
                     std::to_string(threads)};
    if (threads == 0)
        threads = std::clamp<int>(std::thread::hardware_concurrency(), 1, kMaxThreads);
    if (kind == ExecutorKind::jthread) return make_jthread_executor(threads);
    return make_tbb_executor(threads);
}

}  // namespace starling::sparse
