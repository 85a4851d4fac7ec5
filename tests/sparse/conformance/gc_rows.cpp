// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

/// root→P(i,16)→D(i,16)→x, or the sizes given.
struct Line {
    FieldsBuilder b;
    FieldRef ref = b.field<f32>("x");
    NodeRef p;
    std::unique_ptr<SNodeTree> tree;
    Field<f32> x;

    Line(Env& env, i64 outer, i64 inner)
        : p(b.root().pointer("i", {outer}, env.pointer())),
          tree((p.dense("i", {inner}).place(ref), env.finalize(b))),
          x(get<f32>(*tree, ref)) {}
};

CONFORMANCE_ROW(B01) {
    Line t(env, 16, 16);
    t.x.at(0) = 1;
    t.x.at(19) = 1;
    CHECK(count(env, t.x) == 32);
    CHECK_OK(t.tree->deactivate(t.p.id(), {0}));
    CHECK(count(env, t.x) == 16);
    CHECK(t.x.at(0) == 0.0f);
    CHECK(t.x.at(19) == 1.0f);
}

CONFORMANCE_ROW(B02) {
    Line t(env, 16, 16);
    for (const int i : {0, 19, 20, 45}) t.x.at(i) = 1;
    CHECK(count(env, t.x) == 48);
    CHECK_OK(t.tree->deactivate(t.p.id(), {0}));
    CHECK(count(env, t.x) == 32);
}

CONFORMANCE_ROW(B03) {
    Line t(env, 16, 16);
    parallel(env, *t.tree, 256, [&](i32 i, int worker) { t.x.accessor(worker).write(1, i); });
    CHECK(count(env, t.x) == 256);
    CHECK_OK(struct_for_cells(*t.tree, t.p.id(), [&](LoopCell cell) {
        NodeAccess(*t.tree->core(), t.p.id(), cell.worker).deactivate(cell[0]);
    }));
    CHECK(count(env, t.x) == 0);
    for (int i = 0; i < 256; ++i) CHECK(t.x.at(i) == 0.0f);
    t.x.at(10) = 10;
    for (int i = 0; i < 256; ++i) CHECK(t.x.at(i) == (i == 10 ? 10.0f : 0.0f));
}

CONFORMANCE_ROW(B04) {
    const auto square = [&](FieldsBuilder& b, FieldRef& ref, u32& p) {
        ref = b.field<i32>("x");
        const NodeRef node = b.root().pointer("ij", {16}, env.pointer());
        node.dense("ij", {16}).place(ref);
        p = node.id();
        return env.finalize(b);
    };
    FieldsBuilder bx, bt;
    FieldRef rx, rt;
    u32 px = 0, pt = 0;
    const auto tree_x = square(bx, rx, px), tree_t = square(bt, rt, pt);
    auto x = get<i32>(*tree_x, rx), t = get<i32>(*tree_t, rt);
    parallel(env, *tree_x, 256 * 256, [&](i32 n, int worker) {
        x.accessor(worker).write(n / 256 + n % 256, n / 256, n % 256);
    });
    const auto copy = [&](Field<i32>& from, Field<i32>& to, i32 below) {
        CHECK_OK(struct_for(from, [&](LoopCell cell) {
            const i32 value = from.accessor(cell.worker).read(cell[0], cell[1]);
            if (value < below) to.accessor(cell.worker).write(value, cell[0], cell[1]);
        }));
        CHECK_OK(to.core()->finish_task());
    };
    const auto right = [&] {
        u32 wrong = 0;
        parallel(env, *tree_x, 256 * 256, [&](i32 n, int worker) {
            const i32 sum = n / 256 + n % 256;
            if (x.accessor(worker).read(n / 256, n % 256) != (sum < 100 ? sum : 0))
                atomic_add<u32>(wrong, 1);
        });
        return wrong == 0;
    };
    copy(x, t, 1 << 30);
    CHECK_OK(tree_x->deactivate_all(px));
    copy(t, x, 100);
    CHECK_OK(tree_t->deactivate_all(pt));
    CHECK(right());
    for (int round = 0; round < 100; ++round) {
        copy(x, t, 1 << 30);
        CHECK_OK(tree_x->deactivate_all(px));
        CHECK(count(env, x) == 0);
        copy(t, x, 1 << 30);
        CHECK_OK(tree_t->deactivate_all(pt));
    }
    CHECK(right());
    CHECK(tree_t->stats().snodes[pt].slots.created <= 256);
}

