// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/dart_batch.h"

#include <algorithm>
#include <cstddef>

namespace starling::app {
namespace {

using engine::Dart;
using engine::DartLayer;

// A marked dart is drawn longer than this many pixels, since it must never be lost in the crowd …
constexpr float kMinMarked = 14;
constexpr float kMinMarkedShare = 0.04F;  // … but no longer than this share of the picture.

}  // namespace

Status DartBatch::init() {
    if (Status made = create_programs({{&spot_program_, "spot.vert", "spot.frag"}}); !made) {
        return made;
    }
    buffer_ = create_buffer();
    array_ = create_vertex_array();
    const GLuint array = array_.get();
    glVertexArrayVertexBuffer(array, 0, buffer_.get(), 0, sizeof(Dart));
    glVertexArrayBindingDivisor(array, 0, 1);
    add_attribute(array_, 0, 4, offsetof(Dart, x));
    add_attribute(array_, 1, 1, offsetof(Dart, tone));
    return {};
}

void DartBatch::upload(const engine::DrawList& list, const View& view) {
    darts_.clear();
    groups_.clear();
    const engine::Palette& palette =
        engine::palettes()[static_cast<std::size_t>(list.style.palette)];
    const auto side = static_cast<float>(std::min(view.width, view.height));
    for (const bool marked : {false, true}) {
        for (const auto& layer : list.layers) {
            const auto* darts = std::get_if<DartLayer>(layer.get());
            if (darts == nullptr || darts->marked != marked) continue;
            float length = darts->length * view.world.scale;
            if (marked) length = std::max(length, std::min(kMinMarked, kMinMarkedShare * side));
            groups_.push_back({.ramp = &palette.ramps[static_cast<std::size_t>(darts->ramp)],
                               .length = length,
                               .first = static_cast<GLsizei>(darts_.size()),
                               .count = static_cast<GLsizei>(darts->darts.size())});
            darts_.insert(darts_.end(), darts->darts.begin(), darts->darts.end());
        }
        if (!marked) unmarked_ = groups_.size();
    }
    glNamedBufferData(buffer_.get(), static_cast<GLsizeiptr>(darts_.size() * sizeof(Dart)),
                      darts_.data(), GL_STREAM_DRAW);
    place(spot_program_, view);
}

void DartBatch::draw(const GlProgram& program, const DartGroup& group) const {
    if (group.count == 0) return;
    glUseProgram(program.get());
    glBindVertexArray(array_.get());
    glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3, group.count,
                                      static_cast<GLuint>(group.first));
}

void DartBatch::draw_spots(const Spot& spot, const engine::Rgb (&ramp)[3],
                           const DartGroup& group) const {
    const GLuint name = spot_program_.get();
    glProgramUniform3f(name, 3, spot.ahead, spot.aside, spot.shift);
    glProgramUniform1f(name, 7, spot.strength);
    glProgramUniform1f(name, 8, spot.falloff);
    set_ramp(spot_program_, 4, ramp);
    draw(spot_program_, group);
}

}  // namespace starling::app
