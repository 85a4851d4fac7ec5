// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace starling::bench {
namespace {

Row stencil() {
    return {.id = "T1",
            .name = "stencil",
            .threads = 2,
            .value = 900,
            .unit = "Mcell/s",
            .spread = 0.05,
            .peer = Peer{"dense", 1200},
            .target = 0.6};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

TEST(Row, RatioIsOursOverThePeerSoThatLargerIsBetter) {
    EXPECT_DOUBLE_EQ(stencil().ratio().value(), 0.75);
    Row step = stencil();
    step.better = Better::smaller;
    step.value = 50;
    step.peer = Peer{"taichi", 600};
    EXPECT_DOUBLE_EQ(step.ratio().value(), 12);
}

TEST(Row, HoldsComparesTheRatioAndWithoutAPeerTheValue) {
    EXPECT_TRUE(stencil().holds().value());
    Row row = stencil();
    row.target = 0.76;
    EXPECT_FALSE(row.holds().value());
    row.peer.reset();
    EXPECT_TRUE(row.holds().value());
    row.target = 901;
    EXPECT_FALSE(row.holds().value());
}

TEST(Row, NothingIsClaimedWithoutTargetOrWithoutItsPeer) {
    Row row = stencil();
    row.target = 0;
    EXPECT_FALSE(row.holds());
    row = stencil();
    row.peer = Peer{"taichi", 0};
    EXPECT_FALSE(row.ratio());
    EXPECT_FALSE(row.holds());
}

TEST(Row, RateAndTimeComeFromTheMedian) {
    const Timing timing{.median = 0.5, .min = 0.4, .max = 0.6};
    const Row rate = rate_row("copy", 1, 8, "GB/s", timing);
    EXPECT_DOUBLE_EQ(rate.value, 16);
    EXPECT_EQ(rate.better, Better::larger);
    EXPECT_DOUBLE_EQ(rate.spread, 0.4);
    const Row time = time_row("step", 2, timing);
    EXPECT_DOUBLE_EQ(time.value, 500);
    EXPECT_EQ(time.unit, "ms");
    EXPECT_EQ(time.better, Better::smaller);
}

TEST(Table, AlignsItsColumnsAlsoAroundNonAsciiNames) {
    Row other = stencil();
    other.name = "größer²";
    const auto lines = lines_of(table_of({stencil(), other}));
    ASSERT_GE(lines.size(), 3u);
    const auto column_of = [](const std::string& line, const std::string& cell) {
        const std::size_t byte = line.find(cell);
        std::size_t column = 0;
        for (std::size_t i = 0; i < byte; ++i) column += (line[i] & 0xC0) != 0x80 ? 1 : 0;
        return column;
    };
    EXPECT_EQ(column_of(lines[1], "Mcell/s"), column_of(lines[2], "Mcell/s"));
    EXPECT_EQ(column_of(lines[1], ">=0.60"), column_of(lines[2], ">=0.60"));
    EXPECT_EQ(lines[1].find("stencil"), lines[0].find("name"));
}

TEST(Table, SaysWhichTargetsAreMetAndWhichPeersAreMissing) {
    Row missed = stencil();
    missed.target = 0.9;
    Row unknown = stencil();
    unknown.peer = Peer{"taichi", 0};
    const std::string table = table_of({stencil(), missed, unknown});
    const auto lines = lines_of(table);
    EXPECT_NE(lines[1].find(">=0.60 yes"), std::string::npos) << table;
    EXPECT_NE(lines[2].find(">=0.90 NO"), std::string::npos) << table;
    EXPECT_NE(lines[3].find("not there"), std::string::npos) << table;
    EXPECT_NE(table.find("targets met: 1 of 2\n"), std::string::npos) << table;
    EXPECT_NE(table.find("peers not there: taichi\n"), std::string::npos) << table;
}

TEST(JsonLines, OneObjectARowWithWhatIsKnown) {
    EXPECT_EQ(json_lines_of({stencil()}),
              R"({"id":"T1","name":"stencil","threads":2,"value":900.0,"unit":"Mcell/s",)"
              R"("spread":0.05,"peer":"dense","peer_value":1200.0,"ratio":0.75,)"
              R"("target":">=0.60","holds":true})"
              "\n");
    Row bare = stencil();
    bare.peer = Peer{"taichi", 0};
    bare.target = 0;
    EXPECT_EQ(
        json_lines_of({bare, bare}),
        R"({"id":"T1","name":"stencil","threads":2,"value":900.0,"unit":"Mcell/s","spread":0.05})"
        "\n"
        R"({"id":"T1","name":"stencil","threads":2,"value":900.0,"unit":"Mcell/s","spread":0.05})"
        "\n");
}

TEST(ResultsPage, HoldsWhatWasMeasuredWhenAndWhereATableASection) {
    Row bare = stencil();
    bare.name = "u | v";
    bare.peer = Peer{"taichi", 0};
    const std::string page = results_page({{"stencil: sweeps", {stencil()}}, {"memory", {bare}}},
                                          "./dev bench sparse", "2026-01-31", "a processor");
    EXPECT_EQ(
        page,
        "# Results\n\n"
        "Written by `./dev bench sparse` on 2026-01-31, over the page of the run before.\n\n"
        "a processor\n\n"
        "Values are medians; the spread is the width of their range. A ratio is ours over the "
        "peer's, larger is better.\n\n"
        "## stencil: sweeps\n\n"
        "| id | name | threads | value | unit | spread | peer | peer value | ratio | target |\n"
        "| --- | --- | ---: | ---: | --- | ---: | --- | ---: | ---: | --- |\n"
        "| T1 | stencil | 2 | 900.0 | Mcell/s | 5% | dense | 1200 | 0.75 | >=0.60 yes |\n\n"
        "## memory\n\n"
        "| id | name | threads | value | unit | spread | peer | peer value | ratio | target |\n"
        "| --- | --- | ---: | ---: | --- | ---: | --- | ---: | ---: | --- |\n"
        "| T1 | u \\| v | 2 | 900.0 | Mcell/s | 5% | taichi | not there | | >=0.60 |\n\n"
        "targets met: 1 of 1\n\n"
        "peers not there: taichi\n");
}

TEST(Today, IsADateAsIsoWritesIt) {
    const std::string date = today();
    ASSERT_EQ(date.size(), 10u) << date;
    EXPECT_EQ(date[4], '-');
    EXPECT_EQ(date[7], '-');
    EXPECT_GE(date.substr(0, 4), "2025");
}

TEST(MachineLine, IsOneLineThatNamesTheThreads) {
    const std::string line = machine_line();
    EXPECT_NE(line.find(" threads,"), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
}

class WriteFile : public testing::Test {
 protected:
    void SetUp() override {
        std::string pattern = std::filesystem::temp_directory_path() / "starling-report-XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

TEST_F(WriteFile, ReplacesTheFileAndLeavesNothingBeside) {
    const std::string path = folder_ / "rows.jsonl";
    ASSERT_TRUE(write_file(path, "old").ok());
    ASSERT_TRUE(write_file(path, "new").ok());
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "new");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(WriteFile, CanWriteSaysSoAndLeavesTheFileAlone) {
    const std::string path = folder_ / "page.md";
    EXPECT_TRUE(can_write(path).ok());
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
    ASSERT_TRUE(write_file(path, "old").ok());
    EXPECT_TRUE(can_write(path).ok());
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "old");
    EXPECT_FALSE(can_write(folder_ / "missing" / "page.md").ok());
    EXPECT_FALSE(can_write(folder_).ok());
}

TEST_F(WriteFile, NamesThePathThatCannotBeWritten) {
    const Status status = write_file(folder_ / "missing" / "rows.jsonl", "x");
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().text.find("missing/rows.jsonl"), std::string::npos);
    EXPECT_NE(status.error().text.find("No such file"), std::string::npos) << status.error().text;
}

}  // namespace
}  // namespace starling::bench
