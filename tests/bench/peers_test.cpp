// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers.h"

#include <gtest/gtest.h>

namespace starling::bench {
namespace {

const std::string kLine =
    R"({"name":"taichi_flock","threads":2,"count":100000,"dim":2,"order":"random","step_ms":62.5})";

const std::string kCase =
    R"({"name":"taichi_sparse","threads":2,"case":"fill fresh","value":7.5,"unit":"ns/cell"})";

void expect_error(const std::string& text, const std::string& expected) {
    const auto peers = PeerResults::parse(text, "peers.jsonl");
    ASSERT_FALSE(peers.ok()) << text;
    EXPECT_NE(peers.error().text.find(expected), std::string::npos) << peers.error().text;
}

TEST(PeerResults, GivesTheStepOfExactlyTheCaseAskedFor) {
    const auto peers = PeerResults::parse(kLine + "\n\n", "");
    ASSERT_TRUE(peers.ok()) << peers.error().text;
    EXPECT_EQ(peers->step_ms("taichi_flock", 2, 100000, 2, "random"), 62.5);
    EXPECT_FALSE(peers->step_ms("warp_flock", 2, 100000, 2, "random"));
    EXPECT_FALSE(peers->step_ms("taichi_flock", 1, 100000, 2, "random"));
    EXPECT_FALSE(peers->step_ms("taichi_flock", 2, 100001, 2, "random"));
    EXPECT_FALSE(peers->step_ms("taichi_flock", 2, 100000, 3, "random"));
    EXPECT_FALSE(peers->step_ms("taichi_flock", 2, 100000, 2, "sorted"));
}

TEST(PeerResults, GivesTheValueOfExactlyTheCaseAskedFor) {
    const auto peers = PeerResults::parse(kLine + "\n" + kCase + "\n", "");
    ASSERT_TRUE(peers.ok()) << peers.error().text;
    EXPECT_EQ(peers->value("taichi_sparse", 2, "fill fresh"), 7.5);
    EXPECT_FALSE(peers->value("taichi_smooth", 2, "fill fresh"));
    EXPECT_FALSE(peers->value("taichi_sparse", 1, "fill fresh"));
    EXPECT_FALSE(peers->value("taichi_sparse", 2, "fill"));
    EXPECT_EQ(peers->step_ms("taichi_flock", 2, 100000, 2, "random"), 62.5);
    EXPECT_FALSE(peers->step_ms("taichi_sparse", 2, 0, 2, ""));
}

TEST(PeerResults, TheLastOfEqualCasesCounts) {
    std::string again = kLine;
    again.replace(again.find("62.5"), 4, "70.5");
    const auto peers = PeerResults::parse(kLine + "\n" + again, "");
    ASSERT_TRUE(peers.ok()) << peers.error().text;
    EXPECT_EQ(peers->step_ms("taichi_flock", 2, 100000, 2, "random"), 70.5);

    again = kCase;
    again.replace(again.find("7.5"), 3, "9.5");
    const auto cases = PeerResults::parse(kCase + "\n" + again, "");
    ASSERT_TRUE(cases.ok()) << cases.error().text;
    EXPECT_EQ(cases->value("taichi_sparse", 2, "fill fresh"), 9.5);
}

TEST(PeerResults, NoFileContentIsNoResult) {
    const auto peers = PeerResults::parse("", "");
    ASSERT_TRUE(peers.ok());
    EXPECT_FALSE(peers->step_ms("taichi_flock", 2, 100000, 2, "random"));
}

TEST(PeerResults, ErrorsNameTheLineAndTheFault) {
    expect_error(kLine + "\n{\"name\":", "peers.jsonl:2: ");
    expect_error(R"({"name":"a"})", "threads");
    expect_error(R"({"name":"a","threads":"two","count":1,"dim":2,"order":"random","step_ms":1})",
                 "peers.jsonl:1: ");
    expect_error(R"({"name":"a","threads":1,"count":1,"dim":2,"order":"random","step_ms":0})",
                 "step_ms must be above 0");
    expect_error(R"({"name":"a","threads":1,"case":"b","value":-1,"unit":"ns"})",
                 "value must be above 0");
    expect_error(R"({"name":"a","threads":1,"case":"b","value":1})", "unit");
    expect_error(R"({"name":"a","threads":1,"case":2,"value":1,"unit":"ns"})", "peers.jsonl:1: ");
    expect_error("[1]", "peers.jsonl:1: ");
}

TEST(PeerResults, AFileThatIsNotThereIsAnError) {
    const auto peers = PeerResults::read("/nonexistent/peers.jsonl");
    ASSERT_FALSE(peers.ok());
    EXPECT_NE(peers.error().text.find("/nonexistent/peers.jsonl"), std::string::npos);
}

}  // namespace
}  // namespace starling::bench
