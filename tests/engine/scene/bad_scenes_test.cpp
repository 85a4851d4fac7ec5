// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// What a person reads after a mistake in a scene: where it is, which key, what was expected and,
// for a misspelling, the right name.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

struct BadScene {
    std::string name;
    std::string yaml;
    std::vector<std::string> fragments;  ///< All of them stand in the message.
};

void PrintTo(const BadScene& scene, std::ostream* out) {
    *out << scene.name;
}

class BadSceneTest : public testing::TestWithParam<BadScene> {};

TEST_P(BadSceneTest, SaysWhereAndWhat) {
    const BadScene& bad = GetParam();
    const Result<Scene> scene = parse(bad.yaml, "bad.yaml");
    ASSERT_FALSE(scene.ok());
    for (const std::string& fragment : bad.fragments) {
        EXPECT_NE(scene.error().text.find(fragment), std::string::npos)
            << "missing: " << fragment << "\nin: " << scene.error().text;
    }
}

std::string layout(const std::string& levels) {
    return "starling: 1\nflock:\n  neighbours:\n    layouts:\n      mine:\n" + levels;
}

std::string repeated(const std::string& text, int count) {
    std::string out;
    for (int n = 0; n < count; ++n) out += text;
    return out;
}

const std::vector<BadScene> kKeys{
    {"misspelt_key",
     "starling: 1\nflock:\n  pigeons:\n    speeed: 100 px/s\n",
     {"bad.yaml:4:5: flock.pigeons.speeed: unknown key; did you mean \"speed\"?"}},
    {"misspelt_key_in_braces",
     "starling: 1\ndomain: {size: [10 px, 10 px], marign: 1 px}\n",
     {"bad.yaml:2:32: domain.marign: unknown key; did you mean \"margin\"?"}},
    {"misspelt_group",
     "starling: 1\nflock: {neighbors: {layout: packed}}\n",
     {"bad.yaml:2:9: flock.neighbors: unknown key; did you mean \"neighbours\"?"}},
    {"key_in_the_wrong_group",
     "starling: 1\nmate_radius: 20 px\n",
     {"bad.yaml:2:1: mate_radius: unknown key here; did you mean \"flock.pigeons.mate_radius\"?"}},
    {"key_of_the_other_species",
     "starling: 1\nflock:\n  predators: {mate_radius: 3}\n",
     {"bad.yaml:3:15: flock.predators.mate_radius", "\"flock.pigeons.mate_radius\"?"}},
    {"key_like_no_other",
     "starling: 1\nrecord: {xylophone: 1}\n",
     {"bad.yaml:2:10: record.xylophone: unknown key", "frames, fps and size"}},
    {"hidden_escape_codes_are_shown",
     "starling: 1\n\"\\e[31mred\": 1\n",
     {"bad.yaml:2:1: \\x1b[31mred: unknown key"}},
    {"duplicate_key",
     "starling: 1\nseed: 1\ntitle: a\nseed: 2\n",
     {"bad.yaml:4:1: seed: given twice", "line 2"}},
    {"duplicate_key_deep_down",
     "starling: 1\nflock:\n  pigeons:\n    count: 1\n    count: 2\n",
     {"bad.yaml:5:5: flock.pigeons.count: given twice", "line 4"}},
    {"key_that_is_a_list", "starling: 1\n? [a, b]\n: 3\n", {"bad.yaml:2:3", "name as key"}},
    {"columns_count_characters",
     "starling: 1\nview: {palette: \"dusk\", \"größe\": 1, glow: 2}\n",
     {"bad.yaml:2:43: view.glow: ", "bad.yaml:2:25: view.größe: unknown key"}},
    {"several_mistakes_at_once",
     "starling: 1\nseed: x\nflock:\n  pigeons: {count: -1}\nviw: {}\n",
     {"bad.yaml:2:7: seed", "\nbad.yaml:4:20: flock.pigeons.count", "\nbad.yaml:5:1: viw"}},
};

const std::vector<BadScene> kVersions{
    {"no_version", "title: x\n", {"bad.yaml:1:1: starling: missing", "\"starling: 1\""}},
    {"newer_version",
     "starling: 2\nfluid: {}\n",
     {"bad.yaml:1:11: starling: expected 1", "that this program reads", "found \"2\""}},
    {"version_in_words", "starling: one\n", {"bad.yaml:1:11: starling: expected 1", "\"one\""}},
    {"version_with_fraction", "starling: 1.0\n", {"starling: expected 1", "found \"1.0\""}},
    {"version_without_value",
     "starling:\n",
     {"bad.yaml:1:1: starling: expected 1", "found nothing"}},
};

