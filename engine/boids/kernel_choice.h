// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/boids/kernel.h"
#include "engine/world.h"
#include "sparse/core/result.h"

namespace starling::engine {

/// The kernels of an instruction set; an error when this processor lacks it.
Result<const FlockKernels*> choose_kernels(Isa isa);

}  // namespace starling::engine
