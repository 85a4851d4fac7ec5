// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/draw/draw_list.h"

namespace starling::app {

/// A camera over a 2-D world that the user pans and zooms. Positions in pixels count from the upper
/// left corner of the view, y down, as a mouse does.
class CameraControl {
 public:
    /// The camera of a view of width x height pixels onto `world`.
    engine::Camera2 camera(const engine::Rect& world, float width, float height) const;

    /// World position under a pixel, and the pixel of a world position.
    struct Point {
        double x, y;
    };
    Point to_world(const engine::Rect& world, float width, float height, double px,
                   double py) const;
    Point to_pixel(const engine::Rect& world, float width, float height, double x, double y) const;

    /// Moves the world along with the mouse.
    void pan(const engine::Rect& world, float width, float height, double dx, double dy);
    /// Zooms by `factor` (more than 1 = closer); what lies under the pixel stays there.
    void zoom(const engine::Rect& world, float width, float height, double factor, double px,
              double py);
    /// Puts a world position into the middle.
    void look_at(double x, double y);
    /// Shows the whole world again.
    void fit() { *this = {}; }

    bool is_fitted() const { return zoom_ == 1 && !centred_; }
    double zoom_factor() const { return zoom_; }

    static constexpr double kLeast = 0.2, kMost = 200;

 private:
    double zoom_ = 1;       ///< 1 = the whole world just fits.
    bool centred_ = false;  ///< On (x_, y_); else on the world's centre.
    double x_ = 0, y_ = 0;
};

/// A length of the form 1, 2 or 5 times a power of ten that is at most `most`, more than 0.
double round_length(double most);

}  // namespace starling::app
