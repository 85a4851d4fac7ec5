// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

struct ImFont;

namespace starling::app {

/// The fonts of the interface; valid until they are loaded anew.
struct Fonts {
    ImFont* text = nullptr;   ///< Inter
    ImFont* bold = nullptr;   ///< Inter SemiBold
    ImFont* title = nullptr;  ///< Inter SemiBold, larger
    ImFont* mono = nullptr;   ///< JetBrains Mono, for numbers in columns, plans and paths
};

/// Makes the fonts for `scale` pixels a point, in the current ImGui context.
void load_fonts(float scale);

/// Those that were loaded last.
const Fonts& fonts();

}  // namespace starling::app
