// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/boids/params.h"
#include "sparse/layout/layout_desc.h"

namespace starling::engine {

/// The rectangle in which agents live: x in [0, width], y in [0, height], y up.
struct Domain {
    double width = 1040;  ///< px
    double height = 800;  ///< px
    double margin = 50;   ///< px; agents turn back inside this distance from a side.
};

/// One named way to lay out the neighbour grid.
struct NamedLayout {
    std::string name;
    sparse::LayoutDesc layout;
};

/// Looks of the picture; lengths in world units.
struct ViewParams {
    int palette = 0;           ///< Index into palettes().
    float pigeon_length = 14;  ///< Nose to tail.
    float predator_length = 22;
    float trail_half_life = 0;  ///< Seconds until a trail has half its light; 0 = no trails.
    float glow = 0;             ///< 0…1, soft light around agents.
};

/// Defaults of a recording; the command line may override each.
struct RecordParams {
    std::uint32_t frames = 300;
    std::uint32_t fps = 60;      ///< Frames per second of simulated time and of the video.
    std::uint32_t width = 1280;  ///< Pixels, even.
    std::uint32_t height = 720;
};

/// A scene with every default filled in; what `starling check` prints and a run starts from.
struct Scene {
    std::string title;
    std::uint64_t seed = 1;
    double time_step = 1.0 / 60.0;  ///< Seconds, fixed.
    Domain domain;
    FlockParams flock;
    std::vector<NamedLayout> layouts;  ///< At least one; the first is the default.
    std::string layout;                ///< Name of the one in use.
    ViewParams view;
    RecordParams record;
};

}  // namespace starling::engine
