// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "app/render/colour.h"
#include "app/render/gl_objects.h"
#include "app/render/view_fit.h"
#include "engine/draw/palette.h"

namespace starling::app {
namespace {

using engine::Dart;
using engine::DrawList;
using engine::DrawStyle;
using engine::Palette;
using engine::Rgb;

// A shorter pigeon, in pixels, is drawn this long but fainter, so that it does not flicker; a
// predator is drawn longer, since it must never be lost in the crowd.
constexpr float kMinPigeon = 3.2F;
constexpr float kMinPredator = 14;
constexpr float kMinPredatorShare = 0.04F;  // … but no longer than this share of the picture
// Pigeons shorter than this many pixels are drawn as a crowd, not one by one.
constexpr float kCrowdLength = 9;

// Falloff of a spot of light that fades evenly to its rim.
constexpr float kRound = 2;

Status validate(const DrawList& list) {
    const auto bad = [](const char* what, double value, const char* expected) {
        return Error{fmt::format("cannot draw: {} is {}, expected {}", what, value, expected)};
    };
    const float width = list.world_max_x - list.world_min_x;
    const float height = list.world_max_y - list.world_min_y;
    if (!(width > 0) || !std::isfinite(width))
        return bad("the world's width", width, "more than 0");
    if (!(height > 0) || !std::isfinite(height)) {
        return bad("the world's height", height, "more than 0");
    }
    if (!(list.margin >= 0) || !std::isfinite(list.margin)) {
        return bad("the margin", list.margin, "0 or more");
    }
    if (!(list.frame_seconds >= 0) || !std::isfinite(list.frame_seconds)) {
        return bad("the time between frames", list.frame_seconds, "0 or more seconds");
    }
    const DrawStyle& style = list.style;
    if (!(style.pigeon_length > 0) || !std::isfinite(style.pigeon_length)) {
        return bad("pigeon_length", style.pigeon_length, "more than 0");
    }
    if (!(style.predator_length > 0) || !std::isfinite(style.predator_length)) {
        return bad("predator_length", style.predator_length, "more than 0");
    }
    if (!(style.trail_half_life >= 0) || !std::isfinite(style.trail_half_life)) {
        return bad("trail_half_life", style.trail_half_life, "0 or more seconds");
    }
    if (!(style.glow >= 0 && style.glow <= 1)) return bad("glow", style.glow, "0 to 1");
    const auto palettes = static_cast<int>(engine::palettes().size());
    if (style.palette < 0 || style.palette >= palettes) {
        return Error{fmt::format("cannot draw: palette number {} is not one of 0 to {}",
                                 style.palette, palettes - 1)};
    }
    for (std::size_t i = 0; i < list.darts.size(); ++i) {
        const Dart& dart = list.darts[i];
        if (!std::isfinite(dart.x + dart.y + dart.dir_x + dart.dir_y + dart.tone)) {
            return Error{fmt::format(
                "cannot draw: agent {} at ({}, {}) heading ({}, {}) has a value that is not finite",
                i, dart.x, dart.y, dart.dir_x, dart.dir_y)};
        }
    }
    return {};
}

class GlRenderer final : public Renderer {
 public:
    GlRenderer(int width, int height) : width_(width), height_(height) {}

    Status init() {
        for (auto [program, vertex, fragment] :
             {std::tuple{&dart_program_, "dart.vert", "dart.frag"},
              {&spot_program_, "spot.vert", "spot.frag"},
              {&scale_program_, "screen.vert", "scale.frag"},
              {&compose_program_, "screen.vert", "compose.frag"}}) {
            Result<GlProgram> made = create_program(vertex, fragment);
            if (!made) return made.error();
            *program = std::move(*made);
        }
        if (Status status = make_layer(agents_, width_, height_, GL_RGBA16F); !status)
            return status;
        if (Status status = make_layer(picture_, width_, height_, GL_RGBA8); !status) return status;

        dart_buffer_ = create_buffer();
        dart_array_ = create_vertex_array();
        empty_array_ = create_vertex_array();
        const GLuint array = dart_array_.get();
        glVertexArrayVertexBuffer(array, 0, dart_buffer_.get(), 0, sizeof(Dart));
        glVertexArrayBindingDivisor(array, 0, 1);
        const auto attribute = [array](GLuint index, GLint components, std::size_t offset) {
            glEnableVertexArrayAttrib(array, index);
            glVertexArrayAttribFormat(array, index, components, GL_FLOAT, GL_FALSE,
                                      static_cast<GLuint>(offset));
            glVertexArrayAttribBinding(array, index, 0);
        };
        attribute(0, 4, offsetof(Dart, x));
        attribute(1, 1, offsetof(Dart, tone));
        return check_gl("preparing to draw");
    }

