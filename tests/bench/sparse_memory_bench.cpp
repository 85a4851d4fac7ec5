// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Activation, recycling, collection, element lists, fills, appends: targets T11, T12, T13, T15,
// T17 and T18. What Taichi needs for the same work comes from tests/peers by --peer-json.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "sparse/access/cached_accessor.h"
#include "sparse/access/field.h"
#include "sparse/access/leaf.h"
#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "sparse/tree/snode_tree.h"
#include "tests/bench/group.h"
#include "tests/bench/mimalloc.h"
#include "tests/bench/sparse_memory_article.h"

namespace starling::bench {
namespace {

using namespace sparse;

/// Seconds of a call.
template <class F>
double seconds(F&& work) {
    const double begin = steady_seconds();
    work();
    return steady_seconds() - begin;
}

/// Times by case, over the rounds.
using Times = std::map<std::string, std::vector<double>>;

/// What a bench of one kind shares: executors by thread count, and how rows are made.
class Bench {
 public:
    Bench(const Settings& settings, std::vector<Row>& rows) : settings_(settings), rows_(rows) {
        for (const int threads : settings.threads)
            if (auto made = make_executor(ExecutorKind::tbb, threads))
                executors_[threads] = std::move(*made);
    }

    const Settings& settings() const { return settings_; }
    Executor& executor(int threads) { return *executors_[threads]; }

    std::unique_ptr<SNodeTree> tree(FieldsBuilder& builder, int threads, double repack_share = 1) {
        Backend backend;
        backend.executor = executors_[threads].get();
        backend.repack_share = repack_share;
        auto made = builder.finalize(backend);
        if (!made) {
            fail(made.error().text);
            return nullptr;
        }
        return std::move(*made);
    }

    void check(const Status& status) {
        if (!status) fail(status.error().text);
    }
    void fail(const std::string& text) {
        if (error_.empty()) error_ = text;
    }
    Status status() const { return error_.empty() ? Status() : Status(Error{error_}); }

    /// A row of ns an item against a peer's ns; no peer where `peer_value` is none or 0.
    void row(const std::string& id, const std::string& name, int threads,
             const std::vector<double>& taken, double items, double target, const std::string& peer,
             std::optional<double> peer_ns) {
        if (taken.empty()) return;
        const Timing timing = timing_of(taken);
        Row row{.id = id, .name = name, .threads = threads};
        row.value = timing.median / items * 1e9;
        row.unit = "ns";
        row.better = Better::smaller;
        row.spread = timing.spread();
        if (!peer.empty()) row.peer = Peer{peer, peer_ns.value_or(0)};
        row.target = target;
        rows_.push_back(row);
    }
    std::optional<double> taichi(const char* name, int threads, const std::string& text) const {
        return settings_.peers.value(name, threads, text);
    }

