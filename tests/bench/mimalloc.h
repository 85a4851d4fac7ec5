// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace starling::bench {

/// The allocator mimalloc, a peer of ours. Loaded by hand and not linked: its library takes over
/// malloc() of every program that is linked with it, and with that the other peers.
struct Mimalloc {
    void* (*zalloc)(std::size_t bytes) = nullptr;  ///< Zeroed memory, or nullptr.
    void (*free)(void* memory) = nullptr;

    /// None where the library is not installed (`./dev bench peers` installs it).
    static std::optional<Mimalloc> load();
};

}  // namespace starling::bench
