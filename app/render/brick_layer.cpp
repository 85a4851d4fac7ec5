// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/brick_layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/render/depth_order.h"
#include "app/render/layer_check.h"

namespace starling::app {

using engine::BrickLayer;

namespace {

std::size_t values_a_brick(int edge) {
    const auto side = static_cast<std::size_t>(edge) + 2;
    return side * side * side;
}

// Slots of the texture along x, y, z: full columns along z, where bricks lie in a row in memory,
// and as square a floor as they need.
std::array<int, 3> arrange(std::size_t bricks, int edge, int most) {
    const auto longest = static_cast<std::size_t>(most / (edge + 2));
    const std::size_t deep = std::clamp<std::size_t>(bricks, 1, longest);
    const std::size_t columns = std::max<std::size_t>((bricks + deep - 1) / deep, 1);
    const auto wide = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(columns))));
    return {static_cast<int>(wide), static_cast<int>((columns + wide - 1) / wide),
            static_cast<int>(deep)};
}

}  // namespace

Status check_layer(const BrickLayer& layer, int most) {
    const LayerName name{"brick", layer.name};
    if (layer.edge < 1 || layer.edge > most - 2) {
        return refuse(name, fmt::format("edge is {} cells", layer.edge),
                      fmt::format("1 to {}", most - 2));
    }
    if (Status cell = check_positive(name, "cell", layer.cell); !cell) return cell;
    const std::size_t bricks = layer.origins.size(), each = values_a_brick(layer.edge);
    const auto side = static_cast<std::size_t>(most / (layer.edge + 2));
    if (bricks > side * side * side) {
        return refuse(name, fmt::format("there are {} bricks", bricks),
                      fmt::format("{} of {}^3 cells at most", side * side * side, layer.edge));
    }
    if (layer.values.size() != bricks * each) {
        return refuse(
            name, fmt::format("there are {} values", layer.values.size()),
            fmt::format("{} for {} bricks of ({} + 2)^3", bricks * each, bricks, layer.edge));
    }
    for (std::size_t i = 0; i < bricks; ++i) {
        const auto& [x, y, z] = layer.origins[i];
        if (std::isfinite(x + y + z)) continue;
        return refuse(name, fmt::format("brick {} is at ({}, {}, {})", i, x, y, z),
                      "finite numbers");
    }
    for (std::size_t i = 0; i < layer.values.size(); ++i) {
        if (std::isfinite(layer.values[i])) continue;
        return refuse(
            name, fmt::format("value {} of brick {} is {}", i % each, i / each, layer.values[i]),
            "finite numbers");
    }
    if (!(layer.extinction >= 0) || !std::isfinite(layer.extinction)) {
        return refuse(name, "extinction", layer.extinction, "0 or more");
    }
    return check_colour_map(name, layer.colour_map, layer.low, layer.high);
}

Status BrickPainter::init() {
    return create_programs({{&program_, "brick.vert", "brick.frag"}});
}

void BrickPainter::upload_values(const BrickLayer& layer, Bricks& bricks) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most);
    const int side = layer.edge + 2;
    bricks.slots = arrange(layer.origins.size(), layer.edge, most);
    const auto [wide, high, deep] = bricks.slots;
    bricks.values = create_texture(GL_TEXTURE_3D);
    const GLuint texture = bricks.values.get();
    glTextureStorage3D(texture, 1, GL_R32F, wide * side, high * side, deep * side);
    const auto count = static_cast<int>(layer.origins.size());
    for (int column = 0; column * deep < count; ++column) {
        const int first = column * deep, height = std::min(deep, count - first);
        glTextureSubImage3D(
            texture, 0, column % wide * side, column / wide * side, 0, side, side, height * side,
            GL_RED, GL_FLOAT,
            layer.values.data() + static_cast<std::size_t>(first) * values_a_brick(layer.edge));
    }
}

// Bricks that lie on a grid of their own size hide each other in the order of the distance of
// their middles from the eye.
void BrickPainter::upload_order(const BrickLayer& layer, const View& view, Bricks& bricks) {
    std::vector<Brick> all(layer.origins.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [x, y, z] = layer.origins[i];
        all[i] = {x, y, z, static_cast<float>(i)};
    }
    const double half = 0.5 * layer.edge * static_cast<double>(layer.cell);
    const auto& eye = view.camera.eye;
    const auto depth = [&](const Brick& brick) {
        const double x = brick.x + half - eye[0], y = brick.y + half - eye[1];
        const double z = brick.z + half - eye[2];
        return static_cast<float>(x * x + y * y + z * z);
    };
    bricks.instances.upload(back_to_front(all, depth), view,
                            [](const GlVertexArray& array) { add_attribute(array, 0, 4, 0); });
}

void BrickPainter::draw(const engine::DrawList& list, const View& view,
                        ColourMapTextures& colour_maps) {
    glProgramUniform3f(program_.get(), 11, 0, 0, 0);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    march(list, view, colour_maps);
}

void BrickPainter::draw_before(const DeepSurface& things, const engine::DrawList& list,
                               const View& view, ColourMapTextures& colour_maps) {
    const auto near = static_cast<float>(view.camera.near);
    const auto far = static_cast<float>(view.camera.far);
    glProgramUniform3f(program_.get(), 11, 1, (far + near) / (far - near),
                       2 * far * near / (far - near));
    glBindTextureUnit(2, things.depth.get());
    glBindTextureUnit(3, things.solid_depth.get());
    // Where a thing covers a share of a pixel, the medium before it covers that share: the rest
    // shows the background, where the whole medium is.
    glBlendFuncSeparate(GL_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    march(list, view, colour_maps);
}

void BrickPainter::march(const engine::DrawList& list, const View& view,
                         ColourMapTextures& colour_maps) {
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    // The cubes' far sides may lie behind the far plane, their near parts before it.
    glEnable(GL_DEPTH_CLAMP);
    const GLuint program = program_.get();
    const engine::Camera3& camera = view.camera;
    glProgramUniformMatrix4fv(program, 16, 1, GL_FALSE, view.to_clip.data());
    glProgramUniform3f(program, 6, static_cast<float>(camera.eye[0]),
                       static_cast<float>(camera.eye[1]), static_cast<float>(camera.eye[2]));
    // The last row of the matrix is the unit direction of view.
    glProgramUniform4f(program, 7, view.to_clip[3], view.to_clip[7], view.to_clip[11],
                       static_cast<float>(camera.near));
    glProgramUniform1f(program, 10, static_cast<float>(camera.far));
    for (const auto& layer : list.layers) {
        const auto* field = std::get_if<BrickLayer>(layer.get());
        if (field == nullptr || field->origins.empty()) continue;
        Bricks& bricks = cache_[layer];
        if (bricks.values.get() == 0) upload_values(*field, bricks);
        if (bricks.instances.stale(view)) upload_order(*field, view, bricks);
        glProgramUniform1i(program, 3, field->edge);
        glProgramUniform1f(program, 4, field->cell);
        glProgramUniform3i(program, 5, bricks.slots[0], bricks.slots[1], bricks.slots[2]);
        glProgramUniform2f(program, 8, field->low, field->high);
        glProgramUniform1f(program, 9, field->extinction);
        glBindTextureUnit(0, bricks.values.get());
        glBindTextureUnit(1, colour_maps.get(field->colour_map));
        bricks.instances.draw(program_, GL_TRIANGLES, 36, field->origins.size());
    }
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_CULL_FACE);
}

}  // namespace starling::app
