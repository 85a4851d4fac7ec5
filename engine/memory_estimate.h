// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/scene/scene.h"
#include "sparse/core/result.h"

namespace starling::engine {

/// Refuses a scene that needs more than `limit` bytes (0 = 80 % of what the machine and the
/// process's limits leave), or more agents than an id can name. Allocates nothing.
Status check_memory(const Scene& scene, std::uint64_t limit);

/// "830 GiB", "12 MiB": for people, rounded up.
std::string bytes_text(double bytes);

}  // namespace starling::engine
