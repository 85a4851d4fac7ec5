// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sparse/core/function_ref.h"
#include "sparse/core/result.h"
#include "sparse/core/types.h"

namespace starling::sparse {

/// Which library runs parallel loops on the CPU.
enum class ExecutorKind : u8 { tbb, jthread };

/// Marks its thread as running the body of a loop, for as long as it lives.
class LoopScope {
 public:
    LoopScope() { ++depth(); }
    ~LoopScope() { --depth(); }
    LoopScope(const LoopScope&) = delete;
    LoopScope& operator=(const LoopScope&) = delete;

    /// Whether the calling thread is inside the body of any loop.
    static bool inside() { return depth() != 0; }

 private:
    static int& depth() {
        thread_local int depth = 0;
        return depth;
    }
};

/// Runs loops on a fixed set of workers. One loop at a time per executor: a loop that another
/// thread starts meanwhile waits for it; a loop inside a loop of the same executor runs serially on
/// its worker.
class Executor {
 public:
    /// Handles the indices [begin, end); `worker` is in [0, workers()) and no two calls that run
    /// at the same time share it, so it may index scratch memory.
    using Body = FunctionRef<void(i64 begin, i64 end, int worker)>;

    virtual ~Executor() = default;
    /// How many workers there are, and the name of the library: "tbb" or "jthread".
    virtual int workers() const = 0;
    virtual const char* name() const = 0;

    /// Calls `body` over all of [0, count), in blocks of at most `grain` (>= 1) indices; returns
    /// when all are done. Which worker gets which block is not fixed.
    virtual void parallel_for(i64 count, i64 grain, Body body) = 0;
};

/// Makes an executor. `threads`: 1 … 1024, or 0 for one a hardware thread; more than the machine
/// has is allowed.
Result<std::unique_ptr<Executor>> make_executor(ExecutorKind kind, int threads);

}  // namespace starling::sparse