CONFORMANCE_ROW(B05) {
    FieldsBuilder b;
    const FieldRef ref = b.field<i32>("m");
    const NodeRef outer = b.root().pointer("ij", {64}, env.pointer());
    outer.pointer("ij", {32}, env.pointer()).dense("ij", {8}).place(ref);
    const auto tree = env.finalize(b);
    auto m = get<i32>(*tree, ref);
    // A low-discrepancy patch of points; the corner moves up by 0.1 a round.
    constexpr int kPoints = 100000;
    const int rounds = env.rounds(100, 10);
    for (int round = 0; round < rounds; ++round) {
        CHECK_OK(tree->deactivate_all(outer.id()));
        const double corner_y = 0.05 + 0.1 * round;
        parallel(env, *tree, kPoints, [&](i32 n, int worker) {
            const double px = 0.05 + 0.1 * std::fmod(n * 0.754877666, 1.0);
            const double py = corner_y + 0.1 * std::fmod(n * 0.569840291, 1.0);
            m.accessor(worker).atomic_add(1, static_cast<i32>(std::floor(128 * px - 0.5)),
                                          static_cast<i32>(std::floor(128 * py - 0.5)));
        });
        i64 sum = 0;
        CHECK_OK(struct_for(m, [&](LoopCell cell) {
            atomic_add<i64>(sum, m.accessor(cell.worker).read(cell[0], cell[1]));
        }));
        CHECK(sum == kPoints);
    }
    const u64 created = tree->stats().snodes[outer.id()].slots.created;
    CHECK(created >= 1);
    // 12.8 cells of movement a round never cross more than two of the 256-cell outer blocks.
    CHECK(created <= 2);
}

CONFORMANCE_ROW(B07) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef outer = b.root().pointer("ij", {32}, env.pointer());
    outer.pointer("ij", {32}, env.pointer()).dense("ij", {8}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    for (int i = 0; i < 1024; ++i) {
        x.at(8 * i, 8 * i) = 1;
        CHECK(tree->stats().snodes[outer.id()].slots.created == 1);
        CHECK(tree->stats().snodes[outer.id()].slots.live == 1);
        CHECK_OK(tree->deactivate_all(outer.id()));
        CHECK(tree->stats().snodes[outer.id()].slots.created == 1);
        CHECK(x.at(8 * i, 8 * i) == 0.0f);
    }
}

CONFORMANCE_ROW(B13) {
    Line t(env, 16, 16);
    t.x.at(40) = 1;
    parallel(env, *t.tree, 1000,
             [&](i32, int worker) { NodeAccess(*t.tree->core(), t.p.id(), worker).deactivate(0); });
    CHECK(t.tree->stats().snodes[t.p.id()].slots.deactivations == 0);
    CHECK(t.tree->stats().gc_runs == 0);
}

/// root→P(i,4)→P(i,4)→D(i,4)→x, all 64 cells 1.
struct Nested {
    FieldsBuilder b;
    FieldRef ref = b.field<f32>("x");
    NodeRef outer, inner;
    std::unique_ptr<SNodeTree> tree;
    Field<f32> x;

    explicit Nested(Env& env)
        : outer(b.root().pointer("i", {4}, env.pointer())),
          inner(outer.pointer("i", {4}, env.pointer())),
          tree((inner.dense("i", {4}).place(ref), env.finalize(b))),
          x(get<f32>(*tree, ref)) {
        fill(env);
    }
    void fill(Env& env) {
        parallel(env, *tree, 64, [&](i32 i, int worker) { x.accessor(worker).write(1, i); });
    }
};

