// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>

#include "app/render/view.h"
#include "engine/draw/palette.h"
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
GlTexture create_texture(GLenum target);  ///< Sampled linearly, clamped to the edge.
GlVertexArray create_vertex_array();

/// Adds `components` floats, `offset` bytes into what the array's binding 0 holds.
void add_attribute(const GlVertexArray& array, GLuint index, GLint components, std::size_t offset);

/// A texture that can be drawn into.
struct Surface {
    int width = 0, height = 0;
    GlTexture texture;
    GlFramebuffer framebuffer;
};

/// An empty (zeroed) surface; `format` is sized, such as GL_RGBA16F. Sampled linearly, clamped.
Result<Surface> create_surface(int width, int height, GLenum format);

/// The same surface with a depth buffer: shares the texture of `surface`.
struct DeepSurface {
    GlTexture depth;        ///< Cannot be sampled while it is drawn into.
    GlTexture solid_depth;  ///< What keep_solid_depth() kept.
    GlFramebuffer framebuffer;
    int width = 0, height = 0;
};
Result<DeepSurface> create_deep_surface(const Surface& surface);

/// Copies the depths of what was drawn so far.
void keep_solid_depth(const DeepSurface& surface);

/// Makes it the one that is drawn into, as a whole.
void draw_into(const Surface& surface);

/// Zeroes it.
void clear(const Surface& surface);

/// Compiles and links the embedded shaders `vertex` and `fragment` ("dart.vert"). An error holds
/// the driver's log.
Result<GlProgram> create_program(const std::string& vertex, const std::string& fragment);

/// One program for all the steps that need one; see create_program.
struct ProgramParts {
    GlProgram* program;
    const char* vertex;
    const char* fragment;
};
Status create_programs(std::initializer_list<ProgramParts> parts);

/// Runs `program`, whose vertex stage is screen.vert, for every pixel of the surface drawn into.
class ScreenTriangle {
 public:
    void init() { array_ = create_vertex_array(); }
    void draw(const GlProgram& program) const;

 private:
    GlVertexArray array_;
};

/// Sets the uniforms that the shaders of layers share: 0 picture, 1 fit, 2 origin.
void place(const GlProgram& program, const View& view);

/// … and, for those that include project.glsl, 16 to_clip.
void place_anywhere(const GlProgram& program, const View& view);

/// Sets the vec3 at `location` to the linear light of a colour.
void set_colour(const GlProgram& program, GLint location, engine::Rgb rgb);

/// Sets three colours from `location` on.
void set_ramp(const GlProgram& program, GLint location, const engine::Rgb (&ramp)[3]);

/// An Error if OpenGL reported one since the last call; `doing` says what was going on. In debug
/// builds it holds the driver's words, and warnings of the driver go to the log.
Status check_gl(const std::string& doing);

}  // namespace starling::app
