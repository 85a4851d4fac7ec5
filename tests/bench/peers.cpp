// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace starling::bench {
namespace {

PeerResult result_of(const nlohmann::json& line) {
    PeerResult result{.name = line.at("name"),
                      .threads = line.at("threads"),
                      .count = line.at("count"),
                      .dim = line.at("dim"),
                      .order = line.at("order"),
                      .step_ms = line.at("step_ms")};
    if (!(result.step_ms > 0)) throw std::invalid_argument("step_ms must be above 0");
    return result;
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
            results.results_.push_back(result_of(nlohmann::json::parse(line)));
        } catch (const std::exception& error) {
            return Error{fmt::format("{}:{}: {}", source, number, error.what())};
        }
    }
    return results;
}

std::optional<double> PeerResults::step_ms(std::string_view name, int threads, long long count,
                                           int dim, std::string_view order) const {
    for (auto result = results_.rbegin(); result != results_.rend(); ++result) {
        if (result->name == name && result->threads == threads && result->count == count &&
            result->dim == dim && result->order == order) {
            return result->step_ms;
        }
    }
    return std::nullopt;
}

}  // namespace starling::bench