CONFORMANCE_ROW(B15) {
    Nested t(env);
    CHECK(count(env, t.x) == 64);
    CHECK_OK(t.tree->deactivate(t.outer.id(), {0}));
    for (int i = 0; i < 64; ++i) CHECK(t.x.at(i) == (i < 16 ? 0.0f : 1.0f));
    CHECK(count(env, t.x) == 48);
    t.x.at(0) = 5;
    for (int i = 0; i < 16; ++i) CHECK(t.x.at(i) == (i == 0 ? 5.0f : 0.0f));
}

CONFORMANCE_ROW(B17) {
    Nested t(env);
    CHECK_OK(t.tree->deactivate_all(t.outer.id()));
    CHECK(count(env, t.x) == 0);
    for (int i = 0; i < 16; ++i) CHECK(*t.tree->is_active(t.inner.id(), {i}) == false);
    // The inner slots came back although only outer cells were deactivated.
    CHECK(t.tree->stats().snodes[t.inner.id()].slots.live == 0);
    t.fill(env);
    CHECK(count(env, t.x) == 64);
    CHECK(t.tree->stats().snodes[t.outer.id()].slots.created == 4);
    CHECK(t.tree->stats().snodes[t.inner.id()].slots.created == 16);
    CHECK(t.tree->core()->manager(t.tree->plan().snodes[t.inner.id()].child_segment).is_valid());
}

CONFORMANCE_ROW(B18) {
    Nested t(env);
    for (int i = 8; i < 12; ++i) CHECK_OK(t.tree->deactivate(t.inner.id(), {i}));
    CHECK(*t.tree->is_active(t.outer.id(), {2}) == true);
    u32 visited = 0, wrong = 0;
    CHECK_OK(struct_for_cells(*t.tree, t.inner.id(), [&](LoopCell cell) {
        atomic_add<u32>(visited, 1);
        if (cell[0] >= 8 && cell[0] < 12) atomic_add<u32>(wrong, 1);
    }));
    CHECK(visited == 12);
    CHECK(wrong == 0);
}

CONFORMANCE_ROW(B19_B20_B21) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p1 = b.root().pointer("ij", {4}, env.pointer());
    const NodeRef p2 = p1.pointer("ij", {2}, env.pointer());
    p2.dense("ij", {2}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    const auto cells_of = [&](u32 snode) {
        std::set<std::pair<int, int>> cells;
        u32 lock = 0;
        CHECK_OK(struct_for_cells(*tree, snode, [&](LoopCell cell) {
            locked_task(
                lock, [] { return true; },
                [&] {
                    cells.insert({cell[0], cell[1]});
                });
        }));
        return cells;
    };
    using Cells = std::set<std::pair<int, int>>;
    CHECK_OK(tree->activate(p1.id(), {0, 1}));
    CHECK_OK(tree->activate(p2.id(), {1, 2}));
    CHECK(cells_of(p2.id()) == (Cells{{1, 2}}));
    CHECK(cells_of(p1.id()) == (Cells{{0, 1}}));
    Cells seen;
    u32 lock = 0;
    CHECK_OK(struct_for(x, [&](LoopCell cell) {
        locked_task(
            lock, [] { return true; },
            [&] {
                seen.insert({cell[0], cell[1]});
            });
    }));
    CHECK(seen == (Cells{{2, 4}, {2, 5}, {3, 4}, {3, 5}}));
    for (const auto& [i, j] : seen) CHECK(x.at(i, j) == 0.0f);
    for (int j = 0; j < 4; ++j) CHECK(*tree->is_active(p2.id(), {1, j}) == (j == 2));
    CHECK_OK(tree->deactivate(p2.id(), {1, 2}));
    CHECK(cells_of(p2.id()).empty());
    CHECK(cells_of(p1.id()) == (Cells{{0, 1}}));
    CHECK_OK(tree->activate(p2.id(), {1, 2}));
    CHECK(*tree->is_active(p2.id(), {1, 2}) == true);
    CHECK_OK(tree->deactivate_all(p2.id()));
    CHECK(*tree->is_active(p2.id(), {1, 2}) == false);
    CHECK(*tree->is_active(p1.id(), {0, 1}) == true);
    CHECK_OK(tree->deactivate_all());
    CHECK(*tree->is_active(p1.id(), {0, 1}) == false);
}

