// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/kernel_choice.h"

namespace starling::engine {

const FlockKernels& flock_kernels(Isa isa) {
    switch (isa) {
        case Isa::avx512:
            return kFlockKernelsAvx512;
        case Isa::avx2:
            return kFlockKernelsAvx2;
        case Isa::sse:
        case Isa::best:
            break;
    }
    return kFlockKernelsSse;
}

}  // namespace starling::engine
