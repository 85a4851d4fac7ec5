// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <thread>
#include <utility>

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

CONFORMANCE_ROW(E02) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().dense("ijk", {4}).dense("ijk", {4}).dense("ijk", {4}).dense("ijk", {2}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    const auto value = [](i32 i, i32 j, i32 k) { return (i * 128 + j) * 128 + k; };
    CHECK_OK(struct_for(x, [&](LoopCell c) {
        x.accessor(c.worker).write(value(c[0], c[1], c[2]), c[0], c[1], c[2]);
    }));
    u32 wrong = 0;
    parallel(env, *tree, 128 * 128 * 128, [&](i32 n, int worker) {
        if (x.accessor(worker).read(n / 16384, n / 128 % 128, n % 128) != n)
            atomic_add<u32>(wrong, 1);
    });
    CHECK(wrong == 0);
}

/// E12, E13: x[1]=2, x[2]=3, x[7]=5; y[3]=2, y[4]=3; loop x: y[x[i] + shift] += 1.
void scatter(Env& env, i32 shift, const std::vector<i32>& expected) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), ry = b.field<i32>("y");
    b.root().pointer("i", {16}, env.pointer()).place(rx);
    b.root().pointer("i", {16}, env.pointer()).place(ry);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, rx), y = get<i32>(*tree, ry);
    x.at(1) = 2, x.at(2) = 3, x.at(7) = 5;
    y.at(3) = 2, y.at(4) = 3;
    CHECK_OK(struct_for(x, [&](LoopCell c) {
        y.accessor(c.worker).atomic_add(1, x.accessor(c.worker).read(c[0]) + shift);
    }));
    for (int i = 0; i < 16; ++i) CHECK(y.at(i) == (i < 8 ? expected[static_cast<u64>(i)] : 0));
    CHECK(count(env, x) == 3);
}

CONFORMANCE_ROW(E12) {
    scatter(env, 0, {0, 0, 1, 3, 3, 1, 0, 0});
}

CONFORMANCE_ROW(E13) {
    scatter(env, 1, {0, 0, 0, 3, 4, 0, 1, 0});
}

CONFORMANCE_ROW(E22) {
    FieldsBuilder b;
    const FieldRef rx = b.field<f32>("x"), rm = b.field<f32>("m"), rl = b.field<f32>("l");
    const NodeRef p = b.root().pointer("i", {8}, env.pointer());
    p.dense("i", {4}).place(rx);
    const NodeRef m = b.root().bitmasked("i", {32});
    m.place(rm);
    const NodeRef lists = b.root().dynamic("i", 32, {.chunk = 4});
    lists.place(rl);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, rx), bits = get<f32>(*tree, rm), list = get<f32>(*tree, rl);
    x.at(9) = 1, bits.at(9) = 1, list.at(9) = 1;
    const u64 version = tree->stats().topology_version;
    parallel(env, *tree, 32, [&](i32 i, int worker) {
        x.accessor(worker).no_activate().write(7, i);
        bits.accessor(worker).no_activate().write(7, i);
    });
    CHECK(tree->stats().topology_version == version);
    parallel(env, *tree, 32,
             [&](i32 i, int worker) { list.accessor(worker).no_activate().atomic_add(7, i); });
    // Cells that were active are written, the others are as they were.
    for (int i = 0; i < 32; ++i) {
        CHECK(x.at(i) == (i / 4 == 2 ? 7.0f : 0.0f));
        CHECK(bits.at(i) == (i == 9 ? 7.0f : 0.0f));
        CHECK(list.at(i) == (i < 9 ? 7.0f : i == 9 ? 8.0f : 0.0f));
        CHECK(*tree->is_active(m.id(), {i}) == (i == 9));
    }
    CHECK(*tree->length(lists.id(), {}) == 10);
    CHECK(tree->stats().dropped_writes == 28 + 31 + 22);
    CHECK(tree->stats().snodes[p.id()].slots.created == 1);
}

