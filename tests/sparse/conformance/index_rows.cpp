// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
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

}  // namespace
}  // namespace starling::conformance
