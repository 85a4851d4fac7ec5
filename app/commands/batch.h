// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/command_line.h"

namespace starling::app {

/// `starling batch`: records a scene. Everything is validated before anything is written. Returns
/// the exit code.
int run_batch(const BatchOptions& options);

}  // namespace starling::app
