// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/isa.h"

#include <string>

namespace starling::engine {

Result<Isa> resolve_isa(Isa isa) {
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
    if (isa == Isa::best) return avx512 ? Isa::avx512 : avx2 ? Isa::avx2 : Isa::sse;
    if ((isa == Isa::avx2 && !avx2) || (isa == Isa::avx512 && !avx512))
        return Error{std::string("isa ") + isa_name(isa) +
                     ": this processor lacks it; use auto, which takes the widest that it has"};
    return isa;
}

const char* isa_name(Isa isa) {
    switch (isa) {
        case Isa::best:
            return "best";
        case Isa::sse:
            return "sse";
        case Isa::avx2:
            return "avx2";
        case Isa::avx512:
            return "avx512";
    }
    return "";
}

}  // namespace starling::engine
