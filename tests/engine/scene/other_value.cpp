// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/scene/other_value.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

namespace starling::engine {
namespace {

double number_at(const NumberParam& type, std::size_t n, void* object) {
    return std::visit([](const auto* value) { return static_cast<double>(*value); },
                      type.at[n](object));
}

/// Half of the value where the range has that, else the middle of what lies above it.
double other_number(const NumberParam& type, double value, bool whole) {
    double other = value / 2;
    if (other == value || !type.range.holds(other)) other = (value + type.range.max) / 2;
    // Even, for those that must be.
    if (whole) other = 2 * static_cast<double>(static_cast<std::uint64_t>(other / 2));
    if (other == value) other += 2;
    EXPECT_TRUE(type.range.holds(other)) << other;
    return other;
}

std::string written(double number) {
    std::ostringstream out;
    out.precision(std::numeric_limits<double>::max_digits10);
    out << number;
    return out.str();
}

struct Reader {
    void* object;
    Held operator()(const NumberParam& type) const {
        Held held;
        for (std::size_t n = 0; n < type.at.size(); ++n)
            held.numbers.push_back(number_at(type, n, object));
        return held;
    }
    Held operator()(const TextParam& type) const { return {{}, type.at(object)}; }
    Held operator()(const ChoiceParam& type) const {
        return {{static_cast<double>(type.get(object))}, ""};
    }
};

struct Changer {
    void* object;
    OtherValue operator()(const NumberParam& type) const {
        OtherValue other;
        for (std::size_t n = 0; n < type.at.size(); ++n) {
            const NumberRef ref = type.at[n](object);
            const bool whole = std::holds_alternative<std::uint64_t*>(ref) ||
                               std::holds_alternative<std::uint32_t*>(ref);
            other.held.numbers.push_back(other_number(type, number_at(type, n, object), whole));
            other.written += (n == 0 ? "" : ", ") + written(other.held.numbers.back());
        }
        if (type.at.size() > 1) other.written = "[" + other.written + "]";
        return other;
    }
    OtherValue operator()(const TextParam& type) const {
        const std::string text = type.at(object) + "other";
        return {text, {{}, text}};
    }
    OtherValue operator()(const ChoiceParam& type) const {
        const std::size_t next = (type.get(object) + 1) % type.names.size();
        return {type.names[next], {{static_cast<double>(next)}, ""}};
    }
};

template <class Visitor>
auto visit_param(const Scene& scene, const std::string& path) {
    Scene copy = scene;
    const ParamPlace place = find_param(copy, path);
    EXPECT_NE(place.param, nullptr) << path;
    return std::visit(Visitor{place.object}, place.param->type);
}

}  // namespace

Held held(const Scene& scene, const std::string& path) {
    return visit_param<Reader>(scene, path);
}

OtherValue other_value(const Scene& scene, const std::string& path) {
    return visit_param<Changer>(scene, path);
}

std::vector<std::string> param_paths(const SystemTable& systems) {
    std::vector<std::string> paths;
    for (const SceneKey& key : scene_keys(systems))
        if (std::holds_alternative<const Param*>(key.type)) paths.push_back(key.path);
    return paths;
}

std::string test_name_of(const std::string& path) {
    std::string name = path;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

std::string scene_with(const std::string& path, const std::string& value) {
    std::string line = path + ": " + value;
    std::size_t groups = 0;
    for (std::size_t at = path.find('.'); at != std::string::npos; at = path.find('.', at + 1)) {
        line.replace(line.find('.'), 1, ": {");
        ++groups;
    }
    return "starling: 1\n" + line + std::string(groups, '}') + "\n";
}

}  // namespace starling::engine