CONFORMANCE_ROW(E23) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().pointer("i", {64}, env.pointer()).bitmasked("i", {16}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (int i = 0; i < 1024; i += 7) x.at(i) = i;
    std::vector<u8> first(1024, 0), second(1024, 0);
    CHECK_OK(struct_for(x, [&](LoopCell c) { ++first[static_cast<u64>(c[0])]; }));
    const u64 builds = tree->stats().list_builds;
    CHECK_OK(struct_for(x, [&](LoopCell c) { ++second[static_cast<u64>(c[0])]; }));
    CHECK(first == second);
    for (u64 i = 0; i < 1024; ++i) CHECK(first[i] == (i % 7 == 0 ? 1 : 0));
    CHECK(tree->stats().list_builds == builds);
}

CONFORMANCE_ROW(E26) {
    FieldsBuilder b;
    const FieldRef rx = b.field<u32>("x"), ry = b.field<u32>("y");
    const NodeRef p = b.root().pointer("i", {64}, env.pointer());
    p.dense("i", {32}).place({rx, ry});
    const auto tree = env.finalize(b);
    const auto x = get<u32>(*tree, rx), y = get<u32>(*tree, ry);
    const auto bits = [](i32 i) { return static_cast<u32>(i) * 2654435761u; };
    parallel(env, *tree, 2048, [&](i32 i, int worker) {
        if (i / 32 % 3 == 0) x.accessor(worker).write(bits(i), i);
    });
    CHECK_OK(struct_for(x, [&](LoopCell c) {
        const u32 value = x.accessor(c.worker).read(c[0]);
        u32 out = 0;
        for (u32 bit = 0; bit < 32; ++bit)
            if (((value >> bit) & 1) != 0)
                out = out * 3 + bit;
            else if (bit % 2 == 1)
                out ^= value;
        y.accessor(c.worker).write(out, c[0]);
    }));
    for (int i = 0; i < 2048; ++i) {
        const u32 value = bits(i);
        u32 out = 0;
        for (u32 bit = 0; bit < 32; ++bit)
            if (((value >> bit) & 1) != 0)
                out = out * 3 + bit;
            else if (bit % 2 == 1)
                out ^= value;
        CHECK(*y.get({i}) == (i / 32 % 3 == 0 ? out : 0));
    }
}

CONFORMANCE_ROW(E27) {
    using Cells = std::vector<std::pair<i32, i32>>;
    const auto order = [&](auto declare) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x");
        declare(b.root()).place(ref);
        const auto tree = env.finalize(b);
        const auto x = get<i32>(*tree, ref);
        Cells cells;
        const i32* last = nullptr;
        CHECK_OK(struct_for(
            x,
            [&](LoopCell c) {
                cells.push_back({c[0], c[1]});
                const i32* const address = x.accessor(c.worker).lookup(c[0], c[1]);
                if (last != nullptr && address != last + 1)
                    env.check(false, "cells come as they lie in memory", __FILE__, __LINE__);
                last = address;
            },
            LoopOrder::memory));
        return cells;
    };
    Cells rows, columns, blocks;
    for (i32 n = 0; n < 12; ++n) rows.push_back({n / 4, n % 4});
    for (i32 n = 0; n < 12; ++n) columns.push_back({n % 3, n / 3});
    for (i32 n = 0; n < 16; ++n)
        blocks.push_back({2 * (n / 8) + n / 2 % 2, 2 * (n / 4 % 2) + n % 2});
    CHECK(order([](NodeRef root) { return root.dense("ij", {3, 4}); }) == rows);
    CHECK(order([](NodeRef root) { return root.dense("ji", {4, 3}); }) == columns);
    CHECK(order([](NodeRef root) { return root.dense("j", {4}).dense("i", {3}); }) == columns);
    CHECK(order([](NodeRef root) { return root.dense("ij", {2}).dense("ij", {2}); }) == blocks);
    // Sparse: blocks by place, whatever the order of their activation.
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("x");
    b.root().pointer("i", {8}, env.pointer()).bitmasked("i", {4}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<i32>(*tree, ref);
    for (const int i : {30, 2, 17, 1, 16, 9}) x.at(i) = 1;
    std::vector<i32> seen;
    CHECK_OK(struct_for(
        x, [&](LoopCell c) { seen.push_back(c[0]); }, LoopOrder::memory));
    CHECK((seen == std::vector<i32>{1, 2, 9, 16, 17, 30}));
}

