// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// The same scene and seed give the same bits, whatever runs them and however memory is laid out.
#include <gtest/gtest.h>

#include <regex>

#include "tests/app/cli/child.h"

namespace starling::app {
namespace {

std::string hash_of(const std::string& scene, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"batch",  shipped_scene(scene), "--video", "none", "--hash",
                                       "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished run = run_starling(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(std::regex_match(run.out, std::regex("state-hash: [0-9a-f]{16}\n"))) << run.out;
    return run.out;
}

TEST(Hash, IsTheSameForAnyNumberOfThreads) {
    const std::string one = hash_of("flocking.yaml", {"--frames", "60", "--threads", "1"});
    EXPECT_EQ(hash_of("flocking.yaml", {"--frames", "60", "--threads", "2"}), one);
    EXPECT_EQ(hash_of("flocking.yaml", {"--frames", "60", "--threads", "8"}), one);
    EXPECT_EQ(hash_of("flocking.yaml", {"--frames", "60"}), one);
}

TEST(Hash, IsTheSameForAllLayoutsAndExecutors) {
    const std::string packed = hash_of("flocking.yaml", {"--frames", "60", "--layout", "packed"});
    for (const char* layout : {"bitmasked", "chunked"}) {
        EXPECT_EQ(hash_of("flocking.yaml", {"--frames", "60", "--layout", layout}), packed);
    }
    for (const char* executor : {"tbb", "jthread"}) {
        EXPECT_EQ(
            hash_of("flocking.yaml", {"--frames", "60", "--threads", "3", "--executor", executor}),
            packed);
    }
    EXPECT_EQ(hash_of("flocking.yaml", {"--frames", "60", "--backend", "cpu"}), packed);
}

TEST(Hash, OfTheOtherScenesHoldsForThreadsAndExecutors) {
    for (const char* scene : {"flocking_bitmasked.yaml", "flocking_dynamic.yaml"}) {
        const std::string one = hash_of(scene, {"--frames", "20", "--threads", "1"});
        EXPECT_EQ(hash_of(scene, {"--frames", "20", "--threads", "8"}), one) << scene;
        EXPECT_EQ(hash_of(scene, {"--frames", "20", "--executor", "jthread"}), one) << scene;
    }
}

TEST(Hash, OfAMurmurationHoldsForThreadsAndLayouts) {
    const std::string one = hash_of("murmuration.yaml", {"--frames", "4", "--threads", "1"});
    EXPECT_EQ(hash_of("murmuration.yaml", {"--frames", "4", "--threads", "8"}), one);
    EXPECT_EQ(hash_of("murmuration.yaml", {"--frames", "4", "--layout", "chunked"}), one);
    EXPECT_EQ(hash_of("murmuration.yaml", {"--frames", "4", "--layout", "bitmasked"}), one);
}

TEST(Hash, DependsOnSeedAndTime) {
    const std::string one = hash_of("flocking.yaml", {"--frames", "10", "--seed", "1"});
    EXPECT_EQ(hash_of("flocking.yaml", {"--frames", "10", "--set", "seed=1"}), one);
    EXPECT_NE(hash_of("flocking.yaml", {"--frames", "10", "--seed", "2"}), one);
    EXPECT_NE(hash_of("flocking.yaml", {"--frames", "11", "--seed", "1"}), one);
}

}  // namespace
}  // namespace starling::app
