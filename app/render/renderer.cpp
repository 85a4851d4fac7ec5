// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/renderer.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "app/render/brick_layer.h"
#include "app/render/cell_layer.h"
#include "app/render/colour_map_texture.h"
#include "app/render/dart_batch.h"
#include "app/render/dart_layer.h"
#include "app/render/field_layer.h"
#include "app/render/gl_objects.h"
#include "app/render/glow.h"
#include "app/render/line_layer.h"
#include "app/render/list_check.h"
#include "app/render/point_layer.h"
#include "app/render/trail_layer.h"
#include "app/render/view.h"
#include "engine/draw/palette.h"

namespace starling::app {
namespace {

using engine::DrawList;
using engine::Palette;

Status check_size(int width, int height) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (width < 1 || height < 1 || width > most || height > most) {
        return Error{fmt::format(
            "cannot draw a picture of {}x{} pixels: each side must be 1 to {} (a limit of {})",
            width, height, most, reinterpret_cast<const char*>(glGetString(GL_RENDERER)))};
    }
    return {};
}

class GlRenderer final : public Renderer {
 public:
    GlRenderer(int width, int height) : width_(width), height_(height) {}

    Status init() {
        Status made = create_programs({{&compose_program_, "screen.vert", "compose.frag"}});
        if (made) made = darts_.init();
        if (made) made = dart_painter_.init();
        if (made) made = trail_painter_.init();
        if (made) made = line_painter_.init();
        if (made) made = point_painter_.init();
        if (made) made = cell_painter_.init();
        if (made) made = field_painter_.init();
        if (made) made = brick_painter_.init();
        if (made) made = make_surface(foreground_, GL_RGBA16F);
        if (made) made = make_surface(picture_, GL_RGBA8);
        if (!made) return made;
        TextureLimits limits;
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limits.plane);
        glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &limits.volume);
        list_check_.init(limits);
        screen_.init();
        return check_gl("preparing to draw");
    }

    Status draw(const DrawList& list) override {
        const Result<View> made = make_view(list, width_, height_);
        if (!made) return made.error();
        const View& view = *made;
        if (Status status = list_check_.check(list, view); !status) return status;
        const Palette& palette = engine::palettes()[static_cast<std::size_t>(list.style.palette)];
        darts_.upload(list, view);
        glEnable(GL_BLEND);
        Status drawn = draw_background(list, view, palette);
        if (drawn) drawn = draw_foreground(list, view, palette);
        if (drawn) drawn = draw_light(list, view, palette);
        glDisable(GL_BLEND);
        if (!drawn) return drawn;
        compose(list, view, palette);
        return check_gl("drawing a frame");
    }

    Status resize(int width, int height) override {
        if (width == width_ && height == height_) return {};
        if (Status fits = check_size(width, height); !fits) return fits;
        Result<Surface> foreground = create_surface(width, height, GL_RGBA16F);
        if (!foreground) return foreground.error();
        Result<Surface> picture = create_surface(width, height, GL_RGBA8);
        if (!picture) return picture.error();
        foreground_ = std::move(*foreground);
        picture_ = std::move(*picture);
        width_ = width, height_ = height;
        return {};
    }

    unsigned texture() const override { return picture_.texture.get(); }

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
    Status make_surface(Surface& surface, GLenum format) const {
        Result<Surface> made = create_surface(width_, height_, format);
        if (!made) return made.error();
        surface = std::move(*made);
        return {};
    }

    // Fields, bricks, cells: a surface of their own, for the trails and the glow lie between them
    // and the darts.
    Status draw_background(const DrawList& list, const View& view, const Palette& palette) {
        has_background_ = false;
        for (const auto& layer : list.layers) {
            has_background_ |= std::holds_alternative<engine::FieldLayer>(*layer) ||
                               std::holds_alternative<engine::BrickLayer>(*layer) ||
                               std::holds_alternative<engine::CellLayer>(*layer);
        }
        if (!has_background_) return {};
        if (background_.width != width_ || background_.height != height_) {
            if (Status made = make_surface(background_, GL_RGBA16F); !made) return made;
        }
        clear(background_);
        draw_into(background_);
        Status drawn = field_painter_.draw(list, view, colour_maps_);
        if (drawn && !view.flat) brick_painter_.draw(list, view, colour_maps_);
        if (drawn) drawn = cell_painter_.draw(list, view, palette, background_);
        return drawn;
    }

    Status draw_foreground(const DrawList& list, const View& view, const Palette& palette) {
        clear(foreground_);
        draw_into(foreground_);
        if (view.flat) {
            line_painter_.draw(list, view, Part::all);
            point_painter_.draw(list, view, Part::all);
            dart_painter_.draw(darts_, view, palette);
        } else if (Status drawn = draw_things_in_space(list, view); !drawn) {
            return drawn;
        }
        Status drawn = line_painter_.finish();
        if (drawn) drawn = point_painter_.finish();
        if (drawn) drawn = brick_painter_.finish();
        return drawn;
    }

    // Lines and points hide each other by their distance, and the medium before them covers them.
    Status draw_things_in_space(const DrawList& list, const View& view) {
        if (deep_foreground_.depth.get() == 0) {
            Result<DeepSurface> made = create_deep_surface(foreground_);
            if (!made) return made.error();
            deep_foreground_ = std::move(*made);
        }
        const GLuint framebuffer = deep_foreground_.framebuffer.get();
        const GLfloat farthest = 1;
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        glClearNamedFramebufferfv(framebuffer, GL_DEPTH, 0, &farthest);
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LEQUAL);
        for (const Part part : {Part::solid, Part::soft}) {
            line_painter_.draw(list, view, part);
            point_painter_.draw(list, view, part);
            if (part == Part::solid) keep_solid_depth(deep_foreground_);
        }
        glDisable(GL_DEPTH_TEST);
        draw_into(foreground_);
        brick_painter_.draw_before(deep_foreground_, list, view, colour_maps_);
        return {};
    }

    Status draw_light(const DrawList& list, const View& view, const Palette& palette) {
        if (Status status =
                trail_painter_.draw(trail_layer(list), list.frame_seconds, darts_, view, palette);
            !status) {
            return status;
        }
        return list.style.glow > 0 ? glow_painter_.draw(darts_, view) : Status{};
    }

    static const engine::TrailLayer* trail_layer(const DrawList& list) {
        for (const auto& layer : list.layers) {
            if (const auto* trails = std::get_if<engine::TrailLayer>(layer.get())) return trails;
        }
        return nullptr;
    }

    void compose(const DrawList& list, const View& view, const Palette& palette) const {
        const GLuint name = compose_program_.get();
        const ViewFit& fit = view.world;
        glProgramUniform2f(name, 0, static_cast<float>(width_), static_cast<float>(height_));
        glProgramUniform4f(name, 1, fit.x0, fit.y0, fit.x1, fit.y1);
        glProgramUniform1f(name, 2, list.margin * fit.scale);
        set_colour(compose_program_, 3, palette.sky_top);
        set_colour(compose_program_, 4, palette.sky_bottom);
        set_colour(compose_program_, 5, palette.beyond);
        set_colour(compose_program_, 6, palette.line);
        glProgramUniform1f(name, 7, palette.vignette);
        glProgramUniform1f(name, 8, trail_painter_.scale());
        glProgramUniform1f(name, 9, list.style.glow);
        glProgramUniform1f(name, 10, view.flat ? palette.line_opacity : 0);
        glProgramUniform1f(name, 11, has_background_ ? 1.0F : 0.0F);
        glBindTextureUnit(0, foreground_.texture.get());
        glBindTextureUnit(1, trail_painter_.surface().texture.get());
        glBindTextureUnit(2, glow_painter_.surface().texture.get());
        glBindTextureUnit(3, background_.texture.get());
        draw_into(picture_);
        screen_.draw(compose_program_);
    }

    int width_, height_;
    GlProgram compose_program_;
    ScreenTriangle screen_;
    DartBatch darts_;
    DartPainter dart_painter_;
    TrailPainter trail_painter_;
    GlowPainter glow_painter_;
    LinePainter line_painter_;
    PointPainter point_painter_;
    CellPainter cell_painter_;
    FieldPainter field_painter_;
    BrickPainter brick_painter_;
    ColourMapTextures colour_maps_;
    ListCheck list_check_;
    Surface background_, foreground_, picture_;
    DeepSurface deep_foreground_;  // the foreground with a depth buffer, in perspective
    bool has_background_ = false;
};

}  // namespace

Result<std::unique_ptr<Renderer>> Renderer::create(int width, int height) {
    if (glad_glGetString == nullptr || glGetString(GL_VERSION) == nullptr) {
        return Error{"cannot draw: this thread has no OpenGL context; make one first"};
    }
    if (Status fits = check_size(width, height); !fits) return fits.error();
    auto renderer = std::make_unique<GlRenderer>(width, height);
    if (Status status = renderer->init(); !status) return status.error();
    return std::unique_ptr<Renderer>(std::move(renderer));
}

}  // namespace starling::app
