// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/command_line.h"

namespace starling::app {

/// `starling check`: validates a scene and prints it with all defaults, then its plan and memory as
/// comments, so that the output is a scene again. Returns the exit code.
int run_check(const CheckOptions& options);

}  // namespace starling::app
