// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes in a declaration are error values that name the node and the rule.
#include <functional>

#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

/// What finalize() says to a declaration of a field x and what `declare` hangs under the root.
template <class Declare>
Result<std::unique_ptr<SNodeTree>> built(Env& env, Declare declare) {
    FieldsBuilder b;
    declare(b, b.field<f32>("x"));
    return b.finalize(env.backend);
}

#define DECLARED(...) \
    built(env, [&](FieldsBuilder& b, FieldRef x) { (void)b, (void)x, __VA_ARGS__; })

CONFORMANCE_ROW(D31) {
    CHECK_ERROR(DECLARED(b.root().dynamic("i", 8).dense("j", {2}).place(x)), "dense#2(j, 2)",
                "dynamic#1(i, 8)", "only place()");
    CHECK_ERROR(DECLARED(b.root().dynamic("i", 8).bitmasked("j", {2}).place(x)),
                "bitmasked#2(j, 2)", "dynamic#1(i, 8)", "only place()");
    CHECK_ERROR(DECLARED(b.root().dynamic("i", 8).pointer("j", {2}).place(x)), "pointer#2(j, 2)",
                "dynamic#1(i, 8)", "only place()");
    CHECK_ERROR(DECLARED(b.root().dynamic("i", 8).dynamic("j", 2).place(x)), "dynamic#2(j, 2)",
                "dynamic#1(i, 8)", "only place()");
    CHECK_OK(Status(DECLARED(b.root().dynamic("i", 8).place(x)).ok() ? Status() : Error{"place"}));
}

CONFORMANCE_ROW(F05) {
    CHECK_ERROR(DECLARED(b.root().dense("ij", {4}).place(x, {1})), "dense#1(ij, 4x4)",
                "offset of 2 numbers", "got 1");
    CHECK_ERROR(DECLARED(b.root().pointer("i", {4}).place(x, {1, 2, 3})), "pointer#1(i, 4)",
                "offset of 1 numbers", "got 3");
    CHECK_ERROR(DECLARED(b.root().place(x, {1})), "root", "no shape");
}

CONFORMANCE_ROW(F09) {
    CHECK_ERROR(DECLARED(b.root().dense("ijk", {4, 4}).place(x)), "dense#1(ijk, 4x4)",
                "2 sizes for 3 axes");
    CHECK_ERROR(DECLARED(b.root().dense("ij", {}).place(x)), "dense#1(ij, ", "no shape");
    CHECK_ERROR(DECLARED(b.root().dense("iji", {4}).place(x)), "dense#1(iji, 4x4x4)",
                "axis i is given twice");
    CHECK_ERROR(DECLARED(b.root().dense("iz", {4}).place(x)), "dense#1(i?, 4x4)", "unknown axis");
    CHECK_ERROR(DECLARED(b.root().dense("", {4}).place(x)), "dense#1", "at least one axis");
}

CONFORMANCE_ROW(F21) {
    for (const i64 size : {i64{0}, i64{-1}, i64{1} << 31, i64{1} << 62}) {
        const std::string got = "got " + std::to_string(size);
        CHECK_ERROR(DECLARED(b.root().dense("i", {size}).place(x)), "dense#1(i, ",
                    "sizes from 1 to 2147483647", got.c_str());
        CHECK_ERROR(DECLARED(b.root().pointer("ij", {4, size}).place(x)), "pointer#1(ij, 4x",
                    "sizes from 1 to", got.c_str());
        CHECK_ERROR(DECLARED(b.root().bitmasked("i", {size}).place(x)), "bitmasked#1(i, ",
                    "sizes from 1 to", got.c_str());
        CHECK_ERROR(DECLARED(b.root().dynamic("i", size).place(x)), "dynamic#1(i, ",
                    "sizes from 1 to", got.c_str());
    }
    CHECK_ERROR(DECLARED(b.root().dense("ijklmnopqrstu", {2}).place(x)), "dense#1", "unknown axis");
    CHECK_ERROR(DECLARED(b.root().dense("ijk", {4, 4}).place(x)), "dense#1(ijk, 4x4)",
                "2 sizes for 3 axes");
    for (const i64 chunk : {i64{0}, i64{-1}, i64{1} << 40})
        CHECK_ERROR(DECLARED(b.root().dynamic("i", 8, {.chunk = chunk}).place(x)),
                    "dynamic#1(i, 8)", "chunk");
}

CONFORMANCE_ROW(F22) {
    CHECK_ERROR(DECLARED(b.root().dense("ij", {4}).dynamic("j", 8).place(x)), "dynamic#2(j, 8)",
                "shares axis j", "dense#1(ij, 4x4)");
    CHECK_ERROR(DECLARED(b.root().pointer("k", {4}).dense("i", {2}).dynamic("k", 8).place(x)),
                "dynamic#3(k, 8)", "shares axis k", "pointer#1(k, 4)");
    CHECK_ERROR(DECLARED(b.root().dynamic("ij", 8).place(x)), "dynamic#1(ij, 8x8)", "one axis");
}

CONFORMANCE_ROW(F23) {
    CHECK_ERROR(DECLARED(b.root().place(x), b.root().pointer("i", {4})), "pointer#1(i, 4)",
                "no child");
    CHECK_ERROR(DECLARED(b.root().place(x), b.root().pointer("i", {4}).dense("i", {2})),
                "dense#2(i, 2)", "no child");
    CHECK_ERROR(DECLARED(b.root().place(x), b.root().dynamic("i", 4)), "dynamic#1(i, 4)",
                "no child");
}

CONFORMANCE_ROW(F24) {
    CHECK_ERROR(DECLARED(b.root().dense("i", {4}).place(x), b.root().dense("i", {5}).place(x)),
                "field x", "placed twice");
    CHECK_ERROR(DECLARED(b.root().dense("i", {4}).place(FieldGroup{x, x})), "field x",
                "placed twice");
    CHECK_ERROR(DECLARED(b.root().dense("i", {4}).place(x), b.field<f32>("y")), "field y",
                "never placed");
    // Members of one cell cannot have shapes of their own: they are components of one field.
    CHECK_ERROR(DECLARED(b.root().dense("i", {4}).place(b.field<f32>("v", 0))), "field v",
                "components", "got 0");
}

CONFORMANCE_ROW(F25) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("ij", {4}, env.pointer());
    p.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    CHECK_ERROR(tree->is_active(p.id(), {1}), "pointer#1(ij, 4x4)", "expected 2", "got 1");
    CHECK_ERROR(tree->activate(p.id(), {1, 2, 3}), "pointer#1(ij, 4x4)", "expected 2", "got 3");
    CHECK_ERROR(tree->deactivate(p.id(), {}), "pointer#1(ij, 4x4)", "expected 2", "got 0");
    CHECK_ERROR(x.get({1}), "field x", "expected 2", "got 1");
    CHECK_ERROR(x.set({1, 2, 3}, 1), "field x", "expected 2", "got 3");
    CHECK(count(env, x) == 0);
}

CONFORMANCE_ROW(G07) {
    FieldsBuilder b;
    const auto tree = env.finalize(b);
    CHECK(tree != nullptr);
    CHECK(tree->plan().snodes.size() == 1);
    CHECK(tree->stats().snodes.size() == 1);
    CHECK_OK(tree->deactivate_all());
    CHECK_OK(tree->destroy());
}

}  // namespace
}  // namespace starling::conformance
