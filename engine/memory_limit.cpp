// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/memory_limit.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

namespace starling::engine {
namespace {

/// What a program takes without any scene.
constexpr double kBaseBytes = 64.0 * (1 << 20);

double usable_bytes() {
    double bytes = std::numeric_limits<double>::infinity();
    std::ifstream meminfo("/proc/meminfo");
    std::string key, unit;
    for (double kib = 0; meminfo >> key >> kib; std::getline(meminfo, unit))
        if (key == "MemAvailable:") bytes = kib * 1024;
    std::ifstream cgroup("/sys/fs/cgroup/memory.max");
    if (double limit = 0; cgroup >> limit) bytes = std::min(bytes, limit);
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        bytes = std::min(bytes, static_cast<double>(limit.rlim_cur));
    return bytes;
}

}  // namespace

std::string bytes_text(double bytes) {
    constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = 0;
    while (bytes >= 1024 && unit < 6) bytes /= 1024, ++unit;
    return bytes < 10 && unit > 0 ? fmt::format("{:.1f} {}", bytes, kUnits[unit])
                                  : fmt::format("{:.0f} {}", std::ceil(bytes), kUnits[unit]);
}

std::string with_commas(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
}

Result<MemoryNeed> memory_need(const Scene& scene) {
    MemoryNeed all{kBaseBytes, "", ""};
    for (const SystemScene& system : scene.systems) {
        const Result<MemoryNeed> need = system.kind->memory(scene);
        if (!need) return need.error();
        all.bytes += need->bytes;
        all.what += (all.what.empty() ? "" : ", ") + need->what;
        all.advice += (all.advice.empty() ? "" : "; ") + need->advice;
    }
    return all;
}

Status check_memory_limit(const MemoryNeed& need, std::uint64_t limit) {
    const double usable = limit != 0 ? static_cast<double>(limit) : 0.8 * usable_bytes();
    if (need.bytes <= usable) return {};
    return Error{fmt::format("{} need about {}, and {} can be used; {}", need.what,
                             bytes_text(need.bytes), bytes_text(usable), need.advice)};
}

}  // namespace starling::engine
