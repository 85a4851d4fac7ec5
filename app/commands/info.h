// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starling::app {

/// `starling info`: what this build and this machine can do. Returns the exit code.
int run_info();

}  // namespace starling::app