 private:
    const Settings& settings_;
    std::vector<Row>& rows_;
    std::map<int, std::unique_ptr<Executor>> executors_;
    std::string error_;
};

double median_ns(const Times& times, const std::string& name, double items) {
    const auto found = times.find(name);
    return found == times.end() || found->second.empty()
               ? 0
               : timing_of(found->second).median / items * 1e9;
}

/// Touches as much memory as the benchmarks will, and gives it back: on a virtual machine the first
/// touch of a page is far dearer than any later one, and would fall on whoever comes first.
void warm_pages(std::size_t bytes = std::size_t{3} << 28) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    madvise(memory, bytes, MADV_HUGEPAGE);
    std::memset(memory, 1, bytes);
    munmap(memory, bytes);
}

// --- T11, T12: cells that come and go ------------------------------------------------------------

constexpr u64 kInner = 512;
constexpr u64 kWindow = 4096;

/// 0 … count - 1 in an order that is shuffled inside of windows.
std::vector<u32> shuffled(u64 count) {
    std::vector<u32> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::mt19937 random(20);
    for (u64 begin = 0; begin < count; begin += kWindow)
        std::shuffle(order.begin() + static_cast<std::ptrdiff_t>(begin),
                     order.begin() + static_cast<std::ptrdiff_t>(std::min(count, begin + kWindow)),
                     random);
    return order;
}

/// A life of all cells in a tree of ours: pointer → pointer(512) → dense(elements).
void life_of_ours(Bench& bench, int threads, i64 elements, const std::vector<u32>& order,
                  Times& times) {
    const i64 count = static_cast<i64>(order.size());
    FieldsBuilder builder;
    const FieldRef ref = builder.field<f32>("x");
    const NodeRef cells = builder.root()
                              .pointer("i", {count / static_cast<i64>(kInner)})
                              .pointer("i", {static_cast<i64>(kInner)});
    cells.dense("i", {elements}).place(ref);
    const auto tree = bench.tree(builder, threads);
    if (tree == nullptr) return;
    const Field<f32> x = *tree->field<f32>(ref);
    const auto activate = [&] {
        bench.check(tree->parallel_for(count, 1024, [&](i64 begin, i64 end, int worker) {
            auto at = x.accessor(worker);
            for (i64 k = begin; k < end; ++k)
                at.write(1.0f, static_cast<i64>(order[static_cast<u64>(k)]) * elements);
        }));
    };
    const auto deactivate = [&] {
        const double gc = tree->core()->totals().gc_seconds;
        times["deactivate + GC"].push_back(seconds([&] {
            bench.check(tree->parallel_for(count, 1024, [&](i64 begin, i64 end, int worker) {
                NodeAccess at(*tree->core(), cells.id(), worker);
                for (i64 k = begin; k < end; ++k) at.deactivate(order[static_cast<u64>(k)]);
            }));
        }));
        times["GC"].push_back(tree->core()->totals().gc_seconds - gc);
    };
    times["fresh"].push_back(seconds(activate));
    times["hit"].push_back(seconds(activate));
    deactivate();
    times["reuse"].push_back(seconds(activate));
    times["cycle"].push_back(times["deactivate + GC"].back() + times["reuse"].back());
}

void life_of_article(std::size_t bytes, const std::vector<u32>& order, Times& times) {
    article::PointerLevel cells(order.size(), bytes, bytes > 1024 ? 10 : 14);
    const auto activate = [&] {
        for (const u32 cell : order) *reinterpret_cast<float*>(cells.activate(cell)) = 1;
    };
    times["fresh"].push_back(seconds(activate));
    times["hit"].push_back(seconds(activate));
    times["deactivate + GC"].push_back(seconds([&] {
        for (const u32 cell : order) cells.deactivate(cell);
        times["GC"].push_back(seconds([&] { cells.collect(); }));
    }));
    times["reuse"].push_back(seconds(activate));
    times["cycle"].push_back(times["deactivate + GC"].back() + times["reuse"].back());
}

/// The same with a general allocator: a table of pointers.
template <class Allocate, class Free>
void life_of_heap(std::size_t bytes, const std::vector<u32>& order, Allocate allocate, Free release,
                  Times& times) {
    std::vector<void*> table(order.size(), nullptr);
    const auto activate = [&] {
        for (const u32 cell : order) {
            if (table[cell] == nullptr) table[cell] = allocate(bytes);
            *static_cast<float*>(table[cell]) = 1;
        }
    };
    times["fresh"].push_back(seconds(activate));
    times["hit"].push_back(seconds(activate));
    times["deactivate + GC"].push_back(seconds([&] {
        for (const u32 cell : order) {
            release(table[cell]);
            table[cell] = nullptr;
        }
    }));
    times["reuse"].push_back(seconds(activate));
    times["cycle"].push_back(times["deactivate + GC"].back() + times["reuse"].back());
}

/// Runs `life` in a child process, so that its heap is a new one each time; adds what it took.
template <class Life>
void in_child(Life life, Times& times) {
    static const char* const kCases[] = {"fresh", "hit", "deactivate + GC", "reuse", "cycle"};
    int ends[2];
    if (pipe(ends) != 0) return;
    const pid_t child = fork();
    if (child == 0) {
        Times own;
        life(own);
        double values[std::size(kCases)];
        for (std::size_t k = 0; k < std::size(kCases); ++k)
            values[k] = own[kCases[k]].empty() ? 0 : own[kCases[k]].back();
        const bool sent = write(ends[1], values, sizeof values) == sizeof values;
        _exit(sent ? 0 : 1);
    }
    double values[std::size(kCases)] = {};
    close(ends[1]);
    const bool read_all = read(ends[0], values, sizeof values) == sizeof values;
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    if (!read_all || values[0] == 0) return;
    for (std::size_t k = 0; k < std::size(kCases); ++k) times[kCases[k]].push_back(values[k]);
}

void bench_cells(Bench& bench, const std::string& size, i64 elements, u64 count) {
    const std::vector<u32> order = shuffled(count);
    const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(f32);
    std::map<int, Times> ours;
    Times heap, mimalloc, art;
    for (int round = 0; round < bench.settings().rounds; ++round) {
        for (const int threads : bench.settings().threads)
            warm_pages(), life_of_ours(bench, threads, elements, order, ours[threads]);
        warm_pages();
        life_of_article(bytes, order, art);
        warm_pages();
        in_child(
            [&](Times& times) {
                life_of_heap(
                    bytes, order, [](std::size_t n) { return std::calloc(1, n); },
                    [](void* p) { std::free(p); }, times);
            },
            heap);
        in_child(
            [&](Times& times) {
                if (const auto mi = Mimalloc::load())
                    life_of_heap(bytes, order, mi->zalloc, mi->free, times);
            },
            mimalloc);
    }
    const double n = static_cast<double>(count);
    const bool small = elements * sizeof(f32) == 64;
    const auto peers = [&](const std::string& id, const std::string& what, const Times& mine,
                           const char* key, int threads, double mimalloc_target) {
        const std::string name = fmt::format("{} {} cells", what, size);
        if (threads != 1) return;
        bench.row(id, name, threads, mine.at(key), n, mimalloc_target, "mimalloc",
                  median_ns(mimalloc, key, n));
        bench.row("", name, threads, mine.at(key), n, 0, "glibc", median_ns(heap, key, n));
        bench.row("", name, threads, mine.at(key), n, 0, "article style", median_ns(art, key, n));
    };
    for (const int threads : bench.settings().threads) {
        const Times& mine = ours[threads];
        const bool one = threads == 1;
        const auto row = [&](const char* id, const char* what, const char* key,
                             const std::string& peer_case, double target) {
            bench.row(id, fmt::format("{} {} cells", what, size), threads, mine.at(key), n, target,
                      "Taichi", bench.taichi("taichi_activate", threads, peer_case));
        };
        row("T11", "activate fresh", "fresh", fmt::format("activate {} fresh", size),
            small ? (one ? 3 : 8) : (one ? 4 : 0));
        peers("T11", "activate fresh", mine, "fresh", threads, small ? 1.5 : 0);
        row("T11", "activate a hit", "hit", fmt::format("activate {} hit", size), one ? 1 : 0);
        row("T12", "deactivate + GC + activate", "cycle", fmt::format("cycle {}", size),
            small ? (one ? 3.5 : 7) : (one ? 2 : 4));
        peers("", "deactivate + GC + activate", mine, "cycle", threads, 0);
        row("", "deactivate + GC", "deactivate + GC", fmt::format("deactivate {} + GC", size), 0);
        row("", "activate again", "reuse", fmt::format("activate {} reuse", size), 0);
        bench.row("T12", fmt::format("GC pause a {} cell, against 8 ns", size), threads,
                  mine.at("GC"), n, 1, "8 ns", 8);
        if (one)
            bench.row("", fmt::format("GC {} cells", size), threads, mine.at("GC"), n, 0,
                      "article style", median_ns(art, "GC", n));
    }
}

// --- T13: element lists --------------------------------------------------------------------------

/// A spherical shell of 8^3 leaves in 1024^3: pointer 16^3 → pointer 8^3 → dense 8^3.
struct Shell {
    FieldsBuilder builder;
    FieldRef u = builder.field<f32>("u"), v = builder.field<f32>("v");
    NodeRef upper, lower;
    std::unique_ptr<SNodeTree> tree;
    std::vector<std::array<i32, 3>> leaves;

