// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/command_line.h"

namespace starling::app {

/// `starling [SCENE]`: opens the window. Returns the exit code: bad usage where there is no display
/// or no OpenGL 4.5, or where the scene is wrong.
int run_window(const WindowOptions& options);

}  // namespace starling::app
