// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glad/gl.h>

#include <string>
#include <utility>

#include "sparse/core/result.h"

namespace starling::app {

/// Owner of one OpenGL name; `Delete` gives it back. Needs the context current that made it.
template <void (*Delete)(GLuint)>
class GlName {
 public:
    GlName() = default;
    explicit GlName(GLuint name) : name_(name) {}
    GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlName& operator=(GlName&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlName() {
        if (name_ != 0) Delete(name_);
    }

    GLuint get() const { return name_; }

 private:
    GLuint name_ = 0;
};

inline void delete_texture(GLuint name) {
    glDeleteTextures(1, &name);
}
inline void delete_framebuffer(GLuint name) {
    glDeleteFramebuffers(1, &name);
}
inline void delete_buffer(GLuint name) {
    glDeleteBuffers(1, &name);
}
inline void delete_vertex_array(GLuint name) {
    glDeleteVertexArrays(1, &name);
}
inline void delete_program(GLuint name) {
    glDeleteProgram(name);
}

using GlTexture = GlName<delete_texture>;
using GlFramebuffer = GlName<delete_framebuffer>;
using GlBuffer = GlName<delete_buffer>;
using GlVertexArray = GlName<delete_vertex_array>;
using GlProgram = GlName<delete_program>;

GlBuffer create_buffer();
GlVertexArray create_vertex_array();

/// A texture that can be drawn into.
struct Layer {
    int width = 0, height = 0;
    GlTexture texture;
    GlFramebuffer framebuffer;
};

/// An empty (zeroed) layer; `format` is sized, such as GL_RGBA16F. Sampled linearly, clamped.
Result<Layer> create_layer(int width, int height, GLenum format);

/// Compiles and links the embedded shaders `vertex` and `fragment` ("dart.vert"). An error holds
/// the driver's log.
Result<GlProgram> create_program(const std::string& vertex, const std::string& fragment);

/// An Error if OpenGL reported one since the last call; `doing` says what was going on. In debug
/// builds it holds the driver's words, and warnings of the driver go to the log.
Status check_gl(const std::string& doing);

}  // namespace starling::app