const std::vector<BadScene> kNumbers{
    {"decimal_comma",
     "starling: 1\nflock:\n  pigeons: {smoothing: \"0,5\"}\n",
     {"bad.yaml:3:24: flock.pigeons.smoothing", "\"0,5\"", "use a point"}},
    {"wrong_kind_of_unit",
     "starling: 1\ndomain:\n  margin: 3 s\n",
     {"bad.yaml:3:11: domain.margin: expected a length in px, found \"3 s\"; s measures a time"}},
    {"unknown_unit",
     "starling: 1\ntime_step: 1 hour\n",
     {"bad.yaml:2:12: time_step: expected a time in s or ms", "\"hour\" is not a unit"}},
    {"unit_where_none_belongs",
     "starling: 1\nflock: {pigeons: {flee_gain: 3 px}}\n",
     {"flock.pigeons.flee_gain: expected a plain number", "px measures a length"}},
    {"word_for_number",
     "starling: 1\nflock: {pigeons: {speed: fast}}\n",
     {"bad.yaml:2:26: flock.pigeons.speed: expected a speed in px/s or px/frame, found \"fast\""}},
    {"not_a_number", "starling: 1\nview: {glow: nan}\n", {"view.glow", "\"nan\"", "finite"}},
    {"yaml_not_a_number", "starling: 1\nview: {glow: .nan}\n", {"view.glow", "\".nan\""}},
    {"infinity", "starling: 1\ntime_step: inf s\n", {"time_step", "\"inf s\"", "finite"}},
    {"too_large_for_a_double",
     "starling: 1\ndomain: {margin: 1e999 px}\n",
     {"\"1e999 px\"", "finite"}},
    {"division_by_zero", "starling: 1\ntime_step: 1/0 s\n", {"time_step", "\"1/0 s\"", "finite"}},
    {"half_a_fraction", "starling: 1\ntime_step: 1/ s\n", {"time_step", "1/60 s"}},
    {"fraction_that_is_no_time",
     "starling: 1\nflock: {pigeons: {speed: 1/2 px/s}}\n",
     {"flock.pigeons.speed", "\"1/2 px/s\""}},
    {"hexadecimal", "starling: 1\nseed: 0x10\n", {"seed: expected a whole number", "\"0x10\""}},
    {"negative_count",
     "starling: 1\nflock: {pigeons: {count: -3}}\n",
     {"bad.yaml:2:26: flock.pigeons.count: expected a whole number", "from 0 to 9007199254740992",
      "found \"-3\""}},
    {"fractional_count",
     "starling: 1\nflock: {pigeons: {count: 2.5}}\n",
     {"flock.pigeons.count: expected a whole number", "\"2.5\""}},
    {"count_beyond_2_to_the_53",
     "starling: 1\nflock: {pigeons: {count: 9007199254740993}}\n",
     {"flock.pigeons.count", "9007199254740992", "\"9007199254740993\""}},
    {"count_beyond_64_bits",
     "starling: 1\nflock: {pigeons: {count: 99999999999999999999999}}\n",
     {"flock.pigeons.count", "\"99999999999999999999999\""}},
    {"out_of_range",
     "starling: 1\nflock: {pigeons: {turn_probability: 0.6}}\n",
     {"bad.yaml:2:37: flock.pigeons.turn_probability: expected from 0 to 0.5, found \"0.6\""}},
    {"range_with_open_end",
     "starling: 1\nflock: {pigeons: {smoothing: 1}}\n",
     {"flock.pigeons.smoothing: expected at least 0 and less than 1, found \"1\""}},
    {"out_of_range_after_conversion",
     "starling: 1\ntime_step: 2000 ms\n",
     {"time_step: expected from 1e-06 s to 1 s, found \"2000 ms\""}},
    {"negative_trail", "starling: 1\nview: {trail_half_life: -1 s}\n", {"view.trail_half_life"}},
    {"odd_picture_size",
     "starling: 1\nrecord: {size: [1281, 720]}\n",
     {"bad.yaml:2:17: record.size", "even", "\"1281\""}},
    {"picture_size_with_unit", "starling: 1\nrecord: {size: [1280 px, 720]}\n", {"\"1280 px\""}},
};

