// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/topology_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using Json = nlohmann::json;

class TopologyJson : public testing::TreeTest {
 protected:
    Json json(const TopologyJsonOptions& options = {}) {
        const auto text = topology_json(*tree, options);
        EXPECT_TRUE(text.ok()) << text.error().text;
        if (!text.ok()) return {};
        const Json parsed = Json::parse(*text, nullptr, false);
        EXPECT_FALSE(parsed.is_discarded()) << *text;
        return parsed;
    }

    template <class T>
    void write(FieldRef ref, const Index& index) {
        auto field = tree->field<T>(ref);
        ASSERT_TRUE(field.ok());
        ASSERT_TRUE(field->set(index, T{1}).ok());
    }
};

TEST_F(TopologyJson, SlotsStandInSpatialOrderWithTheirCoordinates) {
    const FieldRef x = builder.field<f32>("x");
    builder.root().pointer("ij", {64}).dense("ij", {8, 4}).place(x, {-10, 0});
    finalize();
    write<f32>(x, {502 - 10, 5});
    write<f32>(x, {3 - 10, 255});
    const Json all = json();
    EXPECT_EQ(all["tree"], *tree->id());
    EXPECT_EQ(all["topology_version"], tree->stats().topology_version);
    EXPECT_EQ(all["snodes"].size(), 3u);
    const Json& root = all["snodes"][0];
    EXPECT_EQ(root["kind"], "root");
    EXPECT_TRUE(root["parent"].is_null());
    EXPECT_EQ(root["active"], 1);
    EXPECT_EQ(root["children"], Json({1}));
    const Json& pointer = all["snodes"][1];
    EXPECT_EQ(pointer["name"], "pointer#1(ij, 64x64)");
    EXPECT_EQ(pointer["axes"], "ij");
    EXPECT_EQ(pointer["index_shape"], Json({64, 64}));
    EXPECT_EQ(pointer["active"], 2);
    EXPECT_EQ(pointer["block"], Json({8, 4}));
    EXPECT_EQ(pointer["left_out"], 0);
    ASSERT_EQ(pointer["slots"].size(), 2u);
    EXPECT_EQ(pointer["slots"][0]["cell"], Json({0, 63}));
    EXPECT_EQ(pointer["slots"][0]["origin"], Json({0, 252}));
    EXPECT_EQ(pointer["slots"][0]["slot"], 2);
    EXPECT_EQ(pointer["slots"][0]["parent"], 1);
    EXPECT_EQ(pointer["slots"][1]["cell"], Json({62, 1}));
    EXPECT_EQ(pointer["slots"][1]["slot"], 1);
    const Json& dense = all["snodes"][2];
    EXPECT_EQ(dense["active"], 2 * 32);
    EXPECT_EQ(dense["index_shape"], Json({512, 256}));
    EXPECT_FALSE(dense.contains("slots"));
    EXPECT_EQ(all["fields"], Json::array({{{"name", "x"},
                                           {"type", "f32"},
                                           {"components", 1},
                                           {"snode", 2},
                                           {"offset", {-10, 0}}}}));
}

TEST_F(TopologyJson, CountsMasksAndWhatHangsBelowThem) {
    const FieldRef x = builder.field<u8>("x"), y = builder.field<u8>("y");
    const NodeRef b = builder.root().pointer("i", {10}).bitmasked("i", {70});
    b.dense("i", {3}).place(x);
    b.pointer("i", {2}).dense("j", {5}).place(y);
    finalize();
    write<u8>(x, {0});
    write<u8>(x, {2});            // the same bit
    write<u8>(x, {69 * 3});       // the last bit of the first slot
    write<u8>(x, {700 * 3 - 1});  // the last bit of all
    write<u8>(y, {11, 4});        // bit 5 of the first slot
    const Json all = json();
    EXPECT_EQ(all["snodes"][1]["active"], 2);
    EXPECT_EQ(all["snodes"][1]["block"], Json({210}));
    EXPECT_EQ(all["snodes"][2]["active"], 4);
    EXPECT_EQ(all["snodes"][3]["active"], 4 * 3);
    EXPECT_EQ(all["snodes"][4]["active"], 1);
    EXPECT_EQ(all["snodes"][4]["slots"][0]["cell"], Json({11}));
    EXPECT_EQ(all["snodes"][5]["active"], 5);
}

