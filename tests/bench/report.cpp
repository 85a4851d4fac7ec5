// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/report.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace starling::bench {
namespace {

constexpr std::size_t kColumns = 10;
using Cells = std::array<std::string, kColumns>;
/// Columns of words; the others hold numbers.
constexpr std::array<bool, kColumns> kLeftAligned{true,  true, false, false, true,
                                                  false, true, false, false, true};

const Cells kHeading{"id",     "name", "threads",    "value", "unit",
                     "spread", "peer", "peer value", "ratio", "target"};

/// Four significant digits, never as a power of ten.
std::string number(double value) {
    if (value >= 1000) return fmt::format("{:.0f}", value);
    if (value >= 100) return fmt::format("{:.1f}", value);
    if (value >= 10) return fmt::format("{:.2f}", value);
    return fmt::format("{:.3f}", value);
}

std::string target_text(const Row& row) {
    return row.target > 0 ? fmt::format(">={:.2f}", row.target) : std::string();
}

bool peer_missing(const Row& row) {
    return row.peer && !(row.peer->value > 0);
}

Cells cells_of(const Row& row) {
    const auto ratio = row.ratio();
    const auto holds = row.holds();
    return {row.id,
            row.name,
            std::to_string(row.threads),
            number(row.value),
            row.unit,
            fmt::format("{:.0f}%", row.spread * 100),
            row.peer ? row.peer->name : "",
            !row.peer           ? ""
            : peer_missing(row) ? "not there"
                                : number(row.peer->value),
            ratio ? fmt::format("{:.2f}", *ratio) : "",
            target_text(row) + (holds ? (*holds ? " yes" : " NO") : "")};
}

/// Columns on a terminal, where a code point counts once.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

/// How many targets were met and which peers were not there, a line each.
std::string summary_of(const std::vector<Row>& rows) {
    std::size_t held = 0, judged = 0;
    std::set<std::string> missing;
    for (const Row& row : rows) {
        if (const auto holds = row.holds()) {
            ++judged;
            held += *holds ? 1 : 0;
        }
        if (peer_missing(row)) missing.insert(row.peer->name);
    }
    std::string text;
    if (judged > 0) text += fmt::format("targets met: {} of {}\n", held, judged);
    if (!missing.empty()) {
        text += fmt::format("peers not there: {}\n", fmt::join(missing, ", "));
    }
    return text;
}

/// A bar inside of a cell would end it.
std::string escaped(const std::string& cell) {
    std::string text;
    for (const char c : cell) {
        if (c == '|') text += '\\';
        text += c;
    }
    return text;
}

std::string markdown_line(const Cells& cells) {
    std::string line;
    for (const std::string& cell : cells) line += "| " + escaped(cell) + (cell.empty() ? "" : " ");
    return line + "|\n";
}

std::string part_of(const std::string& path) {
    return path + ".part";
}

std::string cannot_write(const std::string& path, const std::string& why) {
    return fmt::format("cannot write '{}': {}", path, why);
}

/// Writes `text` beside `path`, for a rename; leaves nothing where it fails.
Status write_part(const std::string& path, const std::string& text) {
    std::ofstream file(part_of(path), std::ios::binary);
    file << text;
    file.close();
    if (file) return {};
    const std::string why = std::strerror(errno);
    std::error_code ignored;
    std::filesystem::remove(part_of(path), ignored);
    return Error{cannot_write(path, why)};
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

}  // namespace

std::optional<double> Row::ratio() const {
    if (!peer || !(peer->value > 0) || !(value > 0)) return std::nullopt;
    return better == Better::larger ? value / peer->value : peer->value / value;
}

std::optional<bool> Row::holds() const {
    if (!(target > 0)) return std::nullopt;
    if (!peer) return value >= target;
    const auto measured = ratio();
    return measured ? std::optional(*measured >= target) : std::nullopt;
}

Row rate_row(std::string name, int threads, double work, std::string unit, const Timing& timing) {
    return {.name = std::move(name),
            .threads = threads,
            .value = work / timing.median,
            .unit = std::move(unit),
            .spread = timing.spread()};
}

Row time_row(std::string name, int threads, const Timing& timing) {
    return {.name = std::move(name),
            .threads = threads,
            .value = timing.median * 1e3,
            .unit = "ms",
            .better = Better::smaller,
            .spread = timing.spread()};
}

std::string table_of(const std::vector<Row>& rows) {
    std::vector<Cells> lines{kHeading};
    for (const Row& row : rows) lines.push_back(cells_of(row));
    std::array<std::size_t, kColumns> widths{};
    for (const Cells& line : lines) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            widths[i] = std::max(widths[i], width_of(line[i]));
        }
    }
    std::string text;
    for (const Cells& line : lines) {
        std::string out;
        for (std::size_t i = 0; i < kColumns; ++i) {
            const std::string gap(widths[i] - width_of(line[i]), ' ');
            out += kLeftAligned[i] ? line[i] + gap : gap + line[i];
            out += "  ";
        }
        out.erase(out.find_last_not_of(' ') + 1);
        text += out + '\n';
    }
    return text + summary_of(rows);
}

