// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

CONFORMANCE_ROW(A01) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root().pointer("i", {128}, env.pointer()).dense("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    for (const int i : {0, 127, 256}) x.at(i) = 1;
    CHECK(count(env, x) == 256);
}

CONFORMANCE_ROW(A02) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("i", {128}, env.pointer());
    p.dense("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    for (const int i : {0, 127, 256}) x.at(i) = 1;
    u32 active = 0;
    parallel(env, *tree, 16384, [&](i32 i, int worker) {
        if (NodeAccess(*tree->core(), p.id(), worker).is_active(i / 128))
            atomic_add<u32>(active, 1);
    });
    CHECK(active == 256);
}

CONFORMANCE_ROW(A03) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().dense("i", {128}).pointer("j", {128}, env.pointer());
    p.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    x.at(0, 0) = 1;
    x.at(0, 127) = 1;
    x.at(127, 127) = 1;
    u32 active = 0;
    parallel(env, *tree, 16384, [&](i32 n, int worker) {
        if (NodeAccess(*tree->core(), p.id(), worker).is_active(n / 128, n % 128))
            atomic_add<u32>(active, 1);
    });
    CHECK(active == 3);
    CHECK(count(env, x) == 3);
}

CONFORMANCE_ROW(A04) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root()
        .pointer("i", {128}, env.pointer())
        .pointer("i", {128}, env.pointer())
        .dense("i", {128})
        .place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    for (const int i : {0, 127, 254, 16640, 16641, 33025, 82177}) x.at(i) = 1;
    CHECK(count(env, x) == 640);
    // A05: reading what was never written changes nothing.
    CHECK(x.at(114945) == 0.0f);
    CHECK(count(env, x) == 640);
}

CONFORMANCE_ROW(A05) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef outer = b.root().pointer("i", {128}, env.pointer());
    const NodeRef inner = outer.pointer("i", {128}, env.pointer());
    inner.dense("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    x.at(16640) = 3;
    CHECK(x.at(114945) == 0.0f);
    CHECK(*tree->is_active(outer.id(), {114945 / 128 / 128}) == false);
    CHECK(*tree->is_active(inner.id(), {114945 / 128}) == false);
    CHECK(tree->stats().snodes[inner.id()].slots.created == 1);
    CHECK(count(env, x) == 128);
}

CONFORMANCE_ROW(A06) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root().pointer("i", {128}, env.pointer()).dense("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    parallel(env, *tree, 128, [&](i32 i, int worker) { x.accessor(worker).write(0, 128 * i); });
    CHECK(count(env, x) == 16384);
}

CONFORMANCE_ROW(A07) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root().pointer("i", {128}, env.pointer()).dense("i", {128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    parallel(env, *tree, 16384,
             [&](i32 i, int worker) { x.accessor(worker).write(static_cast<f32>(i), i); });
    u64 sum = 0;
    u32 wrong = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) {
        atomic_add<u64>(sum, static_cast<u64>(cell[0]));
        if (x.accessor(cell.worker).read(cell[0]) != static_cast<f32>(cell[0]))
            atomic_add<u32>(wrong, 1);
    }));
    CHECK(sum == 134209536);
    CHECK(wrong == 0);
}

CONFORMANCE_ROW(A09) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("i", {16}, env.pointer());
    p.dense("i", {16}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    CHECK_OK(tree->activate(p.id(), {1 / 16}));
    CHECK_OK(tree->activate(p.id(), {32 / 16}));
    CHECK(count(env, x) == 32);
    u32 set = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) {
        if (x.accessor(cell.worker).read(cell[0]) != 0) atomic_add<u32>(set, 1);
    }));
    CHECK(set == 0);
}

CONFORMANCE_ROW(A10) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("i", {8}, env.pointer());
    p.dense("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    parallel(env, *tree, 10000,
             [&](i32, int worker) { NodeAccess(*tree->core(), p.id(), worker).activate(3); });
    CHECK(tree->stats().snodes[p.id()].slots.created == 1);
    for (int i = 0; i < 8; ++i) CHECK(*tree->is_active(p.id(), {i}) == (i == 3));
    CHECK(tree->core()->manager(tree->plan().snodes[p.id()].child_segment).is_valid());
}

