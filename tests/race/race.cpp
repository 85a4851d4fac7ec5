// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// usage: race {tbb|jthread} [none].  A loop whose workers add to one number without telling each
// other, which ThreadSanitizer must report; with `none` each adds to its own and the caller adds
// up, over and over, which it must not.
#include <cstdio>
#include <string>
#include <vector>

#include "sparse/exec/executor.h"

using namespace starling::sparse;

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const auto executor =
        make_executor(argv[1] == std::string("tbb") ? ExecutorKind::tbb : ExecutorKind::jthread, 4);
    if (!executor) return 2;
    const bool race = argc == 2;
    i64 total = 0;
    for (int round = 0; round < 50; ++round) {
        std::vector<i64> own(4 * 16, round);  // a line of cache each; written by the caller
        (*executor)->parallel_for(4000, 1, [&](i64 begin, i64 end, int worker) {
            // Long enough for the other threads to wake up and take blocks.
            volatile i64 work = 0;
            for (int k = 0; k < 300; ++k) work = work + k;
            i64& sum = race ? total : own[static_cast<std::size_t>(worker) * 16];
            for (i64 k = begin; k < end; ++k) sum += k;
        });
        for (const i64 sum : own) total += sum;
    }
    std::printf("%lld\n", static_cast<long long>(total));
    return 0;
}
