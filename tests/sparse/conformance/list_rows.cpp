// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows about lists that hold for both storages of `dynamic`: chunked lists grow by appends, packed
// ones are built by one assign from the same (list, value) pairs.
#include <algorithm>
#include <map>

#include "sparse/access/interop.h"
#include "sparse/access/packed_lists.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

/// A tree with one dynamic SNode `lists`, and what the rows do to it.
struct Lists {
    Env& env;
    DynamicStorage storage;
    FieldsBuilder b;
    std::unique_ptr<SNodeTree> tree;
    u32 lists = 0;

    Lists(Env& e, DynamicStorage s) : env(e), storage(s) {}

    DynamicOptions options(i64 chunk = 32) const { return {.chunk = chunk, .storage = storage}; }
    bool packed() const { return storage == DynamicStorage::packed; }

    void finalize(NodeRef node) {
        lists = node.id();
        tree = env.finalize(b);
    }
    template <class... I>
    u32 length(I... list) {
        const Result<u32> length = tree->length(lists, {list...});
        CHECK(length.ok());
        return length.ok() ? *length : ~0u;
    }

    /// Pairs (list, value) appended in order; `list_of` gives the one number that names a list.
    template <class T>
    Status build(const Field<T>& field, const std::vector<std::pair<i32, T>>& pairs) {
        if (packed())
            return assign_lists(
                *tree, field, static_cast<u32>(pairs.size()),
                [&](u32 n, i32* index) { index[0] = pairs[n].first; },
                [&](u32 n, u32) { return pairs[n].second; });
        const bool one_list = tree->plan().snodes[tree->plan().snodes[lists].parent].depth == 0;
        return tree->parallel_for(1, 1, [&](i64, i64, int worker) {
            Accessor<T> access = field.accessor(worker);
            for (const auto& [list, value] : pairs)
                if (one_list)
                    access.append(value);
                else
                    access.append(value, list);
        });
    }

    /// The values of a list, by its true length.
    template <class T>
    std::vector<T> values(const Field<T>& field, i32 list) {
        const auto out = tree->plan().axes_of(tree->plan().snodes[lists].parent).empty()
                             ? export_list(field, {})
                             : export_list(field, {list});
        CHECK(out.ok());
        return out.ok() ? *out : std::vector<T>{};
    }
};

CONFORMANCE_LIST_ROW(D04) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 128, t.options()).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    if (t.packed()) {
        std::vector<std::pair<i32, i32>> pairs;
        for (int i = 0; i < 128; ++i) pairs.push_back({0, (i * 37) % 128});
        CHECK_OK(t.build(x, pairs));
    } else {
        parallel(env, *t.tree, 128, [&](i32 i, int worker) { x.accessor(worker).append(i); });
    }
    CHECK(t.length() == 128);
    std::vector<i32> values = t.values(x, 0);
    std::sort(values.begin(), values.end());
    for (int i = 0; i < 128; ++i) CHECK(values[static_cast<u64>(i)] == i);
}

CONFORMANCE_LIST_ROW(D06_D07) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {128}).dynamic("j", 128, t.options(8)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    for (int i = 0; i < 128; ++i) CHECK(t.length(i) == 0);
    std::vector<std::pair<i32, i32>> pairs;
    for (int i = 0; i < 128; ++i)
        for (int j = 0; j < 128; ++j) pairs.push_back({j, i});
    CHECK_OK(t.build(x, pairs));
    for (int j = 0; j < 128; ++j) {
        CHECK(t.length(j) == 128);
        for (int i = 0; i < 128; ++i) CHECK(*x.get({j, i}) == i);
    }
    CHECK(count(env, x) == 128 * 128);
}

CONFORMANCE_LIST_ROW(D09) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<u8>("x");
    t.finalize(t.b.root().dynamic("i", 20, t.options(4)).place(ref));
    const auto x = get<u8>(*t.tree, ref);
    std::vector<std::pair<i32, u8>> pairs;
    for (int i = 0; i < 20; ++i) pairs.push_back({0, static_cast<u8>(i * i * i)});
    CHECK_OK(t.build(x, pairs));
    for (int i = 0; i < 20; ++i) CHECK(*x.get({i}) == i * i * i % 256);
}

