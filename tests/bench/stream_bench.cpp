// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/mman.h>

#include <new>
#include <thread>
#include <vector>

#include "tests/bench/group.h"
#include "tests/bench/stream.h"

namespace starling::bench {
namespace {

constexpr float kScale = 3;

float b_at(std::size_t i) {
    return static_cast<float>(i % 7);
}
float c_at(std::size_t i) {
    return static_cast<float>(i % 5);
}

void triad(float* __restrict a, const float* __restrict b, const float* __restrict c,
           std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) a[i] = b[i] + kScale * c[i];
}

/// Runs body(begin, end) for one contiguous share of [0, count) a thread.
template <class Body>
void share_out(std::size_t count, int threads, const Body& body) {
    std::vector<std::jthread> others;
    const auto bound = [&](int thread) {
        return count * static_cast<std::size_t>(thread) / static_cast<std::size_t>(threads);
    };
    for (int i = 1; i < threads; ++i) {
        others.emplace_back([&, i] { body(bound(i), bound(i + 1)); });
    }
    body(bound(0), bound(1));
}

Status run_stream(const Settings& settings, std::vector<Row>& rows) {
    std::vector<Triad> triads;
    std::vector<Variant> variants;
    triads.reserve(settings.threads.size());
    for (const int threads : settings.threads) {
        Triad& one = triads.emplace_back(Triad::kElements, threads);
        variants.push_back({"triad", [&one] { one.run(); }});
    }
    const std::vector<Timing> timings = measure(variants, settings.rounds);
    for (std::size_t i = 0; i < triads.size(); ++i) {
        if (!triads[i].is_right()) return Error{"the triad left wrong values"};
        Row row = rate_row("STREAM triad, f32, 3 x 128 MiB", settings.threads[i],
                           triads[i].bytes() / 1e9, "GB/s", timings[i]);
        if (i > 0) row.peer = Peer{"1 thread", rows.back().value};
        rows.push_back(row);
    }
    return {};
}

const RegisterGroup kStream({"stream", "speed of the memory, 1 thread and all", run_stream});

}  // namespace

Triad::Array Triad::allocate(std::size_t elements) {
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const std::size_t bytes = (elements * sizeof(float) + kHugePage - 1) / kHugePage * kHugePage;
    void* const memory = std::aligned_alloc(kHugePage, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    // Advice: without huge pages it is slower, not wrong.
    madvise(memory, bytes, MADV_HUGEPAGE);
    return Array(static_cast<float*>(memory));
}

Triad::Triad(std::size_t elements, int threads)
    : elements_(elements),
      threads_(threads),
      a_(allocate(elements)),
      b_(allocate(elements)),
      c_(allocate(elements)) {
    share_out(elements_, threads_, [this](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            a_[i] = 0;
            b_[i] = b_at(i);
            c_[i] = c_at(i);
        }
    });
}

void Triad::run() {
    share_out(elements_, threads_, [this](std::size_t begin, std::size_t end) {
        triad(a_.get(), b_.get(), c_.get(), begin, end);
    });
}

bool Triad::is_right() const {
    for (std::size_t i = 0; i < elements_; ++i) {
        if (a_[i] != b_at(i) + kScale * c_at(i)) return false;
    }
    return true;
}

}  // namespace starling::bench