CONFORMANCE_ROW(B29) {
    // The same script on one worker, in order, is the reference.
    const auto run = [&](Executor& executor) {
        FieldsBuilder b;
        const FieldRef ref = b.field<i32>("x");
        const NodeRef p = b.root().pointer("i", {64}, env.pointer());
        p.bitmasked("i", {32}).place(ref);
        auto made = b.finalize(Backend{&executor, env.backend.zeroing, {}});
        const auto tree = std::move(*made);
        auto x = get<i32>(*tree, ref);
        for (int round = 0; round < 20; ++round) {
            parallel(env, *tree, 4096, [&](i32 i, int worker) {
                const i32 cell = static_cast<i32>((static_cast<u32>(i) * 2654435761u >> 8) % 2048);
                x.accessor(worker).atomic_add(i + round, cell);
            });
            parallel(env, *tree, 64, [&](i32 i, int worker) {
                if ((i + round) % 3 == 0) NodeAccess(*tree->core(), p.id(), worker).deactivate(i);
            });
        }
        std::vector<i32> values(2048 * 2, 0);
        CHECK_OK(struct_for(x, [&](LoopCell cell) {
            values[static_cast<u64>(cell[0])] = x.accessor(cell.worker).read(cell[0]);
            values[static_cast<u64>(cell[0] + 2048)] = 1;
        }));
        CHECK(tree->core()->manager(tree->plan().snodes[p.id()].child_segment).is_valid());
        return values;
    };
    const auto serial = make_executor(ExecutorKind::jthread, 1);
    CHECK(run(**serial) == run(*env.backend.executor));
}

CONFORMANCE_ROW(B11) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("a");
    const i64 blocks = env.long_run ? 512 : 64, size = 8 * blocks;
    const NodeRef p = b.root().pointer("ij", {blocks}, env.pointer());
    const NodeRef leaf = p.dense("ij", {8});
    leaf.place(ref);
    const auto tree = env.finalize(b);
    auto a = get<f32>(*tree, ref);
    const int rounds = env.rounds(10, 3);
    for (int round = 0; round < rounds; ++round) {
        CHECK_OK(tree->parallel_for(size, 1, [&](i64 begin, i64 end, int worker) {
            Accessor<f32> access = a.accessor(worker);
            for (i64 i = begin; i < end; ++i)
                for (i64 j = 0; j < size; ++j) access.write(2, i, j);
        }));
        CHECK(*a.get({0, 0}) == 2.0f && *a.get({size - 1, size - 1}) == 2.0f);
        // Every cell of the leaf's SNode takes its block away: 64 times the same one.
        CHECK_OK(struct_for_cells(*tree, leaf.id(), [&](LoopCell cell) {
            NodeAccess(*tree->core(), p.id(), cell.worker).deactivate(cell[0] / 8, cell[1] / 8);
        }));
        for (i64 n = 0; n < size; n += 37) CHECK(*a.get({n, size - 1 - n}) == 0.0f);
        CHECK(tree->stats().snodes[p.id()].slots.live == 0);
    }
    CHECK(tree->stats().snodes[p.id()].slots.created == static_cast<u64>(blocks * blocks));
}

