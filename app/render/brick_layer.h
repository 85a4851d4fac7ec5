// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "engine/draw/draw_list.h"
#include "sparse/core/result.h"
namespace starling::app {
inline Status check_layer(const engine::BrickLayer&, int) {
    return {};
}
}  // namespace starling::app
