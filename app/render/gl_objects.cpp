// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl_objects.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <vector>

#include "app/render/colour.h"
#include "app/render/shader_source.h"

namespace starling::app {
namespace {

void delete_shader(GLuint name) {
    glDeleteShader(name);
}
using GlShader = GlName<delete_shader>;

const char* error_name(GLenum code) {
    switch (code) {
        case GL_INVALID_ENUM:
            return "invalid enum";
        case GL_INVALID_VALUE:
            return "invalid value";
        case GL_INVALID_OPERATION:
            return "invalid operation";
        case GL_INVALID_FRAMEBUFFER_OPERATION:
            return "invalid framebuffer operation";
        case GL_OUT_OF_MEMORY:
            return "out of memory";
        case GL_CONTEXT_LOST:
            return "context lost";
        default:
            return "unknown error";
    }
}

// The context keeps a message log only where it was made for debugging.
std::string drain_debug_messages() {
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    if ((flags & GL_CONTEXT_FLAG_DEBUG_BIT) == 0) return {};
    std::string errors;
    for (;;) {
        GLint length = 0;
        glGetIntegerv(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, &length);
        if (length <= 0) return errors;
        std::vector<char> text(static_cast<std::size_t>(length));
        GLenum type = 0, severity = 0;
        if (glGetDebugMessageLog(1, length, nullptr, &type, nullptr, &severity, nullptr,
                                 text.data()) == 0) {
            return errors;
        }
        if (type == GL_DEBUG_TYPE_ERROR) {
            errors += fmt::format("; {}", text.data());
        } else if (severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM) {
            spdlog::warn("OpenGL: {}", text.data());
        }
    }
}

Result<GlShader> compile(const std::string& name, GLenum stage) {
    const std::string_view source = shader_source(name);
    if (source.empty()) return Error{fmt::format("no shader {} in this binary", name)};
    GlShader shader(glCreateShader(stage));
    const char* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader.get(), 1, &text, &length);
    glCompileShader(shader.get());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;
    std::vector<char> log(4096);
    glGetShaderInfoLog(shader.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    return Error{fmt::format("the driver refuses shader {}: {}", name, log.data())};
}

}  // namespace

GlBuffer create_buffer() {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return GlBuffer(name);
}

GlTexture create_texture(GLenum target) {
    GLuint name = 0;
    glCreateTextures(target, 1, &name);
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
        glTextureParameteri(name, axis, GL_CLAMP_TO_EDGE);
    }
    return GlTexture(name);
}

GlVertexArray create_vertex_array() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return GlVertexArray(name);
}

void add_attribute(const GlVertexArray& array, GLuint index, GLint components, std::size_t offset) {
    glEnableVertexArrayAttrib(array.get(), index);
    glVertexArrayAttribFormat(array.get(), index, components, GL_FLOAT, GL_FALSE,
                              static_cast<GLuint>(offset));
    glVertexArrayAttribBinding(array.get(), index, 0);
}

Result<Surface> create_surface(int width, int height, GLenum format) {
    Surface surface{.width = width, .height = height, .texture = {}, .framebuffer = {}};
    surface.texture = create_texture(GL_TEXTURE_2D);
    glTextureStorage2D(surface.texture.get(), 1, format, width, height);
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    surface.framebuffer = GlFramebuffer(name);
    glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, surface.texture.get(), 0);
    const std::string doing =
        fmt::format("making a drawing surface of {}x{} pixels", width, height);
    if (Status status = check_gl(doing); !status) return status.error();
    const GLenum state = glCheckNamedFramebufferStatus(name, GL_FRAMEBUFFER);
    if (state != GL_FRAMEBUFFER_COMPLETE) {
        return Error{fmt::format("{} failed (framebuffer status {:#x}); try a smaller picture",
                                 doing, state)};
    }
    clear(surface);
    return surface;
}

