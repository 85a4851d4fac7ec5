// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// A layout written in YAML is the same declaration as its twin in C++: the same plan comes out.
#include <gtest/gtest.h>

#include "sparse/layout/fields_builder.h"
#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

using namespace sparse;

/// What both forms are given: four fields of different types.
struct Fields {
    explicit Fields(FieldsBuilder& builder)
        : a(builder.field<f32>("a")),
          b(builder.field<f64>("b")),
          c(builder.field<u8>("c")),
          v(builder.field<i32>("v", 3)) {}
    FieldRef a, b, c, v;
};

struct Twin {
    const char* name;
    const char* yaml;
    void (*declare)(NodeRef root, const Fields& f);
};

void PrintTo(const Twin& twin, std::ostream* out) {
    *out << twin.name;
}

const std::vector<Twin> kTwins{
    {"groups_of_fields", "[dense: {axes: i, shape: 8}, place: [[a, c], [b], [v]]]",
     [](NodeRef root, const Fields& f) {
         root.dense("i", {8}).place({f.a, f.c}).place(f.b).place(f.v);
     }},
    {"a_size_for_all_axes_or_one_an_axis",
     "[pointer: {axes: ij, shape: 64}, bitmasked: {axes: ij, shape: [8, 4]}, "
     "place: [[a], [b], [c], [v]]]",
     [](NodeRef root, const Fields& f) {
         root.pointer("ij", {64})
             .bitmasked("ij", {8, 4})
             .place(f.a)
             .place(f.b)
             .place(f.c)
             .place(f.v);
     }},
    {"axes_in_any_order",
     "[dense: {axes: ji, shape: [3, 5]}, pointer: {axes: tik, shape: [2, 7, 9]}, "
     "place: [[a, b, c, v]]]",
     [](NodeRef root, const Fields& f) {
         root.dense("ji", {3, 5}).pointer("tik", {2, 7, 9}).place({f.a, f.b, f.c, f.v});
     }},
    {"twelve_axes", "[dense: {axes: ijklmnopqrst, shape: 2}, place: [[a, b], [c, v]]]",
     [](NodeRef root, const Fields& f) {
         root.dense("ijklmnopqrst", {2}).place({f.a, f.b}).place({f.c, f.v});
     }},
    {"eight_levels",
     "[pointer: {axes: i, shape: 2}, dense: {axes: j, shape: 3}, bitmasked: {axes: i, shape: 4}, "
     "pointer: {axes: ij, shape: 2}, pointer: {axes: k, shape: 5}, dense: {axes: i, shape: 2}, "
     "dense: {axes: i, shape: 2}, bitmasked: {axes: kj, shape: [2, 3]}, place: [[a, b, c, v]]]",
     [](NodeRef root, const Fields& f) {
         root.pointer("i", {2})
             .dense("j", {3})
             .bitmasked("i", {4})
             .pointer("ij", {2})
             .pointer("k", {5})
             .dense("i", {2})
             .dense("i", {2})
             .bitmasked("kj", {2, 3})
             .place({f.a, f.b, f.c, f.v});
     }},
    {"activation",
     "[pointer: {axes: i, shape: 4, activation: locked}, pointer: {axes: i, shape: 4, activation: "
     "cas}, place: [[a, b, c, v]]]",
     [](NodeRef root, const Fields& f) {
         root.pointer("i", {4}, {.activation = Activation::locked})
             .pointer("i", {4}, {.activation = Activation::cas})
             .place({f.a, f.b, f.c, f.v});
     }},
    {"lists_in_chunks",
     "[pointer: {axes: ij, shape: 16}, dynamic: {axes: k, shape: 1000, chunk: 8, storage: "
     "chunked}, place: [[a, v], [b, c]]]",
     [](NodeRef root, const Fields& f) {
         root.pointer("ij", {16})
             .dynamic("k", 1000, {.chunk = 8, .storage = DynamicStorage::chunked})
             .place({f.a, f.v})
             .place({f.b, f.c});
     }},
    {"lists_of_the_default", "[dynamic: {axes: l, shape: 500}, place: [[a, b, c, v]]]",
     [](NodeRef root, const Fields& f) {
         root.dynamic("l", 500).place({f.a, f.b, f.c, f.v});
     }},
    {"packed_lists",
     "[dense: {axes: ij, shape: [9, 11]}, dynamic: {axes: k, shape: 64, storage: packed}, "
     "place: [[a], [b], [c], [v]]]",
     [](NodeRef root, const Fields& f) {
         root.dense("ij", {9, 11})
             .dynamic("k", 64, {.storage = DynamicStorage::packed})
             .place(f.a)
             .place(f.b)
             .place(f.c)
             .place(f.v);
     }},
    {"fields_at_any_level",
     "[place: [[b]], pointer: {axes: ij, shape: 8}, place: [[c]], dense: {axes: ij, shape: 4}, "
     "place: [[a], [v]]]",
     [](NodeRef root, const Fields& f) {
         root.place(f.b).pointer("ij", {8}).place(f.c).dense("ij", {4}).place(f.a).place(f.v);
     }},
    {"offsets",
     "[pointer: {axes: ij, shape: 8}, place: {fields: [[b]]}, dense: {axes: ij, shape: 4}, "
     "place: {fields: [[a], [c]], offset: [-16, 3]}, place: {offset: [0, -1], fields: [[v]]}]",
     [](NodeRef root, const Fields& f) {
         root.pointer("ij", {8})
             .place(f.b)
             .dense("ij", {4})
             .place(f.a, {-16, 3})
             .place(f.c, {-16, 3})
             .place(f.v, {0, -1});
     }},
    {"fields_alone", "[place: [[a, b, c, v]]]",
     [](NodeRef root, const Fields& f) {
         root.place({f.a, f.b, f.c, f.v});
     }},
};

class Declarations : public testing::TestWithParam<Twin> {};

/// A scene with one layout.
std::string scene_with(const std::string& layout) {
    return "starling: 1\nflock:\n  neighbours:\n    layouts:\n      twin: " + layout + "\n";
}

std::string plan_of_yaml(const std::string& yaml, const std::string& name) {
    const auto scene = parse(scene_with(yaml), name + ".yaml");
    if (!scene) return scene.error().text;
    FieldsBuilder builder;
    const Fields fields(builder);
    builder.add(neighbours(*scene).layouts[0].layout);
    const auto plan = builder.compile();
    return plan ? plan->describe() : plan.error().text;
}

TEST_P(Declarations, InYamlAndInCppGiveTheSamePlan) {
    FieldsBuilder builder;
    GetParam().declare(builder.root(), Fields(builder));
    const auto plan = builder.compile();
    ASSERT_TRUE(plan.ok()) << plan.error().text;
    EXPECT_EQ(plan_of_yaml(GetParam().yaml, GetParam().name), plan->describe());
}

TEST_P(Declarations, AreWrittenAndReadAgainTheSame) {
    const auto scene = parse(scene_with(GetParam().yaml), "first.yaml");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    const std::string yaml = to_yaml(*scene);
    const auto again = parse(yaml, "again.yaml");
    ASSERT_TRUE(again.ok()) << again.error().text << yaml;
    EXPECT_EQ(to_yaml(*again), yaml);
    FieldsBuilder first, second;
    const Fields fields(first), others(second);
    first.add(neighbours(*scene).layouts[0].layout);
    second.add(neighbours(*again).layouts[0].layout);
    EXPECT_EQ(first.compile()->describe(), second.compile()->describe());
}

INSTANTIATE_TEST_SUITE_P(Twins, Declarations, testing::ValuesIn(kTwins),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace starling::engine