CONFORMANCE_ROW(B23) {
    FieldsBuilder b;
    const FieldRef rm = b.field<i32>("m"), rp = b.field<i32>("pid"), rx = b.field<f32>("x", 2);
    const NodeRef outer = b.root().pointer("ij", {32}, env.pointer());
    const NodeRef inner = outer.pointer("ij", {16}, env.pointer());
    inner.dense("ij", {8}).place(rm);
    const NodeRef lists = inner.dynamic("k", 1048576, {.chunk = 4096});
    lists.place(rp);
    b.root().dynamic("i", 1 << 25, {.chunk = 1 << 20}).place(rx);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, rx);
    const auto pid = get<i32>(*tree, rp);
    constexpr i32 kPoints = 10000;
    const int rounds = env.rounds(1000, 10);
    const auto position = [](i32 n, double step) {
        return static_cast<f32>(0.5 * std::fmod(n * step, 1.0));
    };
    for (int round = 0; round < rounds; ++round) {
        CHECK_OK(tree->deactivate_all());
        parallel(env, *tree, kPoints, [&](i32 n, int worker) {
            f32* const point = x.accessor(worker).activate(n);
            point[0] = position(n, 0.754877666), point[1] = position(n, 0.569840291);
            const auto cell = [&](int c) {
                return static_cast<i32>(std::floor(128 * point[c] - 0.5f)) + 1;
            };
            if (pid.accessor(worker).append(n, cell(0), cell(1)) < 0)
                env.check(false, "append", __FILE__, __LINE__);
        });
        u64 total = 0;
        CHECK_OK(struct_for_cells(*tree, lists.id(), [&](LoopCell) { atomic_add<u64>(total, 1); }));
        CHECK(total == kPoints);
    }
    CHECK(tree->stats().bytes_committed <= u64{1} << 30);
}

// As B11, but the recycled lists and slots of several SNodes at once: nothing leaks.
CONFORMANCE_ROW(B_nothing_leaks) {
    FieldsBuilder b;
    const FieldRef rx = b.field<i32>("x"), rl = b.field<i32>("l");
    const NodeRef p1 = b.root().pointer("i", {8}, env.pointer());
    const NodeRef p2 = p1.bitmasked("i", {8}).pointer("i", {4}, env.pointer());
    p2.dense("i", {4}).place(rx);
    const NodeRef lists = p2.dynamic("j", 1000, {.chunk = 3});
    lists.place(rl);
    const auto tree = env.finalize(b);
    const auto x = get<i32>(*tree, rx), l = get<i32>(*tree, rl);
    u64 committed = 0;
    for (int round = 0; round < 20; ++round) {
        parallel(env, *tree, 256, [&](i32 i, int worker) {
            x.accessor(worker).write(1, 4 * i);
            for (int k = 0; k < 20; ++k) l.accessor(worker).append(k, i);
        });
        CHECK(tree->stats().snodes[p2.id()].slots.live == 256);
        CHECK(tree->stats().snodes[lists.id()].slots.live == 256 * 7);
        CHECK_OK(tree->deactivate_all(p1.id()));
        for (const NodeRef& node : {p1, p2, lists}) {
            CHECK(tree->stats().snodes[node.id()].slots.live == 0);
            CHECK(tree->core()->manager(tree->plan().snodes[node.id()].child_segment).is_valid());
        }
        if (round == 1) committed = tree->stats().bytes_committed;
        if (round > 1) CHECK(tree->stats().bytes_committed <= committed + (u64{1} << 20));
    }
}

// Settled: inside one task a cell that goes and comes gets another slot, and the old one keeps its
// bytes until the task is over.
CONFORMANCE_ROW(B_slot_in_one_task) {
    Line t(env, 16, 16);
    t.x.at(5) = 7;
    f32 stale = 0, gone = 1, again = 1;
    Handle before = 0, after = 0;
    parallel(env, *t.tree, 1, [&](i32, int worker) {
        NodeAccess node(*t.tree->core(), t.p.id(), worker);
        const f32* const old = t.x.accessor(worker).lookup(5);
        before = node.slot(0);
        node.deactivate(0);
        gone = t.x.accessor(worker).read(5);
        node.activate(0);
        after = node.slot(0);
        again = t.x.accessor(worker).read(5);
        stale = *old;
    });
    CHECK(before != 0 && after != 0 && before != after);
    CHECK(gone == 0.0f && again == 0.0f && stale == 7.0f);
    CHECK(t.x.at(5) == 0.0f);
    CHECK(count(env, t.x) == 16);
    CHECK(t.tree->stats().snodes[t.p.id()].slots.live == 1);
}

}  // namespace
}  // namespace starling::conformance