    Status draw(const DrawList& list) override {
        if (Status status = validate(list); !status) return status;
        const ViewFit fit = fit_view(list.world_max_x - list.world_min_x,
                                     list.world_max_y - list.world_min_y, width_, height_);
        const Palette& palette = engine::palettes()[static_cast<std::size_t>(list.style.palette)];
        upload(list);
        place(dart_program_, list, fit);
        place(spot_program_, list, fit);
        glEnable(GL_BLEND);
        draw_agents(list, fit, palette);
        if (Status status = draw_trails(list, fit, palette); !status) return status;
        if (Status status = draw_glow(list, fit, palette); !status) return status;
        glDisable(GL_BLEND);
        compose(list, fit, palette);
        return check_gl("drawing a frame");
    }

    Status read(Image& image) override {
        image.width = width_;
        image.height = height_;
        image.rgba.resize(std::size_t{4} * static_cast<std::size_t>(width_) *
                          static_cast<std::size_t>(height_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, picture_.framebuffer.get());
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
        return check_gl("reading the picture");
    }

 private:
    static Status make_layer(Layer& layer, int width, int height, GLenum format) {
        Result<Layer> made = create_layer(width, height, format);
        if (!made) return made.error();
        layer = std::move(*made);
        return {};
    }

    // Predators go last, so that they lie on top; each species keeps the order of the list.
    void upload(const DrawList& list) {
        sorted_ = list.darts;
        const auto first_predator = std::stable_partition(
            sorted_.begin(), sorted_.end(), [](const Dart& dart) { return dart.species == 0; });
        pigeons_ = static_cast<GLsizei>(first_predator - sorted_.begin());
        predators_ = static_cast<GLsizei>(sorted_.end() - first_predator);
        glNamedBufferData(dart_buffer_.get(),
                          static_cast<GLsizeiptr>(sorted_.size() * sizeof(Dart)), sorted_.data(),
                          GL_STREAM_DRAW);
    }

    void place(const GlProgram& program, const DrawList& list, const ViewFit& fit) const {
        const GLuint name = program.get();
        glProgramUniform2f(name, 0, static_cast<float>(width_), static_cast<float>(height_));
        glProgramUniform4f(name, 1, list.world_min_x, list.world_min_y, fit.scale, 0);
        glProgramUniform2f(name, 2, fit.x0, fit.y0);
    }

    static void set_colour(const GlProgram& program, GLint location, Rgb rgb) {
        glProgramUniform3fv(program.get(), location, 1, to_linear(rgb).data());
    }

    static void set_ramp(const GlProgram& program, const Rgb (&ramp)[3]) {
        for (int i = 0; i < 3; ++i) set_colour(program, 4 + i, ramp[i]);
    }

    void draw_instances(const GlProgram& program, GLsizei count, GLsizei first) const {
        if (count == 0) return;
        glUseProgram(program.get());
        glBindVertexArray(dart_array_.get());
        glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3, count, static_cast<GLuint>(first));
    }

    void draw_screen(const GlProgram& program) const {
        glUseProgram(program.get());
        glBindVertexArray(empty_array_.get());
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    static void draw_into(const Layer& layer) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, layer.framebuffer.get());
        glViewport(0, 0, layer.width, layer.height);
    }

    static void clear(const Layer& layer) {
        const GLfloat zero[4] = {0, 0, 0, 0};
        glClearNamedFramebufferfv(layer.framebuffer.get(), GL_COLOR, 0, zero);
    }

