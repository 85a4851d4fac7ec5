// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/gui/theme.h"

namespace starling::app {

/// Pictures on buttons, drawn as lines and areas, so that they are crisp at any scale.
enum class Icon { play, pause, step, record, stop, camera, open, fit, sun, undo, redo, help, gear };

/// A square button with a picture; true when pressed. `active` shows it as switched on. The tooltip
/// also names it for who drives the window from a script.
bool icon_button(const char* id, Icon icon, std::string_view tooltip, bool active = false);

/// A tooltip of wrapped text on the item before, after a short wait.
void tooltip(std::string_view text);

/// A row "name … value": the name faint on the left, the value right-aligned in digits of one
/// width.
void value_row(std::string_view name, std::string_view value);
void value_row(std::string_view name, std::string_view value, engine::Rgb colour);

/// A heading inside a panel.
void heading(std::string_view text);

/// Faint text that wraps.
void note(std::string_view text);

/// One line of a plot.
struct PlotLine {
    std::string_view name;
    std::span<const float> values;  ///< Oldest first.
    int series = 0;                 ///< Colour: index into Theme::series.
};
/// Lines over the full width, `height` points high, from 0 (or the least value) to the largest; the
/// largest value is written at the top left in `unit`. The tooltip reads the values under the
/// mouse.
void plot(const char* id, std::span<const PlotLine> lines, float height, std::string_view unit,
          float scale);

/// "12.3 ms", "4.56 k", "1.2 GiB": numbers for people in three digits.
std::string short_number(double value);
std::string short_bytes(double bytes);
std::string short_seconds(double seconds);

}  // namespace starling::app
