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

constexpr std::string_view kHeader =
    "step,time,polarisation,rotation,mean_speed,candidates,grid_ms,flock_ms,"
    "predator_ms\n";

bool put(std::FILE* file, std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), file) == text.size();
}

Error cannot_write(const std::string& path, int code) {
    return {fmt::format("cannot write {}: {}", path, std::strerror(code))};
}

}  // namespace

Result<std::unique_ptr<StatsCsv>> StatsCsv::create(const std::string& path) {
    std::string temporary = fmt::format("{}.part-{}", path, ::getpid());
    std::FILE* file = std::fopen(temporary.c_str(), "we");
    if (file == nullptr) return cannot_write(path, errno);
    std::unique_ptr<StatsCsv> stats(new StatsCsv(path, std::move(temporary), file));
    // Flushed at once: a place that takes no data at all is found before the simulation starts.
    if (!put(file, kHeader) || std::fflush(file) != 0) return stats->discard();
    return stats;
}

StatsCsv::~StatsCsv() {
    if (file_ != nullptr) static_cast<void>(discard());
}

Status StatsCsv::add(const engine::StepReport& report, const engine::FlockMetrics& metrics) {
    if (file_ == nullptr) return Error{fmt::format("cannot write {}: it is closed", path_)};
    const std::string row = fmt::format(
        "{},{:.9g},{:.9g},{:.9g},{:.9g},{},{:.6g},{:.6g},{:.6g}\n", report.step, metrics.time,
        metrics.polarisation, metrics.rotation, metrics.mean_speed, report.candidates,
        1e3 * report.grid_seconds, 1e3 * report.flock_seconds, 1e3 * report.predator_seconds);
    return put(file_, row) ? Status{} : discard();
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
