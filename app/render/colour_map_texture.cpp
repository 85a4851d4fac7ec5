// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/colour_map_texture.h"

#include <vector>

#include "app/render/colour.h"
#include "engine/draw/colour_map.h"

namespace starling::app {

GLuint ColourMapTextures::get(std::string_view name) {
    const engine::ColourMap& map = *engine::find_colour_map(name);
    GlTexture& texture = textures_[map.name];
    if (texture.get() == 0) {
        std::vector<LinearRgb> light;
        for (const engine::Rgb rgb : map.colours) light.push_back(to_linear(rgb));
        texture = create_texture(GL_TEXTURE_2D);
        glTextureStorage2D(texture.get(), 1, GL_RGB16F, static_cast<GLsizei>(light.size()), 1);
        glTextureSubImage2D(texture.get(), 0, 0, 0, static_cast<GLsizei>(light.size()), 1, GL_RGB,
                            GL_FLOAT, light.data());
    }
    return texture.get();
}

}  // namespace starling::app
