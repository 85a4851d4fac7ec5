// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace starling::bench {
namespace {

/// Peers measure times and rates; 0 would be taken for a peer that was not there.
double positive(const nlohmann::json& line, const char* key) {
    const double value = line.at(key);
    if (!(value > 0)) throw std::invalid_argument(fmt::format("{} must be above 0", key));
    return value;
}

PeerStep step_of(const nlohmann::json& line) {
    return {.name = line.at("name"),
            .threads = line.at("threads"),
            .count = line.at("count"),
            .dim = line.at("dim"),
            .order = line.at("order"),
            .step_ms = positive(line, "step_ms")};
}

PeerCase case_of(const nlohmann::json& line) {
    return {.name = line.at("name"),
            .threads = line.at("threads"),
            .text = line.at("case"),
            .value = positive(line, "value"),
            .unit = line.at("unit")};
}

}  // namespace

Result<PeerResults> PeerResults::read(const std::string& path) {
    std::ifstream file(path);
    if (!file) return Error{fmt::format("cannot read '{}': {}", path, std::strerror(errno))};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return parse(text, path);
}

Result<PeerResults> PeerResults::parse(std::string_view text, const std::string& source) {
    PeerResults results;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        try {
            const nlohmann::json object = nlohmann::json::parse(line);
            if (object.contains("case"))
                results.cases_.push_back(case_of(object));
            else
                results.steps_.push_back(step_of(object));
        } catch (const std::exception& error) {
            return Error{fmt::format("{}:{}: {}", source, number, error.what())};
        }
    }
    return results;
}

std::optional<double> PeerResults::step_ms(std::string_view name, int threads, long long count,
                                           int dim, std::string_view order) const {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        if (step->name == name && step->threads == threads && step->count == count &&
            step->dim == dim && step->order == order) {
            return step->step_ms;
        }
    }
    return std::nullopt;
}

std::optional<double> PeerResults::value(std::string_view name, int threads,
                                         std::string_view text) const {
    for (auto one = cases_.rbegin(); one != cases_.rend(); ++one) {
        if (one->name == name && one->threads == threads && one->text == text) return one->value;
    }
    return std::nullopt;
}

}  // namespace starling::bench
