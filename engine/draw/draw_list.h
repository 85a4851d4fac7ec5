// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace starling::engine {

/// One agent to draw: a dart that points along its heading.
struct Dart {
    float x = 0, y = 0;          ///< Position, world units (px of the scene), y up.
    float dir_x = 1, dir_y = 0;  ///< Unit heading.
    float tone = 0;              ///< 0…1, picks the colour inside the species' ramp.
    std::uint32_t species = 0;   ///< 0 pigeon, 1 predator: which ramp, and the drawing order.
};
static_assert(sizeof(Dart) == 24);

/// Looks that a scene may choose; all sizes in world units.
struct DrawStyle {
    float pigeon_length = 14;  ///< Nose to tail.
    float predator_length = 22;
    float trail_half_life = 0;  ///< Seconds until a trail has half its light; 0 = no trails.
    float glow = 0;             ///< 0…1, soft light around agents.
    int palette = 0;            ///< Index into palette_names().
};

/// Everything the renderer needs for one frame, with no reference back into the engine.
struct DrawList {
    float world_min_x = 0, world_min_y = 0;  ///< The rectangle that must be visible.
    float world_max_x = 1, world_max_y = 1;
    float margin = 0;                    ///< Width of the turning zone inside it; 0 = none.
    float frame_seconds = 1.0f / 60.0f;  ///< Simulated time since the previous frame.
    DrawStyle style;
    std::vector<Dart> darts;
};

}  // namespace starling::engine
