// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/runner.h"
#include "engine/statistics.h"

namespace starling::app {

/// Numbers over the last snapshots, by name, for plots. Threads: one.
class History {
 public:
    /// Samples that are kept.
    static constexpr std::size_t kLength = 600;

    /// Takes the numbers of a snapshot in; one of a step that was noted already changes nothing.
    /// Statistics have the names of their columns, trees "TREE bytes", "TREE live" and so on.
    void add(const engine::Snapshot& snapshot,
             const std::vector<engine::StatisticsColumn>& columns);

    /// The samples of a series, oldest first; empty where there is none of this name.
    std::span<const float> series(const std::string& name) const;

    void clear();

 private:
    void note(const std::string& name, double value);

    std::map<std::string, std::vector<float>> series_;
    std::uint64_t last_step_ = ~std::uint64_t{0};
};

}  // namespace starling::app
