// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/access/interop.h"
#include "sparse/layout/index_math.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

CONFORMANCE_ROW(F01) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("a");
    b.root().dense("ijk", {128}).place(ref, {1024, 2048, 2100});
    const auto tree = env.finalize(b);
    auto a = get<i32>(*tree, ref);
    a.at(1029, 2100, 2200) = 1;
    CHECK(a.at(1029, 2100, 2200) == 1);
    CHECK(a.at(1029, 2100, 2201) == 0);
    CHECK(!a.get({0, 0, 0}).ok());
}

CONFORMANCE_ROW(F02) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("a");
    b.root().dense("ijkl", {4}).place(ref, {1024, 2048, 2100, 2200});
    const auto tree = env.finalize(b);
    auto a = get<i32>(*tree, ref);
    const auto value = [](i32 i, i32 j, i32 k, i32 l) { return i + 10 * j + 100 * k + 1000 * l; };
    CHECK_OK(struct_for(a, [&](LoopCell c) {
        a.accessor(c.worker).write(value(c[0], c[1], c[2], c[3]), c[0], c[1], c[2], c[3]);
    }));
    for (int n = 0; n < 256; ++n) {
        const i32 i = 1024 + n / 64, j = 2048 + n / 16 % 4, k = 2100 + n / 4 % 4, l = 2200 + n % 4;
        CHECK(a.at(i, j, k, l) == value(i, j, k, l));
    }
}

CONFORMANCE_ROW(F03) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("a");
    b.root().dense("ij", {32}).place(ref, {16, -16});
    const auto tree = env.finalize(b);
    auto a = get<i32>(*tree, ref);
    u32 outside = 0;
    CHECK_OK(struct_for(a, [&](LoopCell c) {
        if (c[0] < 16 || c[0] > 47 || c[1] < -16 || c[1] > 15) atomic_add<u32>(outside, 1);
        a.accessor(c.worker).write(c[0] + 10 * c[1], c[0], c[1]);
    }));
    CHECK(outside == 0);
    for (int i = 16; i <= 47; ++i)
        for (int j = -16; j <= 15; ++j) CHECK(a.at(i, j) == i + 10 * j);
}

CONFORMANCE_ROW(F08) {
    // Byte offset of component c of cell (i, j), for a 2-vector of i32 and shape (4, 2).
    for (const bool column_major : {false, true})
        for (const bool soa : {false, true}) {
            FieldsBuilder b;
            const FieldRef c0 = b.field<i32>("v0"), c1 = b.field<i32>("v1");
            NodeRef node = column_major ? b.root().dense("j", {2}).dense("i", {4})
                                        : b.root().dense("i", {4}).dense("j", {2});
            if (soa) {
                node.place(c0);
                node.place(c1);
            } else {
                node.place({c0, c1});
            }
            const auto tree = env.finalize(b);
            const auto v0 = get<i32>(*tree, c0).accessor(0), v1 = get<i32>(*tree, c1).accessor(0);
            const i32 *const origin = v0.lookup(0, 0), *const second = v1.lookup(0, 0);
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 2; ++j) {
                    const int cell = column_major ? 4 * j + i : 2 * i + j;
                    if (soa) {
                        CHECK(v0.lookup(i, j) == origin + cell);
                        CHECK(v1.lookup(i, j) == second + cell);
                    } else {
                        CHECK(v0.lookup(i, j) == origin + 2 * cell);
                        CHECK(v1.lookup(i, j) == origin + 2 * cell + 1);
                    }
                }
        }
}

CONFORMANCE_ROW(F10) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("b");
    b.root().dense("j", {32}).dense("i", {16}).place(ref);
    const auto tree = env.finalize(b);
    const auto x = get<i32>(*tree, ref).accessor(0);
    CHECK(x.lookup(1, 1) - x.lookup(0, 1) == 1);
    CHECK(x.lookup(0, 1) - x.lookup(0, 0) == 16);
}

CONFORMANCE_ROW(F16) {
    for (int dimensions = 2; dimensions <= 12; ++dimensions) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x", 2);
        std::string letters;
        for (int axis = 0; axis < dimensions; ++axis) letters += axis_letter(axis);
        b.root().dense(Axes(letters), {2}).place(ref);
        const auto tree = env.finalize(b);
        auto x = get<i32>(*tree, ref);
        CHECK_OK(struct_for(x, [&](LoopCell c) {
            i32 sum = 0;
            for (int k = 0; k < dimensions; ++k) sum += c[k];
            i32* const value = x.accessor(c.worker).activate_at(c.index);
            value[0] += sum;
            value[1] += c[0];
        }));
        i32 wrong = 0, cells = 0;
        CHECK_OK(struct_for(x, [&](LoopCell c) {
            i32 sum = 0;
            for (int k = 0; k < dimensions; ++k) sum += c[k];
            const i32* const value = x.accessor(c.worker).lookup_at(c.index);
            atomic_add<i32>(cells, 1);
            if (value[0] != sum || value[1] != c[0]) atomic_add<i32>(wrong, 1);
        }));
        CHECK(cells == 1 << dimensions);
        CHECK(wrong == 0);
    }
}

