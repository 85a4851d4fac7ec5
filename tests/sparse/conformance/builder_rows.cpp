// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

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

/// A tree of one dense field of 5 cells.
struct Five {
    FieldsBuilder b;
    FieldRef ref = b.field<i32>("x");
    std::unique_ptr<SNodeTree> tree;
    Field<i32> x;
    explicit Five(Env& env)
        : tree((b.root().dense("i", {5}).place(ref), env.finalize(b))), x(get<i32>(*tree, ref)) {}
};

CONFORMANCE_ROW(G01) {
    Five one(env);
    const auto first = [&] {
        parallel(env, *one.tree, 5, [&](i32 i, int worker) { one.x.accessor(worker).write(i, i); });
        for (int i = 0; i < 5; ++i) CHECK(one.x.at(i) == i);
    };
    first();
    Five two(env);
    parallel(env, *one.tree, 5, [&](i32 i, int worker) {
        two.x.accessor(worker).write(2 * i, i);
        one.x.accessor(worker).write(3 * i, i);
    });
    for (int i = 0; i < 5; ++i) CHECK(one.x.at(i) == 3 * i && two.x.at(i) == 2 * i);
    first();
    for (int i = 0; i < 5; ++i) CHECK(two.x.at(i) == 2 * i);
}

CONFORMANCE_ROW(G02) {
    FieldsBuilder b1, b2;
    const FieldRef rx = b1.field<i32>("x");
    b1.root().dense("i", {5}).place(rx);
    const auto t1 = env.finalize(b1);
    auto x = get<i32>(*t1, rx);
    parallel(env, *t1, 5, [&](i32 i, int worker) { x.accessor(worker).write(3 * i, i); });
    for (int i = 0; i < 5; ++i) CHECK(x.at(i) == 3 * i);
    const FieldRef ry = b2.field<i32>("y"), rz = b2.field<i32>("z");
    b2.root().dense("i", {5}).place(ry);
    b2.root().dense("i", {5}).place(rz);
    const auto t2 = env.finalize(b2);
    auto y = get<i32>(*t2, ry), z = get<i32>(*t2, rz);
    parallel(env, *t2, 5, [&](i32 i, int worker) {
        x.accessor(worker).write(2 * i, i);
        y.accessor(worker).write(i + 5, i);
        z.accessor(worker).write(i + 10, i);
    });
    for (int i = 0; i < 5; ++i) CHECK(x.at(i) == 2 * i && y.at(i) == i + 5 && z.at(i) == i + 10);
}

CONFORMANCE_ROW(G03) {
    const Five first(env), second(env);
    CHECK(*first.tree->id() == 0);
    CHECK(*second.tree->id() == 1);
    const Five third(env);
    CHECK(*third.tree->id() == 2);
    CHECK_OK(second.tree->destroy());
    const Five again(env);
    CHECK(*again.tree->id() == 1);
}

CONFORMANCE_ROW(G08) {
    Five known(env);
    FieldsBuilder open;
    const FieldRef ref = open.field<i32>("y");
    open.root().dense("i", {5}).place(ref);
    // No launch without a tree: the field of an open builder can be asked for nowhere, and what is
    // said names the place where that builder was made.
    CHECK_ERROR(known.tree->field<i32>(ref), "builder_rows.cpp:", "not finalized");
    const auto tree = env.finalize(open);
    CHECK_ERROR(known.tree->field<i32>(ref), "another FieldsBuilder", "builder_rows.cpp:");
    CHECK(tree->field<i32>(ref).ok());
    FieldsBuilder third;
    third.root().dense("i", {5}).place(ref);
    CHECK_ERROR(third.finalize(env.backend), "place:", "another FieldsBuilder");
    // Launches of finished trees do not care.
    FieldsBuilder half;
    half.root().pointer("i", {5});
    parallel(env, *known.tree, 5, [&](i32 i, int worker) { known.x.accessor(worker).write(1, i); });
    CHECK(count(env, known.x) == 5);
}

CONFORMANCE_ROW(G16) {
    FieldsBuilder b;
    std::vector<FieldRef> refs;
    for (const char* const name : {"a", "b", "c"}) {
        refs.push_back(b.field<f32>(name));
        b.root().pointer("i", {16}, env.pointer()).dense("i", {16}).place(refs.back());
    }
    const auto tree = env.finalize(b);
    const LayoutPlan& plan = tree->plan();
    std::vector<u32> roots;
    for (u32 snode = 0; snode < plan.snodes.size(); ++snode) roots.push_back(plan.root_of(snode));
    for (const FieldRef ref : refs) roots.push_back(plan.root_of(plan.fields[ref.index].snode));
    CHECK(roots == std::vector<u32>(10, b.root().id()));
}

