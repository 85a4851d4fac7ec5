// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/render/renderer.h"
#include "sparse/core/result.h"

namespace starling::app {

/// Writes an RGB PNG under a temporary name and renames it, so that no half file remains.
Status write_png(const std::string& path, const Image& image);

/// Reads an 8-bit RGB or RGBA PNG, for comparisons with stored pictures.
Result<Image> read_png(const std::string& path);

}  // namespace starling::app
