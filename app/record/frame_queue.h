// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "app/render/renderer.h"

namespace starling::app {

/// Hands pictures from the thread that draws to the thread that encodes. Holds at most `capacity`
/// of them, so a slow encoder slows the drawing instead of filling memory. Threads: one that
/// pushes, one that pops; close() from any.
class FrameQueue {
 public:
    explicit FrameQueue(std::size_t capacity) : capacity_(capacity) {}

    /// Copies `image` in, waiting for room. False once closed.
    bool push(const Image& image) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || frames_.size() < capacity_; });
        if (closed_) return false;
        Image copy;
        if (!spare_.empty()) {
            copy = std::move(spare_.back());
            spare_.pop_back();
        }
        lock.unlock();
        copy = image;
        lock.lock();
        frames_.push_back(std::move(copy));
        changed_.notify_all();
        return true;
    }

    /// Takes the oldest picture, waiting for one; `image`'s memory is used again. False once
    /// closed and empty.
    bool pop(Image& image) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !frames_.empty(); });
        if (frames_.empty()) return false;
        std::swap(image, frames_.front());
        spare_.push_back(std::move(frames_.front()));
        frames_.pop_front();
        changed_.notify_all();
        return true;
    }

    /// Ends the stream: pushes fail from now on, pops empty what is there.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }

 private:
    const std::size_t capacity_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Image> frames_;
    std::vector<Image> spare_;
    bool closed_ = false;
};

}  // namespace starling::app
