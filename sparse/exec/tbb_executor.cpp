// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/exec/tbb_executor.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#ifdef STARLING_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sparse/exec/worker_scope.h"

namespace starling::sparse {
namespace {

/// Tells ThreadSanitizer what a loop promises, and no more: what the caller did lies before every
/// block, every block before what the caller does next, and the blocks of one worker follow each
/// other. oneTBB itself is not compiled for it, and neither is this file, where oneTBB's templates
/// become code: seen by half, correct code would be reported. Blocks of different workers stay
/// unordered, so races between them are found.
class LoopFences {
 public:
    explicit LoopFences([[maybe_unused]] std::vector<char>& workers) {
#ifdef STARLING_THREAD_SANITIZER
        workers_ = workers.data();
        __tsan_release(&begin_);
#endif
    }
    ~LoopFences() {
#ifdef STARLING_THREAD_SANITIZER
        __tsan_acquire(&end_);
#endif
    }
    void block_begins([[maybe_unused]] int worker) {
#ifdef STARLING_THREAD_SANITIZER
        __tsan_acquire(&begin_);
        __tsan_acquire(workers_ + worker);
#endif
    }
    void block_ends([[maybe_unused]] int worker) {
#ifdef STARLING_THREAD_SANITIZER
        __tsan_release(workers_ + worker);
        __tsan_release(&end_);
#endif
    }

 private:
#ifdef STARLING_THREAD_SANITIZER
    char* workers_ = nullptr;
    char begin_ = 0, end_ = 0;
#endif
};

class TbbExecutor final : public Executor {
 public:
    explicit TbbExecutor(int threads) : order_(static_cast<std::size_t>(threads)), arena_(threads) {
        // TBB starts no more threads than the machine has unless told to.
        if (threads > static_cast<int>(std::thread::hardware_concurrency()))
            more_threads_ = std::make_unique<tbb::global_control>(
                tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    }

    int workers() const override { return arena_.max_concurrency(); }
    const char* name() const override { return "tbb"; }

    void parallel_for(i64 count, i64 grain, Body body) override {
        if (count <= 0) return;
        grain = std::max<i64>(grain, 1);
        const bool nested = WorkerScope::inside(this);
        std::unique_lock one_loop(one_loop_, std::defer_lock);
        if (!nested) one_loop.lock();
        if (nested || workers() == 1 || count <= grain) {
            run_on_this_thread(this, count, grain, body);
            return;
        }
        const i64 blocks = (count + grain - 1) / grain;
        LoopFences order(order_);
        arena_.execute([&] {
            tbb::parallel_for(tbb::blocked_range<i64>(0, blocks), [&](const auto& range) {
                const int worker = tbb::this_task_arena::current_thread_index();
                const WorkerScope scope(this, worker);
                order.block_begins(worker);
                for (i64 block = range.begin(); block < range.end(); ++block)
                    body(block * grain, std::min((block + 1) * grain, count), worker);
                order.block_ends(worker);
            });
        });
    }

 private:
    std::mutex one_loop_;      // held by the thread whose loop runs
    std::vector<char> order_;  // addresses that stand for workers, like their numbers
    std::unique_ptr<tbb::global_control> more_threads_;
    tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<Executor> make_tbb_executor(int threads) {
    return std::make_unique<TbbExecutor>(threads);
}

}  // namespace starling::sparse
