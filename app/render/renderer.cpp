// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/renderer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <utility>

#include "app/render/dart_batch.h"
#include "app/render/dart_layer.h"
#include "app/render/gl_objects.h"
#include "app/render/glow.h"
#include "app/render/trail_layer.h"
#include "app/render/view.h"
#include "engine/draw/palette.h"

namespace starling::app {
namespace {

using engine::DrawList;
using engine::Palette;

Status check(const DrawList& list) {
    const auto bad = [](const char* what, double value, const char* expected) {
        return Error{fmt::format("cannot draw: {} is {}, expected {}", what, value, expected)};
    };
    if (!(list.margin >= 0) || !std::isfinite(list.margin)) {
        return bad("the margin", list.margin, "0 or more");
    }
    if (!(list.frame_seconds >= 0) || !std::isfinite(list.frame_seconds)) {
        return bad("the time between frames", list.frame_seconds, "0 or more seconds");
    }
    if (!(list.style.glow >= 0 && list.style.glow <= 1)) {
        return bad("glow", list.style.glow, "0 to 1");
    }
    const auto palettes = static_cast<int>(engine::palettes().size());
    if (list.style.palette < 0 || list.style.palette >= palettes) {
        return Error{fmt::format("cannot draw: palette number {} is not one of 0 to {}",
                                 list.style.palette, palettes - 1)};
    }
    return {};
}

Status check_layers(const DrawList& list) {
    int trails = 0;
    for (std::size_t i = 0; i < list.layers.size(); ++i) {
        const auto& layer = list.layers[i];
        if (layer == nullptr) {
            return Error{fmt::format("cannot draw: layer {} of the list is null", i)};
        }
        Status status;
        if (const auto* darts = std::get_if<engine::DartLayer>(layer.get())) {
            status = check_layer(*darts);
        } else if (const auto* trail = std::get_if<engine::TrailLayer>(layer.get())) {
            status = check_layer(*trail);
        }
        if (!status) return status;
        if (std::holds_alternative<engine::TrailLayer>(*layer) && ++trails > 1) {
            return Error{"cannot draw: the list has two trail layers, expected one at most"};
        }
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
        if (made) made = make_surface(foreground_, GL_RGBA16F);
        if (made) made = make_surface(picture_, GL_RGBA8);
        if (!made) return made;
        screen_.init();
        return check_gl("preparing to draw");
    }

    Status draw(const DrawList& list) override {
        const Result<View> made = make_view(list, width_, height_);
        if (!made) return made.error();
        const View& view = *made;
        if (Status status = check(list); !status) return status;
        if (Status status = check_layers(list); !status) return status;
        const Palette& palette = engine::palettes()[static_cast<std::size_t>(list.style.palette)];
        darts_.upload(list, view);
        glEnable(GL_BLEND);
        clear(foreground_);
        draw_into(foreground_);
        dart_painter_.draw(darts_, view, palette);
        if (Status status =
                trail_painter_.draw(trail_layer(list), list.frame_seconds, darts_, view, palette);
            !status) {
            return status;
        }
        if (list.style.glow > 0) {
            if (Status status = glow_painter_.draw(darts_, view); !status) return status;
        }
        glDisable(GL_BLEND);
        compose(list, view, palette);
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
    Status make_surface(Surface& surface, GLenum format) const {
        Result<Surface> made = create_surface(width_, height_, format);
        if (!made) return made.error();
        surface = std::move(*made);
        return {};
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
        glProgramUniform1f(name, 10, palette.line_opacity);
        glBindTextureUnit(0, foreground_.texture.get());
        glBindTextureUnit(1, trail_painter_.surface().texture.get());
        glBindTextureUnit(2, glow_painter_.surface().texture.get());
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
    Surface foreground_, picture_;
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