CONFORMANCE_LIST_ROW(D10) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<u64>("x");
    t.finalize(t.b.root().dynamic("i", 20, t.options(4)).place(ref));
    const auto x = get<u64>(*t.tree, ref);
    std::vector<std::pair<i32, u64>> pairs;
    for (u64 i = 0; i < 20; ++i) pairs.push_back({0, i * i * i * 10000000000u});
    CHECK_OK(t.build(x, pairs));
    for (int i = 0; i < 20; ++i) CHECK(*x.get({i}) == static_cast<u64>(i * i * i) * 10000000000u);
}

CONFORMANCE_LIST_ROW(D11) {
    Lists t(env, storage);
    const FieldRef r8 = t.b.field<u8>("a"), r16 = t.b.field<u16>("b"), r32 = t.b.field<u32>("c"),
                   r64 = t.b.field<u64>("d");
    t.finalize(
        t.b.root().dense("i", {10}).dynamic("j", 20, t.options(5)).place({r8, r16, r32, r64}));
    auto a = get<u8>(*t.tree, r8);
    auto bb = get<u16>(*t.tree, r16);
    auto c = get<u32>(*t.tree, r32);
    auto d = get<u64>(*t.tree, r64);
    // The lists by one member, the other members by number.
    std::vector<std::pair<i32, u64>> pairs;
    for (u64 i = 0; i < 10; ++i)
        for (u64 j = 0; j < 20; ++j) pairs.push_back({static_cast<i32>(i), 10000000000u * i * j});
    CHECK_OK(t.build(d, pairs));
    parallel(env, *t.tree, 200, [&](i32 n, int worker) {
        const u64 product = static_cast<u64>(n / 20 * (n % 20));
        a.accessor(worker).write(static_cast<u8>(10 * product), n / 20, n % 20);
        bb.accessor(worker).write(static_cast<u16>(10000 * product), n / 20, n % 20);
        c.accessor(worker).write(static_cast<u32>(100000000 * product), n / 20, n % 20);
    });
    for (int i = 0; i < 10; ++i) {
        CHECK(t.length(i) == 20);
        for (int j = 0; j < 20; ++j) {
            const u64 product = static_cast<u64>(i * j);
            CHECK(*a.get({i, j}) == static_cast<u8>(10 * product));
            CHECK(*bb.get({i, j}) == static_cast<u16>(10000 * product));
            CHECK(*c.get({i, j}) == static_cast<u32>(100000000 * product));
            CHECK(*d.get({i, j}) == 10000000000u * product);
        }
    }
}

CONFORMANCE_LIST_ROW(D12) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<u8>("m", 4);
    t.finalize(t.b.root().dense("i", {10}).dynamic("j", 20, t.options(4)).place(ref));
    auto m = get<u8>(*t.tree, ref);
    if (t.packed()) {
        CHECK_OK(assign_lists(
            *t.tree, m, 200, [](u32 n, i32* index) { index[0] = static_cast<i32>(n / 20); },
            [](u32 n, u32 c) { return static_cast<u8>(n / 20 * (n % 20) * (c + 1)); }));
    } else {
        CHECK_OK(t.tree->parallel_for(1, 1, [&](i64, i64, int worker) {
            Accessor<u8> access = m.accessor(worker);
            NodeAccess node(*t.tree->core(), t.lists, worker);
            for (int n = 0; n < 200; ++n) {
                const i64 number = node.append(n / 20);
                if (number != n % 20) env.check(false, "number of the element", __FILE__, __LINE__);
                u8* const element = access.activate(n / 20, number);
                for (int c = 0; c < 4; ++c)
                    element[c] = static_cast<u8>(n / 20 * (n % 20) * (c + 1));
            }
        }));
    }
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 20; ++j)
            for (u32 c = 0; c < 4; ++c)
                CHECK(*m.get({i, j}, c) == static_cast<u8>(static_cast<u32>(i * j) * (c + 1)));
}

