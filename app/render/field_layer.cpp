// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/field_layer.h"

#include <fmt/format.h>

#include <cmath>

#include "app/render/instances.h"
#include "app/render/layer_check.h"

namespace starling::app {

using engine::FieldLayer;

Status check_layer(const FieldLayer& layer, int most) {
    const LayerName name{"field", layer.name};
    for (const auto& [side, cells] :
         {std::pair{"width", layer.width}, std::pair{"height", layer.height}}) {
        if (cells < 1 || cells > most) {
            return refuse(name, fmt::format("{} is {} cells", side, cells),
                          fmt::format("1 to {}", most));
        }
    }
    const std::size_t cells =
        static_cast<std::size_t>(layer.width) * static_cast<std::size_t>(layer.height);
    if (layer.values.size() != cells) {
        return refuse(name, fmt::format("there are {} values", layer.values.size()),
                      fmt::format("{} for {} x {} cells", cells, layer.width, layer.height));
    }
    for (std::size_t i = 0; i < cells; ++i) {
        if (std::isfinite(layer.values[i])) continue;
        const std::size_t row = i / static_cast<std::size_t>(layer.width);
        return refuse(
            name,
            fmt::format("the value of cell ({}, {}) is {}",
                        i - row * static_cast<std::size_t>(layer.width), row, layer.values[i]),
            "finite numbers");
    }
    if (!is_rectangle(layer.place)) {
        return refuse(name, fmt::format("place is {}", words(layer.place)),
                      "finite numbers, each minimum less than its maximum");
    }
    if (!(layer.opacity >= 0 && layer.opacity <= 1)) {
        return refuse(name, "opacity", layer.opacity, "0 to 1");
    }
    return check_colour_map(name, layer.colour_map, layer.low, layer.high);
}

Status FieldPainter::init() {
    array_ = create_vertex_array();
    return create_programs({{&program_, "field.vert", "field.frag"}});
}

Status FieldPainter::draw(const engine::DrawList& list, const View& view,
                          ColourMapTextures& colour_maps) {
    place(program_, view);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    const GLuint program = program_.get();
    for (const auto& layer : list.layers) {
        const auto* field = std::get_if<FieldLayer>(layer.get());
        if (field == nullptr) continue;
        GlTexture& texture = cache_[layer];
        if (texture.get() == 0) {
            texture = create_texture(GL_TEXTURE_2D);
            glTextureStorage2D(texture.get(), 1, GL_R32F, field->width, field->height);
            glTextureSubImage2D(texture.get(), 0, 0, 0, field->width, field->height, GL_RED,
                                GL_FLOAT, field->values.data());
        }
        glProgramUniform4f(program, 3, field->place.min_x, field->place.min_y, field->place.max_x,
                           field->place.max_y);
        glProgramUniform2f(program, 4, field->low, field->high);
        glProgramUniform1f(program, 5, field->opacity);
        glProgramUniform1f(program, 6, field->fade_low ? 1.0F : 0.0F);
        glBindTextureUnit(0, texture.get());
        glBindTextureUnit(1, colour_maps.get(field->colour_map));
        glUseProgram(program);
        glBindVertexArray(array_.get());
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    return finish_frame(cache_, "drawing fields");
}

}  // namespace starling::app