CONFORMANCE_ROW(F04) {
    FieldsBuilder b;
    const FieldRef rv = b.field<i32>("v", 3), rm = b.field<i32>("m", 9);
    b.root().dense("i", {16}).place(rv, {16});
    b.root().dense("ij", {16}).place(rm, {-16, 16});
    const auto tree = env.finalize(b);
    auto v = get<i32>(*tree, rv), m = get<i32>(*tree, rm);
    u32 outside = 0;
    CHECK_OK(struct_for(v, [&](LoopCell cell) {
        if (cell[0] < 16 || cell[0] > 31) atomic_add<u32>(outside, 1);
        for (int c = 0; c < 3; ++c)
            v.accessor(cell.worker).activate(cell[0])[c] = cell[0] + 100 * c;
    }));
    CHECK_OK(struct_for(m, [&](LoopCell cell) {
        if (cell[0] < -16 || cell[0] > -1 || cell[1] < 16 || cell[1] > 31)
            atomic_add<u32>(outside, 1);
        for (int c = 0; c < 9; ++c)
            m.accessor(cell.worker).activate(cell[0], cell[1])[c] =
                cell[0] + 10 * cell[1] + 1000 * c;
    }));
    CHECK(outside == 0);
    for (i32 i = 16; i < 32; ++i)
        for (u32 c = 0; c < 3; ++c) CHECK(*v.get({i}, c) == i + 100 * static_cast<i32>(c));
    for (i32 i = -16; i < 0; ++i)
        for (i32 j = 16; j < 32; ++j)
            for (u32 c = 0; c < 9; ++c)
                CHECK(*m.get({i, j}, c) == i + 10 * j + 1000 * static_cast<i32>(c));
    CHECK(!v.get({15}).ok() && !v.get({32}).ok() && !m.get({0, 16}).ok());
}

CONFORMANCE_ROW(F06) {
    const std::vector<std::vector<i64>> offsets{{},     {0, 0},           {-1, -1},
                                                {2, 2}, {-23333, -23333}, {23333, 23333}};
    for (const std::vector<i64>& offset : offsets) {
        FieldsBuilder b;
        const FieldRef ref = b.field<f32>("x");
        b.root().dense("ij", {3}).place(ref, offset);
        const auto tree = env.finalize(b);
        auto x = get<f32>(*tree, ref);
        CHECK_OK(fill(x, 1.0f));
        std::vector<f32> out(9, 0);
        CHECK_OK(export_dense(x, std::span<f32>(out)));
        CHECK(out == std::vector<f32>(9, 1));
        const i64 i = offset.empty() ? 0 : offset[0];
        CHECK(*x.get({i, i + 2}) == 1.0f);
    }
}

CONFORMANCE_ROW(F12) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef outer = b.root().dense("l", {3});
    const NodeRef inner = outer.dense("ijk", {129});
    inner.place(ref);
    const auto plan = b.compile();
    CHECK(plan.ok());
    const SNodePlan& node = plan->snodes[inner.id()];
    CHECK(node.shape[0] == 129 && node.shape[1] == 129 && node.shape[2] == 129);
    CHECK(node.shape[3] == 3);
    // One cell of the outer SNode: 129³ cells of 4 bytes, nothing padded.
    CHECK(node.cells * plan->fields[ref.index].cell_bytes == 8586756);
    CHECK(plan->slot_bytes(0) == 3 * 8586756);
}

CONFORMANCE_ROW(F14) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p1 = b.root().pointer("ij", {3}, env.pointer());
    const NodeRef p2 = p1.pointer("ij", {2}, env.pointer());
    const NodeRef m = p2.bitmasked("ij", {2});
    m.place(ref);
    const auto tree = env.finalize(b);
    const LayoutPlan& plan = tree->plan();
    using At = std::vector<i64>;
    CHECK(*rescale_index(plan, m.id(), {7, 3}, p1.id()) == (At{1, 0}));
    CHECK(*rescale_index(plan, m.id(), {7, 3}, p2.id()) == (At{3, 1}));
    CHECK(*rescale_index(plan, m.id(), {7, 3}, m.id()) == (At{7, 3}));
    CHECK(*rescale_index(plan, p2.id(), {3, 1}, p1.id()) == (At{1, 0}));
    // Down again: the first cell inside.
    CHECK(*rescale_index(plan, p1.id(), {1, 0}, m.id()) == (At{4, 0}));
    CHECK(*rescale_index(plan, m.id(), {-1, -5}, p2.id()) == (At{-1, -3}));
    CHECK(rescale_index(plan, m.id(), {7, 3}, 0)->empty());
    CHECK_ERROR(rescale_index(plan, m.id(), {7}, p1.id()), "bitmasked#3(ij, 2x2)", "expected 2",
                "got 1");
    CHECK_ERROR(rescale_index(plan, m.id(), {7, 3}, 9), "SNode 9");
}

