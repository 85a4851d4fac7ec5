// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/gui_context.h"

namespace starling::app {

/// What the allocators of all trees hold and do: slots of each SNode by state, bytes, their course
/// over the last steps, garbage collection, lists, and counters that turn red when something was
/// lost.
class AllocatorPanel {
 public:
    void draw(GuiContext& gui);

 private:
    void draw_tree(GuiContext& gui, const engine::TreeSnapshot& tree);
    void draw_node(GuiContext& gui, const sparse::SNodeStats& node);
};

}  // namespace starling::app
