// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

/// Number of active cells and sum of their values.
struct Sum {
    u64 cells = 0;
    i64 values = 0;
};

template <int kRank>
Sum sum(Env& env, const Field<i32>& x) {
    Sum total;
    CHECK_OK(struct_for(x, [&](LoopCell cell) {
        atomic_add<u64>(total.cells, 1);
        if constexpr (kRank == 1)
            atomic_add<i64>(total.values, x.accessor(cell.worker).read(cell[0]));
        else
            atomic_add<i64>(total.values, x.accessor(cell.worker).read(cell[0], cell[1]));
    }));
    return total;
}

CONFORMANCE_ROW(C01) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef inner = b.root().bitmasked("ij", {3, 6}).bitmasked("i", {8});
    inner.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    x.at(5, 1) = 2;
    x.at(9, 4) = 20;
    x.at(0, 3) = 20;
    const Sum total = sum<2>(env, x);
    CHECK(total.cells == 3);
    CHECK(total.values == 42);
    int active = 0;
    for (int i = 0; i < 24; ++i)
        for (int j = 0; j < 6; ++j) active += *tree->is_active(inner.id(), {i, j}) ? 1 : 0;
    CHECK(active == 3);
}

CONFORMANCE_ROW(C02) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().bitmasked("i", {128}).dense("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (const int i : {0, 127, 256, 257}) x.at(i) = 1;
    CHECK(count(env, x) == 256);
}

CONFORMANCE_ROW(C03) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().bitmasked("i", {128}).bitmasked("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (const int i : {0, 127, 256, 257}) x.at(i) = 1;
    CHECK(count(env, x) == 4);
}

CONFORMANCE_ROW(C06_C07) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("a");
    const NodeRef m = b.root().bitmasked("i", {4});
    m.dense("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    auto a = get<i32>(*tree, ref);
    a.at(0) = 123;
    CHECK(*tree->is_active(m.id(), {0}) == true);
    CHECK_OK(tree->deactivate(m.id(), {0}));
    CHECK(*tree->is_active(m.id(), {0}) == false);
    CHECK(a.at(0) == 0);
    a.at(0) = 123;
    CHECK_OK(tree->deactivate_all());
    CHECK(*tree->is_active(m.id(), {0}) == false);
    CHECK(a.at(0) == 0);
}

CONFORMANCE_ROW(C08) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().bitmasked("i", {5}).bitmasked("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    x.at(1) = 2;
    x.at(8) = 20;
    Sum total = sum<1>(env, x);
    CHECK(total.cells == 2 && total.values == 22);
    x.at(7) = 15;
    x.at(14) = 5;
    total = sum<1>(env, x);
    CHECK(total.cells == 4 && total.values == 42);
}

CONFORMANCE_ROW(C10) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("v");
    b.root().bitmasked("ij", {10}).place(ref);
    const auto tree = env.finalize(b);
    auto v = get<i32>(*tree, ref);
    parallel(env, *tree, 100,
             [&](i32 n, int worker) { v.accessor(worker).write(n, n / 10, n % 10); });
    CHECK(count(env, v) == 100);
}

CONFORMANCE_ROW(C11) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef m = b.root().pointer("i", {4}, env.pointer()).bitmasked("i", {2});
    m.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    x.at(2) = 1, x.at(3) = 2, x.at(4) = 4, x.at(5) = 6;
    x.at(3) = x.at(2) + 4;
    x.at(2) = x.at(3) + x.at(3);
    for (int i = 0; i < 8; ++i) CHECK(*tree->is_active(m.id(), {i}) == (i >= 2 && i <= 5));
    CHECK_OK(tree->deactivate(m.id(), {4}));
    CHECK_OK(tree->deactivate(m.id(), {5}));
    for (int i = 0; i < 8; ++i) CHECK(*tree->is_active(m.id(), {i}) == (i == 2 || i == 3));
    CHECK(x.at(3) == 5);
    CHECK(x.at(2) == 10);
}

CONFORMANCE_ROW(C12_C13) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef m = b.root().bitmasked("i", {40});
    m.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    x.at(35) = 11;
    CHECK_OK(tree->deactivate(m.id(), {35}));
    CHECK(x.at(35) == 0);
    CHECK_OK(tree->activate(m.id(), {35}));
    CHECK(*tree->is_active(m.id(), {35}) == true);
    CHECK(x.at(35) == 0);
}

