// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace starling::engine {

struct StateHash::State {
    XXH3_state_t xxh;
};

StateHash::StateHash() : state_(std::make_unique<State>()) {
    XXH3_64bits_reset(&state_->xxh);
}

StateHash::~StateHash() = default;

void StateHash::add(const void* data, std::size_t bytes) {
    XXH3_64bits_update(&state_->xxh, data, bytes);
}

std::uint64_t StateHash::digest() const {
    return XXH3_64bits_digest(&state_->xxh);
}

}  // namespace starling::engine
