// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/gui_context.h"

namespace starling::app {

/// Where the time goes: the phases of a step, the picture, the window; and the metrics over time.
class ProfilePanel {
 public:
    /// `draw_ms`: of the last picture; `frame_seconds`: of a frame of the window.
    void draw(GuiContext& gui, double draw_ms, double frame_seconds);
};

}  // namespace starling::app