CONFORMANCE_LIST_ROW(D14) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {16}).dynamic("j", 4096, t.options()).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    const auto add = [&](i32 times, i32 before) {
        if (!t.packed())
            return parallel(env, *t.tree, 16, [&](i32 i, int worker) {
                for (int n = 0; n < times * i * i; ++n) x.accessor(worker).append(n, i);
            });
        // Packed lists are always built as a whole.
        std::vector<std::pair<i32, i32>> pairs;
        for (int i = 0; i < 16; ++i)
            for (int n = 0; n < (before + times) * i * i; ++n) pairs.push_back({i, n});
        CHECK_OK(t.build(x, pairs));
    };
    const auto lengths = [&](i32 times) {
        bool right = true;
        for (int i = 0; i < 16; ++i) right &= t.length(i) == static_cast<u32>(times * i * i);
        return right;
    };
    add(1, 0);
    CHECK(lengths(1));
    add(2, 1);
    CHECK(lengths(3));
    CHECK_OK(t.tree->deactivate_all(t.lists));
    CHECK(lengths(0));
    CHECK(count(env, x) == 0);
    if (!t.packed()) CHECK(t.tree->stats().snodes[t.lists].slots.live == 0);
    add(4, 0);
    CHECK(lengths(4));
    CHECK(count(env, x) == 4 * 1240);
}

CONFORMANCE_ROW(D15) {
    Lists t(env, DynamicStorage::chunked);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 128).place(ref));
    auto x = get<i32>(*t.tree, ref);
    x.at(42) = 1;
    CHECK(count(env, x) == 43);
    i64 sum = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) { atomic_add<i64>(sum, cell[0]); }));
    CHECK(sum == 43 * 42 / 2);
}

CONFORMANCE_LIST_ROW(D16) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {128}).dynamic("j", 128, t.options(128)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    if (t.packed()) {
        std::vector<std::pair<i32, i32>> pairs;
        for (int i = 0; i < 128; ++i)
            for (int j = 0; j < i; ++j) pairs.push_back({i, 2 * j});
        CHECK_OK(t.build(x, pairs));
    } else {
        parallel(env, *t.tree, 128, [&](i32 i, int worker) {
            for (int j = 0; j < i; ++j) x.accessor(worker).append(2 * j, i);
        });
    }
    for (int i = 0; i < 128; ++i) {
        CHECK(t.length(i) == static_cast<u32>(i));
        for (int j = 0; j < i; ++j) CHECK(*x.get({i, j}) == 2 * j);
    }
    CHECK(count(env, x) == 128 * 127 / 2);
}

CONFORMANCE_LIST_ROW(D17) {
    env.backend.checked = true;
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {10}).dynamic("j", 10, t.options()).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    std::vector<std::pair<i32, i32>> pairs;
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < i; ++j) pairs.push_back({i, j});
    CHECK_OK(t.build(x, pairs));
    for (int i = 0; i < 10; ++i) {
        const std::vector<i32> values = t.values(x, i);
        CHECK(values.size() == static_cast<u64>(i));
        for (int j = 0; j < i; ++j) CHECK(values[static_cast<u64>(j)] == j);
    }
}

CONFORMANCE_LIST_ROW(D18) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {5}).dynamic("j", 5, t.options()).place(ref));
    auto x = get<i32>(*t.tree, ref);
    CHECK_OK(t.build<i32>(x, {{0, 1}, {0, 3}, {0, 5}, {1, 7}, {1, 7}, {2, 9}, {3, 12}}));
    for (int i = 0; i < 5; ++i)
        CHECK(t.length(i) == (std::vector<u32>{3, 2, 1, 1, 0})[static_cast<u64>(i)]);
    CHECK_OK(t.tree->deactivate(t.lists, {0}));
    x.at(1, 0) = x.at(1, 0) + 2;
    for (int i = 0; i < 5; ++i)
        CHECK(t.length(i) == (std::vector<u32>{0, 2, 1, 1, 0})[static_cast<u64>(i)]);
    for (int j = 0; j < 3; ++j) CHECK(x.at(0, j) == 0);
    CHECK((t.values(x, 1) == std::vector<i32>{9, 7}));
}