    Shell(Bench& bench, int threads, double radius, double thickness)
        : upper(builder.root().pointer("ijk", {16})), lower(upper.pointer("ijk", {8})) {
        lower.dense("ijk", {8}).place(u).place(v);
        tree = bench.tree(builder, threads);
        for (i32 i = 0; i < 128; ++i)
            for (i32 j = 0; j < 128; ++j)
                for (i32 k = 0; k < 128; ++k) {
                    const double x = 8 * i + 4 - 512, y = 8 * j + 4 - 512, z = 8 * k + 4 - 512;
                    const double r = std::sqrt(x * x + y * y + z * z);
                    if (std::abs(r - radius) < thickness / 2 + 5) leaves.push_back({i, j, k});
                }
    }
    void activate(Bench& bench) {
        bench.check(tree->parallel_for(static_cast<i64>(leaves.size()), 4096,
                                       [&](i64 begin, i64 end, int worker) {
                                           NodeAccess at(*tree->core(), lower.id(), worker);
                                           for (i64 n = begin; n < end; ++n) {
                                               const auto& leaf = leaves[static_cast<u64>(n)];
                                               (void)at.activate(leaf[0], leaf[1], leaf[2]);
                                           }
                                       }));
    }
    /// Gives all cells of both fields a value, and with it memory of their own.
    void fill(Bench& bench) {
        for (const FieldRef ref : {u, v}) {
            const Field<f32> field = *tree->field<f32>(ref);
            const LeafField<f32> leaf(field);
            bench.check(for_each_leaf(field, [&](const LeafBlock& block) {
                f32* const data = leaf.data(block.slot);
                for (u64 c = block.begin; c < block.end; ++c) data[c] = static_cast<f32>(c % 11);
            }));
        }
    }
    u32 segment() const { return tree->plan().snodes[lower.id()].child_segment; }
};

/// The article's lists of the same shell.
class ArticleLists {
 public:
    explicit ArticleLists(const Shell& shell) : upper_(16 * 16 * 16) {
        for (const auto& leaf : shell.leaves) {
            const std::size_t top = index(leaf[0] / 8, leaf[1] / 8, leaf[2] / 8, 16);
            auto& below = lower_[top];
            if (below == nullptr) {
                below = std::make_unique<std::vector<article::Cell>>(512);
                upper_[top].slot = reinterpret_cast<char*>(below->data());
            }
            (*below)[index(leaf[0] % 8, leaf[1] % 8, leaf[2] % 8, 8)].slot =
                reinterpret_cast<char*>(&dummy_);
        }
        root_.resize(1);
        root_[0].node = upper_.data();
        root_[0].loop_bounds[1] = 4096;
        nodes_.resize(4096);
        leaves_.resize(shell.leaves.size());
    }
    std::size_t generate() {
        const auto active = [](const article::Cell* node, int k) {
            return node[k].slot.load(std::memory_order_relaxed) != nullptr;
        };
        const auto lookup = [](const article::Cell* node, int k) {
            return reinterpret_cast<const article::Cell*>(
                node[k].slot.load(std::memory_order_relaxed));
        };
        const article::StructMeta top{512, active, lookup, [](const int* from, int* to, int k) {
                                          to[0] = from[0] * 16 + k / 256;
                                          to[1] = from[1] * 16 + k / 16 % 16;
                                          to[2] = from[2] * 16 + k % 16;
                                      }};
        const article::StructMeta low{512, active, lookup, [](const int* from, int* to, int k) {
                                          to[0] = from[0] * 8 + k / 64;
                                          to[1] = from[1] * 8 + k / 8 % 8;
                                          to[2] = from[2] * 8 + k % 8;
                                      }};
        nodes_.resize(4096);
        article::generate_list(top, root_, nodes_, size_);
        nodes_.resize(size_.load());
        article::generate_list(low, nodes_, leaves_, size_);
        return size_.load();
    }

