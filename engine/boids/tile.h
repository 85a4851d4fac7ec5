// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace starling::engine {

/// Lanes of one accumulation step. Fixed on every instruction set, so that sums have one order.
inline constexpr int kLanes = 16;

/// Agents of a few grid cells, copied side by side for the kernels: sorted by cell coordinate
/// (i, then j), then by id. This order and kLanes fix every sum, whatever grid filled the tile.
/// Arrays hold `count` agents and padding up to a multiple of kLanes, which is far away (x = y =
/// kFar, dir = 0, id = kNoAgent). Kept per worker and reused.
struct Tile {
    static constexpr float kFar = 1e18f;
    static constexpr std::uint32_t kNoAgent = 0xffffffffu;

    std::uint32_t count = 0;
    std::uint32_t mark_begin = 0, mark_end = 0;  ///< Agents of the cell that was marked.
    std::vector<float> x, y, dir_x, dir_y;
    std::vector<std::uint32_t> id;     ///< Identity, constant over a run.
    std::vector<std::uint32_t> index;  ///< Where the agent's state lies in the columns.

    /// Room for `n` agents and the padding; keeps contents.
    void reserve(std::uint32_t n) {
        const std::size_t padded = (std::size_t{n} + 2 * kLanes - 1) / kLanes * kLanes;
        if (x.size() >= padded) return;
        const std::size_t size = padded + padded / 2;
        x.resize(size), y.resize(size), dir_x.resize(size), dir_y.resize(size);
        id.resize(size), index.resize(size);
    }

    /// Writes the padding behind `count`.
    void pad() {
        for (std::uint32_t k = count; k % kLanes != 0 || k == count; ++k) {
            x[k] = y[k] = kFar;
            dir_x[k] = dir_y[k] = 0;
            id[k] = index[k] = kNoAgent;
        }
    }
};

}  // namespace starling::engine
