// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

namespace starling::bench {

/// A 7-point stencil on a spherical shell in OpenVDB, a peer of ours. The shell stands in the
/// middle of 1024^3; every leaf of 8^3 cells that it touches is active as a whole, as in
/// tests/peers/taichi_sparse.py. There only where STARLING_HAS_OPENVDB is 1. Threads: one.
class OpenVdbShell {
 public:
    /// `radius`, `thickness`: cells. `threads`: that run the kernels.
    OpenVdbShell(double radius, double thickness, int threads);
    ~OpenVdbShell();

    std::uint64_t cells() const;
    /// openvdb::tools::laplacian(), which makes a grid for its result.
    void run_laplacian();
    /// v = u / 2 + w * (the six neighbours) on the buffers of leaves, whose neighbours are looked
    /// up once a leaf: what a user of OpenVDB writes who needs it fast.
    void run_leaf_buffers();
    /// Whether run_leaf_buffers() left in v what the stencil gives, looked up cell by cell.
    bool is_right() const;

 private:
    struct Grids;
    std::unique_ptr<Grids> grids_;
};

}  // namespace starling::bench