CONFORMANCE_ROW(C14) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef m = b.root().bitmasked("i", {32});
    m.place(ref);
    const auto tree = env.finalize(b);
    parallel(env, *tree, 32,
             [&](i32 i, int worker) { NodeAccess(*tree->core(), m.id(), worker).activate(i); });
    CHECK(count(env, get<i32>(*tree, ref)) == 32);
    parallel(env, *tree, 16, [&](i32 i, int worker) {
        NodeAccess(*tree->core(), m.id(), worker).deactivate(2 * i);
    });
    for (int i = 0; i < 32; ++i) CHECK(*tree->is_active(m.id(), {i}) == (i % 2 == 1));
}

CONFORMANCE_ROW(C16) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().bitmasked("ij", {256}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    parallel(env, *tree, 625,
             [&](i32 n, int worker) { x.accessor(worker).write(1, 100 + n / 25, 100 + n % 25); });
    CHECK(count(env, x) == 625);
}

// What no row spells out: a bitmasked cell takes the pointers, lists and masks below it along.
CONFORMANCE_ROW(C_recursive) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), rl = b.field<i32>("l"), ry = b.field<i32>("y");
    const NodeRef m = b.root().bitmasked("i", {4});
    const NodeRef p = m.pointer("i", {4}, env.pointer());
    p.dense("i", {4}).place(rx);
    const NodeRef lists = m.dynamic("j", 100, {.chunk = 4});
    lists.place(rl);
    m.bitmasked("i", {70}).place(ry);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, rx);
    auto y = get<i32>(*tree, ry);
    const auto fill = [&] {
        for (int i = 0; i < 64; ++i) x.at(i) = 1;
        for (int i = 0; i < 280; ++i) y.at(i) = 1;
        parallel(env, *tree, 4 * 50, [&](i32 n, int worker) {
            get<i32>(*tree, rl).accessor(worker).append(n, n / 50);
        });
    };
    fill();
    CHECK_OK(tree->deactivate(m.id(), {1}));
    CHECK(count(env, x) == 48);
    CHECK(count(env, y) == 210);
    for (int i = 0; i < 280; ++i) CHECK(y.at(i) == (i / 70 == 1 ? 0 : 1));
    for (int i = 0; i < 4; ++i) CHECK(*tree->length(lists.id(), {i}) == (i == 1 ? 0u : 50u));
    CHECK(tree->stats().snodes[p.id()].slots.live == 12);
    CHECK(tree->stats().snodes[lists.id()].slots.live == 3 * 13);
    CHECK_OK(tree->deactivate(m.id(), {0}));
    CHECK_OK(tree->deactivate_all());
    fill();
    CHECK(count(env, x) == 64);
    CHECK(tree->stats().snodes[p.id()].slots.created == 16);
}

CONFORMANCE_ROW(C17) {
    FieldsBuilder b;
    const FieldRef ra = b.field<u8>("a"), rb = b.field<f64>("b", 3);
    const NodeRef m = b.root().bitmasked("ij", {10});
    m.place({ra, rb});
    const auto tree = env.finalize(b);
    get<f64>(*tree, rb).at(0, 0)[2] = 1;
    const SNodePlan& plan = tree->plan().snodes[m.id()];
    const u64 active = tree->stats().snodes[m.id()].active_cells;
    CHECK(static_cast<f64>(active) / static_cast<f64>(plan.cells_per_slot()) == 0.01);
    u64 visits = 0;
    CHECK_OK(struct_for_cells(*tree, m.id(), [&](LoopCell) { atomic_add<u64>(visits, 1); }));
    CHECK(visits == 1);
    CHECK(count(env, get<u8>(*tree, ra)) == 1);
}

// The snapshot rule for masks: who is active at the start is visited, whatever the body does.
CONFORMANCE_ROW(C_snapshot) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef m = b.root().pointer("i", {4}, env.pointer()).bitmasked("i", {100});
    m.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (int i = 0; i < 400; i += 2) x.at(i) = 1;
    u32 visits = 0, odd = 0;
    CHECK_OK(struct_for(x, [&](LoopCell c) {
        atomic_add<u32>(visits, 1);
        if (c[0] % 2 != 0) atomic_add<u32>(odd, 1);
        NodeAccess(*tree->core(), m.id(), c.worker).deactivate((c[0] + 202) % 400);
        x.accessor(c.worker).write(1, c[0] + 1);
    }));
    CHECK(visits == 200);
    CHECK(odd == 0);
    for (int i = 0; i < 400; ++i) CHECK(*tree->is_active(m.id(), {i}) == (i % 2 == 1));
}

}  // namespace
}  // namespace starling::conformance