 private:
    static std::size_t index(i32 i, i32 j, i32 k, i32 n) {
        return static_cast<std::size_t>((i * n + j) * n + k);
    }
    article::Cell dummy_;
    std::vector<article::Cell> upper_;
    std::map<std::size_t, std::unique_ptr<std::vector<article::Cell>>> lower_;
    std::vector<article::Element> root_, nodes_, leaves_;
    std::atomic<std::size_t> size_ = 0;
};

void bench_lists(Bench& bench) {
    for (const auto& [name, radius, thickness] :
         {std::tuple{"shell R 100", 100.0, 16.0}, {"shell R 400", 400.0, 8.0}})
        for (const int threads : bench.settings().threads) {
            Shell shell(bench, threads, radius, thickness);
            if (shell.tree == nullptr) return;
            shell.activate(bench);
            TreeCore& core = *shell.tree->core();
            ArticleLists lists(shell);
            const double leaves = static_cast<double>(shell.leaves.size());
            // Leaves of one corner go and come: what a front does to a list in a step.
            const u64 little = shell.leaves.size() / 100;
            bool on = true;
            Times times;
            const auto change = [&] {
                on = !on;
                bench.check(shell.tree->parallel_for(1, 1, [&](i64, i64, int worker) {
                    NodeAccess at(core, shell.lower.id(), worker);
                    for (u64 n = 0; n < little; ++n) {
                        const auto& leaf = shell.leaves[n];
                        if (on)
                            (void)at.activate(leaf[0], leaf[1], leaf[2]);
                        else
                            at.deactivate(leaf[0], leaf[1], leaf[2]);
                    }
                }));
            };
            for (int round = 0; round <= bench.settings().rounds; ++round) {
                core.forget_lists();
                times["build"].push_back(
                    seconds([&] { (void)core.element_list(shell.segment()); }));
                change();
                times["patch"].push_back(
                    seconds([&] { (void)core.element_list(shell.segment()); }));
                times["article"].push_back(seconds([&] {
                    if (lists.generate() != shell.leaves.size()) bench.fail("article list");
                }));
                constexpr int kTimes = 100000;
                u64 sum = 0;
                times["cached"].push_back(seconds([&] {
                    for (int k = 0; k < kTimes; ++k)
                        sum += core.element_list(shell.segment()).size();
                }));
                if (sum == 0) bench.fail("cached list");
                times["cached"].back() /= kTimes;
            }
            const std::string title = fmt::format("{}, {} leaves", name, shell.leaves.size());
            bench.row("T13", "list build, a leaf; " + title, threads, times["build"], leaves, 5,
                      "article style", median_ns(times, "article", leaves));
            bench.row("", "list patch after 1 % of change, a leaf; " + title, threads,
                      times["patch"], leaves, 0, "own build", median_ns(times, "build", leaves));
            bench.row("T13", "check of a cached list, against 10 ns; " + title, threads,
                      times["cached"], 1, 1, "10 ns", 10);
        }
    // The empty loop over 1 M pointer cells.
    for (const int threads : bench.settings().threads) {
        constexpr i64 kCount = 1 << 20;
        FieldsBuilder builder;
        const FieldRef ref = builder.field<f32>("x");
        const NodeRef cells = builder.root().pointer("i", {kCount / 512}).pointer("i", {512});
        cells.dense("i", {16}).place(ref);
        const auto tree = bench.tree(builder, threads);
        if (tree == nullptr) return;
        bench.check(tree->parallel_for(kCount, 4096, [&](i64 begin, i64 end, int worker) {
            NodeAccess at(*tree->core(), cells.id(), worker);
            for (i64 k = begin; k < end; ++k) (void)at.activate(k);
        }));
        const Field<f32> x = *tree->field<f32>(ref);
        std::vector<double> loop, rebuilt;
        i32 act = 0;
        for (int round = 0; round <= bench.settings().rounds; ++round) {
            const auto look = [&] {
                bench.check(struct_for_cells(*tree, cells.id(), [&](LoopCell cell) {
                    if (atomic_load(act) != 0) x.accessor(cell.worker).write(0.0f, cell[0] * 16);
                }));
            };
            look();
            loop.push_back(seconds(look));
            tree->core()->forget_lists();
            rebuilt.push_back(seconds(look));
        }
        bench.row("T13", "empty loop over 1 M active pointer cells, a cell", threads, loop, kCount,
                  5, "Taichi", bench.taichi("taichi_activate", threads, "list 64 B"));
        bench.row("", "the same with the lists built anew", threads, rebuilt, kCount, 0, "Taichi",
                  bench.taichi("taichi_activate", threads, "list 64 B"));
    }
}

// --- T15: an aged pool ---------------------------------------------------------------------------

/// v = average of u and its neighbours, over the leaves in list order; faces of neighbours by a
/// table, as a stencil kernel has them.
class Stencil {
 public:
    explicit Stencil(Shell& shell) : shell_(shell) {}

