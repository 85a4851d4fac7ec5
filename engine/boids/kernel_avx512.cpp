// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/kernel.inl"

namespace starling::engine {

const FlockKernels kFlockKernelsAvx512{gather_pigeons, move_pigeons, move_predators,
                                       set_directions};

}  // namespace starling::engine