    float predator_pixels(const DrawList& list, const ViewFit& fit) const {
        const auto side = static_cast<float>(std::min(width_, height_));
        return std::max(list.style.predator_length * fit.scale,
                        std::min(kMinPredator, kMinPredatorShare * side));
    }

    // `rim` is the opacity of the line of sky around each dart.
    void draw_darts(float length, float opacity, float rim, const Rgb (&ramp)[3],
                    const Palette& palette, GLsizei count, GLsizei first) const {
        const GLuint name = dart_program_.get();
        const LinearRgb sky = to_linear(palette.sky_top);
        glProgramUniform1f(name, 3, length);
        set_ramp(dart_program_, ramp);
        glProgramUniform4f(name, 7, sky[0], sky[1], sky[2], rim);
        glProgramUniform1f(name, 8, opacity);
        glProgramUniform1f(name, 9, 0.22F * detail(length));
        draw_instances(dart_program_, count, first);
    }

    // Rims and folds need some pixels to be seen; on tiny darts they would be noise.
    static float detail(float length) { return std::clamp((length - 6) / 6, 0.0F, 1.0F); }

    void draw_spots(float ahead, float aside, float shift, float strength, float falloff,
                    const Rgb (&ramp)[3], GLsizei count, GLsizei first) const {
        glProgramUniform3f(spot_program_.get(), 3, ahead, aside, shift);
        glProgramUniform1f(spot_program_.get(), 7, strength);
        glProgramUniform1f(spot_program_.get(), 8, falloff);
        set_ramp(spot_program_, ramp);
        draw_instances(spot_program_, count, first);
    }

    void draw_agents(const DrawList& list, const ViewFit& fit, const Palette& palette) const {
        clear(agents_);
        draw_into(agents_);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        const float pigeon = list.style.pigeon_length * fit.scale;
        const float predator = predator_pixels(list, fit);
        const auto draw_pigeons = [&] {
            draw_darts(std::max(pigeon, kMinPigeon), std::min(pigeon / kMinPigeon, 1.0F),
                       0.7F * detail(pigeon), palette.pigeon, palette, pigeons_, 0);
        };
        const float halo = 1.7F * predator;
        const auto draw_halos = [&] {
            draw_spots(halo, halo, 0, 0.35F, 4, palette.predator, predators_, pigeons_);
        };
        if (pigeon < kCrowdLength) {
            // A clearing of sky under the halo: a predator stands out from the densest flock.
            const Rgb sky[3] = {palette.sky_top, palette.sky_top, palette.sky_top};
            draw_pigeons();
            draw_spots(halo, halo, 0, 0.9F, kRound, sky, predators_, pigeons_);
            draw_halos();
        } else {
            draw_halos();
            draw_pigeons();
        }
        draw_darts(predator, 1, 0.8F, palette.predator, palette, predators_, pigeons_);
    }

    // A trail is light that darts leave behind and that halves every half life. Rather than dim
    // the whole surface each frame, new light is made stronger by the same factor and the sum is
    // divided when shown; once a half life the surface is halved, which is exact in half floats.
    Status draw_trails(const DrawList& list, const ViewFit& fit, const Palette& palette) {
        const float half_life = list.style.trail_half_life;
        if (half_life == 0) {
            trail_age_ = -1;
            return {};
        }
        if (trails_.width == 0) {
            if (Status status = make_layer(trails_, width_, height_, GL_RGBA32F); !status) {
                return status;
            }
        }
        if (trail_age_ < 0 || fit != trail_fit_) {
            clear(trails_);
            trail_age_ = 0;
            trail_fit_ = fit;
        }
        draw_into(trails_);
        trail_age_ += static_cast<double>(list.frame_seconds) / static_cast<double>(half_life);
        if (const double halvings = std::floor(trail_age_); halvings > 0) {
            trail_age_ -= halvings;
            const auto factor = static_cast<float>(std::exp2(-halvings));
            glBlendColor(factor, factor, factor, factor);
            glBlendFunc(GL_ZERO, GL_CONSTANT_COLOR);
            draw_screen(scale_program_);
        }
        glBlendFunc(GL_ONE, GL_ONE);
        const float strength = kTrailRate * list.frame_seconds / (half_life + 0.15F) *
                               static_cast<float>(std::exp2(trail_age_));
        const auto leave = [&](float length, float gain, const Rgb(&ramp)[3], GLsizei count,
                               GLsizei first) {
            draw_spots(std::max(0.7F * length, 1.5F), std::max(0.26F * length, 1.2F),
                       -0.2F * length, gain * strength, kRound, ramp, count, first);
        };
        leave(list.style.pigeon_length * fit.scale, palette.trail_gain, palette.trail, pigeons_, 0);
        leave(predator_pixels(list, fit), 1.5F * palette.trail_gain, palette.predator, predators_,
              pigeons_);
        return {};
    }