    /// Looks the neighbours up; after every change of slots.
    void prepare() {
        TreeCore& core = *shell_.tree->core();
        const ElementList& list = core.element_list(shell_.segment());
        neighbours_.resize(list.size() * 6);
        const NodeAccess at(core, shell_.lower.id(), 0);
        for (std::size_t n = 0; n < list.size(); ++n) {
            const i32* c = list.coord(n);
            Handle* out = &neighbours_[n * 6];
            for (int axis = 0; axis < 3; ++axis)
                for (int side = -1; side <= 1; side += 2) {
                    i32 q[3] = {c[0], c[1], c[2]};
                    q[axis] += side;
                    const bool inside = q[axis] >= 0 && q[axis] < 128;
                    *out++ = inside ? at.slot(q[0], q[1], q[2]) : 0;
                }
        }
    }

    void run() {
        TreeCore& core = *shell_.tree->core();
        const ElementList& list = core.element_list(shell_.segment());
        const LayoutPlan& plan = shell_.tree->plan();
        const ColumnView u = core.column(plan.fields[shell_.u.index].column);
        const ColumnView v = core.column(plan.fields[shell_.v.index].column);
        core.executor().parallel_for(
            static_cast<i64>(list.size()), 16, [&](i64 begin, i64 end, int) {
                for (i64 n = begin; n < end; ++n) {
                    const std::size_t leaf = static_cast<std::size_t>(n);
                    const Handle* const next = &neighbours_[leaf * 6];
                    const f32* side[6];
                    for (int k = 0; k < 6; ++k) side[k] = u.slot<f32>(next[k]);
                    block(u.slot<f32>(list.slots[leaf]), side, v.slot<f32>(list.slots[leaf]));
                }
            });
    }

