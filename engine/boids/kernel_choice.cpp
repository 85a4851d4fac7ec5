// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/kernel_choice.h"

#include <string>

namespace starling::engine {

Result<const FlockKernels*> choose_kernels(Isa isa) {
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
    const auto lacks = [](const char* name) {
        return Error{std::string("isa ") + name +
                     ": this processor lacks it; use auto, which takes the widest that it has"};
    };
    switch (isa) {
        case Isa::sse:
            return &kFlockKernelsSse;
        case Isa::avx2:
            if (!avx2) return lacks("avx2");
            return &kFlockKernelsAvx2;
        case Isa::avx512:
            if (!avx512) return lacks("avx512");
            return &kFlockKernelsAvx512;
        case Isa::best:
            break;
    }
    return avx512 ? &kFlockKernelsAvx512 : avx2 ? &kFlockKernelsAvx2 : &kFlockKernelsSse;
}

}  // namespace starling::engine
