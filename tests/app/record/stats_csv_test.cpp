// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/stats_csv.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/app/record/temp_dir.h"

namespace starling::app {
namespace {

std::string read_all(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

using Kind = engine::StatisticsColumn::Kind;

const std::vector<engine::StatisticsColumn> kColumns{{"step", "", "", Kind::whole},
                                                     {"order", "", "", Kind::real},
                                                     {"grid_ms", "ms", "", Kind::milliseconds}};

TEST(StatsCsv, WritesOneRowAStep) {
    const TempDir dir;
    const std::string path = dir.file("stats.csv");
    Result<std::unique_ptr<StatsCsv>> stats = StatsCsv::create(path, kColumns);
    ASSERT_TRUE(stats.ok()) << stats.error().text;
    ASSERT_TRUE((*stats)->add({12345678901, 1.0 / 3, 2.0 / 3}).ok());
    EXPECT_FALSE(std::filesystem::exists(path)) << "not before it is whole";
    ASSERT_TRUE((*stats)->finish().ok());
    EXPECT_EQ(read_all(path), "step,order,grid_ms\n12345678901,0.333333333,0.666667\n");
    EXPECT_EQ(dir.count(), 1u);
}

TEST(StatsCsv, WithoutFinishNothingRemains) {
    const TempDir dir;
    { ASSERT_TRUE(StatsCsv::create(dir.file("stats.csv"), kColumns).ok()); }
    EXPECT_EQ(dir.count(), 0u);
}

TEST(StatsCsv, AFullDiskIsAnErrorThatKeepsTheOldFile) {
    const TempDir dir;
    const std::string path = dir.file("stats.csv");
    std::ofstream(path) << "precious";
    Result<std::unique_ptr<StatsCsv>> stats = StatsCsv::create(path, kColumns);
    ASSERT_TRUE(stats.ok());
    const FileSizeLimit limit(10'000);
    Status status;
    for (int step = 1; step < 10'000 && status.ok(); ++step) {
        status = (*stats)->add({static_cast<double>(step), 0, 0});
    }
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().text, "cannot write " + path + ": File too large");
    EXPECT_FALSE((*stats)->finish().ok());
    EXPECT_EQ(read_all(path), "precious");
    EXPECT_EQ(dir.count(), 1u);
}

TEST(StatsCsv, NamesAFolderThatIsNotThere) {
    const TempDir dir;
    const auto stats = StatsCsv::create(dir.file("none/stats.csv"), kColumns);
    ASSERT_FALSE(stats.ok());
    EXPECT_EQ(stats.error().text,
              "cannot write " + dir.file("none/stats.csv") + ": No such file or directory");
}

}  // namespace
}  // namespace starling::app
