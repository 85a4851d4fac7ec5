// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starling::app {

/// What this program runs on; what cannot be found out is "unknown" or 0.
struct Machine {
    std::string cpu;
    int cores = 0;                      ///< Hardware threads that this process may use.
    std::uint64_t memory_bytes = 0;     ///< All of it.
    std::uint64_t available_bytes = 0;  ///< Free, or freed when needed.
    std::vector<std::string> isas;      ///< "sse", "avx2", "avx512": those that kernels can use.
};

Machine query_machine();

}  // namespace starling::app
