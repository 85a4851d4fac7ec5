// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/openvdb_peer.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/GridOperators.h>
#include <openvdb/tree/LeafManager.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace starling::bench {
namespace {

using openvdb::Coord;
using Tree = openvdb::FloatTree;
using Leaf = Tree::LeafNodeType;

constexpr int kMiddle = 512;
constexpr int kEdge = 8;
constexpr float kNear = 0.0833f;

bool touches(const Coord& origin, double radius, double thickness) {
    for (int x = 0; x < kEdge; ++x)
        for (int y = 0; y < kEdge; ++y)
            for (int z = 0; z < kEdge; ++z) {
                const openvdb::Vec3d at(origin.x() + x - kMiddle, origin.y() + y - kMiddle,
                                        origin.z() + z - kMiddle);
                if (std::abs(at.length() - radius) < thickness / 2) return true;
            }
    return false;
}

float start_value(const Coord& cell) {
    return static_cast<float>((7 * cell.x() + 3 * cell.y() + cell.z()) % 11);
}

/// One leaf: u with its neighbours -x, +x, -y, +y, -z, +z, all with z innermost.
__attribute__((target_clones("avx2", "default"))) void stencil(
    const float* u, const std::array<const float*, 6>& near, float* __restrict v) {
    for (int x = 0; x < kEdge; ++x)
        for (int y = 0; y < kEdge; ++y) {
            const int row = x * 64 + y * 8;
            const float* const x0 = x > 0 ? u + row - 64 : near[0] + 448 + y * 8;
            const float* const x1 = x < 7 ? u + row + 64 : near[1] + y * 8;
            const float* const y0 = y > 0 ? u + row - 8 : near[2] + x * 64 + 56;
            const float* const y1 = y < 7 ? u + row + 8 : near[3] + x * 64;
            float line[10];
            line[0] = near[4][row + 7];
            std::copy_n(u + row, 8, line + 1);
            line[9] = near[5][row];
            for (int z = 0; z < 8; ++z)
                v[row + z] = 0.5f * line[z + 1] +
                             kNear * (x0[z] + x1[z] + y0[z] + y1[z] + line[z] + line[z + 2]);
        }
}

}  // namespace

struct OpenVdbShell::Grids {
    openvdb::FloatGrid::Ptr u, v;
    std::unique_ptr<openvdb::tree::LeafManager<Tree>> leaves_of_v;
    tbb::task_arena arena;
};

OpenVdbShell::OpenVdbShell(double radius, double thickness, int threads)
    : grids_(std::make_unique<Grids>()) {
    openvdb::initialize();
    grids_->arena.initialize(threads);
    grids_->u = openvdb::FloatGrid::create(0.0f);
    Tree& tree = grids_->u->tree();
    const double far = radius + thickness / 2 + kEdge;
    const int low = static_cast<int>(kMiddle - far) / kEdge * kEdge;
    const int high = static_cast<int>(kMiddle + far) / kEdge * kEdge;
    for (int x = low; x <= high; x += kEdge)
        for (int y = low; y <= high; y += kEdge)
            for (int z = low; z <= high; z += kEdge) {
                const openvdb::Vec3d centre(x + 4 - kMiddle, y + 4 - kMiddle, z + 4 - kMiddle);
                // Half the diagonal of a leaf is below its edge.
                if (std::abs(centre.length() - radius) > thickness / 2 + kEdge) continue;
                const Coord origin(x, y, z);
                if (touches(origin, radius, thickness)) tree.touchLeaf(origin)->setValuesOn();
            }
    openvdb::tree::LeafManager<Tree> leaves(tree);
    leaves.foreach ([](Leaf& leaf, std::size_t) {
        for (openvdb::Index n = 0; n < Leaf::SIZE; ++n)
            leaf.setValueOnly(n, start_value(leaf.offsetToGlobalCoord(n)));
    });
    grids_->v = grids_->u->deepCopy();
    grids_->leaves_of_v = std::make_unique<openvdb::tree::LeafManager<Tree>>(grids_->v->tree());
}

OpenVdbShell::~OpenVdbShell() = default;

std::uint64_t OpenVdbShell::cells() const {
    return grids_->u->activeVoxelCount();
}

void OpenVdbShell::run_laplacian() {
    grids_->arena.execute([&] { openvdb::tools::laplacian(*grids_->u); });
}

void OpenVdbShell::run_leaf_buffers() {
    static const std::array<float, Leaf::SIZE> kNone{};
    grids_->arena.execute([&] {
        const Tree& tree = grids_->u->tree();
        tbb::parallel_for(grids_->leaves_of_v->leafRange(), [&](const auto& range) {
            // One for many leaves: making it takes a lock of the tree.
            openvdb::tree::ValueAccessor<const Tree> find(tree);
            for (auto to = range.begin(); to; ++to) {
                const auto buffer = [&](int x, int y, int z) {
                    const Leaf* const leaf = find.probeConstLeaf(to->origin().offsetBy(x, y, z));
                    return leaf != nullptr ? leaf->buffer().data() : kNone.data();
                };
                stencil(buffer(0, 0, 0),
                        {buffer(-8, 0, 0), buffer(8, 0, 0), buffer(0, -8, 0), buffer(0, 8, 0),
                         buffer(0, 0, -8), buffer(0, 0, 8)},
                        to->buffer().data());
            }
        });
    });
}

bool OpenVdbShell::is_right() const {
    const auto u = grids_->u->getConstAccessor();
    bool right = true;
    std::uint64_t number = 0;
    for (auto cell = grids_->v->cbeginValueOn(); cell && right; ++cell) {
        if (++number % 97 != 0) continue;
        const Coord at = cell.getCoord();
        float around = 0;
        for (int axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
                Coord other = at;
                other[axis] += step;
                around += u.getValue(other);
            }
        right = std::abs(*cell - (0.5f * u.getValue(at) + kNear * around)) < 1e-4f;
    }
    return right;
}

}  // namespace starling::bench
