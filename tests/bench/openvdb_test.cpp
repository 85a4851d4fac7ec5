// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/bench/openvdb_peer.h"

namespace starling::bench {
namespace {

TEST(OpenVdbShell, DoesTheStencilOnWholeLeavesOfAShell) {
    OpenVdbShell shell(20, 4, 2);
    // The volume of the shell is about 20,000 cells; leaves add to it.
    EXPECT_GT(shell.cells(), 20000u);
    EXPECT_LT(shell.cells(), 150000u);
    EXPECT_EQ(shell.cells() % 512, 0u);
    EXPECT_FALSE(shell.is_right());
    shell.run_leaf_buffers();
    EXPECT_TRUE(shell.is_right());
    shell.run_laplacian();
}

}  // namespace
}  // namespace starling::bench