const std::vector<BadScene> kTypes{
    {"list_for_number",
     "starling: 1\nseed: [1, 2]\n",
     {"bad.yaml:2:7: seed: expected a whole number", "found a list of 2"}},
    {"group_for_number",
     "starling: 1\nflock: {pigeons: {speed: {value: 3}}}\n",
     {"bad.yaml:2:26: flock.pigeons.speed: expected a speed", "found a group of keys"}},
    {"nothing_for_number",
     "starling: 1\nseed:\n\ntitle: a\n",
     {"bad.yaml:2:1: seed: expected a whole", "nothing"}},
    {"number_for_group",
     "starling: 1\nflock: 3\n",
     {"bad.yaml:2:8: flock: expected a group of keys, found \"3\""}},
    {"list_for_group", "starling: 1\nview: [dusk]\n", {"bad.yaml:2:7: view: expected a group"}},
    {"number_for_pair",
     "starling: 1\ndomain: {size: 100 px}\n",
     {"bad.yaml:2:16: domain.size: expected a list of 2 numbers, found \"100 px\""}},
    {"three_for_pair",
     "starling: 1\ndomain: {size: [1, 2, 3]}\n",
     {"domain.size: expected a list of 2 numbers, found a list of 3"}},
    {"list_for_text", "starling: 1\ntitle: [a]\n", {"bad.yaml:2:8: title: expected a text"}},
    {"unknown_choice",
     "starling: 1\nflock: {variant: exakt}\n",
     {"bad.yaml:2:18: flock.variant: expected exact or seed_compat, found \"exakt\""}},
    {"unknown_palette",
     "starling: 1\nview: {palette: neon}\n",
     {"bad.yaml:2:17: view.palette: expected ", "dusk", "found \"neon\""}},
    {"list_at_the_root", "- starling: 1\n", {"bad.yaml:1:1: ", "found a list of 1"}},
    {"text_at_the_root", "just a line of prose\n", {"bad.yaml:1:1: ", "expected keys"}},
};

const std::vector<BadScene> kCrossChecks{
    {"margin_eats_the_domain",
     "starling: 1\ndomain:\n  size: [90 px, 800 px]\n  margin: 45 px\n",
     {"bad.yaml:4:11: domain.margin: ", "45 px", "90 px x 800 px"}},
    {"default_margin_eats_a_small_domain",
     "starling: 1\ndomain:\n  size: [90 px, 800 px]\n",
     {"bad.yaml:3:9: domain.margin: ", "50 px"}},
    {"layout_that_is_not_there",
     "starling: 1\nflock:\n  neighbours:\n    layout: paked\n",
     {"bad.yaml:4:13: flock.neighbours.layout: ", "packed, bitmasked or chunked", "\"paked\""}},
    {"layout_of_the_defaults_when_others_are_given",
     layout("      - dense: {axes: ij}\n      - place: [[id]]\n") + "    layout: packed\n",
     {"flock.neighbours.layout: ", "(mine)", "\"packed\""}},
};

