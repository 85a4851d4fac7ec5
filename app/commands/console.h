// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "sparse/core/result.h"

namespace starling::app {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;  ///< A run that failed or was interrupted.
inline constexpr int kExitUsage = 2;   ///< Bad usage or a bad scene.

/// One line "starling: error: <text>" on the standard error.
void print_error(std::string_view text);

/// One line "starling: warning: <text>" on the standard error; the text may have more lines.
void print_warning(std::string_view text);

/// One line "starling: <text>" on the standard error.
void print_note(std::string_view text);

/// The text, word for word, on the standard output. Returns the exit code: done, or failed with an
/// error line if it cannot be written (a closed pipe, a full disk).
int print_result(std::string_view text);

}  // namespace starling::app
