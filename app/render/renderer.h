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
    static Result<std::unique_ptr<HeadlessContext>> create();
    virtual ~HeadlessContext() = default;
    virtual std::string renderer_name() const = 0;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
    virtual std::string version() const = 0;        ///< "4.5 (Core Profile) Mesa 22.3.6"
};

/// Draws DrawLists into an off-screen picture. Needs a current OpenGL 4.5 context. Trails build
/// up over successive frames.
class Renderer {
 public:
    static Result<std::unique_ptr<Renderer>> create(int width, int height);
    virtual ~Renderer() = default;
    virtual Status draw(const engine::DrawList& list) = 0;
    virtual Status read(Image& image) = 0;  ///< The picture of the last draw.
};

}  // namespace starling::app
