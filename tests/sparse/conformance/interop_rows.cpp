// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "sparse/access/interop.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

CONFORMANCE_ROW(H02) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("ij", {3}, env.pointer());
    p.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    std::mt19937 random(7);
    std::vector<f32> in(9), out(9, -1);
    for (f32& value : in) value = 1 + static_cast<f32>(random() % 1000) / 100;
    CHECK_OK(import_dense(x, std::span<const f32>(in)));
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) CHECK(*x.get({i, j}) == in[static_cast<u64>(3 * i + j)]);
    CHECK_OK(export_dense(x, std::span<f32>(out)));
    CHECK(out == in);
    CHECK(count(env, x) == 9);
    // Zeros activate nothing, and are written where something is active.
    in.assign(9, 0), in[4] = 5;
    CHECK_OK(import_dense(x, std::span<const f32>(in)));
    CHECK(count(env, x) == 9);
    CHECK_OK(export_dense(x, std::span<f32>(out)));
    CHECK(out == in);
    CHECK_OK(tree->deactivate_all());
    CHECK_OK(import_dense(x, std::span<const f32>(in)));
    CHECK(count(env, x) == 1);
    CHECK_ERROR(import_dense(x, std::span<const f32>(in).first(8)), "field x", "9 elements", "8");
    CHECK_ERROR(export_dense(x, std::span<f32>(out).first(3)), "field x", "9 elements", "3");
}

CONFORMANCE_ROW(H02_every_kind) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x", 2), rm = b.field<i32>("m"), rl = b.field<i32>("l"),
                   rp = b.field<i32>("p");
    b.root().pointer("ij", {3, 2}, env.pointer()).dense("ji", {4, 5}).place(rx, {-7, 100});
    const NodeRef m = b.root().dense("i", {2}).bitmasked("ji", {8, 3});
    m.place(rm);
    const NodeRef lists = b.root().dense("i", {4}).dynamic("j", 10, {.chunk = 3});
    lists.place(rl);
    b.root().dense("i", {4}).dynamic("j", 10, {.storage = DynamicStorage::packed}).place(rp);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, rx), bits = get<i32>(*tree, rm), list = get<i32>(*tree, rl),
         packed = get<i32>(*tree, rp);
    std::vector<i32> in(15 * 8 * 2, 0), out(in.size(), -1);
    in[2 * (8 * 6 + 3) + 1] = 9;  // a second component: block (1, 0)
    in[2 * (8 * 14 + 7)] = 8;     // block (2, 1)
    CHECK_OK(import_dense(x, std::span<const i32>(in)));
    CHECK(*x.get({-7 + 6, 103}, 1) == 9 && *x.get({-7 + 14, 107}) == 8);
    CHECK(count(env, x) == 40);
    CHECK_OK(export_dense(x, std::span<i32>(out)));
    CHECK(out == in);
    in.assign(48, 0), in[13] = 4, in[47] = 5;
    CHECK_OK(import_dense(bits, std::span<const i32>(in)));
    CHECK(count(env, bits) == 2);
    CHECK(*tree->is_active(m.id(), {1, 5}) == true);
    in.assign(40, 0), in[3] = 7, in[10] = 1;
    CHECK_OK(import_dense(list, std::span<const i32>(in)));
    CHECK(*tree->length(lists.id(), {0}) == 4);
    CHECK(*tree->length(lists.id(), {1}) == 1);
    CHECK(*tree->length(lists.id(), {2}) == 0);
    CHECK_ERROR(import_dense(packed, std::span<const i32>(in)), "field p", "packed");
}

