// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics.h"

#include <fmt/format.h>

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

std::string summarise(const SystemTable& systems, const std::vector<double>& values) {
    std::string text;
    std::size_t at = 2;  // behind step and time
    for (const SystemKind* system : systems) {
        const SystemKind& kind = *system;
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