 private:
    static void block(const f32* u, const f32* const* side, f32* v) {
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j < 8; ++j) {
                const f32* const row = u + (i * 8 + j) * 8;
                const f32* const west = i > 0 ? row - 64 : side[0] + (7 * 8 + j) * 8;
                const f32* const east = i < 7 ? row + 64 : side[1] + j * 8;
                const f32* const south = j > 0 ? row - 8 : side[2] + (i * 8 + 7) * 8;
                const f32* const north = j < 7 ? row + 8 : side[3] + i * 64;
                f32 line[10];
                line[0] = side[4][(i * 8 + j) * 8 + 7];
                std::memcpy(line + 1, row, 8 * sizeof(f32));
                line[9] = side[5][(i * 8 + j) * 8];
                f32* const out = v + (i * 8 + j) * 8;
                for (int k = 0; k < 8; ++k)
                    out[k] = 0.5f * row[k] + 0.0833f * (west[k] + east[k] + south[k] + north[k] +
                                                        line[k] + line[k + 2]);
            }
    }

    Shell& shell_;
    std::vector<Handle> neighbours_;
};

void bench_ageing(Bench& bench) {
    for (const int threads : bench.settings().threads) {
        // Fresh: activated in spatial order. Aged: in random order, which is what years of churn
        // come to. Packed: the aged one after repack().
        Shell fresh(bench, threads, 400, 8), aged(bench, threads, 400, 8),
            packed(bench, threads, 400, 8);
        if (fresh.tree == nullptr || aged.tree == nullptr || packed.tree == nullptr) return;
        std::mt19937 random(15);
        std::shuffle(aged.leaves.begin(), aged.leaves.end(), random);
        packed.leaves = aged.leaves;
        std::vector<Stencil> stencils;
        for (Shell* shell : {&fresh, &aged, &packed}) {
            shell->activate(bench);
            shell->fill(bench);
            stencils.emplace_back(*shell);
        }
        std::vector<double> pack;
        pack.push_back(seconds([&] { bench.check(packed.tree->repack()); }));
        for (Stencil& stencil : stencils) stencil.prepare();
        const std::vector<Timing> timings = measure({{"fresh", [&] { stencils[0].run(); }},
                                                     {"aged", [&] { stencils[1].run(); }},
                                                     {"packed", [&] { stencils[2].run(); }}},
                                                    bench.settings().rounds);
        const double leaves = static_cast<double>(fresh.leaves.size());
        const double fresh_ns = timings[0].median / leaves * 1e9;
        const auto row = [&](const char* id, const char* name, double ns, double target) {
            bench.row(id, name, threads, {ns * leaves * 1e-9}, leaves, target, "fresh pool",
                      fresh_ns);
        };
        row("T15", "stencil over an aged pool, a leaf", timings[1].median / leaves * 1e9, 1 / 2.2);
        row("T15", "stencil over an aged pool after repack", timings[2].median / leaves * 1e9,
            1 / 1.1);
        row("", "repack of all leaves, a leaf, against a sweep", pack[0] / leaves * 1e9, 0);
    }
}

