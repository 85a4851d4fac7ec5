// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Every key of the schema, tried by what the schema itself says about it.
#include "engine/scene/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/scene/level_schema.h"
#include "tests/engine/scene/load.h"
#include "tests/engine/scene/other_value.h"

namespace starling::engine {
namespace {

std::string test_name(const testing::TestParamInfo<SceneKey>& info) {
    return test_name_of(info.param.path);
}

const std::vector<SceneKey>& all_keys() {
    static const std::vector<SceneKey> keys = scene_keys(all_systems());
    return keys;
}

/// The number of a key; null where it has none.
const NumberParam* number_of(const SceneKey& key) {
    const auto* param = std::get_if<const Param*>(&key.type);
    return param == nullptr ? nullptr : std::get_if<NumberParam>(&(*param)->type);
}

std::vector<SceneKey> keys_with_numbers() {
    std::vector<SceneKey> keys;
    for (const SceneKey& key : all_keys()) {
        if (number_of(key) != nullptr) keys.push_back(key);
    }
    return keys;
}

bool is_whole(const NumberRef& ref) {
    return std::holds_alternative<std::uint64_t*>(ref) ||
           std::holds_alternative<std::uint32_t*>(ref);
}

bool is_float(const NumberRef& ref) {
    return std::holds_alternative<float*>(ref);
}

std::string number_text(double value) {
    return format_quantity(value, Dimension::none);
}

double value_of(const NumberRef& ref) {
    return std::visit([](const auto* value) { return static_cast<double>(*value); }, ref);
}

class SchemaKeyTest : public testing::TestWithParam<SceneKey> {};
class NumberKeyTest : public testing::TestWithParam<SceneKey> {
 protected:
    const NumberParam& type() const { return *number_of(GetParam()); }

    /// The numbers of the key in a scene.
    std::vector<NumberRef> numbers(Scene& scene) const {
        const ParamPlace place = find_param(scene, GetParam().path);
        std::vector<NumberRef> numbers;
        for (const FindNumber at : type().at) numbers.push_back(at(place.object));
        return numbers;
    }

    /// The same number for every entry of the key.
    Result<Scene> load(const std::string& number) const {
        const std::size_t count = type().at.size();
        std::string list = number;
        for (std::size_t n = 1; n < count; ++n) list += ", " + number;
        if (count > 1) list = "[" + list + "]";
        // A margin that fits every domain, so that only the key at hand decides.
        std::string text = scene_with(GetParam().path, list);
        const std::string domain = "domain: {";
        if (GetParam().path == "domain.size") {
            text.insert(text.find(domain) + domain.size(), "margin: 0, ");
        }
        if (GetParam().path == "domain.margin") {
            text.insert(text.find(domain) + domain.size(), "size: [1000000, 1000000], ");
        }
        return parse(text, "key.yaml");
    }

    /// A number just outside of the range.
    std::string beyond(double bound, double direction) const {
        Scene scene = default_scene(all_systems());
        if (!is_whole(numbers(scene).front())) {
            return number_text(std::nextafter(bound, direction * HUGE_VAL));
        }
        if (bound == 0) return "-1";
        if (bound >= 0x1p64) return "18446744073709551616";
        return std::to_string(static_cast<std::int64_t>(bound) + (direction > 0 ? 1 : -1));
    }

