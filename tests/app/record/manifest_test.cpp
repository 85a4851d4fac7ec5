// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/manifest.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

namespace starling::app {
namespace {

TEST(Manifest, KeepsEveryDigit) {
    Manifest manifest;
    manifest.seed = UINT64_MAX;
    manifest.state_hash = 0xabc;
    manifest.time_step = 1.0 / 45;
    const auto json = nlohmann::json::parse(to_json(manifest));
    EXPECT_EQ(json["seed"].get<std::uint64_t>(), UINT64_MAX);
    EXPECT_EQ(json["state_hash"], "0000000000000abc");
    EXPECT_EQ(json["time_step"].get<double>(), 1.0 / 45);
}

TEST(Manifest, TextsMayHoldAnything) {
    Manifest manifest;
    manifest.scene = "title: \"ä\n\t\\\"";
    manifest.scene_file = "/tmp/\xff\xfe.yaml";  // file names need not be UTF-8
    const auto json = nlohmann::json::parse(to_json(manifest));
    EXPECT_EQ(json["scene"], manifest.scene);
    EXPECT_NE(json["scene_file"].get<std::string>().find(".yaml"), std::string::npos);
}

TEST(Manifest, SaysWhatWasNotThere) {
    const auto json = nlohmann::json::parse(to_json({}));
    for (const char* key : {"gl", "video_codec", "images", "error"}) {
        EXPECT_TRUE(json[key].is_null()) << key;
    }
}

TEST(Manifest, NamesTheOutcome) {
    EXPECT_STREQ(outcome_name(Outcome::done), "done");
    EXPECT_STREQ(outcome_name(Outcome::interrupted), "interrupted");
    EXPECT_STREQ(outcome_name(Outcome::failed), "failed");
}

TEST(Manifest, TimesAreIso) {
    EXPECT_TRUE(std::regex_match(iso_time(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
}

}  // namespace
}  // namespace starling::app
