// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace starling::app {

/// The text of shaders/`name` ("dart.vert"), embedded when the program was built; empty where
/// there is no such file. Threads: any.
std::string_view shader_source(std::string_view name);

}  // namespace starling::app
