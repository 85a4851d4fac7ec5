// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "sparse/tree/leaf_geometry.h"

namespace starling::sparse {

class TreeCore;

/// Neighbours of every leaf block of an SNode, for the slots of an ElementList in its order: the
/// blocks next to block k along the axes x, y, z of LeafGeometry, ids[k * width …]. 0: outside of
/// the index space, or nothing is active there.
struct NeighbourTable {
    u64 version = 0;  ///< Of the ElementList that it was built for; 0 = never.
    u32 width = 0;    ///< Entries a block: 4, 6, 9 or 27.
    std::vector<BlockId> ids;
};

/// What the access tiers keep beside a tree: how its slots fall into blocks, tables of neighbours,
/// and how often each kind of launch was made. Threads: one, while no task runs.
class LeafCache {
 public:
    explicit LeafCache(const LayoutPlan& plan);

    /// Any thread.
    const LeafGeometry& geometry(u32 snode) const { return *entries_[snode].geometry; }

    /// The table for the current topology; `which` is not none.
    const NeighbourTable& neighbours(TreeCore& tree, u32 snode, Neighbours which);

    /// Launches of shaped kernels by LeafShape::kVariant, and of the others.
    std::array<u64, kLeafVariants + 1> launches{};
    u64 neighbour_builds = 0, neighbour_hits = 0;

 private:
    struct Entry {
        std::unique_ptr<LeafGeometry> geometry;
        NeighbourTable faces, all;
    };

    std::vector<Entry> entries_;  // like the plan's snodes
};

/// "row 8, masked, 3-D": what a launch of that number ran; kLeafVariants: "blocks alone".
const char* leaf_variant_name(int variant);

}  // namespace starling::sparse
