// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "app/render/gl_objects.h"
#include "app/render/view.h"
#include "engine/draw/draw_list.h"
#include "engine/draw/palette.h"

namespace starling::app {

/// One dart layer inside of the batch.
struct DartGroup {
    const engine::Ramp* ramp = nullptr;
    float length = 0;  ///< Nose to tail, px; marked darts have a least length.
    GLsizei first = 0, count = 0;
};

/// A soft spot of light under every dart of a group.
struct Spot {
    float ahead = 0, aside = 0, shift = 0;  ///< Reach along and across, shift along, px.
    float strength = 0;
    float falloff = 2;  ///< 2 fades evenly to the rim, more is a bright core in a faint veil.
};

/// The darts of a frame on the GPU, which bodies, trails and glow share. Needs the context.
class DartBatch {
 public:
    Status init();

    /// Takes all dart layers of the list: unmarked ones first, so that marked ones lie on top.
    void upload(const engine::DrawList& list, const View& view);

    std::span<const DartGroup> unmarked() const { return {groups_.data(), unmarked_}; }
    std::span<const DartGroup> marked() const { return std::span(groups_).subspan(unmarked_); }

    /// One instance of three vertices a dart; attribute 0 is position and heading, 1 the tone.
    void draw(const GlProgram& program, const DartGroup& group) const;
    void draw_spots(const Spot& spot, const engine::Rgb (&ramp)[3], const DartGroup& group) const;

 private:
    GlProgram spot_program_;
    GlBuffer buffer_;
    GlVertexArray array_;
    std::vector<engine::Dart> darts_;
    std::vector<DartGroup> groups_;
    std::size_t unmarked_ = 0;
};

}  // namespace starling::app