    // Light that spreads has no detail: a surface of few pixels holds it.
    Status draw_glow(const DrawList& list, const ViewFit& fit, const Palette& palette) {
        if (list.style.glow == 0) return {};
        if (glows_.width == 0) {
            if (Status status = make_layer(glows_, (width_ + 3) / 4, (height_ + 3) / 4, GL_RGBA16F);
                !status) {
                return status;
            }
        }
        clear(glows_);
        draw_into(glows_);
        glBlendFunc(GL_ONE, GL_ONE);
        const float pigeon = std::max(2.2F * list.style.pigeon_length * fit.scale, 10.0F);
        const float predator = 2.6F * predator_pixels(list, fit);
        draw_spots(pigeon, pigeon, 0, 0.5F, kRound, palette.trail, pigeons_, 0);
        draw_spots(predator, predator, 0, 0.8F, kRound, palette.predator, predators_, pigeons_);
        return {};
    }

    void compose(const DrawList& list, const ViewFit& fit, const Palette& palette) const {
        const GLuint name = compose_program_.get();
        glProgramUniform2f(name, 0, static_cast<float>(width_), static_cast<float>(height_));
        glProgramUniform4f(name, 1, fit.x0, fit.y0, fit.x1, fit.y1);
        glProgramUniform1f(name, 2, list.margin * fit.scale);
        set_colour(compose_program_, 3, palette.sky_top);
        set_colour(compose_program_, 4, palette.sky_bottom);
        set_colour(compose_program_, 5, palette.beyond);
        set_colour(compose_program_, 6, palette.line);
        glProgramUniform1f(name, 7, palette.vignette);
        glProgramUniform1f(name, 8,
                           trail_age_ < 0 ? 0.0F : static_cast<float>(std::exp2(-trail_age_)));
        glProgramUniform1f(name, 9, list.style.glow);
        glProgramUniform1f(name, 10, palette.line_opacity);
        glBindTextureUnit(0, agents_.texture.get());
        glBindTextureUnit(1, trails_.texture.get());
        glBindTextureUnit(2, glows_.texture.get());
        draw_into(picture_);
        draw_screen(compose_program_);
    }

    static constexpr float kTrailRate = 3;

    int width_, height_;
    GlProgram dart_program_, spot_program_, scale_program_, compose_program_;
    Layer agents_, trails_, glows_, picture_;
    GlBuffer dart_buffer_;
    GlVertexArray dart_array_, empty_array_;
    std::vector<Dart> sorted_;
    GLsizei pigeons_ = 0, predators_ = 0;
    double trail_age_ = -1;  ///< Half lives since the trails were last halved; -1 = no trails.
    ViewFit trail_fit_;      ///< The view that the trails were drawn in.
};

}  // namespace

Result<std::unique_ptr<Renderer>> Renderer::create(int width, int height) {
    if (glad_glGetString == nullptr || glGetString(GL_VERSION) == nullptr) {
        return Error{"cannot draw: this thread has no OpenGL context; make one first"};
    }
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (width < 1 || height < 1 || width > most || height > most) {
        return Error{fmt::format(
            "cannot draw a picture of {}x{} pixels: each side must be 1 to {} (a limit of {})",
            width, height, most, reinterpret_cast<const char*>(glGetString(GL_RENDERER)))};
    }
    auto renderer = std::make_unique<GlRenderer>(width, height);
    if (Status status = renderer->init(); !status) return status.error();
    return std::unique_ptr<Renderer>(std::move(renderer));
}

}  // namespace starling::app