CONFORMANCE_ROW(H03) {
    FieldsBuilder b;
    const FieldRef rx = b.field<f32>("x", 2), ry = b.field<f32>("y"), rl = b.field<f32>("l");
    const NodeRef p = b.root().pointer("i", {8}, env.pointer());
    p.bitmasked("i", {4}).place(rx, {10});
    p.dense("i", {4}).place(ry);
    const NodeRef lists = p.dynamic("j", 20, {.chunk = 4});
    lists.place(rl);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, rx), y = get<f32>(*tree, ry), list = get<f32>(*tree, rl);
    for (const int i : {15, 16, 40}) x.at(i) = 1;
    list.at(2, 9) = 1;
    CHECK_OK(fill(x, 3.0f));
    for (int i = 10; i < 42; ++i)
        for (u32 c = 0; c < 2; ++c)
            CHECK(*x.get({i}, c) == (i == 15 || i == 16 || i == 40 ? 3.0f : 0.0f));
    CHECK(count(env, x) == 3);
    CHECK_OK(fill(y, 4.0f));
    for (int i = 0; i < 32; ++i)
        CHECK(y.at(i) == (i / 4 == 1 || i / 4 == 2 || i / 4 == 7 ? 4.0f : 0.0f));
    CHECK_OK(fill(list, 5.0f));
    for (int j = 0; j < 20; ++j) CHECK(list.at(2, j) == (j < 10 ? 5.0f : 0.0f));
    CHECK(*tree->length(lists.id(), {2}) == 10);
    CHECK(tree->stats().snodes[p.id()].slots.live == 3);
    CHECK(count(env, x) == 3);
    CHECK_OK(tree->deactivate_all());
    CHECK_OK(fill(x, 9.0f));
    CHECK(count(env, x) == 0);
}

CONFORMANCE_ROW(H04) {
    // Two trees of one shape, then two fields of one tree.
    for (const bool one_tree : {false, true}) {
        FieldsBuilder b1, b2;
        FieldsBuilder& other = one_tree ? b1 : b2;
        const FieldRef rx = b1.field<i32>("x"), ry = other.field<i32>("y"),
                       beside = other.field<i32>("beside");
        const NodeRef px = b1.root().pointer("ij", {8}, env.pointer());
        px.dense("ij", {4}).place(rx, {-5, 3});
        const NodeRef py = other.root().pointer("ij", {8}, env.pointer());
        py.dense("ij", {4}).place(ry).place(beside);
        const auto t1 = env.finalize(b1);
        const auto t2 = one_tree ? nullptr : env.finalize(b2);
        SNodeTree& target = one_tree ? *t1 : *t2;
        auto x = get<i32>(*t1, rx), y = get<i32>(target, ry), kept = get<i32>(target, beside);
        x.at(-5, 3) = 1, x.at(-5 + 9, 3 + 30) = 2;
        y.at(0, 1) = 7, kept.at(0, 1) = 70;     // a block that both have
        y.at(31, 31) = 8, kept.at(31, 31) = 9;  // one that the source lacks
        CHECK_OK(copy_from(y, x));
        for (int i = 0; i < 32; ++i)
            for (int j = 0; j < 32; ++j) CHECK(*y.get({i, j}) == *x.get({i - 5, j + 3}));
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j < 8; ++j)
                CHECK(*target.is_active(py.id(), {i, j}) == *t1->is_active(px.id(), {i, j}));
        CHECK(count(env, y) == 32);
        CHECK(kept.at(0, 1) == 70 && kept.at(31, 31) == 0);
        CHECK(target.stats().snodes[py.id()].slots.live == 2);
        CHECK(target.core()->manager(target.plan().snodes[py.id()].child_segment).is_valid());
        CHECK_OK(copy_from(y, y));
        CHECK(count(env, y) == 32);
        CHECK_OK(t1->deactivate_all(px.id()));
        CHECK_OK(copy_from(y, x));
        CHECK(count(env, y) == 0);
    }
}