CONFORMANCE_ROW(A11) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("i", {8}, env.pointer());
    p.dense("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    parallel(env, *tree, 10000,
             [&](i32 t, int worker) { NodeAccess(*tree->core(), p.id(), worker).activate(t % 8); });
    CHECK(tree->stats().snodes[p.id()].slots.created == 8);
    std::set<const f32*> addresses;
    const auto x = get<f32>(*tree, ref).accessor(0);
    for (int i = 0; i < 8; ++i) addresses.insert(x.lookup(4 * i));
    CHECK(addresses.size() == 8);
    CHECK(tree->core()->manager(tree->plan().snodes[p.id()].child_segment).is_valid());
}

CONFORMANCE_ROW(A13) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("f");
    const NodeRef p = b.root().pointer("ijk", {2}, env.pointer());
    p.dense("ijk", {8}).place(ref);
    const auto tree = env.finalize(b);
    auto f = get<f32>(*tree, ref);
    f.at(0, 2, 3) = 1;
    u32 cells = 0, elsewhere = 0;
    CHECK_OK(struct_for_cells(*tree, p.id(), [&](LoopCell cell) {
        atomic_add<u32>(cells, 1);
        if (cell[0] != 0 || cell[1] != 0 || cell[2] != 0) atomic_add<u32>(elsewhere, 1);
    }));
    CHECK(cells == 1);
    CHECK(elsewhere == 0);
    CHECK(count(env, f) == 512);
}

CONFORMANCE_ROW(A14) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root().pointer("ij", {3}, env.pointer()).dense("ij", {8}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    x.at(7, 7) = 1;
    u64 sum = 0, cells = 0, corner = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) {
        atomic_add<u64>(sum, static_cast<u64>(cell[0] + 2 * cell[1]));
        atomic_add<u64>(cells, 1);
        if (cell[0] == 7 && cell[1] == 7) atomic_add<u64>(corner, 1);
    }));
    CHECK(sum == 672);
    CHECK(cells == 64);
    CHECK(corner == 1);
}

/// Cells that a struct_for over a 2-D field visits.
std::multiset<std::pair<int, int>> visited(Env& env, const Field<f32>& x) {
    std::multiset<std::pair<int, int>> cells;
    u32 lock = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) {
        locked_task(
            lock, [] { return true; },
            [&] {
                cells.insert({cell[0], cell[1]});
            });
    }));
    return cells;
}

CONFORMANCE_ROW(A16) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("ij", {4}, env.pointer());
    p.dense("ij", {2}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    x.at(2, 3) = 1;
    x.at(2, 4) = 2;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            CHECK(*tree->is_active(p.id(), {i, j}) == (i == 1 && (j == 1 || j == 2)));
    const std::multiset<std::pair<int, int>> expected{{2, 2}, {2, 3}, {3, 2}, {3, 3},
                                                      {2, 4}, {2, 5}, {3, 4}, {3, 5}};
    CHECK(visited(env, x) == expected);
    for (const auto& [i, j] : expected)
        CHECK(x.at(i, j) == (i == 2 && j == 3 ? 1.0f : i == 2 && j == 4 ? 2.0f : 0.0f));
}

CONFORMANCE_ROW(A17) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    b.root().pointer("ij", {4}, env.pointer()).bitmasked("ij", {2}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    x.at(2, 3) = 1;
    x.at(2, 4) = 2;
    CHECK((visited(env, x) == std::multiset<std::pair<int, int>>{{2, 3}, {2, 4}}));
}

CONFORMANCE_ROW(A18) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), ry = b.field<i32>("y");
    const NodeRef top = b.root().dense("i", {4});
    top.dense("i", {8}).place(rx);
    const NodeRef p = top.pointer("i", {2}, env.pointer());
    p.dense("i", {8}).place(ry);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, rx);
    auto y = get<i32>(*tree, ry);
    for (int i = 0; i < 32; ++i) x.at(i) = 10 + i;
    y.at(32) = 4;
    y.at(33) = 5;
    y.at(9) = 10;
    for (int i = 0; i < 8; ++i) CHECK(*tree->is_active(p.id(), {i}) == (i == 1 || i == 4));
    for (int i = 0; i < 32; ++i) CHECK(x.at(i) == 10 + i);
    for (int i = 0; i < 64; ++i) CHECK(y.at(i) == (i == 32 ? 4 : i == 33 ? 5 : i == 9 ? 10 : 0));
}