CONFORMANCE_LIST_ROW(D19) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {16}).dynamic("j", 16, t.options(4)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    std::vector<std::pair<i32, i32>> pairs;
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < i; ++j) pairs.push_back({i, j * j});
    CHECK_OK(t.build(x, pairs));
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) CHECK(*x.get({i, j}) == (j < i ? j * j : 0));
}

CONFORMANCE_LIST_ROW(D20) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 1024, t.options()).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    CHECK_OK(t.build(x, std::vector<std::pair<i32, i32>>(1024, {0, 1})));
    parallel(env, *t.tree, 512,
             [&](i32 i, int worker) { x.accessor(worker).no_activate().atomic_add(1, 2 * i + 1); });
    for (int i = 0; i < 1024; ++i) CHECK(*x.get({i}) == 1 + i % 2);
    // Past the end nothing is active, so nothing is written.
    CHECK_OK(t.tree->deactivate(t.lists, {}));
    parallel(env, *t.tree, 10, [&](i32 i, int worker) {
        Accessor<i32> quiet = x.accessor(worker).no_activate();
        quiet.write(5, i);
        if (quiet.append(5) != -1) env.check(false, "append is dropped", __FILE__, __LINE__);
    });
    CHECK(t.length() == 0);
    CHECK(t.tree->stats().dropped_writes == 20);
}

CONFORMANCE_LIST_ROW(D21) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 10, t.options(5)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    if (t.packed()) {
        const Status status = t.build(x, std::vector<std::pair<i32, i32>>(17, {0, 1}));
        CHECK_ERROR(status, "dynamic#1(i, 10)", "7 appends", "capacity of 10");
        CHECK(t.tree->stats().list_overflows == 7);
        CHECK(t.length() == 0);  // an assign that does not fit leaves the lists empty
        return;
    }
    u32 refused = 0;
    const Status status = t.tree->parallel_for(17, 1, [&](i64 begin, i64 end, int worker) {
        for (i64 i = begin; i < end; ++i)
            if (x.accessor(worker).append(1) < 0) atomic_add<u32>(refused, 1);
    });
    CHECK(refused == 7);
    CHECK_ERROR(status, "dynamic#1(i, 10)", "7 appends", "capacity of 10");
    CHECK(t.tree->stats().list_overflows == 7);
    CHECK(t.length() == 10);
    CHECK(count(env, x) == 10);
}

CONFORMANCE_LIST_ROW(D22) {
    env.backend.checked = true;
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 16, t.options(4)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    CHECK_OK(t.build(x, std::vector<std::pair<i32, i32>>(5, {0, 1})));
    const auto write = [&](i32 i) {
        return t.tree->parallel_for(1, 1,
                                    [&](i64, i64, int worker) { x.accessor(worker).write(7, i); });
    };
    CHECK_ERROR(write(17), "field x", "(17)", "shape (16)", "offset (0)");
    CHECK_ERROR(write(-1), "field x", "(-1)");
    CHECK(t.length() == 5);
    CHECK_OK(write(3));
    CHECK(*x.get({3}) == 7);
}

CONFORMANCE_LIST_ROW(D24) {
    env.backend.checked = true;
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root()
                   .pointer("ij", {32}, env.pointer())
                   .pointer("ij", {8}, env.pointer())
                   .dynamic("k", 1048576, t.options())
                   .place(ref, {-2048, -2048, 0}));
    CHECK(t.length(10, 10) == 0);
    u32 length = 77;
    parallel(env, *t.tree, 1, [&](i32, int worker) {
        length = NodeAccess(*t.tree->core(), t.lists, worker).length(10, 10);
    });
    CHECK(length == 0);
    const auto x = get<i32>(*t.tree, ref);
    CHECK(*x.get({-2038, -2038, 0}) == 0);
    CHECK(count(env, x) == 0);
    if (t.packed()) return;
    // What is appended to list (10, 10) has the shifted user index.
    parallel(env, *t.tree, 1, [&](i32, int worker) { x.accessor(worker).append(5, 10, 10); });
    CHECK(*x.get({-2038, -2038, 0}) == 5);
    CHECK(t.length(10, 10) == 1);
}

