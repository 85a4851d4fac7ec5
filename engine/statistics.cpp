// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics.h"

#include <fmt/format.h>

#include <span>

namespace starling::engine {

std::vector<StatisticsColumn> statistics_columns(const SystemTable& systems) {
    using Kind = StatisticsColumn::Kind;
    std::vector<StatisticsColumn> columns{{"step", "", "Steps done.", Kind::whole},
                                          {"time", "s", "Simulated time.", Kind::real}};
    for (const SystemKind* system : systems) {
        for (const MetricKind& metric : system->metrics)
            columns.push_back({std::string(metric.name), std::string(metric.unit),
                               std::string(metric.meaning),
                               metric.whole ? Kind::whole : Kind::real});
        for (const PhaseKind& phase : system->phases)
            columns.push_back({std::string(phase.name) + "_ms", "ms", std::string(phase.meaning),
                               Kind::milliseconds});
    }
    return columns;
}

std::vector<StatisticsColumn> statistics_columns(const World& world) {
    SystemTable kinds;
    for (const SystemScene& system : world.scene().systems) kinds.push_back(system.kind);
    return statistics_columns(kinds);
}

std::vector<double> statistics(const World& world) {
    std::vector<double> values{static_cast<double>(world.step_count()), world.time()};
    for (std::size_t n = 0; n < world.systems().size(); ++n) {
        const SystemKind& kind = *world.scene().systems[n].kind;
        const System& system = *world.systems()[n];
        const std::size_t begin = values.size();
        values.resize(begin + kind.metrics.size() + kind.phases.size());
        const std::span<double> all = std::span(values).subspan(begin);
        system.metrics(all.first(kind.metrics.size()));
        const std::span<double> phases = all.subspan(kind.metrics.size());
        system.phases(phases);
        for (double& seconds : phases) seconds *= 1e3;
    }
    return values;
}

std::string summarise(const Scene& scene, const std::vector<double>& values) {
    std::string text;
    std::size_t at = 2;  // behind step and time
    for (const SystemScene& system : scene.systems) {
        const SystemKind& kind = *system.kind;
        if (!kind.metrics.empty())
            text += fmt::format("{}{} {:.3g}{}{}", text.empty() ? "" : ", ", kind.metrics[0].name,
                                values[at], kind.metrics[0].unit.empty() ? "" : " ",
                                kind.metrics[0].unit);
        at += kind.metrics.size() + kind.phases.size();
    }
    return text;
}

std::string format_statistic(const StatisticsColumn& column, double value) {
    switch (column.kind) {
        case StatisticsColumn::Kind::whole:
            return fmt::format("{:.0f}", value);
        case StatisticsColumn::Kind::real:
            return fmt::format("{:.9g}", value);
        case StatisticsColumn::Kind::milliseconds:
            return fmt::format("{:.6g}", value);
    }
    return {};
}

}  // namespace starling::engine