CONFORMANCE_ROW(A20) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("i", {4}, env.pointer());
    p.dense("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    const auto x = get<f32>(*tree, ref);
    u32 wrong = 0;
    parallel(env, *tree, 16 * 1000, [&](i32 n, int worker) {
        if (x.accessor(worker).read(n % 16) != 0) atomic_add<u32>(wrong, 1);
    });
    CHECK(wrong == 0);
    for (int i = 0; i < 4; ++i) CHECK(*tree->is_active(p.id(), {i}) == false);
    CHECK(tree->stats().snodes[p.id()].slots.created == 0);
}

CONFORMANCE_ROW(A21) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p1 = b.root().pointer("i", {4}, env.pointer());
    const NodeRef p2 = p1.pointer("i", {4}, env.pointer());
    const NodeRef m = p2.bitmasked("i", {4});
    m.place(ref);
    const auto tree = env.finalize(b);
    get<f32>(*tree, ref).at(37) = 1;
    for (const int i : {37, 5}) {
        CHECK(*tree->is_active(p1.id(), {i / 16}) == (i == 37));
        CHECK(*tree->is_active(p2.id(), {i / 4}) == (i == 37));
        CHECK(*tree->is_active(m.id(), {i}) == (i == 37));
    }
}

CONFORMANCE_ROW(A23) {
    FieldsBuilder b;
    const FieldRef rx = b.field<f32>("x"), ry = b.field<f32>("y"), rz = b.field<f32>("z");
    const NodeRef p = b.root().pointer("i", {4}, env.pointer());
    p.dense("i", {2}).place({rx, ry});
    p.dense("i", {2}).place(rz);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, rx), y = get<f32>(*tree, ry), z = get<f32>(*tree, rz);
    z.at(5) = 7;
    CHECK(count(env, x) == 2);
    CHECK(count(env, y) == 2);
    CHECK(count(env, z) == 2);
    for (const int i : {4, 5}) CHECK(x.at(i) == 0.0f && y.at(i) == 0.0f);
    CHECK(tree->stats().snodes[p.id()].slots.created == 1);
}

CONFORMANCE_ROW(A22) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x", 3), list = b.field<u8>("l");
    const NodeRef p = b.root().pointer("i", {4}, env.pointer());
    p.pointer("i", {4}, env.pointer()).bitmasked("i", {4}).place(ref);
    p.dynamic("j", 100).place(list);
    const auto tree = env.finalize(b);
    const auto x = get<f32>(*tree, ref);
    for (const i64 i : {0, 5, 63}) {
        const auto address = x.address({i});
        CHECK(address.ok());
        CHECK(*address != nullptr);
        for (int c = 0; c < 3; ++c) CHECK((*address)[c] == 0.0f);
    }
    CHECK(**get<u8>(*tree, list).address({3, 77}) == 0);
    CHECK_ERROR(x.address({64}), "field x", "64");
    u32 wrong = 0;
    parallel(env, *tree, 64, [&](i32 i, int worker) {
        const f32* const address = x.accessor(worker).lookup(i);
        if (address == nullptr || *address != 0) atomic_add<u32>(wrong, 1);
    });
    CHECK(wrong == 0);
    for (int i = 0; i < 4; ++i) CHECK(*tree->is_active(p.id(), {i}) == false);
    CHECK(tree->stats().snodes[p.id()].slots.created == 0);
    // Once it is active the address is another one, and the same as long as it is.
    CHECK_OK(get<f32>(*tree, ref).set({5}, 7));
    const f32* const at = *x.address({5});
    CHECK(*at == 7.0f);
    CHECK(at != *x.address({63}));
    CHECK(at == x.accessor(0).lookup(5));
}

}  // namespace
}  // namespace starling::conformance
