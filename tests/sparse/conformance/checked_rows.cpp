// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Checked mode: a wrong index inside a task is the error of its launch.
#include "sparse/access/cached_accessor.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

/// Runs one access inside a task.
template <class Body>
Status launch(SNodeTree& tree, Body body) {
    return tree.parallel_for(1, 1, [&](i64, i64, int worker) { body(worker); });
}

CONFORMANCE_ROW(F19) {
    env.backend.checked = true;
    FieldsBuilder b;
    const FieldRef rx = b.field<f32>("x"), ry = b.field<f32>("y");
    b.root().dense("ij", {8, 16}).place(rx);
    b.root().pointer("i", {3}, env.pointer()).place(ry);
    const auto tree = env.finalize(b);
    CHECK(tree->checked());
    auto x = get<f32>(*tree, rx), y = get<f32>(*tree, ry);
    CHECK_ERROR(launch(*tree, [&](int w) { x.accessor(w).write(1, 3, 16); }), "field x", "(3, 16)",
                "shape (8, 16)", "offset (0, 0)");
    CHECK_ERROR(launch(*tree, [&](int w) { CachedAccessor<f32>(x.accessor(w)).write(1, 3, 16); }),
                "field x", "(3, 16)", "shape (8, 16)");
    CHECK_OK(launch(*tree, [&](int w) { x.accessor(w).write(1, 7, 15); }));
    CHECK(*x.get({7, 15}) == 1.0f);
    for (const i64 i : {i64{3}, i64{-1}, (i64{1} << 32) + 1}) {
        const std::string at = '(' + std::to_string(i) + ')';
        f32 value = 7;
        CHECK_ERROR(launch(*tree, [&](int w) { value = y.accessor(w).read(i); }), "field y",
                    at.c_str(), "shape (3)", "offset (0)");
        CHECK(value == 0.0f);
        CHECK_ERROR(launch(*tree, [&](int w) { y.accessor(w).write(1, i); }), "field y",
                    at.c_str());
        CHECK_ERROR(launch(*tree, [&](int w) { y.accessor(w).atomic_add(1, i); }), "field y");
        CHECK_ERROR(launch(*tree, [&](int w) { y.accessor(w).no_activate().write(1, i); }),
                    "field y");
    }
    CHECK(count(env, y) == 0);
    // A number too few or too many.
    CHECK_ERROR(launch(*tree, [&](int w) { x.accessor(w).write(1, 3); }), "field x", "(3)",
                "expected 2", "got 1");
    CHECK_ERROR(launch(*tree, [&](int w) { (void)x.accessor(w).read(3, 4, 5); }), "field x",
                "(3, 4, 5)", "expected 2", "got 3");
    const i32 far[2] = {8, 0};
    CHECK_ERROR(launch(*tree, [&](int w) { (void)x.accessor(w).lookup_at(far); }), "(8, 0)");
    CHECK_ERROR(launch(*tree, [&](int w) { (void)x.accessor(w).activate_at(far); }), "(8, 0)");
    // Many: the first of them and their number; the rest of the launch is done.
    const Status many = tree->parallel_for(100, 1, [&](i64 begin, i64 end, int w) {
        for (i64 i = begin; i < end; ++i) x.accessor(w).write(2, i % 10, 3);
    });
    CHECK_ERROR(many, "field x", "20 such accesses", ", 3)");
    for (int i = 0; i < 8; ++i) CHECK(*x.get({i, 3}) == 2.0f);
    // A struct_for whose body looks at the next cell.
    CHECK_ERROR(struct_for(x, [&](LoopCell c) { (void)x.accessor(c.worker).read(c[0] + 1, c[1]); }),
                "field x", "(8, ", "16 such accesses");
    // Off: nobody looks, the number wraps inside the tree.
    CHECK_OK(tree->set_checked(false));
    CHECK_OK(launch(*tree, [&](int w) { (void)y.accessor(w).read(5); }));
    CHECK_OK(tree->set_checked(true));
    CHECK(!launch(*tree, [&](int w) { (void)y.accessor(w).read(5); }).ok());
    CHECK_OK(tree->destroy());
    CHECK(!tree->set_checked(true).ok());
}

CONFORMANCE_ROW(F20) {
    env.backend.checked = true;
    FieldsBuilder b;
    const FieldRef rx = b.field<f32>("x"), ry = b.field<f32>("y");
    b.root().dense("ij", {8, 16}).place(rx, {-8, -8}).place(ry, {-4, -8});
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, rx), y = get<f32>(*tree, ry);
    CHECK_ERROR(launch(*tree, [&](int w) { x.accessor(w).write(1, 0, 0); }), "field x", "(0, 0)",
                "shape (8, 16)", "offset (-8, -8)");
    CHECK_OK(launch(*tree, [&](int w) { y.accessor(w).write(1, -4, -8); }));
    CHECK_OK(launch(*tree, [&](int w) { y.accessor(w).write(1, 3, 7); }));
    CHECK(*y.get({-4, -8}) == 1.0f && *y.get({3, 7}) == 1.0f);
}

CONFORMANCE_ROW(F19_snodes) {
    env.backend.checked = true;
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x"), list = b.field<i32>("l");
    const NodeRef p = b.root().pointer("ij", {4, 3}, env.pointer());
    p.bitmasked("i", {2}).place(ref);
    const NodeRef lists = p.dynamic("k", 5);
    lists.place(list);
    const auto tree = env.finalize(b);
    const auto node = [&](u32 snode, auto use) {
        return launch(*tree, [&](int w) {
            NodeAccess access(*tree->core(), snode, w);
            use(access);
        });
    };
    CHECK_ERROR(node(p.id(), [](NodeAccess& n) { n.activate(4, 0); }), "pointer#1(ij, 4x3)",
                "(4, 0)", "shape (4, 3)");
    CHECK_ERROR(node(p.id(), [](NodeAccess& n) { (void)n.is_active(0, -1); }), "(0, -1)");
    CHECK_ERROR(node(p.id(), [](NodeAccess& n) { n.deactivate(0, 3); }), "(0, 3)");
    CHECK_ERROR(node(p.id(), [](NodeAccess& n) { (void)n.slot(1); }), "expected 2", "got 1");
    CHECK_OK(node(p.id(), [](NodeAccess& n) { n.activate(3, 2); }));
    CHECK_ERROR(node(lists.id(), [](NodeAccess& n) { (void)n.length(4, 0); }), "dynamic#3(k, 5)",
                "(4, 0)", "shape (4, 3)");
    CHECK_ERROR(node(lists.id(), [](NodeAccess& n) { n.clear(0, 0, 0); }), "expected 2", "got 3");
    CHECK_ERROR(node(lists.id(), [](NodeAccess& n) { (void)n.append(-1, 0); }), "(-1, 0)");
    CHECK_ERROR(launch(*tree,
                       [&](int w) {
                           if (get<i32>(*tree, list).accessor(w).append(1, 9, 9) != -1)
                               env.check(false, "append", __FILE__, __LINE__);
                       }),
                "dynamic#3(k, 5)", "(9, 9)");
    CHECK(tree->stats().snodes[p.id()].slots.live == 1);
}

}  // namespace
}  // namespace starling::conformance
