// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/system.h"

namespace starling::engine {

/// The rectangle of the world: x in [0, width], y in [0, height], y up.
struct Domain {
    double width = 1040;  ///< px
    double height = 800;  ///< px
    double margin = 50;   ///< px; agents turn back inside this distance from a side.
};

/// How the world is drawn; nothing of it changes the state.
struct ViewParams {
    int palette = 0;            ///< Index into palettes().
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

/// The layouts of one tree.
struct TreeScene {
    std::vector<NamedLayout> layouts;  ///< At least one; the first is the default.
    std::string layout;                ///< Name of the one in use.

    /// The layout in use; null when no layout has that name.
    const sparse::LayoutDesc* chosen() const;
};

/// A system of the scene: its parameters and its trees, as its kind orders them.
struct SystemScene {
    const SystemKind* kind;
    Params params;
    std::vector<TreeScene> trees;

    /// As its kind has it by default.
    explicit SystemScene(const SystemKind& kind);
};

/// A parameter that changes while the world runs, before the step `step` + 1.
struct ParamChange {
    std::uint64_t step = 0;
    std::string key;    ///< "flock.pigeons.speed"
    std::string value;  ///< As in a scene or behind --set KEY=.
};

/// A scene with every default filled in; what `starling check` prints and a run starts from.
struct Scene {
    std::string title;
    std::uint64_t seed = 1;
    double time_step = 1.0 / 60.0;  ///< Seconds, fixed.
    Domain domain;
    std::vector<SystemScene> systems;  ///< In the order of their table.
    ViewParams view;
    RecordParams record;
    std::vector<ParamChange> changes;  ///< In the order of steps.

    /// The system of this name; null where the scene has none.
    SystemScene* find(std::string_view system);
    const SystemScene* find(std::string_view system) const;

    /// Kinds of the systems, in their order.
    SystemTable kinds() const;
};

}  // namespace starling::engine
