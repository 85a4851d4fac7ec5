// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/draw/palette.h"

namespace starling::app {

enum class ThemeKind : std::uint8_t { dark, light };

/// The colours of the interface, by what they are for. Text stands out from every background of its
/// theme by 4.5 : 1 at least (WCAG 2.1, 1.4.3).
struct Theme {
    engine::Rgb back;    ///< Behind everything.
    engine::Rgb panel;   ///< Panels and menus.
    engine::Rgb field;   ///< What can be typed or dragged in.
    engine::Rgb raised;  ///< Buttons and headers.
    engine::Rgb border;  ///< Lines between things; carries no meaning.
    engine::Rgb text;
    engine::Rgb faint;      ///< Text of less weight: labels, units.
    engine::Rgb accent;     ///< What is chosen or in motion.
    engine::Rgb on_accent;  ///< Text on it.
    engine::Rgb good, warning, bad;
    /// Series of plots, apart from each other for colour-blind eyes too (Okabe and Ito 2008).
    engine::Rgb series[6];
};

const Theme& theme_of(ThemeKind kind);

/// Sets colours and sizes of the current ImGui context, for `scale` pixels a point.
void apply_theme(ThemeKind kind, float scale);

/// The theme that was applied last.
const Theme& theme();

/// A colour as ImGui packs it.
std::uint32_t packed(engine::Rgb rgb, float opacity = 1);

}  // namespace starling::app