// --- T17: fill -----------------------------------------------------------------------------------

void bench_fill(Bench& bench) {
    constexpr i64 kEdge = 4096;
    constexpr double kCells = static_cast<double>(kEdge) * kEdge, kContainers = 512.0 * 512;
    for (const int threads : bench.settings().threads) {
        Times times;
        std::vector<float> flat(static_cast<std::size_t>(kEdge * kEdge));
        for (int round = 0; round < std::min(bench.settings().rounds, 5); ++round) {
            for (const bool by_block : {true, false}) {
                FieldsBuilder builder;
                const FieldRef ref = builder.field<f32>("x");
                const NodeRef blocks = builder.root().pointer("ij", {512});
                blocks.dense("ij", {8}).place(ref);
                const auto tree = bench.tree(builder, threads);
                if (tree == nullptr) return;
                const Field<f32> x = *tree->field<f32>(ref);
                const LeafField<f32> leaf(x);
                const auto fill_blocks = [&] {
                    bench.check(tree->parallel_for(512, 8, [&](i64 begin, i64 end, int worker) {
                        NodeAccess at(*tree->core(), blocks.id(), worker);
                        for (i64 i = begin; i < end; ++i)
                            for (i64 j = 0; j < 512; ++j) (void)at.activate(i, j);
                    }));
                    bench.check(for_each_leaf(x, [&](const LeafBlock& block) {
                        f32* const data = leaf.data(block.slot);
                        std::fill(data + block.begin, data + block.end, 1.0f);
                    }));
                };
                const auto fill_cells = [&] {
                    bench.check(tree->parallel_for(kEdge, 8, [&](i64 begin, i64 end, int worker) {
                        CachedAccessor<f32> at(x.accessor(worker));
                        for (i64 i = begin; i < end; ++i)
                            for (i64 j = 0; j < kEdge; ++j) at.write(1.0f, i, j);
                    }));
                };
                const auto fill = [&] { by_block ? fill_blocks() : fill_cells(); };
                const std::string how = by_block ? "block" : "cell";
                times[how + " fresh"].push_back(seconds(fill));
                times[how + " hot"].push_back(seconds(fill));
                if (by_block)
                    times["update"].push_back(seconds([&] {
                        bench.check(for_each_leaf(x, [&](const LeafBlock& block) {
                            f32* const data = leaf.data(block.slot);
                            for (u64 c = block.begin; c < block.end; ++c) data[c] += 1.0f;
                        }));
                    }));
                times["clear"].push_back(
                    seconds([&] { bench.check(tree->deactivate_all(blocks.id())); }));
                times[how + " recycled"].push_back(seconds(fill));
                if (by_block)
                    times["flat"].push_back(
                        seconds([&] { std::fill(flat.begin(), flat.end(), 1.0f); }));
            }
        }
        for (const char* state : {"fresh", "recycled", "hot"}) {
            const auto peer = bench.taichi("taichi_sparse", threads, fmt::format("fill {}", state));
            bench.row("T17", fmt::format("fill 16.8 M cells by leaf block, {}, a cell", state),
                      threads, times[std::string("block ") + state], kCells, 5, "Taichi", peer);
            bench.row("", fmt::format("fill by leaf block, {}, a cell", state), threads,
                      times[std::string("block ") + state], kCells, 0, "dense array, 1 thread",
                      median_ns(times, "flat", kCells));
            bench.row("T17", fmt::format("fill cell by cell, {}, a cell", state), threads,
                      times[std::string("cell ") + state], kCells, 1.5, "Taichi", peer);
        }
        bench.row("T17", "update of 16.8 M cells, a cell", threads, times["update"], kCells,
                  threads == 1 ? 2.5 : 6, "Taichi",
                  bench.taichi("taichi_sparse", threads, "update"));
        bench.row("", "deactivate all + GC, a container", threads, times["clear"], kContainers, 0,
                  "Taichi", bench.taichi("taichi_sparse", threads, "deactivate all + GC"));
    }
}

// --- T18: lists of a dynamic SNode ---------------------------------------------------------------