const std::vector<BadScene> kLayouts{
    {"no_layouts",
     "starling: 1\nflock: {neighbours: {layouts: {}}}\n",
     {"flock.neighbours.layouts: expected"}},
    {"layout_without_levels",
     "starling: 1\nflock: {neighbours: {layouts: {a: []}}}\n",
     {"flock.neighbours.layouts.a: expected a list of levels"}},
    {"bad_layout_name",
     "starling: 1\nflock: {neighbours: {layouts: {\"a b\": [place: [[id]]]}}}\n",
     {"bad.yaml:2:32: flock.neighbours.layouts: expected a name", "\"a b\""}},
    {"misspelt_kind",
     layout("      - ponter: {axes: ij}\n      - place: [[id]]\n"),
     {"bad.yaml:6:9: flock.neighbours.layouts.mine[0].ponter: unknown kind", "\"pointer\"?"}},
    {"kind_that_is_not_declared",
     layout("      - root: {axes: ij}\n      - place: [[id]]\n"),
     {"bad.yaml:6:9: ", "unknown kind of level", "dense, bitmasked, pointer, dynamic or place"}},
    {"keys_beside_the_kind",
     layout("      - pointer:\n        axes: ij\n      - place: [[id]]\n"),
     {"bad.yaml:6:9: flock.neighbours.layouts.mine[0]: expected one kind",
      "\"pointer\" and \"axes\""}},
    {"two_kinds_in_a_level",
     layout("      - {pointer: {axes: ij}, dense: {axes: k}}\n      - place: [[id]]\n"),
     {"mine[0]: expected one kind", "\"pointer\" and \"dense\""}},
    {"level_that_is_a_word", layout("      - pointer\n"), {"mine[0]: expected one kind"}},
    {"keys_not_in_braces",
     layout("      - pointer: ij\n      - place: [[id]]\n"),
     {"bad.yaml:6:18: flock.neighbours.layouts.mine[0].pointer: expected keys", "\"ij\""}},
    {"no_axes",
     layout("      - dense: {shape: 4}\n      - place: [[id]]\n"),
     {"bad.yaml:6:16: flock.neighbours.layouts.mine[0].dense.axes: missing"}},
    {"unknown_axis",
     layout("      - dense: {axes: xy}\n      - place: [[id]]\n"),
     {"mine[0].dense.axes: expected different letters from i to t", "\"xy\""}},
    {"axis_twice",
     layout("      - dense: {axes: ii}\n      - place: [[id]]\n"),
     {"mine[0].dense.axes: expected different letters", "\"ii\""}},
    {"shape_of_zero",
     layout("      - dense: {axes: i, shape: 0}\n      - place: [[id]]\n"),
     {"bad.yaml:6:33: flock.neighbours.layouts.mine[0].dense.shape: expected a whole number",
      "\"0\""}},
    {"shape_with_too_many_numbers",
     layout("      - dense: {axes: ij, shape: [1, 2, 3]}\n      - place: [[id]]\n"),
     {"mine[0].dense.shape", "one an axis", "a list of 3"}},
    {"misspelt_level_key",
     layout("      - dynamic: {axes: k, shap: 4}\n      - place: [[id]]\n"),
     {"bad.yaml:6:28: flock.neighbours.layouts.mine[0].dynamic.shap: unknown key", "\"shape\"?"}},
    {"key_of_another_kind",
     layout("      - dense: {axes: k, chunk: 4}\n      - place: [[id]]\n"),
     {"mine[0].dense.chunk: dense has no such key; only dynamic has"}},
    {"unknown_activation",
     layout("      - pointer: {axes: ij, activation: lock}\n      - place: [[id]]\n"),
     {"mine[0].pointer.activation: expected cas or locked, found \"lock\""}},
    {"unknown_storage",
     layout("      - dynamic: {axes: k, storage: [packed]}\n      - place: [[id]]\n"),
     {"mine[0].dynamic.storage: expected chunked or packed, found a list of 1"}},
    {"no_place",
     layout("      - pointer: {axes: ij}\n      - dynamic: {axes: k}\n"),
     {"bad.yaml:7:9: flock.neighbours.layouts.mine[1]: expected a place as the last level"}},
    {"place_in_the_middle",
     layout("      - place: [[id]]\n      - dynamic: {axes: k}\n      - place: [[id]]\n"),
     {"bad.yaml:8:18: flock.neighbours.layouts.mine[2].place: expected every field once",
      "\"id\""}},
    {"place_with_a_bad_offset",
     layout("      - dense: {axes: ij}\n      - place: {fields: [[id]], offset: 4}\n"),
     {"bad.yaml:7:41: flock.neighbours.layouts.mine[1].place.offset: expected a list of whole "
      "numbers"}},
    {"place_with_an_offset_too_short",
     layout("      - dense: {axes: ij}\n      - place: {fields: [[id]], offset: [-4]}\n"),
     {"bad.yaml:7:9: flock.neighbours.layouts.mine[1]: place in dense#1(ij, 1x1): expected an "
      "offset of "
      "2 numbers"}},
    {"place_without_fields",
     layout("      - place: {offset: [1]}\n"),
     {"bad.yaml:6:16: flock.neighbours.layouts.mine[0].place.fields: missing", "[[id]]"}},
    {"place_with_another_key",
     layout("      - place: {fields: [[id]], shape: 3}\n"),
     {"bad.yaml:6:33: flock.neighbours.layouts.mine[0].place.shape: place has no such key; only "
      "dense",
      " have"}},
    {"level_below_a_list",
     layout("      - dynamic: {axes: k}\n      - dense: {axes: i}\n      - place: [[id]]\n"),
     {"bad.yaml:7:9: flock.neighbours.layouts.mine[1]: dense#2(i, 1): declared below dynamic#1(k, "
      "1)"}},
    {"list_on_an_axis_of_others",
     layout("      - pointer: {axes: ij, shape: 8}\n      - dynamic: {axes: j, shape: 9}\n"
            "      - place: [[id]]\n"),
     {"bad.yaml:7:9: flock.neighbours.layouts.mine[1]: dynamic#2(j, 9): shares axis j with "
      "pointer#1(ij, 8x8)"}},
    {"list_on_two_axes",
     layout("      - dynamic: {axes: kl}\n      - place: [[id]]\n"),
     {"bad.yaml:6:9: flock.neighbours.layouts.mine[0]: dynamic#1(kl, ", "one"}},
    {"too_deep",
     layout("      - dense: {axes: i}\n      - dense: {axes: i}\n      - dense: {axes: i}\n"
            "      - dense: {axes: i}\n      - dense: {axes: i}\n      - dense: {axes: i}\n"
            "      - dense: {axes: i}\n      - dense: {axes: i}\n      - dense: {axes: i}\n"
            "      - place: [[id]]\n"),
     {"bad.yaml:14:9: flock.neighbours.layouts.mine[8]: dense#9(i, 1): level 9 below the root"}},
    {"axis_too_long",
     layout("      - pointer: {axes: i, shape: 65536}\n      - dense: {axes: i, shape: 65536}\n"
            "      - place: [[id]]\n"),
     {"bad.yaml:7:9: flock.neighbours.layouts.mine[1]: dense#2(i, 65536): axis i has more than "
      "2147483647 cells"}},
    {"block_too_large",
     layout("      - dense: {axes: ijk, shape: 16384}\n      - place: [[id]]\n"),
     {"bad.yaml:6:9: flock.neighbours.layouts.mine[0]: dense#1(ijk, 16384x16384x16384): more than "
      "2^40"}},
    {"size_too_large",
     layout("      - dense: {axes: i, shape: 2147483648}\n      - place: [[id]]\n"),
     {"bad.yaml:6:33: flock.neighbours.layouts.mine[0].dense.shape: expected a whole number from 1 "
      "to "
      "2147483647"}},
    {"too_many_levels",
     layout("      - place: [[a]]\n      - place: [[b]]\n      - place: [[c]]\n"
            "      - place: [[d]]\n      - place: [[e]]\n      - place: [[f]]\n"
            "      - place: [[g]]\n      - place: [[h]]\n      - place: [[i]]\n"
            "      - place: [[j]]\n      - place: [[k]]\n      - place: [[l]]\n"
            "      - place: [[m]]\n      - place: [[n]]\n      - place: [[o]]\n"
            "      - place: [[p]]\n      - place: [[q]]\n      - place: [[r]]\n"),
     {"bad.yaml:23:9: flock.neighbours.layouts.mine: expected at most 17 levels, found 18"}},
    {"place_of_a_word",
     layout("      - place: id\n"),
     {"bad.yaml:6:16: flock.neighbours.layouts.mine[0].place: ", "[[id]]"}},
    {"place_without_groups",
     layout("      - place: [id]\n"),
     {"mine[0].place", "[[id]]", "\"id\""}},
    {"field_twice",
     layout("      - place: [[a, b], [a]]\n"),
     {"bad.yaml:6:26: flock.neighbours.layouts.mine[0].place: expected every field once", "\"a\""}},
    {"bad_field_name", layout("      - place: [[1st]]\n"), {"mine[0].place", "name", "\"1st\""}},
};

