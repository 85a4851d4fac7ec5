// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "app/render/view.h"
#include "engine/draw/draw_list.h"
#include "sparse/core/result.h"

namespace starling::app {

/// What the driver can hold: the largest sides of textures, in texels.
struct TextureLimits {
    int plane = 0, volume = 0;
};

/// Looks through a list before anything of it is drawn.
class ListCheck {
 public:
    void init(TextureLimits limits) { limits_ = limits; }

    /// An error names the layer and what is wrong with it, or the wrong number of the list itself.
    /// Layers that were found good last time are not looked into again.
    Status check(const engine::DrawList& list, const View& view);

 private:
    TextureLimits limits_;
    std::vector<std::shared_ptr<const engine::Layer>> good_;
};

}  // namespace starling::app
