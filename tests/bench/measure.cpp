// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measure.h"

#include <algorithm>
#include <chrono>

namespace starling::bench {

Timing timing_of(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    const std::size_t middle = seconds.size() / 2;
    const bool even = seconds.size() % 2 == 0;
    return {.median = even ? (seconds[middle - 1] + seconds[middle]) / 2 : seconds[middle],
            .min = seconds.front(),
            .max = seconds.back()};
}

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::vector<Timing> measure(const std::vector<Variant>& variants, int rounds,
                            const std::function<double()>& clock) {
    const std::size_t count = variants.size();
    std::vector<std::vector<double>> seconds(count);
    for (int round = -1; round < rounds; ++round) {
        for (std::size_t turn = 0; turn < count; ++turn) {
            const std::size_t index = (turn + static_cast<std::size_t>(round + 1)) % count;
            const Variant& variant = variants[index];
            if (variant.before) variant.before();
            const double start = clock();
            variant.run();
            const double taken = clock() - start;
            if (round >= 0) seconds[index].push_back(taken);
        }
    }
    std::vector<Timing> timings;
    for (std::vector<double>& one : seconds) timings.push_back(timing_of(std::move(one)));
    return timings;
}

}  // namespace starling::bench
