// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/history.h"

namespace starling::app {

void History::add(const engine::Snapshot& snapshot,
                  const std::vector<engine::StatisticsColumn>& columns) {
    if (snapshot.clock.step == last_step_) return;
    last_step_ = snapshot.clock.step;
    for (std::size_t n = 0; n < columns.size() && n < snapshot.statistics.size(); ++n)
        note(columns[n].name, snapshot.statistics[n]);
    note("step_ms", 1e3 * snapshot.step_seconds);
    for (const engine::TreeSnapshot& tree : snapshot.trees) {
        double live = 0;
        for (const sparse::SNodeStats& node : tree.stats.snodes)
            live += static_cast<double>(node.slots.live);
        note(tree.name + " bytes", static_cast<double>(tree.stats.bytes_committed));
        note(tree.name + " used", static_cast<double>(tree.stats.bytes_used));
        note(tree.name + " live", live);
    }
}

void History::note(const std::string& name, double value) {
    std::vector<float>& samples = series_[name];
    // Twice the length before the old half goes: a sample costs nothing on average.
    if (samples.size() == 2 * kLength) samples.erase(samples.begin(), samples.begin() + kLength);
    samples.push_back(static_cast<float>(value));
}

std::span<const float> History::series(const std::string& name) const {
    const auto found = series_.find(name);
    if (found == series_.end()) return {};
    const std::vector<float>& samples = found->second;
    const std::size_t count = samples.size() < kLength ? samples.size() : kLength;
    return std::span(samples).last(count);
}

void History::clear() {
    series_.clear();
    last_step_ = ~std::uint64_t{0};
}

}  // namespace starling::app
