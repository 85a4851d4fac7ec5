// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/draw/draw_list.h"
#include "sparse/core/result.h"

namespace starling::app {

/// A picture: 8-bit RGBA, sRGB, rows from the top, no padding.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// An OpenGL 4.5 core context with no window, through EGL: a GPU where there is one, the software
/// rasteriser elsewhere. Current on the thread that made it, until destroyed.
class HeadlessContext {
 public:
    /// Errors say what is missing (libEGL, a driver, OpenGL 4.5) and how to get it.
    static Result<std::unique_ptr<HeadlessContext>> create();
    virtual ~HeadlessContext() = default;
    virtual std::string renderer_name() const = 0;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
    virtual std::string version() const = 0;        ///< "4.5 (Core Profile) Mesa 22.3.6"
};

/// Draws DrawLists into an off-screen picture. Needs a current OpenGL 4.5 context. Trails build
/// up over successive frames and start anew when the world's place in the picture changes. The
/// same frames give the same pictures. Threads: the context's.
class Renderer {
 public:
    /// Sides in pixels, from 1 up to the driver's limit, which the error names.
    static Result<std::unique_ptr<Renderer>> create(int width, int height);
    virtual ~Renderer() = default;

    /// Draws the next frame. An error names the value that cannot be drawn, such as an agent that
    /// is not finite; the picture then stays as it was.
    virtual Status draw(const engine::DrawList& list) = 0;

    /// The picture of the last draw.
    virtual Status read(Image& image) = 0;

    /// Changes the size of the pictures that follow; trails start anew. After an error, as
    /// create() gives, the old size stays.
    virtual Status resize(int width, int height) = 0;

    /// OpenGL's name of the picture of the last draw: RGBA8, sRGB, the first row is the top.
    /// Another after resize().
    virtual unsigned texture() const = 0;
};

}  // namespace starling::app
