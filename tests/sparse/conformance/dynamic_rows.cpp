// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "sparse/access/packed_lists.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

CONFORMANCE_ROW(D01_D02) {
    for (const bool from_host : {true, false}) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x");
        const NodeRef list = b.root().dynamic("i", 128, {.chunk = 32});
        list.place(ref);
        const auto tree = env.finalize(b);
        auto x = get<i32>(*tree, ref);
        if (from_host)
            for (int i = 0; i < 128; ++i) x.at(i) = i;
        else
            parallel(env, *tree, 128, [&](i32 i, int worker) { x.accessor(worker).write(i, i); });
        for (int i = 0; i < 128; ++i) CHECK(x.at(i) == i);
        CHECK(*tree->length(list.id(), {}) == 128);
        CHECK(count(env, x) == 128);
    }
}

CONFORMANCE_ROW(D03) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x", 2);
    b.root().dynamic("i", 8192, {.chunk = 128}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (int i = 0; i < 2048; ++i) x.at(4 * i)[1] = i;
    bool right = true;
    for (int i = 0; i < 2048; ++i) right &= x.at(4 * i)[1] == i && x.at(4 * i)[0] == 0;
    for (int i = 0; i < 2047; ++i) right &= x.at(4 * i + 1)[1] == 0;
    CHECK(right);
}

CONFORMANCE_ROW(D08) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef list = b.root().dynamic("i", 32, {.chunk = 32});
    list.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    parallel(env, *tree, 5, [&](i32 i, int worker) { x.accessor(worker).append(i + 1); });
    CHECK(*tree->length(list.id(), {}) == 5);
    x.at(20) = 42;
    CHECK(*tree->length(list.id(), {}) == 21);
    x.at(10) = 43;
    CHECK(*tree->length(list.id(), {}) == 21);
    CHECK(x.at(6) == 0);
    CHECK(x.at(20) == 42 && x.at(10) == 43);
}

/// The lists of the D rows once more, packed: built by one assign from (list, value) pairs.
void packed_lists(Env& env, bool under_pointer) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    NodeRef upper = b.root();
    upper = under_pointer ? upper.pointer("i", {4}, env.pointer()).dense("i", {8})
                          : upper.dense("i", {32});
    const NodeRef lists = upper.dynamic("j", 5000, {.storage = DynamicStorage::packed});
    lists.place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    PackedScratch scratch;
    for (u32 round = 0; round < 5; ++round) {
        // Pairs whose lists are uneven, some empty; values tell who is who.
        const u32 pairs = 3000;
        std::map<i32, std::vector<i32>> expected;
        std::vector<i32> list_of(pairs);
        for (u32 n = 0; n < pairs; ++n) {
            const u32 hash = (n + 1) * (2654435761u + 2 * round) >> 7;
            list_of[n] = static_cast<i32>(hash % 32 * (hash >> 8) % 24);
            expected[list_of[n]].push_back(static_cast<i32>(n));
        }
        u32 failed = 0;
        CHECK_OK(assign_packed(
            *tree, lists.id(), pairs, [&](u32 n, i32* index) { index[0] = list_of[n]; },
            [](u32 n) { return n; }, scratch, failed));
        CHECK(failed == pairs);
        const ColumnView& column = tree->core()->column(tree->plan().fields[ref.index].column);
        for (u32 e = 0; e < pairs; ++e)
            *column.slot<i32>(e + 1) = static_cast<i32>(scratch.items[e]);
        u64 total = 0;
        for (i32 i = 0; i < 32; ++i) {
            const std::vector<i32>& values = expected[i];
            CHECK(*tree->length(lists.id(), {i}) == values.size());
            bool right = true;
            for (u64 k = 0; k < values.size(); ++k)
                right &= x.at(i, static_cast<i32>(k)) == values[k];
            CHECK(right);
            CHECK(x.at(i, static_cast<i32>(values.size())) == 0);
            total += values.size();
        }
        CHECK(total == pairs);
        CHECK(count(env, x) == pairs);
    }
    CHECK_OK(tree->deactivate(lists.id(), {0}));
    CHECK(*tree->length(lists.id(), {0}) == 0);
    // A write past the end of a packed list has nowhere to go; it is dropped and counted.
    x.at(0, 4) = 5;
    CHECK(x.at(0, 4) == 0);
    CHECK(tree->stats().dropped_writes == 1);
    CHECK_OK(tree->deactivate_all(lists.id()));
    CHECK(count(env, x) == 0);
}

CONFORMANCE_ROW(D32_dense) {
    packed_lists(env, false);
}
CONFORMANCE_ROW(D32_pointer) {
    packed_lists(env, true);
}

CONFORMANCE_ROW(D32_overflow) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    const NodeRef lists = b.root()
                              .pointer("i", {8}, env.pointer())
                              .dynamic("j", 10, {.storage = DynamicStorage::packed});
    lists.place(ref);
    const auto tree = env.finalize(b);
    PackedScratch scratch;
    u32 failed = 0;
    const Status status = assign_packed(
        *tree, lists.id(), 30, [](u32 n, i32* index) { index[0] = n < 17 ? 3 : 5; },
        [](u32 n) { return n; }, scratch, failed);
    CHECK(!status.ok());
    CHECK(status.error().text.find("dynamic#2(j, 10)") != std::string::npos);
    CHECK(failed < 30);
    CHECK(*tree->length(lists.id(), {3}) == 0);
    CHECK(*tree->length(lists.id(), {5}) == 0);
}

}  // namespace
}  // namespace starling::conformance
