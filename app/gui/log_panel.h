// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "app/gui/gui_context.h"

namespace starling::app {

/// What happened, newest last; follows the end unless the user scrolls up.
class LogPanel {
 public:
    void draw(GuiContext& gui);

 private:
    std::uint64_t seen_ = 0;  ///< Version of the log in the last frame.
};

}  // namespace starling::app