void bench_appends(Bench& bench) {
    for (const int threads : bench.settings().threads) {
        for (const i64 chunk : {4, 32, 1024})
            for (const i64 count : {16384, 65536}) {
                std::vector<double> appends, reads;
                for (int round = 0; round < bench.settings().rounds; ++round) {
                    FieldsBuilder builder;
                    const FieldRef ref = builder.field<i32>("x");
                    builder.root().dynamic("i", i64{1} << 20, {.chunk = chunk}).place(ref);
                    const auto tree = bench.tree(builder, threads);
                    if (tree == nullptr) return;
                    const Field<i32> x = *tree->field<i32>(ref);
                    appends.push_back(seconds([&] {
                        bench.check(
                            tree->parallel_for(count, 1024, [&](i64 begin, i64 end, int worker) {
                                auto at = x.accessor(worker);
                                for (i64 k = begin; k < end; ++k)
                                    (void)at.append(static_cast<i32>(k));
                            }));
                    }));
                    i64 sum = 0;
                    reads.push_back(seconds([&] {
                        bench.check(
                            tree->parallel_for(count, 1024, [&](i64 begin, i64 end, int worker) {
                                const auto at = x.accessor(worker);
                                i64 part = 0;
                                for (i64 k = begin; k < end; ++k) part += at.read(k);
                                atomic_add(sum, part);
                            }));
                    }));
                    if (sum != count * (count - 1) / 2) bench.fail("sum of the appended");
                }
                const double n = static_cast<double>(count);
                const bool many = count == 65536;
                bench.row(many ? "T18" : "",
                          fmt::format("append {} to one list, chunk {}", count, chunk), threads,
                          appends, n,
                          !many           ? 0
                          : chunk == 4    ? 100
                          : chunk == 1024 ? 5
                                          : 0,
                          "Taichi",
                          bench.taichi("taichi_sparse", threads,
                                       fmt::format("append {} chunk {}", count, chunk)));
                if (!many)
                    bench.row("", fmt::format("read {} of one list, chunk {}", count, chunk),
                              threads, reads, n, 0, "Taichi",
                              bench.taichi("taichi_sparse", threads,
                                           fmt::format("read {} chunk {}", count, chunk)));
            }
        constexpr i64 kCount = 1000000, kSide = 256;
        std::vector<double> appends, clears;
        FieldsBuilder builder;
        const FieldRef ref = builder.field<i32>("x");
        const NodeRef lists = builder.root().pointer("ij", {kSide});
        lists.dynamic("k", 1024, {.chunk = 32}).place(ref);
        const auto tree = bench.tree(builder, threads);
        if (tree == nullptr) return;
        const Field<i32> x = *tree->field<i32>(ref);
        for (int round = 0; round < std::max(3, bench.settings().rounds); ++round) {
            appends.push_back(seconds([&] {
                bench.check(tree->parallel_for(kCount, 1024, [&](i64 begin, i64 end, int worker) {
                    auto at = x.accessor(worker);
                    for (i64 k = begin; k < end; ++k)
                        (void)at.append(static_cast<i32>(k), k * 7919 % kSide,
                                        k * 104729 / kSide % kSide);
                }));
            }));
            clears.push_back(seconds([&] { bench.check(tree->deactivate_all(lists.id())); }));
        }
        bench.row("T18", "append 1 M to 65,536 lists, chunk 32", threads, appends, kCount, 4,
                  "Taichi",
                  bench.taichi("taichi_sparse", threads, "append 1000000 to 65536 lists"));
        bench.row("", "clear 65,536 lists, a list", threads, clears, 65536, 0, "Taichi",
                  bench.taichi("taichi_sparse", threads, "clear 65536 lists"));
    }
}

Status run_memory(const Settings& settings, std::vector<Row>& rows) {
    warm_pages(std::size_t{2} << 30);
    Bench bench(settings, rows);
    bench_cells(bench, "64 B", 16, u64{1} << 20);
    bench_cells(bench, "2 KiB", 512, u64{1} << 18);
    bench_lists(bench);
    bench_ageing(bench);
    bench_fill(bench);
    bench_appends(bench);
    return bench.status();
}

const RegisterGroup kMemory({"memory", "activation, recycling, element lists, fills, appends",
                             run_memory});

}  // namespace
}  // namespace starling::bench
