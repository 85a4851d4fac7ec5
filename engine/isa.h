// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sparse/core/result.h"

namespace starling::engine {

/// Instruction set of the hot kernels. `best` stands for the widest that this processor has.
enum class Isa : std::uint8_t { best, sse, avx2, avx512 };

/// What `isa` means on this processor, never `best`; an error when it lacks that.
Result<Isa> resolve_isa(Isa isa);

/// "sse", "avx2", "avx512"; "best".
const char* isa_name(Isa isa);

}  // namespace starling::engine
