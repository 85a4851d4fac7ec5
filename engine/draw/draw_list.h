// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/draw/camera.h"

namespace starling::engine {

/// A colour with opacity, sRGB, 0…1; not premultiplied.
struct Rgba {
    float r = 1, g = 1, b = 1, a = 1;
};

/// An axis-parallel rectangle in world units, y up.
struct Rect {
    float min_x = 0, min_y = 0, max_x = 1, max_y = 1;
};

/// One agent to draw: a dart that points along its heading.
struct Dart {
    float x = 0, y = 0;          ///< Position, world units, y up.
    float dir_x = 1, dir_y = 0;  ///< Unit heading.
    float tone = 0;              ///< 0…1, picks the colour inside the layer's ramp.
};
static_assert(sizeof(Dart) == 20);

/// Agents of one species. The order of `darts` is the order of drawing.
struct DartLayer {
    std::string name;   ///< For people: "pigeons".
    int ramp = 0;       ///< Index into Palette::ramps.
    float length = 14;  ///< Nose to tail, world units, more than 0.
    /// Never lost in a crowd: drawn over unmarked layers, not below a least size, with a halo.
    bool marked = false;
    std::vector<Dart> darts;
};

/// Light that every dart of the list leaves behind; at most one such layer a list. Trails build up
/// over successive frames.
struct TrailLayer {
    float half_life = 0;  ///< Seconds until a trail has half its light, more than 0.
};

/// A round point of a size in pixels, whatever the camera. z is 0 in 2-D.
struct Point {
    float x = 0, y = 0, z = 0;
    float size = 4;  ///< Diameter in pixels, more than 0.
    Rgba colour;
};
struct PointLayer {
    std::string name;
    std::vector<Point> points;
};

/// A straight line of a width in pixels with round ends, whatever the camera. z is 0 in 2-D.
struct Line {
    std::array<float, 3> from{}, to{};
    Rgba colour;
};
struct LineLayer {
    std::string name;
    float width = 1.5F;  ///< Pixels, more than 0.
    std::vector<Line> lines;
};

/// Cells of one level of a tree, 2-D: outlines for blocks, a tint for what lies in them. The
/// palette has a colour for each level, 0 the outermost; levels deeper than its colours share the
/// last. Outer cells are drawn over inner ones, since their sides are sides of inner cells too.
struct CellLayer {
    std::string name;  ///< For people: "flock.neighbours pointer#1".
    int level = 0;
    bool filled = false;  ///< A tint; else an outline of one pixel.
    std::vector<Rect> cells;
};

/// A 2-D scalar field, sampled at the centres of width x height cells that cover `place`, row by
/// row from the lower left; shown through a colour map, linearly interpolated.
struct FieldLayer {
    std::string name;  ///< For people, with unit: "density (kg/m3)".
    int width = 0, height = 0;
    std::vector<float> values;
    Rect place;
    float low = 0, high = 1;             ///< Values at the two ends of the colour map, low < high.
    std::string colour_map = "viridis";  ///< One of colour_maps().
    float opacity = 1;                   ///< 0…1
    /// Values fade out towards `low`, so that what lies below shows: opacity times t (2 - t), where
    /// t is 0 at low and 1 at high.
    bool fade_low = false;
};

/// A 3-D scalar field in sparse bricks of edge³ cells, drawn as a glowing, absorbing medium. Each
/// brick brings one more cell on every side, so that interpolation has no seams. The bricks of a
/// layer do not overlap and lie on a grid of their own size, which gives their order of depth.
struct BrickLayer {
    std::string name;
    int edge = 8;    ///< Cells along a brick, without the apron.
    float cell = 1;  ///< World units along a cell, more than 0.
    /// Lower corner of each brick, without the apron, in world units.
    std::vector<std::array<float, 3>> origins;
    std::vector<float> values;  ///< (edge + 2)³ a brick, x fastest, then y.
    float low = 0, high = 1;    ///< Values at the two ends of the colour map, low < high.
    std::string colour_map = "viridis";
    float extinction = 1;  ///< Optical depth per world unit at `high`; 0 at `low`.
};

using Layer =
    std::variant<DartLayer, TrailLayer, PointLayer, LineLayer, CellLayer, FieldLayer, BrickLayer>;

/// Looks of the whole picture.
struct DrawStyle {
    float glow = 0;   ///< 0…1, soft light around darts.
    int palette = 0;  ///< Index into palettes().
};

/// Everything the renderer needs for one frame, with no reference back into the engine. Layers are
/// immutable and shared: a layer that did not change since the last frame is the same object.
/// From the back to the front are drawn fields, filled cells, cell outlines, trails, glow, lines,
/// points, darts, marked darts; layers of one kind in the order of the list. A Camera3 shows
/// bricks, lines and points, which hide each other by their distance; the other kinds lie in a
/// plane and need a FitCamera or a Camera2.
struct DrawList {
    Rect world;                          ///< The rectangle that a FitCamera shows.
    float margin = 0;                    ///< Width of the turning zone inside it; 0 = none.
    float frame_seconds = 1.0F / 60.0F;  ///< Simulated time since the previous frame.
    Camera camera;
    DrawStyle style;
    std::vector<std::shared_ptr<const Layer>> layers;
};

}  // namespace starling::engine
