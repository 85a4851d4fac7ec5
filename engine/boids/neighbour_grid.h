// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/boids/tile.h"
#include "engine/scene/scene.h"
#include "sparse/core/result.h"
#include "sparse/exec/executor.h"
#include "sparse/tree/snode_tree.h"

namespace starling::engine {

/// The state of all pigeons, one array a quantity, in any order; `id` tells who is who.
struct AgentColumns {
    std::vector<float> x, y;          ///< px
    std::vector<float> heading;       ///< rad, (-pi, pi]
    std::vector<float> dir_x, dir_y;  ///< cos and sin of heading
    std::vector<float> wander;        ///< Smoothed random turn rate (omega)
    std::vector<std::uint32_t> id;

    std::size_t size() const { return id.size(); }
    void resize(std::size_t n) {
        x.resize(n), y.resize(n), heading.resize(n), dir_x.resize(n), dir_y.resize(n);
        wander.resize(n), id.resize(n);
    }
};

/// A rectangle of grid cells, both ends included.
struct CellRect {
    int i0, j0, i1, j1;
};

/// A cell that holds at least one pigeon.
struct CellSpan {
    int i, j;
    std::uint32_t count;
};

/// The cell of a position along one axis; positions outside belong to the cell at the border, and
/// what is no number to cell 0. The quotient never rounds below a cell's border, so two agents
/// closer than an edge are never two cells apart.
inline int cell_along(float position, float edge, int cells) {
    const float cell = std::floor(position / edge);
    return cell > 0 ? static_cast<int>(std::min(cell, static_cast<float>(cells - 1))) : 0;
}

/// Finds the pigeons around a place, on an SNode tree that the scene declares. Cell (i, j) covers
/// [i*edge, (i+1)*edge) x [j*edge, (j+1)*edge); the last cells include the far border.
class NeighbourGrid {
 public:
    virtual ~NeighbourGrid() = default;

    /// Builds the tree of `layout` (shapes left out are derived from domain, edge and count).
    /// Errors name the level and the rule.
    static Result<std::unique_ptr<NeighbourGrid>> create(const sparse::LayoutDesc& layout,
                                                         const Domain& domain, double edge,
                                                         std::uint64_t count,
                                                         sparse::Executor& executor);

    /// Sorts `state` into cells. May permute the columns of `state` (all alike), never the values.
    /// An error names the cell that has no room; the grid is then empty, `state` intact.
    virtual Status build(AgentColumns& state, sparse::Executor& executor) = 0;

    /// Cells with pigeons, in (i, j) order; valid until the next build.
    virtual std::span<const CellSpan> occupied() const = 0;

    /// Fills `tile` with the pigeons of the cells of `rect` that lie inside the grid, and marks
    /// those of cell (mark_i, mark_j) where it is one of them. Threads: any number, each with a
    /// tile of its own.
    virtual void gather(const CellRect& rect, int mark_i, int mark_j, Tile& tile) const = 0;

    virtual int cells_i() const = 0;
    virtual int cells_j() const = 0;
    virtual float edge() const = 0;

    /// The layout as it was declared, and the tree that stands on it.
    virtual const sparse::LayoutDesc& layout() const = 0;
    virtual const sparse::SNodeTree& tree() const = 0;
};

}  // namespace starling::engine
