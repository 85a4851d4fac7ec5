// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starling::app {

/// From now on the first SIGINT, SIGTERM or SIGHUP only asks to stop, and a second one ends the
/// process at once. A signal that is ignored (as under nohup) stays so.
void catch_stop_signals();

/// "SIGINT", … : the signal that asked to stop, or null. Threads: any.
const char* stop_signal();

}  // namespace starling::app