std::string json_lines_of(const std::vector<Row>& rows) {
    std::string text;
    for (const Row& row : rows) {
        nlohmann::ordered_json line{{"id", row.id},           {"name", row.name},
                                    {"threads", row.threads}, {"value", row.value},
                                    {"unit", row.unit},       {"spread", row.spread}};
        if (row.peer && !peer_missing(row)) {
            line["peer"] = row.peer->name;
            line["peer_value"] = row.peer->value;
        }
        if (const auto ratio = row.ratio()) line["ratio"] = *ratio;
        if (row.target > 0) line["target"] = target_text(row);
        if (const auto holds = row.holds()) line["holds"] = *holds;
        text += line.dump() + '\n';
    }
    return text;
}

std::string results_page(const std::vector<Section>& sections, const std::string& command,
                         const std::string& date, const std::string& machine) {
    std::string text = fmt::format(
        "# Results\n\n"
        "Written by `{}` on {}, over the page of the run before.\n\n"
        "{}\n\n"
        "Values are medians; the spread is the width of their range. A ratio is ours over the "
        "peer's, larger is better.\n",
        command, date, machine);
    std::vector<Row> all;
    for (const Section& section : sections) {
        text += fmt::format("\n## {}\n\n", section.title) + markdown_line(kHeading);
        for (const bool left : kLeftAligned) text += left ? "| --- " : "| ---: ";
        text += "|\n";
        for (const Row& row : section.rows) text += markdown_line(cells_of(row));
        all.insert(all.end(), section.rows.begin(), section.rows.end());
    }
    const std::string summary = summary_of(all);
    // Two lines of Markdown would be one paragraph.
    for (std::size_t begin = 0; begin < summary.size();) {
        const std::size_t end = summary.find('\n', begin) + 1;
        text += '\n' + summary.substr(begin, end - begin);
        begin = end;
    }
    return text;
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

std::string machine_line() {
    const benchmark::CPUInfo& cpu = benchmark::CPUInfo::Get();
    std::string caches;
    for (const auto& cache : cpu.caches) {
        if (cache.type == "Instruction") continue;
        caches += fmt::format(" L{} {} KiB", cache.level, cache.size / 1024);
    }
    return fmt::format("{}, {} threads,{}, load {:.1f}, {}", processor_name(), cpu.num_cpus, caches,
                       cpu.load_avg.empty() ? 0.0 : cpu.load_avg.front(),
#ifdef __clang__
                       "clang " __clang_version__
#else
                       "g++ " __VERSION__
#endif
    );
}

Status can_write(const std::string& path) {
    const std::string part = part_of(path);
    if (Status status = write_part(path, ""); !status) return status;
    std::error_code error;
    std::filesystem::remove(part, error);
    // A rename would put a file there, but not over a folder.
    if (std::filesystem::is_directory(path, error)) return Error{cannot_write(path, "is a folder")};
    return {};
}

Status write_file(const std::string& path, const std::string& text) {
    if (Status status = write_part(path, text); !status) return status;
    std::error_code error;
    std::filesystem::rename(part_of(path), path, error);
    if (!error) return {};
    std::error_code ignored;
    std::filesystem::remove(part_of(path), ignored);
    return Error{cannot_write(path, error.message())};
}

}  // namespace starling::bench
