// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/boids/flock_system.h"
#include "engine/system.h"

namespace starling::engine {

const SystemTable& all_systems() {
    static const SystemTable table{
        &flock_kind(),
    };
    return table;
}

}  // namespace starling::engine