// Loops over SNodes of every kind; the rows name a few.
CONFORMANCE_ROW(E_over_any_snode) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), ry = b.field<i32>("y"), rl = b.field<i32>("l");
    const NodeRef d1 = b.root().dense("i", {3});
    const NodeRef p = d1.pointer("i", {2}, env.pointer());
    const NodeRef d2 = p.dense("i", {5});
    const NodeRef m = d2.bitmasked("j", {3});
    const NodeRef d3 = m.dense("i", {2});
    d3.place(rx, {-100, 7});
    d2.place(ry);
    const NodeRef lists = p.dynamic("k", 10);
    lists.place(rl);
    const auto tree = env.finalize(b);
    const auto visits = [&](u32 snode) {
        std::set<std::vector<i32>> cells;
        u64 calls = 0;
        const std::size_t rank = tree->plan().axes_of(snode).size();
        u32 lock = 0;
        CHECK_OK(struct_for_cells(*tree, snode, [&](LoopCell c) {
            locked_task(
                lock, [] { return true; },
                [&] {
                    ++calls;
                    cells.insert({c.index, c.index + rank});
                });
        }));
        CHECK(calls == cells.size());
        return cells;
    };
    using Cells = std::set<std::vector<i32>>;
    CHECK(visits(0) == (Cells{{}}));
    CHECK(visits(d1.id()) == (Cells{{0}, {1}, {2}}));
    for (const u32 snode : {p.id(), d2.id(), m.id(), d3.id(), lists.id()})
        CHECK(visits(snode).empty());
    get<i32>(*tree, rx).at(-100 + 2 * 17, 7 + 2) = 1;  // block 3, cell 2 of it
    CHECK(visits(p.id()) == (Cells{{3}}));
    CHECK(visits(d2.id()) == (Cells{{15}, {16}, {17}, {18}, {19}}));
    CHECK(visits(m.id()) == (Cells{{17, 2}}));
    CHECK(visits(d3.id()) == (Cells{{34, 2}, {35, 2}}));
    CHECK(count(env, get<i32>(*tree, ry)) == 5);
    CHECK(visits(lists.id()).empty());
    parallel(env, *tree, 3,
             [&](i32 n, int worker) { get<i32>(*tree, rl).accessor(worker).append(n, 5); });
    CHECK(visits(lists.id()) == (Cells{{5, 0}, {5, 1}, {5, 2}}));
    CHECK(visits(p.id()) == (Cells{{3}, {5}}));
    CHECK_ERROR(struct_for_cells(*tree, 99, [](LoopCell) {}), "no SNode 99");
}

CONFORMANCE_ROW(E18_everywhere) {
    FieldsBuilder b1, b2;
    const FieldRef r1 = b1.field<i32>("x"), r2 = b2.field<i32>("y");
    const NodeRef p1 = b1.root().pointer("i", {4}, env.pointer());
    p1.place(r1);
    b2.root().dense("i", {4}).place(r2);
    const auto t1 = env.finalize(b1), t2 = env.finalize(b2);
    auto x = get<i32>(*t1, r1), y = get<i32>(*t2, r2);
    u32 accepted = 0, calls = 0;
    const auto inside = [&] {
        atomic_add<u32>(calls, 1);
        const auto none = [](LoopCell) {};
        for (const bool ok :
             {struct_for(x, none).ok(), struct_for(y, none).ok(),
              struct_for(y, none, LoopOrder::memory).ok(), struct_for_cells(*t2, 1, none).ok(),
              t1->parallel_for(4, 1, [](i64, i64, int) {}).ok(),
              t2->parallel_for(4, 1, [](i64, i64, int) {}).ok(), y.set({0}, 1).ok(),
              t1->activate(p1.id(), {0}).ok(), t1->deactivate(p1.id(), {0}).ok(),
              t1->deactivate_all().ok(), t2->destroy().ok(), t1->destroy().ok()})
            if (ok) atomic_add<u32>(accepted, 1);
    };
    CHECK_OK(struct_for(y, [&](LoopCell) { inside(); }));
    CHECK_OK(struct_for(
        y, [&](LoopCell) { inside(); }, LoopOrder::memory));
    parallel(env, *t1, 40, [&](i32, int) { inside(); });
    // A loop of the executor itself, of this one or another, on whatever thread.
    env.backend.executor->parallel_for(40, 1, [&](i64, i64, int) { inside(); });
    const auto other = make_executor(ExecutorKind::jthread, 2);
    (*other)->parallel_for(40, 1, [&](i64, i64, int) { inside(); });
    CHECK(accepted == 0);
    CHECK(calls >= 4 + 4 + 40);
    CHECK_OK(struct_for(x, [](LoopCell) {}));
    CHECK_OK(y.set({0}, 1));
    CHECK_ERROR(
        t2->parallel_for(1, 1, [&](i64, i64, int) { CHECK_ERROR(y.set({0}, 1), "nest"); }).ok()
            ? Status(Error{"ran"})
            : Status(),
        "ran");
}

