// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "sparse/core/result.h"

namespace starling::app {

/// Writes `bytes` to a temporary file beside `path` and renames it: whoever looks sees the old
/// file or the whole new one. An Error names the path and the system's reason; the temporary is
/// gone then and an old file is as it was. Threads: any, for different paths.
Status write_file(const std::string& path, std::string_view bytes);

}  // namespace starling::app
