// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels over sparse grids: leaf blocks against single cells, dense arrays, the speed of memory,
// and layouts fixed when the program is compiled.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "sparse/access/cached_accessor.h"
#include "sparse/access/leaf.h"
#include "sparse/access/stencil.h"
#include "sparse/access/struct_for.h"
#include "tests/bench/group.h"
#include "tests/bench/openvdb_peer.h"
#include "tests/bench/sparse_stencil_kernels.h"
#include "tests/bench/stream.h"

namespace starling::bench {
namespace {

using namespace starling::sparse;

using Levels = std::vector<LevelDesc>;

LevelDesc level(SNodeKind kind, i64 size, const std::vector<int>& axes = {0, 1, 2}) {
    return {.kind = kind, .axes = axes, .shape = std::vector<i64>(axes.size(), size)};
}

/// A tree over 1024^3 (or `edge`^3) with fields u and v, in pools of their own.
struct Grid {
    std::unique_ptr<Executor> executor;
    std::unique_ptr<SNodeTree> tree;
    Field<float> u{nullptr, 0}, v{nullptr, 0};
    u64 cells = 0;

    StencilFields fields() const { return {LeafField<float>(u), LeafField<float>(v)}; }
};

Result<std::unique_ptr<Grid>> make_grid(const Levels& levels, int threads, bool together = false) {
    auto grid = std::make_unique<Grid>();
    auto executor = make_executor(ExecutorKind::tbb, threads);
    if (!executor) return executor.error();
    grid->executor = std::move(*executor);
    FieldsBuilder builder;
    const FieldRef u = builder.field<float>("u"), v = builder.field<float>("v");
    const NodeRef leaf = builder.add({levels});
    if (together) {
        leaf.place({u, v});
    } else {
        leaf.place(u).place(v);
    }
    auto tree = builder.finalize({.executor = grid->executor.get(), .step = {}});
    if (!tree) return tree.error();
    grid->tree = std::move(*tree);
    grid->u = *grid->tree->field<float>(u);
    grid->v = *grid->tree->field<float>(v);
    return grid;
}

/// Activates what `inside(i, j, k)` asks for, a block of `step`^3 at a time where it says so of the
/// middle of one, and gives every active cell of u a value.
template <class Inside>
Status fill(Grid& grid, i32 edge, i32 step, const Inside& inside) {
    const i32 blocks = edge / step;
    Status done = grid.tree->parallel_for(blocks, 1, [&](i64 begin, i64 end, int worker) {
        auto access = grid.u.accessor(worker);
        for (i32 i = static_cast<i32>(begin); i < static_cast<i32>(end); ++i)
            for (i32 j = 0; j < blocks; ++j)
                for (i32 k = 0; k < blocks; ++k)
                    if (inside(i * step, j * step, k * step))
                        (void)access.activate(i * step, j * step, k * step);
    });
    if (!done) return done;
    const LeafField<float> cells(grid.u);
    u64 count = 0;
    done = for_each_leaf(grid.u, [&](const LeafBlock& block) {
        atomic_add<u64>(count, block.active);
        for (u32 c = 0; c < block.cells(); ++c)
            if (block.is_active(block.begin + c))
                cells.block(block)[c * cells.stride()] =
                    static_cast<float>((static_cast<u32>(block.first[0]) + c * 7) % 11);
    });
    grid.cells = count;
    return done;
}

/// The shell of the peers: blocks of `step`^3 that meet |x| in [radius - width/2, radius +
/// width/2].
auto shell(double radius, double width, i32 step) {
    return [=](i32 i, i32 j, i32 k) {
        double near = 0, far = 0;
        for (const i32 at : {i, j, k}) {
            const double a = at - 512, b = at + step - 1 - 512;
            const double low = a > 0   ? a
                               : b < 0 ? -b
                                       : 0,
                         high = std::max(std::abs(a), std::abs(b));
            near += low * low;
            far += high * high;
        }
        return near <= (radius + width / 2) * (radius + width / 2) &&
               far >= (radius - width / 2) * (radius - width / 2);
    };
}

/// The tree of the benchmarks with everything known to the compiler: pointer 16^3, pointer 8^3,
/// dense 8^3. Its memory is that of the real one.
struct FixedTree {
    const u8 *top, *middle;
    float *u, *v;

