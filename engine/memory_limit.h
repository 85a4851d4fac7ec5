// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/scene/scene.h"
#include "sparse/core/result.h"

namespace starling::engine {

/// What a scene needs while it runs, the program itself included; an estimate from above, computed
/// without allocating. Errors name what no machine could hold.
Result<MemoryNeed> memory_need(const Scene& scene);

/// Refuses a need of more than `limit` bytes (0 = 80 % of what the machine and the process's limits
/// leave now).
Status check_memory_limit(const MemoryNeed& need, std::uint64_t limit);

/// "830 GiB", "12 MiB": for people, rounded up.
std::string bytes_text(double bytes);

/// "20,000".
std::string with_commas(std::uint64_t value);

}  // namespace starling::engine
