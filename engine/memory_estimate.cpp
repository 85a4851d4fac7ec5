// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/memory_estimate.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "engine/world.h"

namespace starling::engine {
namespace {

// Bytes an agent, counted from the arrays that hold it: two states of 28 B, the spare columns of a
// sort 8 B, the sort's scratch 24 B, crowding 4 B, a picture's dart 24 B, a hash record 24 B, its
// list entry 4 B; and a third on top for what vectors and pools keep in reserve.
constexpr double kAgentBytes = (2 * 28 + 8 + 24 + 4 + 24 + 24 + 4) * 4.0 / 3.0;
constexpr double kBaseBytes = 64.0 * (1 << 20);
constexpr std::uint64_t kMaxAgents = 0x7fffff00;

double grid_bytes(const Scene& scene) {
    const auto named = std::find_if(scene.layouts.begin(), scene.layouts.end(),
                                    [&](const NamedLayout& l) { return l.name == scene.layout; });
    if (named == scene.layouts.end() || named->layout.levels.size() < 3) return 0;
    const double count = static_cast<double>(scene.flock.pigeons.count);
    const double edge = scene.flock.pigeons.mate_radius;
    const double cells =
        std::ceil(scene.domain.width / edge) * std::ceil(scene.domain.height / edge);
    const auto& levels = named->layout.levels;
    const sparse::LevelDesc& list = levels[levels.size() - 2];
    // Every cell may exist when no pointer stands above; with one, only cells in use do.
    const bool sparse_cells = std::any_of(levels.begin(), levels.end(), [](const auto& level) {
        return level.kind == sparse::SNodeKind::pointer;
    });
    const double lists = sparse_cells ? std::min(cells, count) : cells;
    const double slots = list.shape.empty() ? 128.0 : static_cast<double>(list.shape[0]);
    double list_bytes = 8;
    if (list.kind == sparse::SNodeKind::bitmasked)
        list_bytes = slots * (4 + 1.0 / 8);
    else if (list.storage == sparse::DynamicStorage::chunked)
        list_bytes = 8 + 4.0 * static_cast<double>(list.chunk == 0 ? 32 : list.chunk);
    return cells * 4 + lists * (list_bytes + 40) * 2;
}

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

std::string with_commas(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
}

}  // namespace

std::string bytes_text(double bytes) {
    constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = 0;
    while (bytes >= 1024 && unit < 6) bytes /= 1024, ++unit;
    return bytes < 10 && unit > 0 ? fmt::format("{:.1f} {}", bytes, kUnits[unit])
                                  : fmt::format("{:.0f} {}", std::ceil(bytes), kUnits[unit]);
}

std::uint64_t estimate_bytes(const Scene& scene) {
    const double agents = static_cast<double>(scene.flock.pigeons.count) +
                          static_cast<double>(scene.flock.predators.count);
    const double bytes = kBaseBytes + agents * kAgentBytes + grid_bytes(scene);
    return static_cast<std::uint64_t>(std::min(bytes, 1.8e19));
}

Status check_memory(const Scene& scene, std::uint64_t limit) {
    const double usable = limit != 0 ? static_cast<double>(limit) : 0.8 * usable_bytes();
    const double needed = static_cast<double>(estimate_bytes(scene));
    const FlockParams& flock = scene.flock;
    const std::string agents = with_commas(flock.pigeons.count) + " pigeons and " +
                               with_commas(flock.predators.count) + " predators";
    if (needed > usable)
        return Error{fmt::format(
            "{} on layout {} need about {}, and {} can be used; lower flock.pigeons.count, or take "
            "a layout with less memory",
            agents, scene.layout, bytes_text(needed), bytes_text(usable))};
    if (std::max(flock.pigeons.count, flock.predators.count) > kMaxAgents)
        return Error{fmt::format("{}: at most {} of a species are possible", agents,
                                 with_commas(kMaxAgents))};
    return {};
}

}  // namespace starling::engine
