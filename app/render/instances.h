// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "app/render/gl_objects.h"
#include "app/render/layer_cache.h"
#include "app/render/view.h"

namespace starling::app {

/// Which pixels of points and lines are drawn. In perspective those that are more than half opaque
/// come first and hide what is behind them, then the softened rims and what is translucent.
enum class Part : std::uint8_t { all, solid, soft };

/// Sets the uniform `shown` of point.frag and line.frag.
inline void choose_part(const GlProgram& program, Part part) {
    const float from = part == Part::solid ? 0.5F : 0, to = part == Part::soft ? 0.5F : 2;
    glProgramUniform2f(program.get(), 4, from, to);
}

/// Items of a layer on the GPU, one instance each.
template <class Item>
struct Instances {
    GlBuffer buffer;
    GlVertexArray array;
    View order;  ///< The view that they were uploaded for; in perspective they are sorted for it.

    bool empty() const { return buffer.get() == 0; }

    /// Replaces the items. The first time, `describe` adds the attributes to the array.
    template <class Describe>
    void upload(const std::vector<Item>& items, const View& view, const Describe& describe) {
        if (empty()) {
            buffer = create_buffer();
            array = create_vertex_array();
            glVertexArrayVertexBuffer(array.get(), 0, buffer.get(), 0, sizeof(Item));
            glVertexArrayBindingDivisor(array.get(), 0, 1);
            describe(array);
        }
        glNamedBufferData(buffer.get(), static_cast<GLsizeiptr>(items.size() * sizeof(Item)),
                          items.data(), GL_STATIC_DRAW);
        order = view;
    }

    /// Whether they must be uploaded for this view: flat ones stay in the order of the layer.
    bool stale(const View& view) const {
        if (empty() || order.flat != view.flat) return true;
        return !view.flat && order != view;
    }

    void draw(const GlProgram& program, GLenum mode, GLsizei vertices, std::size_t count) const {
        if (count == 0) return;
        glUseProgram(program.get());
        glBindVertexArray(array.get());
        glDrawArraysInstanced(mode, 0, vertices, static_cast<GLsizei>(count));
    }
};

/// Ends a frame of a painter. An Error if OpenGL reported one meanwhile.
template <class Made>
Status finish_frame(LayerCache<Made>& cache, const char* doing) {
    cache.forget_unused();
    Status status = check_gl(doing);
    if (!status) cache.clear();
    return status;
}

}  // namespace starling::app