    explicit FixedTree(const Grid& grid) {
        TreeCore& core = *grid.tree->core();
        const LayoutPlan& plan = core.plan();
        top = core.column(plan.snodes[1].column).slot<u8>(1);
        middle = core.column(plan.snodes[2].column).slot<u8>(0);
        u = LeafField<float>(grid.u).data(0);
        v = LeafField<float>(grid.v).data(0);
    }
    static u32 part(i32 x, int shift, u32 mask) { return static_cast<u32>(x) >> shift & mask; }
    u64 cell(i32 i, i32 j, i32 k) const {
        const Handle a = reinterpret_cast<const Handle*>(
            top)[part(i, 6, 15) << 8 | part(j, 6, 15) << 4 | part(k, 6, 15)];
        const Handle b = reinterpret_cast<const Handle*>(
            middle)[u64{a} << 9 | part(i, 3, 7) << 6 | part(j, 3, 7) << 3 | part(k, 3, 7)];
        return u64{b} << 9 | part(i, 0, 7) << 6 | part(j, 0, 7) << 3 | part(k, 0, 7);
    }
    float read(i32 i, i32 j, i32 k) const { return u[cell(i, j, k)]; }
};

/// The article's loop: a lookup from the root for each of the seven cells and for the result.
template <class Read, class Write>
Status per_cell(const Grid& grid, const Read& read, const Write& write) {
    return struct_for(grid.u, [&](LoopCell at) {
        const i32 i = at[0], j = at[1], k = at[2];
        write(i, j, k,
              0.5f * read(i, j, k) +
                  0.0833f * (read(i - 1, j, k) + read(i + 1, j, k) + read(i, j - 1, k) +
                             read(i, j + 1, k) + read(i, j, k - 1) + read(i, j, k + 1)));
    });
}

/// All variants of one size and number of threads, timed side by side.
class Bench {
 public:
    Bench(const Settings& settings, int threads, std::vector<Row>& rows)
        : settings_(settings), threads_(threads), rows_(rows) {}

    /// `work`: units a call. Returns the variant's number.
    std::size_t add(std::string name, double work, std::function<Status()> run) {
        names_.push_back(name);
        work_.push_back(work);
        variants_.push_back({std::move(name), [this, run = std::move(run)] {
                                 if (Status done = run(); !done) error_ = done.error().text;
                             }});
        return variants_.size() - 1;
    }
    Status measure() {
        timings_ = bench::measure(variants_, settings_.rounds);
        if (!error_.empty()) return Error{error_};
        return {};
    }
    double rate(std::size_t n) const { return work_[n] / timings_[n].median / 1e6; }
    double best(std::size_t n) const { return timings_[n].min; }

    /// A row: the rate of `n`, in M units a second, over that of `peer` times `scale`.
    void row(std::string id, std::string name, std::size_t n, const std::string& peer_name,
             double peer, double target, std::string unit = "Mcell/s") {
        Row row = rate_row(std::move(name), threads_, work_[n] / 1e6, std::move(unit), timings_[n]);
        row.id = std::move(id);
        if (!peer_name.empty()) row.peer = Peer{peer_name, peer};
        row.target = target;
        rows_.push_back(row);
    }

    const Settings& settings_;
    int threads_;
    std::vector<Row>& rows_;