const std::vector<BadScene> kYaml{
    {"empty_file", "", {"bad.yaml: is empty", "starling: 1"}},
    {"only_comments", "# nothing\n\n", {"bad.yaml: is empty"}},
    {"unclosed_brace", "starling: 1\ndomain: {margin: 3\n", {"bad.yaml:", "not valid YAML"}},
    {"unclosed_quote",
     "starling: 1\ntitle: \"abc\\\"\nseed: 7\n",
     {"bad.yaml:2:8: title: quotation mark without its partner"}},
    {"unclosed_single_quote",
     "starling: 1\ntitle: 'it''s\nseed: 7\n",
     {"bad.yaml:2:8: title: quotation mark without its partner"}},
    {"no_colon", "starling: 1\nseed 7\ntitle: x\n", {"bad.yaml:3:6: not valid YAML"}},
    {"no_space_after_the_colon", "starling: 1\nseed:7\n", {"bad.yaml:2:1: seed:7: unknown key"}},
    {"dedented",
     "  starling: 1\nseed: 3\n",
     {"bad.yaml:2:1: a second document begins here", "indentation"}},
    {"uneven_indentation",
     "starling: 1\nflock:\n    variant: exact\n  pigeons: {}\n",
     {"bad.yaml:", "not valid YAML"}},
    {"tab_in_the_indentation",
     "starling: 1\nflock:\n\tvariant: exact\n",
     {"bad.yaml:3:1: a tab in the indentation", "spaces"}},
    {"two_documents", "starling: 1\n---\nstarling: 1\n", {"bad.yaml:", "second document"}},
    {"anchor", "starling: 1\nview: &v {glow: 1}\n", {"bad.yaml:2:7: view: anchors"}},
    {"alias", "starling: 1\nseed: &s 1\ntitle: *s\n", {"bad.yaml:2:7: seed: anchors"}},
    {"alias_alone", "starling: 1\ntitle: *s\n", {"bad.yaml:2:8"}},
    {"merge_key", "starling: 1\nview: {<<: {glow: 1}}\n", {"bad.yaml:2:8: view.<<: merge keys"}},
    {"tag", "starling: 1\nseed: !!str 3\n", {"bad.yaml:2:7: seed: tags", "leave"}},
    {"local_tag", "starling: 1\nview: !look {glow: 1}\n", {"bad.yaml:2:7: view: tags", "!look"}},
    {"nested_too_deeply",
     "starling: 1\ntitle: " + repeated("[", 33) + repeated("]", 33) + "\n",
     {"bad.yaml:2:39: nested deeper than 32 levels"}},
    {"zero_byte",
     std::string("starling: 1\ntitle: a\0b\n", 23),
     {"bad.yaml:2:9: control character"}},
    // The YAML parser takes it for the end of the file and would drop the rest
    // without a word.
    {"end_of_transmission_byte",
     "starling: 1\n\x04viw: 3\n",
     {"bad.yaml:2:1: control character 0x04"}},
    {"latin_1", "starling: 1\ntitle: M\xe4rz\n", {"bad.yaml:2:9: byte 0xe4 is not UTF-8"}},
    {"cut_off_utf_8", "starling: 1\ntitle: \xe2\x82", {"bad.yaml:2:8: byte 0xe2 is not UTF-8"}},
    {"overlong_utf_8", "starling: 1\ntitle: \xc0\xaf\n", {"bad.yaml:2:8: byte 0xc0"}},
    {"surrogate", "starling: 1\ntitle: \xed\xa0\x80\n", {"bad.yaml:2:8: byte 0xed"}},
    {"beyond_unicode", "starling: 1\ntitle: \xf4\x90\x80\x80\n", {"bad.yaml:2:8: byte 0xf4"}},
    {"utf_16",
     std::string("\xff\xfes\0t\0", 6),
     {"bad.yaml:1:1: UTF-16", "save the file as UTF-8"}},
};

