// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

CONFORMANCE_ROW(G04) {
    for (int round = 0; round < 2; ++round) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x");
        b.root().dense("i", {8}).place(ref);
        const auto tree = env.finalize(b);
        auto x = get<i32>(*tree, ref);
        CHECK(x.at(3) == 0);
        x.at(3) = 5;
        CHECK(x.at(3) == 5);
        CHECK_OK(tree->destroy());
    }
}

CONFORMANCE_ROW(G05_G13) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef p = b.root().pointer("i", {8}, env.pointer());
    p.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    CHECK(tree->id().ok());
    x.at(3) = 5;
    CHECK_OK(tree->destroy());
    CHECK(!tree->alive());
    CHECK(!tree->destroy().ok());
    CHECK(!tree->id().ok());
    CHECK(!x.get({3}).ok());
    CHECK(x.get({3}).error().text.find("destroyed") != std::string::npos);
    CHECK(!x.set({3}, 1).ok());
    CHECK(!tree->is_active(p.id(), {3}).ok());
    CHECK(!tree->activate(p.id(), {3}).ok());
    CHECK(!tree->deactivate_all().ok());
    CHECK(!tree->field<i32>(ref).ok());
    CHECK(!struct_for(x, [](LoopCell) {}).ok());
    CHECK(!tree->parallel_for(1, 1, [](i64, i64, int) {}).ok());
}

CONFORMANCE_ROW(G06) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef node = b.root().dense("i", {8});
    node.place(ref);
    const auto tree = env.finalize(b);
    CHECK(tree != nullptr);
    CHECK(!b.finalize(env.backend).ok());
    CHECK(b.finalize(env.backend).error().text.find("finalize()") != std::string::npos);
    CHECK(b.status().ok());
    node.dense("i", {4});
    CHECK(!b.status().ok());
    CHECK(b.status().error().text.find("after finalize()") != std::string::npos);
    get<i32>(*tree, ref).at(7) = 1;
    CHECK(get<i32>(*tree, ref).at(7) == 1);
}

CONFORMANCE_ROW(G09) {
    FieldsBuilder b1, b2;
    std::vector<FieldRef> refs1, refs2;
    for (int k = 0; k < 10; ++k) {
        for (FieldsBuilder* b : {&b1, &b2}) {
            const FieldRef ref = b->field<f32>(std::string(1, static_cast<char>('a' + k)));
            const i64 size = k % 3 == 0 ? 1 : k % 3 == 1 ? 10 : 100;
            if (k % 2 == 0)
                b->root().dense("i", {size}).place(ref);
            else
                b->root().pointer("i", {size}, env.pointer()).place(ref);
            (b == &b1 ? refs1 : refs2).push_back(ref);
        }
    }
    auto t1 = env.finalize(b1), t2 = env.finalize(b2);
    for (const FieldRef ref : refs1) get<f32>(*t1, ref).at(0) = 1;
    for (const FieldRef ref : refs2) get<f32>(*t2, ref).at(0) = 2;
    CHECK_OK(t1->destroy());
    for (const FieldRef ref : refs2) CHECK(get<f32>(*t2, ref).at(0) == 2.0f);
    CHECK_OK(t2->destroy());
}

CONFORMANCE_ROW(G11) {
    for (int round = 0; round < 600; ++round) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x");
        b.root().pointer("i", {8}, env.pointer()).dense("i", {4}).place(ref);
        const auto tree = env.finalize(b);
        if (tree == nullptr) return;
        auto x = get<i32>(*tree, ref);
        CHECK(x.at(9) == 0);
        x.at(9) = round;
        CHECK(x.at(9) == round);
    }
}

}  // namespace
}  // namespace starling::conformance
