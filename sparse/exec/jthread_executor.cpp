// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/exec/jthread_executor.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "sparse/exec/worker_scope.h"

namespace starling::sparse {
namespace {

class JthreadExecutor final : public Executor {
 public:
    explicit JthreadExecutor(int threads) : workers_(threads) {
        for (int worker = 1; worker < threads; ++worker)
            threads_.emplace_back([this, worker](std::stop_token stop) { serve(stop, worker); });
    }

    int workers() const override { return workers_; }
    const char* name() const override { return "jthread"; }

    void parallel_for(i64 count, i64 grain, Body body) override {
        if (count <= 0) return;
        grain = std::max<i64>(grain, 1);
        const bool nested = WorkerScope::inside(this);
        std::unique_lock one_loop(one_loop_, std::defer_lock);
        if (!nested) one_loop.lock();
        if (nested || workers_ == 1 || count <= grain) {
            run_on_this_thread(this, count, grain, body);
            return;
        }
        {
            std::lock_guard lock(mutex_);
            body_ = &body;
            count_ = count;
            grain_ = grain;
            next_.store(0, std::memory_order_relaxed);
            busy_ = workers_ - 1;
            ++generation_;
        }
        wake_.notify_all();
        run_blocks(0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return busy_ == 0; });
        body_ = nullptr;
    }

 private:
    void run_blocks(int worker) {
        const WorkerScope scope(this, worker);
        for (;;) {
            const i64 begin = next_.fetch_add(grain_, std::memory_order_relaxed);
            if (begin >= count_) break;
            (*body_)(begin, std::min(begin + grain_, count_), worker);
        }
    }

    void serve(const std::stop_token& stop, int worker) {
        u64 seen = 0;
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                if (!wake_.wait(lock, stop, [&] { return generation_ != seen; })) return;
                seen = generation_;
            }
            run_blocks(worker);
            std::lock_guard lock(mutex_);
            if (--busy_ == 0) done_.notify_one();
        }
    }

    const int workers_;
    std::mutex one_loop_;  // held by the thread whose loop runs
    std::mutex mutex_;
    std::condition_variable_any wake_, done_;
    u64 generation_ = 0;  // guarded by mutex_, like the four below
    int busy_ = 0;
    const Body* body_ = nullptr;
    i64 count_ = 0, grain_ = 1;
    std::atomic<i64> next_ = 0;
    std::vector<std::jthread> threads_;  // last: joins before the rest goes
};

}  // namespace

std::unique_ptr<Executor> make_jthread_executor(int threads) {
    return std::make_unique<JthreadExecutor>(threads);
}

}  // namespace starling::sparse
