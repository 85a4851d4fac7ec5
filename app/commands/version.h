// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace starling::app {

std::string version();      ///< "0.1.0"
std::string commit();       ///< "1a2b3c4d5e6f", "1a2b3c4d5e6f+changes", or "unknown" without git.
std::string build_type();   ///< "Release", "Debug"
std::string compiler();     ///< "GNU 12.2.0"
std::string build_flags();  ///< Switches of this build that change what it does: "cuda, pch".

/// "starling 0.1.0 (commit 1a2b3c4d5e6f, Release)"
std::string version_line();

}  // namespace starling::app