    void expect_range_error(const std::string& number) const {
        const Result<Scene> scene = load(number);
        ASSERT_FALSE(scene.ok()) << number;
        const std::string& text = scene.error().text;
        EXPECT_NE(text.find("key.yaml:2:"), std::string::npos) << text;
        EXPECT_NE(text.find(GetParam().path + ": expected "), std::string::npos) << text;
        EXPECT_NE(text.find("found \"" + number + "\""), std::string::npos) << text;
    }
};

TEST_P(NumberKeyTest, DefaultIsInRange) {
    Scene scene = default_scene(all_systems());
    for (const NumberRef& ref : numbers(scene)) {
        EXPECT_TRUE(type().range.holds(value_of(ref)));
    }
}

TEST_P(NumberKeyTest, BelowRangeIsRefused) {
    const Range& range = type().range;
    expect_range_error(range.open_min ? number_text(range.min) : beyond(range.min, -1));
}

TEST_P(NumberKeyTest, AboveRangeIsRefused) {
    const Range& range = type().range;
    expect_range_error(range.open_max ? number_text(range.max) : beyond(range.max, +1));
}

TEST_P(NumberKeyTest, EndsOfTheRangeAreTakenAndStored) {
    const Range& range = type().range;
    for (const bool at_max : {false, true}) {
        if (at_max ? range.open_max : range.open_min) continue;
        const double bound = at_max ? range.max : range.min;
        const bool is_top = bound >= 0x1p64;
        // The smallest domain has no room for any margin, the largest margin needs a larger domain.
        if (GetParam().path == "domain.margin" && at_max) continue;
        Result<Scene> scene = load(is_top ? "18446744073709551615" : number_text(bound));
        ASSERT_TRUE(scene.ok()) << scene.error().text;
        for (const NumberRef& ref : numbers(*scene)) {
            // 2^64 - 1 has no double of its own; it reads as 2^64 here.
            EXPECT_EQ(value_of(ref), is_float(ref) ? static_cast<float>(bound) : bound);
        }
    }
}

TEST_P(NumberKeyTest, UnitMayBeLeftOutOrGiven) {
    const std::string unit(default_unit(type().dimension));
    if (unit.empty()) return expect_range_error("1 px");
    const Range& range = type().range;
    const double middle = std::min(range.min + 1, (range.min + range.max) / 2);
    Result<Scene> bare = load(number_text(middle));
    Result<Scene> with_unit = load(number_text(middle).append(" ").append(unit));
    ASSERT_TRUE(bare.ok()) << bare.error().text;
    ASSERT_TRUE(with_unit.ok()) << with_unit.error().text;
    EXPECT_EQ(to_yaml(*bare), to_yaml(*with_unit));
}

TEST_P(SchemaKeyTest, MisspellingSuggestsTheRightName) {
    const std::string& path = GetParam().path;
    const std::string name = path.substr(path.rfind('.') + 1);
    const std::string wrong =
        path.substr(0, path.rfind('.') + 1) + name.substr(0, 1) + "x" + name.substr(1);
    std::string text = scene_with(wrong, "1");
    const Result<Scene> scene = parse(text, "key.yaml");
    ASSERT_FALSE(scene.ok());
    EXPECT_NE(scene.error().text.find(wrong + ": unknown key"), std::string::npos)
        << scene.error().text;
    EXPECT_NE(scene.error().text.find("\"" + name + "\"?"), std::string::npos)
        << scene.error().text;
}

TEST_P(SchemaKeyTest, IsExplainedAndWritten) {
    const SceneKey& key = GetParam();
    EXPECT_FALSE(key.meaning.empty());
    EXPECT_EQ(key.meaning.back(), '.');
    EXPECT_NE(describe_schema().find(key.path + ": "), std::string::npos);
    EXPECT_NE(describe_schema().find(std::string(key.meaning)), std::string::npos);
    std::string line = "\n";
    line.append(2 * static_cast<std::size_t>(std::count(key.path.begin(), key.path.end(), '.')),
                ' ');
    line.append(key.path.substr(key.path.rfind('.') + 1)).append(":");
    std::string yaml = "\n";
    yaml += to_yaml(default_scene(all_systems()));
    EXPECT_NE(yaml.find(line), std::string::npos) << line;
}

INSTANTIATE_TEST_SUITE_P(All, SchemaKeyTest, testing::ValuesIn(all_keys()), test_name);
INSTANTIATE_TEST_SUITE_P(All, NumberKeyTest, testing::ValuesIn(keys_with_numbers()), test_name);

TEST(Schema, PathsDiffer) {
    std::set<std::string> paths;
    for (const SceneKey& key : all_keys()) EXPECT_TRUE(paths.insert(key.path).second) << key.path;
}

TEST(Schema, KeysOfAGroupStandTogether) {
    std::set<std::string> closed;
    std::string open;
    for (const SceneKey& key : all_keys()) {
        const std::string group = key.path.substr(0, key.path.rfind('.') + 1);
        if (group == open) continue;
        EXPECT_TRUE(closed.insert(group).second) << group << " is opened twice";
        open = group;
    }
}

TEST(Schema, EveryLevelKeyBelongsToAKindAndIsExplained) {
    for (const LevelKey& key : level_keys()) {
        EXPECT_FALSE(key.kinds.empty()) << key.name;
        EXPECT_NE(describe_schema().find(std::string(key.meaning)), std::string::npos);
    }
    for (const LevelKind& kind : level_kinds()) {
        EXPECT_NE(describe_schema().find(std::string(kind.meaning)), std::string::npos);
    }
}

TEST(Schema, DefaultsAreTheArticles) {
    const Result<Scene> scene = parse("starling: 1\n", "default.yaml");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(flock_params(*scene).pigeons.count, 64u);
    EXPECT_EQ(flock_params(*scene).predators.count, 4u);
    EXPECT_EQ(scene->domain.width, 1040);
    EXPECT_EQ(scene->domain.height, 800);
    EXPECT_EQ(neighbours(*scene).layouts.size(), 3u);
    EXPECT_EQ(neighbours(*scene).layout, "packed");
    EXPECT_EQ(scene->time_step, 1.0 / 60.0);
    // 3 and 2.9 px a frame.
    EXPECT_DOUBLE_EQ(flock_params(*scene).pigeons.speed, 3 * flock_params(*scene).reference_rate);
    EXPECT_DOUBLE_EQ(flock_params(*scene).predators.speed,
                     2.9 * flock_params(*scene).reference_rate);
}

}  // namespace
}  // namespace starling::engine