 private:
    std::vector<std::string> names_;
    std::vector<double> work_;
    std::vector<Variant> variants_;
    std::vector<Timing> timings_;
    std::string error_;
};

struct Dense {
    static constexpr int kEdge = 336;
    std::vector<float> u, v;
    Dense() : u(kEdge * kEdge * kEdge), v(u.size()) {
        for (std::size_t k = 0; k < u.size(); ++k) u[k] = static_cast<float>(k % 11);
    }
};

Status run_shell(const Settings& settings, int threads, std::vector<Row>& rows, double& one_thread,
                 double& one_triad) {
    using enum SNodeKind;
    const StencilKernels& kernels = stencil_kernels();
    const auto make = [&](const Levels& levels, i32 leaf, double radius, double width) {
        auto grid = make_grid(levels, threads);
        if (!grid) return grid;
        if (Status filled = fill(**grid, 1024, leaf, shell(radius, width, leaf)); !filled)
            return Result<std::unique_ptr<Grid>>(filled.error());
        return grid;
    };
    auto big8 = make({level(pointer, 16), level(pointer, 8), level(dense, 8)}, 8, 400, 8);
    if (!big8) return big8.error();
    auto big16 = make({level(pointer, 8), level(pointer, 8), level(dense, 16)}, 16, 400, 8);
    if (!big16) return big16.error();
    auto nested =
        make({level(pointer, 16), level(pointer, 8), level(dense, 2), level(dense, 4)}, 8, 400, 8);
    if (!nested) return nested.error();
    Grid &g8 = **big8, &g16 = **big16, &gn = **nested;
    Dense dense_array;
    Triad triad(Triad::kElements, threads);
    const FixedTree fixed(g8);

    Bench bench(settings, threads, rows);
    const double n8 = static_cast<double>(g8.cells), n16 = static_cast<double>(g16.cells),
                 nn = static_cast<double>(gn.cells);
    const auto launch = [&](Grid& grid, const LeafKernelTable& table) {
        return [&grid, &table] {
            return for_each_leaf(grid.u, table, grid.fields(), Neighbours::faces);
        };
    };
    // A table whose every entry is the loop over rows of any length.
    LeafKernelTable any = kernels.average;
    for (int k = 0; k < kLeafVariants; ++k) any.run[k] = any.run[16 + k % 4];
    const std::size_t ours8 = bench.add("8", n8, launch(g8, kernels.average));
    const std::size_t ours16 = bench.add("16", n16, launch(g16, kernels.average));
    const std::size_t known8 = bench.add("known 8", n8, launch(g8, kernels.average_8));
    const std::size_t any8 = bench.add("any 8", n8, launch(g8, any));
    const std::size_t any16 = bench.add("any 16", n16, launch(g16, any));
    const std::size_t split = bench.add("nested", nn, launch(gn, kernels.average));
    const std::size_t twice =
        bench.add("twice", n8, [&] { return for_each_leaf(g8.u, kernels.twice, g8.fields()); });
    const double dense_cells = std::pow(Dense::kEdge - 2, 3);
    const std::size_t dense_run = bench.add("dense", dense_cells, [&]() -> Status {
        g8.executor->parallel_for(Dense::kEdge - 2, 4, [&](i64 begin, i64 end, int) {
            kernels.dense(dense_array.u.data(), dense_array.v.data(), Dense::kEdge,
                          static_cast<int>(begin) + 1, static_cast<int>(end) + 1);
        });
        return {};
    });
    const std::size_t memory = bench.add("triad", static_cast<double>(Triad::kElements), [&] {
        triad.run();
        return Status{};
    });
    const std::size_t compiled = bench.add("compiled", n8, [&] {
        return per_cell(
            g8, [&](i32 i, i32 j, i32 k) { return fixed.read(i, j, k); },
            [&](i32 i, i32 j, i32 k, float value) { fixed.v[fixed.cell(i, j, k)] = value; });
    });
    const Path& path = g8.tree->plan().paths[3];
    const std::size_t interpreted = bench.add("interpreted", n8, [&] {
        const TreeCore& core = *g8.tree->core();
        const auto cell = [&](i32 i, i32 j, i32 k) {
            const i32 at[] = {i, j, k};
            const CellRef found = find_cell(core, path, at);
            return u64{found.handle} << 9 | found.linear;
        };
        return per_cell(
            g8, [&](i32 i, i32 j, i32 k) { return fixed.u[cell(i, j, k)]; },
            [&](i32 i, i32 j, i32 k, float value) { fixed.v[cell(i, j, k)] = value; });
    });
#if STARLING_HAS_OPENVDB
    OpenVdbShell vdb(400, 8, threads);
    const double vdb_cells = static_cast<double>(vdb.cells());
    const std::size_t vdb_leaves = bench.add("vdb leaves", vdb_cells, [&] {
        vdb.run_leaf_buffers();
        return Status{};
    });
    const std::size_t vdb_laplacian = bench.add("vdb laplacian", vdb_cells, [&] {
        vdb.run_laplacian();
        return Status{};
    });
#endif
    if (Status done = bench.measure(); !done) return done;

    const double triad_rate = bench.rate(memory), by_bytes = triad_rate * 12 / 8;
    const std::string shell8 = "7-point stencil, 8^3 leaves, 37 M cells",
                      shell16 = "7-point stencil, 16^3 leaves";
    bench.row("T1", shell8 + ", by bytes", ours8, "triad, 8 B a cell", by_bytes, 0.45);
    bench.row("T1", shell8, ours8, "dense array", bench.rate(dense_run), 0.60);
    bench.row("T2", shell16 + ", by bytes", ours16, "triad, 8 B a cell", by_bytes, 0.50);
    bench.row("T2", shell16, ours16, "dense array", bench.rate(dense_run), 0.70);
    bench.row("T3", shell8, ours8, "per cell, compiled tree", bench.rate(compiled), 15);
    bench.row("T3", shell8, ours8, "per cell, interpreted tree", bench.rate(interpreted), 30);
    double taichi = 0;
    for (const char* const layout : {"stencil shell R 400, AoS", "stencil shell R 400, SoA"})
        taichi =
            std::max(taichi, settings.peers.value("taichi_sparse", threads, layout).value_or(0));
    bench.row("T3", shell8, ours8, "Taichi, better layout", taichi, 10);
    double on_leaves = 0, laplacian = 0;
#if STARLING_HAS_OPENVDB
    if (!vdb.is_right()) return Error{"OpenVDB: the kernel on leaf buffers left wrong values"};
    on_leaves = bench.rate(vdb_leaves), laplacian = bench.rate(vdb_laplacian);
#endif
    bench.row("T7", shell8, ours8, "OpenVDB, leaf buffers", on_leaves, 1.5);
    bench.row("T7", shell8, ours8, "OpenVDB, tools::laplacian", laplacian, 20);
    bench.row("T4", shell8, ours8, "same kernel, 8^3 compiled in", bench.rate(known8), 1 / 1.1);
    bench.row("T5", "7-point stencil, 8^3 leaves, extents at run time", any8,
              "same kernel, 8^3 compiled in", bench.rate(known8), 1 / 2.5);
    bench.row("T5", "7-point stencil, 8^3 leaves, extents at run time", any8,
              "per cell, compiled tree", bench.rate(compiled), 4);
    bench.row("", "7-point stencil, 16^3 leaves, extents at run time", any16, "row 16 compiled in",
              bench.rate(ours16), 0);
    bench.row("T5", "7-point stencil, dense 2^3 of dense 4^3", split, "8^3 compiled in",
              bench.rate(known8), 1 / 2.5);
    bench.row("T5", "7-point stencil, dense 2^3 of dense 4^3", split, "per cell, compiled tree",
              bench.rate(compiled), 4);
    bench.row("T6", "v = 2 u over 8^3 leaves", twice, "triad elements", triad_rate, 0.90);
    if (threads == 1) {
        one_thread = bench.rate(ours8);
        one_triad = triad_rate;
    } else {
        bench.row("T16", shell8, ours8, "1 thread", one_thread,
                  std::min(1.5, triad_rate / one_triad));
    }
    return {};
}

Status run_random(const Settings& settings, std::vector<Row>& rows) {
    using enum SNodeKind;
    auto made = make_grid({level(pointer, 16), level(pointer, 8), level(dense, 8)}, 1);
    if (!made) return made.error();
    Grid& grid = **made;
    if (Status filled = fill(grid, 1024, 8, shell(400, 8, 8)); !filled) return filled;
    std::vector<std::array<i32, 3>> near;
    if (Status done = struct_for(grid.u,
                                 [&](LoopCell at) {
                                     if (near.size() < 2000000)
                                         near.push_back({at[0], at[1], at[2]});
                                 });
        !done)
        return done;
    // Some cell of each of many leaves, in random order; and cell after cell.
    std::vector<std::array<i32, 3>> far;
    std::mt19937 random(1);
    if (Status done =
            for_each_leaf(grid.u,
                          [&](const LeafBlock& block) {
                              for (int n = 0; n < 24; ++n)
                                  far.push_back({block.first[0] + static_cast<i32>(random() % 8),
                                                 block.first[1] + static_cast<i32>(random() % 8),
                                                 block.first[2] + static_cast<i32>(random() % 8)});
                          });
        !done)
        return done;
    std::shuffle(far.begin(), far.end(), random);
    const FixedTree fixed(grid);
    const auto plain = grid.u.accessor(0);
    Bench bench(settings, 1, rows);
    double sums[7] = {};
    const auto add = [&](int n, const auto& places, const auto& read) {
        return bench.add("", static_cast<double>(places.size()), [&sums, n, &places, read] {
            double sum = 0;
            for (const auto& at : places) sum += static_cast<double>(read(at[0], at[1], at[2]));
            sums[n] = sum;
            return Status{};
        });
    };
    const auto by_tree = [&](i32 i, i32 j, i32 k) { return fixed.read(i, j, k); };
    const auto by_accessor = [&](i32 i, i32 j, i32 k) { return plain.read(i, j, k); };
    CachedAccessor<float> cached(plain);
    const auto by_cache = [&](i32 i, i32 j, i32 k) { return cached.read(i, j, k); };
    const std::size_t far_tree = add(0, far, by_tree), far_plain = add(1, far, by_accessor),
                      far_cached = add(2, far, by_cache), near_tree = add(3, near, by_tree),
                      near_plain = add(4, near, by_accessor), near_cached = add(5, near, by_cache);
    if (Status done = bench.measure(); !done) return done;
    if (sums[0] != sums[1] || sums[0] != sums[2] || sums[3] != sums[4] || sums[3] != sums[5])
        return Error{"accessors read other values than the compiled tree"};
    bench.row("T4", "random reads, Accessor", far_plain, "compiled tree", bench.rate(far_tree),
              1 / 1.2, "M/s");
    bench.row("", "random reads, CachedAccessor", far_cached, "compiled tree", bench.rate(far_tree),
              0, "M/s");
    bench.row("", "reads cell after cell, Accessor", near_plain, "compiled tree",
              bench.rate(near_tree), 0, "M/s");
    bench.row("", "reads cell after cell, CachedAccessor", near_cached, "compiled tree",
              bench.rate(near_tree), 0, "M/s");
    return {};
}

/// Bitmasked leaves in which a share of the cells is active, against dense ones.
Status run_masked(const Settings& settings, std::vector<Row>& rows) {
    using enum SNodeKind;
    std::vector<std::unique_ptr<Grid>> grids;
    std::vector<int> fills{100, 80, 60, 40, 20, 5};
    for (const int percent : fills) {
        auto made = make_grid(
            {level(pointer, 16), level(pointer, 8), level(percent == 100 ? dense : bitmasked, 8)},
            1);
        if (!made) return made.error();
        grids.push_back(std::move(*made));
        Grid& grid = *grids.back();
        const auto inside = shell(100, 16, 8);
        if (percent == 100) {
            if (Status filled = fill(grid, 1024, 8, inside); !filled) return filled;
            continue;
        }
        // Every leaf of the shell, and of each a random share.
        std::mt19937 random(static_cast<u32>(percent));
        auto access = grid.u.accessor(0);
        for (i32 i = 400; i < 624; i += 8)
            for (i32 j = 400; j < 624; j += 8)
                for (i32 k = 400; k < 624; k += 8) {
                    if (!inside(i, j, k)) continue;
                    for (i32 c = 0; c < 512; ++c)
                        if (random() % 100 < static_cast<u32>(percent))
                            (void)access.activate(i + c / 64, j + c / 8 % 8, k + c % 8);
                }
        if (Status filled = fill(grid, 1024, 8, [](i32, i32, i32) { return false; }); !filled)
            return filled;
    }
    Bench bench(settings, 1, rows);
    const double cells = static_cast<double>(grids[0]->cells);
    for (std::size_t k = 0; k < grids.size(); ++k)
        bench.add("", cells, [&grid = *grids[k]] {
            return for_each_leaf(grid.u, stencil_kernels().average, grid.fields(),
                                 Neighbours::faces);
        });
    if (Status done = bench.measure(); !done) return done;
    for (std::size_t k = 1; k < grids.size(); ++k)
        bench.row(fills[k] >= 40 ? "T14" : "",
                  fmt::format("7-point stencil, bitmasked 8^3 leaves, {} % active: whole leaves",
                              fills[k]),
                  k, "dense 8^3 leaves", bench.rate(0), fills[k] >= 40 ? 1 / 1.3 : 0);
    return {};
}

/// One sweep of both colours over a ball of radius 64 in 256^3.
Status run_sweep(const Settings& settings, int threads, std::vector<Row>& rows) {
    using enum SNodeKind;
    std::vector<std::unique_ptr<Grid>> grids;
    for (const i32 leaf : {4, 8}) {
        auto made = make_grid({level(pointer, 256 / leaf), level(dense, leaf)}, threads);
        if (!made) return made.error();
        grids.push_back(std::move(*made));
        const auto inside = [&](i32 i, i32 j, i32 k) {
            double near = 0;
            for (const i32 at : {i, j, k}) {
                const double a = at - 128, b = at + leaf - 1 - 128;
                const double low = a > 0 ? a : b < 0 ? -b : 0;
                near += low * low;
            }
            return near < 64 * 64;
        };
        if (Status filled = fill(*grids.back(), 256, leaf, inside); !filled) return filled;
    }
    Bench bench(settings, threads, rows);
    for (const auto& grid : grids)
        bench.add("", static_cast<double>(grid->cells), [&g = *grid] {
            for (const int colour : {0, 1}) {
                StencilFields fields = g.fields();
                fields.colour = colour;
                if (Status done =
                        for_each_leaf(g.u, stencil_kernels().sweep, fields, Neighbours::faces);
                    !done)
                    return done;
            }
            return Status{};
        });
    if (Status done = bench.measure(); !done) return done;
    for (std::size_t k = 0; k < grids.size(); ++k)
        bench.row(
            "T19",
            fmt::format("red-black sweep, pointer, dense {}^3, {:.1f} M cells", k == 0 ? 4 : 8,
                        static_cast<double>(grids[k]->cells) / 1e6),
            k, "Taichi",
            settings.peers
                .value("taichi_smooth", threads,
                       k == 0 ? "red-black pointer -> dense 4^3" : "red-black pointer -> dense 8^3")
                .value_or(0),
            6);
    return {};
}

/// What a declared order of memory does to dense fields: fields side by side or apart, rows or
/// columns first.
Status run_layouts(const Settings& settings, std::vector<Row>& rows) {
    using enum SNodeKind;
    constexpr i64 kWave = 200000, kEdge = 2048;
    std::vector<std::unique_ptr<Grid>> grids;
    for (const bool together : {false, true}) {
        auto wave = make_grid({level(dense, kWave, {0})}, 1, together);
        if (!wave) return wave.error();
        grids.push_back(std::move(*wave));
    }
    for (const int outer : {0, 1}) {
        auto image = make_grid({level(dense, kEdge, {outer}), level(dense, kEdge, {1 - outer})}, 1);
        if (!image) return image.error();
        grids.push_back(std::move(*image));
    }
    Bench bench(settings, 1, rows);
    for (int k = 0; k < 2; ++k)
        bench.add("", static_cast<double>(kWave), [&grid = *grids[static_cast<std::size_t>(k)]] {
            const LeafField<float> position(grid.u), velocity(grid.v);
            return for_each_leaf(grid.u, [&](const LeafBlock& block) {
                const BlockCells<float> x(position, block), v(velocity, block);
                for (u32 c = 0; c < block.cells(); ++c) {
                    x[c] += v[c] * 0.01f;
                    v[c] += x[c] * -0.3f;
                }
            });
        });
    constexpr double kCells = static_cast<double>(kEdge * kEdge);
    for (int k = 2; k < 4; ++k) {
        Grid& grid = *grids[static_cast<std::size_t>(k)];
        bench.add("", kCells, [&grid] {
            auto u = grid.u.accessor(0), v = grid.v.accessor(0);
            for (i32 i = 0; i < kEdge; ++i)
                for (i32 j = 0; j < kEdge; ++j) v.write(2 * u.read(i, j), i, j);
            return Status{};
        });
        bench.add("", kCells, [&grid] {
            return for_each_leaf(grid.u, stencil_kernels().twice, grid.fields());
        });
    }
    if (Status done = bench.measure(); !done) return done;
    bench.row("", "wave equation, 200 k, position and velocity apart (SoA)", 0,
              "side by side (AoS)", bench.rate(1), 0);
    bench.row("", "2048^2 cell by cell along j, rows first", 2, "columns first", bench.rate(4), 0);
    bench.row("", "2048^2 by blocks, rows first", 3, "columns first", bench.rate(5), 0);
    return {};
}

/// Grey out of red, green and blue, which lie side by side or apart.
Status run_grey(const Settings& settings, std::vector<Row>& rows) {
    constexpr i64 kPixels = 1 << 22;
    auto executor = make_executor(ExecutorKind::tbb, 1);
    if (!executor) return executor.error();
    std::vector<std::unique_ptr<SNodeTree>> trees;
    Bench bench(settings, 1, rows);
    for (const bool together : {false, true}) {
        FieldsBuilder builder;
        const FieldRef r = builder.field<float>("r"), g = builder.field<float>("g"),
                       b = builder.field<float>("b"), grey = builder.field<float>("grey");
        const NodeRef image = builder.root().dense("i", {kPixels});
        image.place(grey);
        if (together) {
            image.place({r, g, b});
        } else {
            image.place(r).place(g).place(b);
        }
        auto tree = builder.finalize({.executor = executor->get(), .step = {}});
        if (!tree) return tree.error();
        trees.push_back(std::move(*tree));
        const SNodeTree& t = *trees.back();
        bench.add("", static_cast<double>(kPixels),
                  [out = *t.field<float>(grey), red = *t.field<float>(r),
                   green = *t.field<float>(g), blue = *t.field<float>(b)] {
                      const LeafField<float> to(out), x(red), y(green), z(blue);
                      return for_each_leaf(out, [&](const LeafBlock& block) {
                          const BlockCells<float> o(to, block), u(x, block), v(y, block),
                              w(z, block);
                          for (u32 c = 0; c < block.cells(); ++c)
                              o[c] = 0.3f * u[c] + 0.6f * v[c] + 0.1f * w[c];
                      });
                  });
    }
    if (Status done = bench.measure(); !done) return done;
    bench.row("", "grey of 4 M pixels, colours side by side (AoS)", 1, "apart (SoA)", bench.rate(0),
              0);
    return {};
}

Status run_stencil(const Settings& settings, std::vector<Row>& rows) {
    double one_thread = 0, one_triad = 0;
    for (const int threads : settings.threads) {
        if (Status done = run_shell(settings, threads, rows, one_thread, one_triad); !done)
            return done;
        if (Status done = run_sweep(settings, threads, rows); !done) return done;
    }
    if (Status done = run_random(settings, rows); !done) return done;
    if (Status done = run_masked(settings, rows); !done) return done;
    if (Status done = run_layouts(settings, rows); !done) return done;
    return run_grey(settings, rows);
}

const RegisterGroup kStencil({"stencil", "stencils, sweeps and access on sparse grids",
                              run_stencil});

}  // namespace

const StencilKernels& stencil_kernels() {
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
    return avx512 ? kStencilAvx512 : avx2 ? kStencilAvx2 : kStencilSse;
}

}  // namespace starling::bench
