// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "sparse/exec/executor.h"

namespace starling::sparse {

/// Marks its thread as a worker of an executor, inside the body of a loop, for as long as it lives.
class WorkerScope {
 public:
    WorkerScope(const Executor* executor, int worker) : outer_(current()) {
        current() = {executor, worker};
    }
    ~WorkerScope() { current() = outer_; }
    WorkerScope(const WorkerScope&) = delete;
    WorkerScope& operator=(const WorkerScope&) = delete;

    /// Whether the calling thread is in a loop of `executor`.
    static bool inside(const Executor* executor) { return current().executor == executor; }

    /// Which worker of `executor` the calling thread is; 0 outside of its loops.
    static int worker(const Executor* executor) { return inside(executor) ? current().worker : 0; }

 private:
    struct Current {
        const Executor* executor = nullptr;
        int worker = 0;
    };
    static Current& current() {
        thread_local Current current;
        return current;
    }

    LoopScope loop_;
    Current outer_;
};

/// parallel_for() on the calling thread alone. A nested loop stays on the worker of the loop around
/// it: were it spread, its worker could pick up another block of the outer loop while it waits.
inline void run_on_this_thread(const Executor* executor, i64 count, i64 grain,
                               Executor::Body body) {
    const int worker = WorkerScope::worker(executor);
    const WorkerScope scope(executor, worker);
    for (i64 begin = 0; begin < count; begin += grain)
        body(begin, std::min(begin + grain, count), worker);
}

}  // namespace starling::sparse
