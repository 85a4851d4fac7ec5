// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace starling::app {

/// Keeps libav and its codecs from printing; the last line of theirs that was an error is kept for
/// take_av_error(). For the whole process; calls after the first do nothing. Threads: any.
void silence_av_log();

/// ": <last error line>", or nothing; forgets it. Threads: any.
std::string take_av_error();

}  // namespace starling::app
