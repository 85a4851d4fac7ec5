// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>

#include "app/render/gl_objects.h"

namespace starling::app {

/// Colour maps on the GPU: 256 x 1 texels of linear light, sampled linearly.
class ColourMapTextures {
 public:
    /// The texture of a map that exists; made when first asked for.
    GLuint get(std::string_view name);

 private:
    std::map<std::string_view, GlTexture> textures_;
};

}  // namespace starling::app
