// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/system.h"

namespace starling::engine {

/// The system `flock`: pigeons and predators of the article's model, on the tree `neighbours`.
const SystemKind& flock_kind();

/// The table over FlockParams.
const ParamTable& flock_param_table();

}  // namespace starling::engine
