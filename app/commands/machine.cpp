// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/machine.h"

#include <sched.h>

#include <charconv>
#include <fstream>
#include <string_view>
#include <utility>

#include "engine/isa.h"

namespace starling::app {
namespace {

// Value of the first line "key<blanks>: value" of a file of /proc, or nothing.
std::string find_value(const char* path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, key.size(), key) != 0) continue;
        const std::size_t colon = line.find(':');
        const std::size_t start = line.find_first_not_of(" \t:", colon);
        if (colon != std::string::npos && start != std::string::npos) return line.substr(start);
    }
    return "";
}

std::uint64_t find_kib(std::string_view key) {
    const std::string value = find_value("/proc/meminfo", key);
    std::uint64_t kib = 0;
    std::from_chars(value.data(), value.data() + value.size(), kib);
    return 1024 * kib;
}

int usable_cores() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

std::vector<std::string> usable_isas() {
    std::vector<std::string> names;
    for (const auto& [isa, name] : {std::pair{engine::Isa::sse, "sse"},
                                    {engine::Isa::avx2, "avx2"},
                                    {engine::Isa::avx512, "avx512"}}) {
        if (engine::resolve_isa(isa).ok()) names.emplace_back(name);
    }
    return names;
}

}  // namespace

Machine query_machine() {
    Machine machine;
    machine.cpu = find_value("/proc/cpuinfo", "model name");
    if (machine.cpu.empty()) machine.cpu = "unknown";
    machine.cores = usable_cores();
    machine.memory_bytes = find_kib("MemTotal:");
    machine.available_bytes = find_kib("MemAvailable:");
    machine.isas = usable_isas();
    return machine;
}

}  // namespace starling::app
