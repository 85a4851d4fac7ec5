// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starling::app {

/// The program `starling`: reads the command line and does what it asks for. Results go to the
/// standard output, progress and errors to the standard error. Returns the exit code: 0 done, 1 a
/// run that failed, 2 bad usage or a bad scene. Changes how the process handles signals.
int run_program(int argc, const char* const* argv);

}  // namespace starling::app