std::string name_of(const testing::TestParamInfo<BadScene>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Keys, BadSceneTest, testing::ValuesIn(kKeys), name_of);
INSTANTIATE_TEST_SUITE_P(Versions, BadSceneTest, testing::ValuesIn(kVersions), name_of);
INSTANTIATE_TEST_SUITE_P(Numbers, BadSceneTest, testing::ValuesIn(kNumbers), name_of);
INSTANTIATE_TEST_SUITE_P(Types, BadSceneTest, testing::ValuesIn(kTypes), name_of);
INSTANTIATE_TEST_SUITE_P(CrossChecks, BadSceneTest, testing::ValuesIn(kCrossChecks), name_of);
INSTANTIATE_TEST_SUITE_P(Layouts, BadSceneTest, testing::ValuesIn(kLayouts), name_of);
INSTANTIATE_TEST_SUITE_P(Yaml, BadSceneTest, testing::ValuesIn(kYaml), name_of);

TEST(BadScene, ManyMistakesGiveTenLines) {
    std::string yaml = "starling: 1\n";
    for (int n = 0; n < 500; ++n) yaml += "wrong" + std::to_string(n) + ": 1\n";
    const Result<Scene> scene = parse(yaml, "bad.yaml");
    ASSERT_FALSE(scene.ok());
    const std::string& text = scene.error().text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 9);
    EXPECT_EQ(text.find("bad.yaml:2:1: wrong0"), 0u);
}

TEST(BadScene, LongValuesAreCutInMessages) {
    const Result<Scene> scene =
        parse("starling: 1\nseed: " + repeated("x", 100'000) + "\n", "bad.yaml");
    ASSERT_FALSE(scene.ok());
    EXPECT_LT(scene.error().text.size(), 400u);
    EXPECT_NE(scene.error().text.find("xxx…\""), std::string::npos);
}

}  // namespace
}  // namespace starling::engine
