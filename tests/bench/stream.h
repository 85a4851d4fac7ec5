// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace starling::bench {

/// STREAM's triad, a[i] = b[i] + s * c[i], over arrays of f32 that lie on huge pages and are first
/// touched by the threads which use them: the memory speed that other numbers are shares of.
class Triad {
 public:
    static constexpr double kBytesPerElement = 12;
    /// 128 MiB an array: beyond every cache.
    static constexpr std::size_t kElements = std::size_t{32} << 20;

    /// `elements` >= 1 an array; `threads` >= 1.
    Triad(std::size_t elements, int threads);

    /// One pass over the arrays.
    void run();
    /// Bytes read and written by a pass, without the line fetches of the stores.
    double bytes() const { return kBytesPerElement * static_cast<double>(elements_); }
    /// Whether `a` holds what a pass must leave there.
    bool is_right() const;

 private:
    struct Free {
        void operator()(float* memory) const { std::free(memory); }
    };
    using Array = std::unique_ptr<float[], Free>;

    static Array allocate(std::size_t elements);

    std::size_t elements_;
    int threads_;
    Array a_, b_, c_;
};

}  // namespace starling::bench