/// Random contents of fields of shape 24 × 10, declared in many ways, copied onto each other.
CONFORMANCE_ROW(H04_every_kind) {
    using Declare = NodeRef (*)(NodeRef);
    constexpr Declare kLayouts[] = {
        [](NodeRef r) {
            return r.pointer("ij", {24, 10});
        },
        [](NodeRef r) {
            return r.pointer("ij", {6, 5}).dense("ij", {4, 2});
        },
        [](NodeRef r) {
            return r.pointer("j", {5}).pointer("i", {3}).bitmasked("ji", {2, 8});
        },
        [](NodeRef r) {
            return r.bitmasked("i", {3}).dense("ij", {8, 10});
        },
        [](NodeRef r) {
            return r.bitmasked("i", {3}).pointer("i", {4}).bitmasked("ij", {2, 10});
        },
        [](NodeRef r) {
            return r.dense("ij", {24, 10});
        },
        [](NodeRef r) { return r.dense("i", {24}).dynamic("j", 10, {.chunk = 3}); },
        [](NodeRef r) { return r.pointer("i", {8}).dense("i", {3}).dynamic("j", 10); },
    };
    std::mt19937 random(1);
    const auto below = [&](u32 n) { return static_cast<i32>(random() % n); };
    for (const Declare from : kLayouts)
        for (const Declare to : kLayouts) {
            FieldsBuilder b;
            const FieldRef rx = b.field<i32>("x", 2), ry = b.field<i32>("y", 2);
            from(b.root()).place(rx, {5, -5});
            const NodeRef node = to(b.root());
            node.place(ry);
            const auto tree = env.finalize(b);
            auto x = get<i32>(*tree, rx), y = get<i32>(*tree, ry);
            for (int round = 0; round < 2; ++round) {
                CHECK_OK(tree->deactivate_all());
                for (int n = below(12); n != 0; --n)
                    x.at(5 + below(24), below(10) - 5)[1] = below(3);
                for (int n = below(12); n != 0; --n) y.at(below(24), below(10)) = 7;
                CHECK_OK(copy_from(y, x));
                for (int i = 0; i < 24; ++i)
                    for (int j = 0; j < 10; ++j)
                        for (u32 c = 0; c < 2; ++c)
                            CHECK(*y.get({i, j}, c) == *x.get({i + 5, j - 5}, c));
                // The same declaration has the same active cells.
                if (from != to) continue;
                std::vector<u8> in_x(240, 0), in_y(240, 0);
                CHECK_OK(struct_for(x, [&](LoopCell c) {
                    in_x[static_cast<u64>((c[0] - 5) * 10 + c[1] + 5)] = 1;
                }));
                CHECK_OK(struct_for(
                    y, [&](LoopCell c) { in_y[static_cast<u64>(c[0] * 10 + c[1])] = 1; }));
                CHECK(in_x == in_y);
            }
        }
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), ry = b.field<i32>("y"), rz = b.field<i32>("z", 2),
                   rp = b.field<i32>("p");
    b.root().dense("i", {4}).dense("j", {5}).place(rx).place(rz);
    b.root().pointer("ij", {5, 4}, env.pointer()).place(ry);
    b.root().dense("i", {4}).dynamic("j", 5, {.storage = DynamicStorage::packed}).place(rp);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, rx), y = get<i32>(*tree, ry), z = get<i32>(*tree, rz),
         p = get<i32>(*tree, rp);
    CHECK_ERROR(copy_from(x, y), "fields x and y", "shape");
    CHECK_ERROR(copy_from(x, z), "fields x and z", "1 and 2 components");
    CHECK_ERROR(copy_from(p, x), "field p", "packed");
    CHECK_OK(copy_from(x, p));
    CHECK_OK(tree->destroy());
    CHECK_ERROR(copy_from(x, y), "destroyed");
    CHECK_ERROR(fill(x, 1), "destroyed");
    CHECK_ERROR(export_list(x, {}), "destroyed");
}

CONFORMANCE_ROW(H05) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x"), rv = b.field<f32>("v", 2), rd = b.field<i32>("d");
    b.root().dynamic("i", 1024, {.chunk = 2}).place(ref);
    const NodeRef lists = b.root().pointer("j", {4}, env.pointer()).dynamic("i", 1024);
    lists.place(rv);
    b.root().dense("i", {4}).place(rd);
    const auto tree = env.finalize(b);
    const auto x = get<i32>(*tree, ref);
    const auto v = get<f32>(*tree, rv);
    CHECK(export_list(x, {})->empty());
    CHECK_OK(tree->parallel_for(1, 1, [&](i64, i64, int worker) {
        for (const i32 value : {11, 22, 33}) x.accessor(worker).append(value);
        v.accessor(worker).append(1.5f, 2);
        v.accessor(worker).activate(0, 2)[1] = 2.5f;
    }));
    CHECK((*export_list(x, {}) == std::vector<i32>{11, 22, 33}));
    CHECK((*export_list(v, {2}) == std::vector<f32>{1.5f, 2.5f}));
    CHECK(export_list(v, {0})->empty());
    CHECK_ERROR(export_list(v, {4}), "field v", "dynamic#3(i, 1024)");
    CHECK_ERROR(export_list(v, {}), "field v", "dynamic#3(i, 1024)");
    CHECK_ERROR(export_list(get<i32>(*tree, rd), {}), "field d", "dense#4(i, 4)");
    std::vector<i32> whole(1024, -1);
    CHECK_OK(export_dense(x, std::span<i32>(whole)));
    CHECK(whole[2] == 33 && whole[3] == 0 && whole[1023] == 0);
}

}  // namespace
}  // namespace starling::conformance