CONFORMANCE_ROW(E18_two_threads) {
    // Two trees of one executor from two threads: loops take turns, and both get done.
    FieldsBuilder b1, b2;
    const FieldRef r1 = b1.field<i32>("x"), r2 = b2.field<i32>("y");
    b1.root().pointer("i", {64}, env.pointer()).dense("i", {64}).place(r1);
    b2.root().pointer("i", {64}, env.pointer()).dense("i", {64}).place(r2);
    const auto t1 = env.finalize(b1), t2 = env.finalize(b2);
    const auto work = [](SNodeTree& tree, Field<i32> field) {
        bool good = true;
        for (int round = 0; round < 20; ++round) {
            good &= tree.parallel_for(4096, 64,
                                      [&](i64 begin, i64 end, int worker) {
                                          Accessor<i32> access = field.accessor(worker);
                                          for (i64 i = begin; i < end; ++i) access.atomic_add(1, i);
                                      })
                        .ok();
            u32 visits = 0;
            good &= struct_for(field, [&](LoopCell) { atomic_add<u32>(visits, 1); }).ok();
            good &= visits == 4096;
        }
        return good;
    };
    bool good[2] = {};
    std::jthread other([&] { good[1] = work(*t2, get<i32>(*t2, r2)); });
    good[0] = work(*t1, get<i32>(*t1, r1));
    other.join();
    CHECK(good[0] && good[1]);
    for (int i = 0; i < 4096; i += 63)
        CHECK(*get<i32>(*t1, r1).get({i}) == 20 && *get<i32>(*t2, r2).get({i}) == 20);
}

// The tails of E16 behind a mask and in lists.
CONFORMANCE_ROW(E16_masks_and_lists) {
    for (const i32 size : {1, 63, 64, 65, 129, 1000, 4095, 4096, 4097, 5000}) {
        FieldsBuilder b;
        const FieldRef rm = b.field<i32>("m"), rl = b.field<i32>("l"), rd = b.field<i32>("d");
        b.root().pointer("i", {3}, env.pointer()).bitmasked("i", {size}).place(rm);
        b.root().pointer("i", {3}, env.pointer()).dynamic("j", size, {.chunk = 7}).place(rl);
        b.root().bitmasked("i", {size}).dense("i", {3}).place(rd);
        const auto tree = env.finalize(b);
        const auto m = get<i32>(*tree, rm), l = get<i32>(*tree, rl), d = get<i32>(*tree, rd);
        parallel(env, *tree, size, [&](i32 n, int worker) {
            m.accessor(worker).write(1, size + n);
            l.accessor(worker).append(1, 1);
            d.accessor(worker).write(1, 3 * n);
        });
        CHECK(count(env, m) == static_cast<u64>(size));
        CHECK(count(env, l) == static_cast<u64>(size));
        CHECK(count(env, d) == static_cast<u64>(3 * size));
        i64 sum = 0;
        CHECK_OK(struct_for(m, [&](LoopCell c) { atomic_add<i64>(sum, c[0] - size); }));
        CHECK(sum == i64{size} * (size - 1) / 2);
    }
}

}  // namespace
}  // namespace starling::conformance
