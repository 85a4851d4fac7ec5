// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/gui_context.h"

namespace starling::app {

/// The map of keys and of the mouse, over everything else while `shown`.
void draw_help(GuiContext& gui, bool& shown);

}  // namespace starling::app
