// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/theme.h"
#include "sparse/core/result.h"

namespace starling::app {

/// Where a window lies and how large it is, in screen coordinates.
struct WindowPlace {
    int width = 1280, height = 720;
    bool maximised = false;
};

/// A window with an OpenGL 4.5 core context and Dear ImGui in it. One at a time. Threads: the one
/// that made it, which should be the main thread.
class Window {
 public:
    /// Errors say what is missing: a display, or OpenGL 4.5; and that `starling batch` needs none.
    static Result<std::unique_ptr<Window>> create(const std::string& title,
                                                  const WindowPlace& place);
    virtual ~Window() = default;

    /// Takes the events in and begins a frame of the user interface. Waits for events, at most
    /// `idle_seconds`, where nothing else needs to be drawn.
    virtual void begin_frame(double idle_seconds) = 0;
    /// Draws what was built since begin_frame() and shows it. At most 60 frames a second.
    virtual void end_frame() = 0;

    /// Whether the user wants it closed.
    virtual bool should_close() const = 0;
    virtual void close() = 0;

    /// Size of what is drawn in, in pixels; 0 x 0 while minimised.
    virtual int width() const = 0;
    virtual int height() const = 0;

    /// Pixels per point of the design: the display's scale times the user's.
    virtual float scale() const = 0;
    /// Changes the look or the user's scale (0.5 to 4); fonts are made anew.
    virtual void set_look(ThemeKind theme, float user_scale) = 0;

    virtual void set_title(const std::string& title) = 0;
    virtual WindowPlace place() const = 0;

    /// Files that were dropped onto the window since the last call.
    virtual std::vector<std::string> take_dropped() = 0;

    virtual std::string renderer_name() const = 0;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
};

}  // namespace starling::app