TEST_F(TopologyJson, ListsThatAreNotEmptyHaveTheirLength) {
    const FieldRef id = builder.field<i32>("id"), mark = builder.field<i32>("mark");
    const NodeRef p = builder.root().pointer("ij", {4}).dense("ij", {2});
    p.dynamic("k", 100, {.chunk = 3}).place(id);
    p.place(mark);
    finalize();
    write<i32>(mark, {0, 0});
    write<i32>(id, {7, 2, 0});
    write<i32>(id, {7, 2, 6});  // all elements before it come into being
    write<i32>(id, {1, 1, 0});
    const Json all = json();
    const Json& lists = all["snodes"][3];
    EXPECT_EQ(lists["kind"], "dynamic");
    EXPECT_EQ(lists["active"], 8);
    EXPECT_EQ(lists["nonempty"], 2);
    EXPECT_EQ(lists["lists"], Json::array({{{"origin", {1, 1}}, {"length", 1}},
                                           {{"origin", {7, 2}}, {"length", 7}}}));
    EXPECT_EQ(lists["left_out"], 0);
}

TEST_F(TopologyJson, IsBoundedAndCountsWhatIsLeftOut) {
    const FieldRef x = builder.field<u8>("x"), id = builder.field<i32>("id");
    builder.root().pointer("i", {1000}).place(x);
    builder.root().dense("j", {50}).dynamic("k", 8).place(id);
    finalize();
    for (int n = 0; n < 100; ++n) write<u8>(x, {n * 7});
    for (int n = 0; n < 30; ++n) write<i32>(id, {n, 0});
    Json all = json({.max_listed = 20});
    EXPECT_EQ(all["snodes"][1]["slots"].size(), 20u);
    EXPECT_EQ(all["snodes"][1]["slots"][19]["cell"], Json({19 * 7}));
    EXPECT_EQ(all["snodes"][1]["left_out"], 80);
    EXPECT_EQ(all["snodes"][1]["active"], 100);
    EXPECT_EQ(all["snodes"][3]["lists"].size(), 20u);
    EXPECT_EQ(all["snodes"][3]["left_out"], 10);
    EXPECT_EQ(all["snodes"][3]["nonempty"], 30);
    all = json({.max_listed = 0});
    EXPECT_EQ(all["snodes"][1]["slots"], Json::array());
    EXPECT_EQ(all["snodes"][1]["left_out"], 100);
}

TEST_F(TopologyJson, IsValidWhateverFieldsAreCalled) {
    // Quotes, control characters, multi-byte characters, and bytes that are no UTF-8.
    const std::string good = "a\"b\\c\n\x01\x7f \xc3\xa4 \xe2\x86\x92 \xf0\x9f\x90\xa6";
    for (const std::string& name :
         {good, std::string("\xff\xc3"), std::string("\xed\xa0\x80"), std::string("\xe0\x80\x80"),
          std::string("\xf4\x90\x80\x80"), std::string("\xc0\xaf"), std::string("\xf0\x9f\x90"),
          std::string("nul\0in", 6)}) {
        FieldsBuilder other;
        other.root().place(other.field<f32>(name));
        auto made = other.finalize(backend);
        ASSERT_TRUE(made.ok()) << made.error().text;
        const auto text = topology_json(**made);
        ASSERT_TRUE(text.ok());
        const Json parsed = Json::parse(*text, nullptr, false);
        ASSERT_FALSE(parsed.is_discarded()) << *text;
        if (name == good || name.size() == 6) {
            EXPECT_EQ(parsed["fields"][0]["name"], name);
        }
        EXPECT_EQ(text->find('\n'), std::string::npos);
    }
}

TEST_F(TopologyJson, FollowsTheTreeThroughDeactivationAndChangesNothing) {
    const FieldRef x = builder.field<u8>("x");
    const NodeRef p = builder.root().pointer("i", {8});
    p.place(x);
    finalize();
    write<u8>(x, {3});
    write<u8>(x, {5});
    const Json before = json();
    EXPECT_EQ(json(), before);
    ASSERT_TRUE(tree->deactivate(p.id(), {3}).ok());
    const Json after = json();
    EXPECT_EQ(after["snodes"][1]["active"], 1);
    EXPECT_EQ(after["snodes"][1]["slots"][0]["cell"], Json({5}));
    EXPECT_GT(after["topology_version"], before["topology_version"]);
}

TEST_F(TopologyJson, IsRefusedInsideOfATaskAndAfterDestroy) {
    const FieldRef x = builder.field<u8>("x");
    builder.root().pointer("i", {8}).place(x);
    finalize();
    ASSERT_TRUE(tree->parallel_for(1, 1,
                                   [&](i64, i64, int) {
                                       const auto text = topology_json(*tree);
                                       EXPECT_FALSE(text.ok());
                                   })
                    .ok());
    ASSERT_TRUE(tree->destroy().ok());
    const auto text = topology_json(*tree);
    ASSERT_FALSE(text.ok());
    EXPECT_NE(text.error().text.find("destroyed"), std::string::npos);
}

}  // namespace
}  // namespace starling::sparse
