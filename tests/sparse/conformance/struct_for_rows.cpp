// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

CONFORMANCE_ROW(E01) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    NodeRef node = b.root();
    for (int level = 0; level < 5; ++level) node = node.dense("ij", {4});
    node.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (const i32 c : {0, 1}) {
        CHECK_OK(struct_for(x, [&](LoopCell cell) {
            x.accessor(cell.worker).write(10 * cell[0] + cell[1] + c, cell[0], cell[1]);
        }));
        u32 wrong = 0;
        parallel(env, *tree, 1024 * 1024, [&](i32 n, int worker) {
            const i32 i = n / 1024, j = n % 1024;
            if (x.accessor(worker).read(i, j) != 10 * i + j + c) atomic_add<u32>(wrong, 1);
        });
        CHECK(wrong == 0);
    }
}

CONFORMANCE_ROW(E03) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    CHECK_OK(struct_for(x, [&](LoopCell cell) { x.accessor(cell.worker).atomic_add(1); }));
    CHECK(x.at() == 1);
}

CONFORMANCE_ROW(E04) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), ry = b.field<i32>("y");
    b.root().dense("i", {32}).dense("i", {4}).place(rx);
    b.root().dense("i", {4}).dense("i", {16}).dense("i", {8}).dense("i", {4}).place(ry);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, rx), y = get<i32>(*tree, ry);
    CHECK_OK(struct_for(x, [&](LoopCell c) { x.accessor(c.worker).write(c[0], c[0]); }));
    CHECK_OK(struct_for(y, [&](LoopCell c) { y.accessor(c.worker).write(2 * c[0], c[0]); }));
    bool right = true;
    for (int i = 0; i < 128; ++i) right &= x.at(i) == i;
    for (int i = 0; i < 2048; ++i) right &= y.at(i) == 2 * i;
    CHECK(right);
}

/// Sum of weights over a struct_for of a dense tree.
template <class Weight>
i64 weighted(Env& env, const Field<i32>& x, Weight weight) {
    i64 sum = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) { atomic_add<i64>(sum, weight(cell)); }));
    return sum;
}

CONFORMANCE_ROW(E05) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("ij", {13, 17}).place(ref);
    const auto tree = env.finalize(b);
    CHECK(weighted(env, get<i32>(*tree, ref),
                   [](LoopCell c) { return i64{c[0]} + i64{c[1]} * c[1]; }) == 20774);
}

CONFORMANCE_ROW(E06) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("k", {100}).place(ref);
    const auto tree = env.finalize(b);
    CHECK(weighted(env, get<i32>(*tree, ref), [](LoopCell c) { return i64{c[0]}; }) == 4950);
}

CONFORMANCE_ROW(E07) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("k", {100}).dense("i", {19}).place(ref);
    const auto tree = env.finalize(b);
    CHECK(weighted(env, get<i32>(*tree, ref),
                   [](LoopCell c) { return i64{c[0]} + 2 * i64{c[1]}; }) == 205200);
}

CONFORMANCE_ROW(E08) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("ij", {3, 7}).dense("ij", {2, 4}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    CHECK_OK(struct_for(x, [&](LoopCell c) { x.accessor(c.worker).atomic_add(1, c[0], c[1]); }));
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 28; ++j) CHECK(x.at(i, j) == 1);
}

CONFORMANCE_ROW(E11) {
    FieldsBuilder b;
    const FieldRef ra = b.field<i32>("a"), rb = b.field<i32>("b");
    b.root().dense("i", {512}).place(ra);
    b.root().pointer("i", {32}, env.pointer()).dense("i", {16}).place(rb);
    const auto tree = env.finalize(b);
    auto a = get<i32>(*tree, ra), bb = get<i32>(*tree, rb);
    CHECK_OK(struct_for(a, [&](LoopCell c) { a.accessor(c.worker).write(c[0], c[0]); }));
    CHECK_OK(struct_for(a, [&](LoopCell c) {
        bb.accessor(c.worker).atomic_add(a.accessor(c.worker).read(c[0]), c[0]);
    }));
    for (int i = 0; i < 512; ++i) CHECK(bb.at(i) == i);
}

CONFORMANCE_ROW(E16) {
    for (const i64 size : {129, 200, 201, 216, 729, 1000, 1023, 1024, 1025, 2001, 5000}) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x");
        b.root().pointer("i", {4}, env.pointer()).dense("i", {size}).place(ref);
        const auto tree = env.finalize(b);
        auto x = get<i32>(*tree, ref);
        x.at(size) = 1;
        CHECK(count(env, x) == static_cast<u64>(size));
    }
}

CONFORMANCE_ROW(E18) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    const auto x = get<i32>(*tree, ref);
    u32 refused = 0;
    CHECK_OK(struct_for(x, [&](LoopCell) {
        if (!struct_for(x, [](LoopCell) {}).ok()) atomic_add<u32>(refused, 1);
    }));
    CHECK(refused == 4);
}

CONFORMANCE_ROW(E19) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().pointer("i", {16}, env.pointer()).dense("i", {8}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    x.at(0) = 1;
    u32 visits = 0;
    CHECK_OK(struct_for(x, [&](LoopCell c) {
        atomic_add<u32>(visits, 1);
        x.accessor(c.worker).write(1, c[0] + 8);
    }));
    CHECK(visits == 8);
    CHECK(count(env, x) == 16);
}

CONFORMANCE_ROW(E24) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().pointer("i", {16}, env.pointer()).pointer("i", {8}, env.pointer()).place(ref);
    const auto tree = env.finalize(b);
    CHECK(count(env, get<i32>(*tree, ref)) == 0);
}

CONFORMANCE_ROW(E25) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("ij", {16}).pointer("k", {3}, env.pointer()).dense("k", {5}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) x.at(i, j, 14) = 1;
    u32 outside = 0;
    CHECK(count(env, x) == 1280);
    CHECK_OK(struct_for(x, [&](LoopCell c) {
        if (c[2] < 10 || c[2] > 14) atomic_add<u32>(outside, 1);
    }));
    CHECK(outside == 0);
}

}  // namespace
}  // namespace starling::conformance