Result<DeepSurface> create_deep_surface(const Surface& surface) {
    DeepSurface deep;
    deep.width = surface.width;
    deep.height = surface.height;
    for (GlTexture* texture : {&deep.depth, &deep.solid_depth}) {
        *texture = create_texture(GL_TEXTURE_2D);
        glTextureStorage2D(texture->get(), 1, GL_DEPTH_COMPONENT32F, deep.width, deep.height);
    }
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    deep.framebuffer = GlFramebuffer(name);
    glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, surface.texture.get(), 0);
    glNamedFramebufferTexture(name, GL_DEPTH_ATTACHMENT, deep.depth.get(), 0);
    if (Status status = check_gl("making a depth buffer"); !status) return status.error();
    return deep;
}

void keep_solid_depth(const DeepSurface& surface) {
    glCopyImageSubData(surface.depth.get(), GL_TEXTURE_2D, 0, 0, 0, 0, surface.solid_depth.get(),
                       GL_TEXTURE_2D, 0, 0, 0, 0, surface.width, surface.height, 1);
}

void draw_into(const Surface& surface) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, surface.framebuffer.get());
    glViewport(0, 0, surface.width, surface.height);
}

void clear(const Surface& surface) {
    const GLfloat zero[4] = {0, 0, 0, 0};
    glClearNamedFramebufferfv(surface.framebuffer.get(), GL_COLOR, 0, zero);
}

Result<GlProgram> create_program(const std::string& vertex, const std::string& fragment) {
    Result<GlShader> first = compile(vertex, GL_VERTEX_SHADER);
    if (!first) return first.error();
    Result<GlShader> second = compile(fragment, GL_FRAGMENT_SHADER);
    if (!second) return second.error();
    GlProgram program(glCreateProgram());
    glAttachShader(program.get(), first->get());
    glAttachShader(program.get(), second->get());
    glLinkProgram(program.get());
    glDetachShader(program.get(), first->get());
    glDetachShader(program.get(), second->get());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    std::vector<char> log(4096);
    glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    return Error{
        fmt::format("the driver refuses to link {} with {}: {}", vertex, fragment, log.data())};
}

Status create_programs(std::initializer_list<ProgramParts> parts) {
    for (const ProgramParts& part : parts) {
        Result<GlProgram> made = create_program(part.vertex, part.fragment);
        if (!made) return made.error();
        *part.program = std::move(*made);
    }
    return {};
}

void place(const GlProgram& program, const View& view) {
    const GLuint name = program.get();
    glProgramUniform2f(name, 0, static_cast<float>(view.width), static_cast<float>(view.height));
    glProgramUniform4f(name, 1, view.anchor_x, view.anchor_y, view.world.scale,
                       view.flat ? 0.0F : 1.0F);
    glProgramUniform2f(name, 2, view.origin_x, view.origin_y);
}

void place_anywhere(const GlProgram& program, const View& view) {
    place(program, view);
    glProgramUniformMatrix4fv(program.get(), 16, 1, GL_FALSE, view.to_clip.data());
}

void ScreenTriangle::draw(const GlProgram& program) const {
    glUseProgram(program.get());
    glBindVertexArray(array_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void set_colour(const GlProgram& program, GLint location, engine::Rgb rgb) {
    glProgramUniform3fv(program.get(), location, 1, to_linear(rgb).data());
}

void set_ramp(const GlProgram& program, GLint location, const engine::Rgb (&ramp)[3]) {
    for (int i = 0; i < 3; ++i) set_colour(program, location + i, ramp[i]);
}

Status check_gl(const std::string& doing) {
    const GLenum code = glGetError();
    while (glGetError() != GL_NO_ERROR) {
    }
    const std::string messages = drain_debug_messages();
    if (code == GL_NO_ERROR && messages.empty()) return {};
    const char* advice = code == GL_OUT_OF_MEMORY ? "; draw less, or a smaller picture" : "";
    return Error{
        fmt::format("OpenGL error while {}: {}{}{}", doing, error_name(code), messages, advice)};
}

}  // namespace starling::app
