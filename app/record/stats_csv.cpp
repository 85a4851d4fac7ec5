// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/stats_csv.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace starling::app {
namespace {

std::string header(const std::vector<engine::StatisticsColumn>& columns) {
    std::string line;
    for (const engine::StatisticsColumn& column : columns)
        line += (line.empty() ? "" : ",") + column.name;
    return line + "\n";
}

bool put(std::FILE* file, std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), file) == text.size();
}

Error cannot_write(const std::string& path, int code) {
    return {fmt::format("cannot write {}: {}", path, std::strerror(code))};
}

}  // namespace

Result<std::unique_ptr<StatsCsv>> StatsCsv::create(const std::string& path,
                                                   std::vector<engine::StatisticsColumn> columns) {
    std::string temporary = fmt::format("{}.part-{}", path, ::getpid());
    std::FILE* file = std::fopen(temporary.c_str(), "we");
    if (file == nullptr) return cannot_write(path, errno);
    std::unique_ptr<StatsCsv> stats(
        new StatsCsv(path, std::move(temporary), file, std::move(columns)));
    // Flushed at once: a place that takes no data at all is found before the simulation starts.
    if (!put(file, header(stats->columns_)) || std::fflush(file) != 0) return stats->discard();
    return stats;
}

StatsCsv::~StatsCsv() {
    if (file_ != nullptr) static_cast<void>(discard());
}

Status StatsCsv::add(const std::vector<double>& values) {
    if (file_ == nullptr) return Error{fmt::format("cannot write {}: it is closed", path_)};
    std::string row;
    for (std::size_t n = 0; n < columns_.size(); ++n)
        row += (n == 0 ? "" : ",") + engine::format_statistic(columns_[n], values[n]);
    return put(file_, row + "\n") ? Status{} : discard();
}

Status StatsCsv::finish() {
    if (file_ == nullptr) return Error{fmt::format("cannot write {}: it is closed", path_)};
    if (std::fflush(file_) != 0) return discard();
    const int closed = std::fclose(std::exchange(file_, nullptr));
    if (closed != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) return discard();
    return {};
}

Error StatsCsv::discard() {
    const int code = errno;
    if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
    ::unlink(temporary_.c_str());
    return cannot_write(path_, code);
}

}  // namespace starling::app
