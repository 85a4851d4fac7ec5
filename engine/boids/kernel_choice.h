// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/boids/kernel.h"
#include "engine/isa.h"

namespace starling::engine {

/// The kernels of an instruction set that this processor has, as resolve_isa() gives it.
const FlockKernels& flock_kernels(Isa isa);

}  // namespace starling::engine