CONFORMANCE_ROW(F15) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p1 = b.root().pointer("ij", {4}, env.pointer());
    const NodeRef leaf = p1.pointer("ij", {2}, env.pointer()).dense("ij", {2});
    leaf.place(ref);
    const auto tree = env.finalize(b);
    CHECK(*rescale_index(tree->plan(), leaf.id(), {9, 17}, p1.id()) == (std::vector<i64>{2, 4}));
}

CONFORMANCE_ROW(F17_F18) {
    // 4 × 8 cells as in F17, 5 × 8 as in F18.
    for (const i64 blocks : {4, 5}) {
        FieldsBuilder b;
        const FieldRef ref = b.field<f32>("x");
        const NodeRef leaf = b.root().pointer("i", {blocks}, env.pointer()).dense("i", {8});
        leaf.place(ref);
        const auto tree = env.finalize(b);
        for (i64 n = 0; n < 8 * blocks; ++n) {
            const auto parts = decompose_index(tree->plan(), leaf.id(), {n});
            CHECK((*parts == std::vector<std::vector<i64>>{{n / 8}, {n % 8}}));
            CHECK(*compose_index(tree->plan(), leaf.id(), *parts) == std::vector<i64>{n});
        }
        CHECK_ERROR(decompose_index(tree->plan(), leaf.id(), {8 * blocks}), "dense#2(i, 8)",
                    "axis i", "outside");
        CHECK_ERROR(compose_index(tree->plan(), leaf.id(), {{0}, {8}}), "dense#2(i, 8)", "outside");
        CHECK_ERROR(compose_index(tree->plan(), leaf.id(), {{0}}), "2 levels", "got 1");
    }
    // Axes that come and go, in an order of their own, sizes that are no powers of two.
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef leaf =
        b.root().pointer("kj", {3, 5}, env.pointer()).dense("ij", {7, 2}).bitmasked("k", {3});
    leaf.place(ref);
    const auto tree = env.finalize(b);
    CHECK((*decompose_index(tree->plan(), leaf.id(), {6, 9, 8}) ==
           std::vector<std::vector<i64>>{{2, 4}, {6, 1}, {2}}));
    CHECK((*compose_index(tree->plan(), leaf.id(), {{2, 4}, {6, 1}, {2}}) ==
           std::vector<i64>{6, 9, 8}));
}

// Settled: negative offsets hold for every kind of SNode.
CONFORMANCE_ROW(F03_sparse) {
    FieldsBuilder b;
    const FieldRef rp = b.field<i32>("p"), rm = b.field<i32>("m"), rl = b.field<i32>("l");
    b.root().pointer("ij", {4, 3}, env.pointer()).dense("ij", {5, 2}).place(rp, {-20, -3});
    b.root().bitmasked("ji", {6, 20}).place(rm, {-10, -2147483});
    b.root().dense("i", {20}).dynamic("j", 6, {.chunk = 4}).place(rl, {-7, -6});
    const auto tree = env.finalize(b);
    const auto check = [&](FieldRef ref, i32 i0, i32 j0, u64 cells) {
        auto x = get<i32>(*tree, ref);
        CHECK_OK(x.set({i0, j0}, 1));
        CHECK_OK(x.set({i0 + 19, j0 + 5}, 2));
        CHECK(!x.set({i0 - 1, j0}, 3).ok() && !x.set({i0, j0 + 6}, 3).ok());
        u64 visits = 0, outside = 0;
        i64 sum = 0;
        CHECK_OK(struct_for(x, [&](LoopCell c) {
            atomic_add<u64>(visits, 1);
            if (c[0] < i0 || c[0] > i0 + 19 || c[1] < j0 || c[1] > j0 + 5)
                atomic_add<u64>(outside, 1);
            atomic_add<i64>(sum, x.accessor(c.worker).read(c[0], c[1]));
        }));
        CHECK(visits == cells && outside == 0 && sum == 3);
        CHECK(*x.get({i0, j0}) == 1 && *x.get({i0 + 19, j0 + 5}) == 2);
    };
    check(rp, -20, -3, 20);
    check(rm, -10, -2147483, 2);
    check(rl, -7, -6, 7);
    // User indices stay within 32 bits.
    constexpr i64 kHalf = i64{1} << 30;
    for (const i64 size : {kHalf + 1, kHalf + 2}) {
        FieldsBuilder far;
        far.root().pointer("i", {size}).place(far.field<i32>("x"), {kHalf - 1});
        if (size == kHalf + 1)
            CHECK(far.compile().ok());
        else
            CHECK_ERROR(far.compile(), "field x", "offset", "out of range");
    }
}

}  // namespace
}  // namespace starling::conformance
