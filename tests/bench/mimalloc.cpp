// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/mimalloc.h"

#include <dlfcn.h>

namespace starling::bench {

std::optional<Mimalloc> Mimalloc::load() {
    // Never closed: threads that used it run its clean-up when they end.
    void* const library = dlopen("libmimalloc.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return std::nullopt;
    Mimalloc found;
    found.zalloc = reinterpret_cast<void* (*)(std::size_t)>(dlsym(library, "mi_zalloc"));
    found.free = reinterpret_cast<void (*)(void*)>(dlsym(library, "mi_free"));
    if (found.zalloc == nullptr || found.free == nullptr) return std::nullopt;
    return found;
}

}  // namespace starling::bench