CONFORMANCE_ROW(G17) {
    const auto one_more = [&](std::vector<std::unique_ptr<SNodeTree>>& trees, int snodes) {
        FieldsBuilder b;
        for (int k = 0; k < snodes; ++k)
            b.root().dense("i", {2}).place(b.field<u8>(std::to_string(k)));
        auto tree = b.finalize(env.backend);
        if (!tree.ok()) return Status(tree.error());
        trees.push_back(std::move(*tree));
        return Status();
    };
    std::vector<std::unique_ptr<SNodeTree>> trees;
    for (u32 k = 0; k < SNodeTree::kMaxTrees; ++k) CHECK_OK(one_more(trees, 2));
    CHECK_ERROR(one_more(trees, 2), "512 trees", "destroy");
    CHECK_ERROR(one_more(trees, 0), "512 trees", "destroy");
    CHECK_OK(trees[100]->destroy());
    CHECK_OK(one_more(trees, 2));
    CHECK(*trees.back()->id() == 100);
    trees.clear();
    // SNodes of all trees, roots left out.
    CHECK_OK(one_more(trees, 1024));
    CHECK_ERROR(one_more(trees, 1), "1024", "1 SNodes", "destroy");
    trees.clear();
    CHECK_ERROR(one_more(trees, 1025), "1024", "1025 SNodes");
    CHECK_OK(one_more(trees, 1000));
    CHECK_ERROR(one_more(trees, 25), "25 SNodes beside 1000");
    CHECK_OK(one_more(trees, 24));
    auto x = get<u8>(*trees[0], {998});
    x.at(1) = 5;
    CHECK(x.at(1) == 5);
}

template <class I>
void sizes_of(Env& env) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x"), lists = b.field<i32>("l");
    const I two = 2, five = 5;
    const NodeRef node = b.root().pointer("ij", {two, five}, env.pointer()).dense("i", {five});
    node.bitmasked("j", {two}).place(ref);
    node.dynamic("k", five).place(lists);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    CHECK_OK(x.set({9, 9}, 1));
    CHECK(!x.set({10, 9}, 1).ok());
    FieldsBuilder whole;
    whole.root().dense("ij", std::vector<I>{two, five}).place(whole.field<i32>("x"));
    CHECK(whole.compile().ok());
    for (const I bad : {I{0}, std::numeric_limits<I>::max(), std::numeric_limits<I>::min()}) {
        if (bad > 0 && bad <= 0x7fffffff) continue;  // fits
        FieldsBuilder wrong, wrong_list;
        wrong.root().dense("i", {bad}).place(wrong.field<i32>("x"));
        CHECK_ERROR(wrong.finalize(env.backend), "dense#1(i, ", "sizes from 1 to 2147483647");
        wrong_list.root().dynamic("i", bad).place(wrong_list.field<i32>("x"));
        CHECK_ERROR(wrong_list.finalize(env.backend), "dynamic#1(i, ",
                    "sizes from 1 to 2147483647");
    }
}

CONFORMANCE_ROW(G19) {
    sizes_of<i8>(env);
    sizes_of<i16>(env);
    sizes_of<i32>(env);
    sizes_of<i64>(env);
    sizes_of<u8>(env);
    sizes_of<u16>(env);
    sizes_of<u32>(env);
    sizes_of<u64>(env);
    sizes_of<long long>(env);
    sizes_of<unsigned long long>(env);
}

CONFORMANCE_ROW(G13_accessors) {
    Five five(env);
    CHECK_OK(five.x.set({2}, 7));
    CHECK_OK(five.tree->destroy());
    Accessor<i32> late = five.x.accessor(0);
    CHECK(late.read(2) == 0 && late.atomic_add(1, 2) == 0 && late.append(1) == -1);
    late.write(3, 2);
    late.no_activate().write(3, 2);
    CHECK(late.read(2) == 0 && late.activate(2) == nullptr && *late.lookup(99) == 0);
    CHECK_ERROR(five.x.set({2}, 1), "destroyed");
    CHECK_ERROR(five.x.address({2}), "destroyed");
    CHECK_ERROR(five.tree->destroy(), "destroyed already");
}

}  // namespace
}  // namespace starling::conformance