CONFORMANCE_LIST_ROW(D25) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    const NodeRef p1 = t.b.root().pointer("i", {4}, env.pointer());
    const NodeRef p2 = p1.pointer("i", {4}, env.pointer());
    t.finalize(p2.dynamic("j", 100, t.options()).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    CHECK_OK(t.build<i32>(x, {{6, 9}}));
    for (int i = 0; i < 4; ++i) CHECK(*t.tree->is_active(p1.id(), {i}) == (i == 1));
    for (int i = 0; i < 16; ++i) {
        CHECK(*t.tree->is_active(p2.id(), {i}) == (i == 6));
        CHECK(t.length(i) == (i == 6 ? 1u : 0u));
    }
    CHECK(*x.get({6, 0}) == 9);
}

CONFORMANCE_LIST_ROW(D27) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 65536, t.options(4)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    if (t.packed()) {
        std::vector<std::pair<i32, i32>> pairs;
        for (i32 i = 0; i < 65536; ++i) pairs.push_back({0, i});
        CHECK_OK(t.build(x, pairs));
    } else {
        parallel(env, *t.tree, 65536, [&](i32 i, int worker) { x.accessor(worker).append(i); });
    }
    CHECK(t.length() == 65536);
    std::vector<i32> values = t.values(x, 0);
    std::sort(values.begin(), values.end());
    bool each_once = true;
    for (i32 i = 0; i < 65536; ++i) each_once &= values[static_cast<u64>(i)] == i;
    CHECK(each_once);
    CHECK(count(env, x) == 65536);
    // No list is walked to find an element: a cell in the middle is as near as the first.
    CHECK_OK(t.tree->deactivate_all(t.lists));
    CHECK(t.length() == 0);
    if (t.packed()) return;
    CHECK(t.tree->stats().snodes[t.lists].slots.live == 0);
    CHECK(t.tree->core()->manager(t.tree->plan().snodes[t.lists].child_segment).is_valid());
}

CONFORMANCE_LIST_ROW(D28) {
    Lists t(env, storage);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dynamic("i", 100, t.options(4)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    if (t.packed()) CHECK_OK(t.build(x, std::vector<std::pair<i32, i32>>(20, {0, 3})));
    u32 before = 0, after = 77;
    i32 value = 77;
    parallel(env, *t.tree, 1, [&](i32, int worker) {
        if (!t.packed())
            for (int i = 0; i < 20; ++i) x.accessor(worker).append(i);
        NodeAccess node(*t.tree->core(), t.lists, worker);
        before = node.length();
        node.clear();
        after = node.length();
        value = x.accessor(worker).read(7);
    });
    CHECK(before == 20);
    CHECK(after == 0);
    CHECK(value == 0);
    CHECK(t.length() == 0);
}

CONFORMANCE_ROW(D30) {
    Lists t(env, DynamicStorage::chunked);
    const FieldRef ref = t.b.field<i32>("x");
    t.finalize(t.b.root().dense("i", {4}).dynamic("j", 4096, t.options(8)).place(ref));
    const auto x = get<i32>(*t.tree, ref);
    u32 wrong = 0;
    CHECK_OK(t.tree->parallel_for(1024, 1, [&](i64 begin, i64 end, int worker) {
        Accessor<i32> access = x.accessor(worker);
        for (i32 n = static_cast<i32>(begin); n < static_cast<i32>(end); ++n) {
            const i32 list = n / 2 % 4;
            if (n % 2 == 0) {
                for (int k = 0; k < 16; ++k) access.append(1000 + list, list);
                continue;
            }
            const u32 length = NodeAccess(*t.tree->core(), t.lists, worker).length(list);
            for (u32 k = 0; k < length; ++k) {
                const i32 value = access.atomic_read(list, k);
                if (value != 0 && value != 1000 + list) atomic_add<u32>(wrong, 1);
            }
        }
    }));
    CHECK(wrong == 0);
    for (int i = 0; i < 4; ++i) {
        CHECK(t.length(i) == 2048);
        CHECK(t.values(x, i) == std::vector<i32>(2048, 1000 + i));
    }
}

}  // namespace
}  // namespace starling::conformance
