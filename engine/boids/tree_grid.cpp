// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// The neighbour grid on an SNode tree: levels over the cells (i, j), then one level k that holds
// the pigeons of a cell, as a bitmasked row of slots, a chunked list, or packed lists.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/boids/neighbour_grid.h"
#include "sparse/access/packed_lists.h"
#include "sparse/access/struct_for.h"

namespace starling::engine {
namespace {

using namespace sparse;

constexpr int kAxisI = 0, kAxisJ = 1, kAxisK = 2;
constexpr i64 kDefaultSlots = 128;

enum class Storage { bitmasked, chunked, packed };

struct GridShape {
    int cells_i, cells_j;
    float edge;
};

/// Fills in the shapes that the layout leaves open.
Result<LayoutDesc> complete(LayoutDesc layout, const GridShape& grid, u64 count) {
    const std::string rule =
        "a neighbour grid is levels over ij (or i, j), then one bitmasked or dynamic level over "
        "k, then place: [[id]]";
    if (layout.levels.size() < 3) return Error{"layout: " + rule};
    const LevelDesc& place = layout.levels.back();
    if (place.kind != SNodeKind::place || place.place != decltype(place.place){{"id"}} ||
        !place.offset.empty())
        return Error{"layout: the last level must be place: [[id]]; " + rule};
    LevelDesc& list = layout.levels[layout.levels.size() - 2];
    const bool list_kind = list.kind == SNodeKind::dynamic || list.kind == SNodeKind::bitmasked;
    if (!list_kind || list.axes != std::vector<int>{kAxisK})
        return Error{"layout: the level above place must be bitmasked or dynamic over k; " + rule};
    if (list.shape.empty())
        list.shape = {list.kind == SNodeKind::dynamic
                          ? static_cast<i64>(std::clamp<u64>(count, 1, 0x7fffffff))
                          : kDefaultSlots};
    // One size for all axes becomes one an axis; 0 stands for a size that is left open.
    const std::size_t upper = layout.levels.size() - 2;
    for (std::size_t k = 0; k < upper; ++k) {
        LevelDesc& level = layout.levels[k];
        for (const int axis : level.axes)
            if (axis != kAxisI && axis != kAxisJ)
                return Error{"layout: levels above the last use the axes i and j only; " + rule};
        if (level.shape.size() < 2)
            level.shape.assign(level.axes.size(), level.shape.empty() ? 0 : level.shape[0]);
        if (level.shape.size() != level.axes.size())
            return Error{fmt::format("layout: level {} has {} sizes for {} axes", k + 1,
                                     level.shape.size(), level.axes.size())};
    }
    const i64 wanted[] = {grid.cells_i, grid.cells_j};
    for (const int axis : {kAxisI, kAxisJ}) {
        i64 known = 1;
        i64* open = nullptr;
        for (std::size_t k = 0; k < upper; ++k) {
            LevelDesc& level = layout.levels[k];
            for (std::size_t a = 0; a < level.axes.size(); ++a) {
                if (level.axes[a] != axis) continue;
                if (level.shape[a] != 0) {
                    known = std::min<i64>(known * std::min<i64>(level.shape[a], 0x7fffffff),
                                          0x7fffffff);
                } else if (open == nullptr) {
                    open = &level.shape[a];
                } else {
                    return Error{
                        fmt::format("layout: axis {} has no shape on several levels; "
                                    "leave out one at most, which is then derived from "
                                    "the domain",
                                    axis_letter(axis))};
                }
            }
        }
        if (open != nullptr)
            *open = (wanted[axis] + known - 1) / std::max<i64>(known, 1);
        else if (known < wanted[axis])
            return Error{
                fmt::format("layout: axis {} has {} cells, the domain needs {}; leave out "
                            "the shape of a level to have it derived",
                            axis_letter(axis), known, wanted[axis])};
    }
    return layout;
}

class TreeGrid final : public NeighbourGrid {
 public:
    static Result<std::unique_ptr<NeighbourGrid>> make(const LayoutDesc& layout,
                                                       const GridShape& shape, u64 count,
                                                       Executor& executor) {
        auto full = complete(layout, shape, count);
        if (!full) return full.error();
        const LevelDesc& list = full->levels[full->levels.size() - 2];
        std::unique_ptr<TreeGrid> grid(new TreeGrid(shape));
        grid->storage_ = list.kind == SNodeKind::bitmasked        ? Storage::bitmasked
                         : list.storage == DynamicStorage::packed ? Storage::packed
                                                                  : Storage::chunked;
        FieldsBuilder builder;
        const FieldRef id = builder.field<u32>("id");
        grid->list_ = builder.add(*full).id();
        auto tree = builder.finalize(Backend{&executor, Zeroing::at_reuse, {}});
        if (!tree) return Error{"layout: " + tree.error().text};
        grid->tree_ = std::move(*tree);
        grid->layout_ = layout;
        const LayoutPlan& plan = grid->tree_->plan();
        grid->node_ = &plan.snodes[grid->list_];
        grid->above_ = &plan.paths[grid->node_->parent];
        grid->headers_ = grid->tree_->core()->column(grid->node_->column);
        grid->ids_ = grid->tree_->core()->column(plan.fields[id.index].column);
        return std::unique_ptr<NeighbourGrid>(std::move(grid));
    }

    Status build(AgentColumns& state, Executor& executor) override {
        state_ = &state;
        spans_.clear();
        if (Status done = storage_ == Storage::packed ? build_packed(state, executor)
                                                      : build_lists(state, executor);
            !done)
            return done;
        collect_spans();
        return {};
    }

    std::span<const CellSpan> occupied() const override { return spans_; }

    void gather(const CellRect& rect, int mark_i, int mark_j, Tile& tile) const override {
        const int j0 = std::max(rect.j0, 0), j1 = std::min(rect.j1, shape_.cells_j - 1);
        const int i0 = std::max(rect.i0, 0), i1 = std::min(rect.i1, shape_.cells_i - 1);
        tile.count = tile.mark_begin = tile.mark_end = 0;
        Run run;
        for (int i = i0; i <= i1; ++i)
            for (int j = j0; j <= j1; ++j) {
                const bool marked = i == mark_i && j == mark_j;
                if (marked) tile.mark_begin = tile.count + run.size();
                if (storage_ == Storage::packed)
                    extend_run(find({i, j}), run, tile);
                else
                    gather_list(find({i, j}), tile);
                if (marked) tile.mark_end = tile.count + run.size();
            }
        copy_run(run, tile);
        tile.reserve(tile.count);
        tile.pad();
    }

    int cells_i() const override { return shape_.cells_i; }
    int cells_j() const override { return shape_.cells_j; }
    float edge() const override { return shape_.edge; }
    const LayoutDesc& layout() const override { return layout_; }
    const SNodeTree& tree() const override { return *tree_; }

 private:
    explicit TreeGrid(const GridShape& shape) : shape_(shape) {}

    struct CellIndex {
        i32 i, j;
    };

    CellIndex cell_of(float x, float y) const {
        return {cell_along(x, shape_.edge, shape_.cells_i),
                cell_along(y, shape_.edge, shape_.cells_j)};
    }

    Error overflow(const AgentColumns& state, u32 agent) const {
        const CellIndex cell = cell_of(state.x[agent], state.y[agent]);
        return Error{fmt::format(
            "neighbour grid: cell ({}, {}) has no room for pigeon {}; {} holds at most {} pigeons "
            "a cell: raise its shape, or use a dynamic level with packed storage",
            cell.i, cell.j, state.id[agent], tree_->plan().name_of(list_), node_->cells)};
    }

    CellRef find(CellIndex cell) const {
        const i32 index[kMaxAxes] = {cell.i, cell.j};
        return find_cell(*tree_->core(), *above_, index);
    }

    const ListHeader& header(CellRef list) const {
        return headers_.slot<ListHeader>(list.handle)[list.linear];
    }

    // --- packed ---------------------------------------------------------------------------------

    Status build_packed(AgentColumns& state, Executor& executor) {
        const u32 count = static_cast<u32>(state.size());
        u32 failed = count;
        const Status sorted = assign_packed(
            *tree_, list_, count,
            [&](u32 agent, i32* index) {
                const CellIndex cell = cell_of(state.x[agent], state.y[agent]);
                index[0] = cell.i;
                index[1] = cell.j;
            },
            [&](u32 agent) { return state.id[agent]; }, scratch_, failed);
        if (failed != count) return overflow(state, failed);
        if (!sorted) return sorted;
        // The agents move with their list elements, so that a cell's agents lie side by side.
        permute(state, executor);
        executor.parallel_for(count, 8192, [&](i64 first, i64 last, int) {
            for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k)
                *ids_.slot<u32>(static_cast<Handle>(k + 1)) = state.id[k];
        });
        return {};
    }

    void permute(AgentColumns& state, Executor& executor) {
        const auto apply = [&](auto& column) {
            using Value = typename std::remove_reference_t<decltype(column)>::value_type;
            std::vector<Value>* spare = nullptr;
            if constexpr (std::is_same_v<Value, float>)
                spare = &spare_float_;
            else
                spare = &spare_id_;
            spare->resize(column.size());
            executor.parallel_for(
                static_cast<i64>(column.size()), 8192, [&](i64 first, i64 last, int) {
                    for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k)
                        (*spare)[k] = column[scratch_.items[k]];
                });
            column.swap(*spare);
        };
        apply(state.x), apply(state.y), apply(state.heading), apply(state.dir_x);
        apply(state.dir_y), apply(state.wander), apply(state.id);
    }

    /// Elements [begin, end) of the packed lists, not yet copied to the tile.
    struct Run {
        u32 begin = 0, end = 0;
        u32 size() const { return end - begin; }
    };

    /// Lists of neighbouring cells mostly follow each other in memory: they are copied as one run.
    void extend_run(CellRef at, Run& run, Tile& tile) const {
        const ListHeader& list = header(at);
        if (list.length == 0) return;
        const u32 begin = list.first - 1;
        if (begin != run.end || run.size() == 0) {
            copy_run(run, tile);
            run.begin = begin;
        }
        run.end = begin + list.length;
    }

    void copy_run(Run& run, Tile& tile) const {
        const u32 n = run.size(), at = tile.count;
        if (n == 0) return;
        tile.reserve(at + n);
        std::memcpy(&tile.x[at], &state_->x[run.begin], n * sizeof(float));
        std::memcpy(&tile.y[at], &state_->y[run.begin], n * sizeof(float));
        std::memcpy(&tile.dir_x[at], &state_->dir_x[run.begin], n * sizeof(float));
        std::memcpy(&tile.dir_y[at], &state_->dir_y[run.begin], n * sizeof(float));
        std::memcpy(&tile.id[at], ids_.slot<u32>(run.begin + 1), n * sizeof(u32));
        for (u32 k = 0; k < n; ++k) tile.index[at + k] = run.begin + k;
        tile.count += n;
        run.begin = run.end;
    }

    // --- lists of ids ---------------------------------------------------------------------------

    Status build_lists(AgentColumns& state, Executor& executor) {
        sort_by_id(state, executor);
        if (Status cleared = tree_->deactivate_all(); !cleared) return cleared;
        TreeCore& core = *tree_->core();
        const u32 count = static_cast<u32>(state.size());
        u32 failed = count;
        const Status filled =
            tree_->parallel_for(count, 2048, [&](i64 first, i64 last, int worker) {
                for (u32 agent = static_cast<u32>(first); agent < static_cast<u32>(last); ++agent) {
                    const CellIndex cell = cell_of(state.x[agent], state.y[agent]);
                    const i32 index[kMaxAxes] = {cell.i, cell.j};
                    CellRef list;
                    const bool room =
                        activate_steps(core, *above_, index, above_->steps.size(), worker, list) &&
                        (storage_ == Storage::bitmasked ? put_in_row(core, list, agent)
                                                        : put_in_list(core, list, agent, worker));
                    if (!room) atomic_store(failed, agent);
                }
            });
        if (failed != count) {
            (void)tree_->deactivate_all();
            return overflow(state, failed);
        }
        if (!filled) return filled;
        // The order of arrival depends on threads; the order of ids does not.
        const ElementList& slots = core.element_list(node_->segment);
        return tree_->parallel_for(
            static_cast<i64>(slots.size() * node_->containers), 64, [&](i64 first, i64 last, int) {
                std::vector<u32> ids;
                for (u64 k = static_cast<u64>(first); k < static_cast<u64>(last); ++k)
                    sort_list({slots.slots[k / node_->containers], k % node_->containers}, ids);
            });
    }

    void sort_by_id(AgentColumns& state, Executor& executor) {
        const u32 count = static_cast<u32>(state.size());
        bool sorted = true;
        for (u32 k = 0; k < count && sorted; ++k) sorted = state.id[k] == k;
        if (sorted) return;
        scratch_.items.resize(count);
        for (u32 k = 0; k < count; ++k) scratch_.items[state.id[k]] = k;
        permute(state, executor);
    }

    /// Takes the first inactive cell of the row; its mask is the allocator.
    bool put_in_row(TreeCore& core, CellRef list, u32 id) const {
        u64* const words = core.column(node_->column).slot<u64>(list.handle);
        const u64 begin = list.linear * node_->cells, end = begin + node_->cells;
        for (u64 cell = begin; cell < end;) {
            u64& word = words[cell / 64];
            const u64 open = ~atomic_load(word) >> (cell % 64);
            if (open == 0) {
                cell = (cell / 64 + 1) * 64;
                continue;
            }
            cell += static_cast<u64>(lowest_bit(open));
            if (cell >= end) break;
            const u64 bit = u64{1} << (cell % 64);
            if ((atomic_or(word, bit) & bit) != 0) continue;
            core.mark_changed();
            ids_.slot<u32>(list.handle)[cell] = id;
            return true;
        }
        core.faults().record(Fault::list_overflow, list_, list.handle, list.linear);
        return false;
    }

    bool put_in_list(TreeCore& core, CellRef list, u32 id, int worker) const {
        CellRef cell;
        if (append_element(core, list_, list, list_header(core, list_, list), worker, cell) < 0)
            return false;
        ids_.slot<u32>(cell.handle)[cell.linear] = id;
        return true;
    }

    u32 list_count(CellRef list) const {
        if (storage_ != Storage::bitmasked) return list_length(node_->dynamic, header(list));
        const u64* const words = tree_->core()->column(node_->column).slot<u64>(list.handle);
        const u64 begin = list.linear * node_->cells, end = begin + node_->cells;
        u32 count = 0;
        // Rows fill from their first cell on without gaps.
        for (u64 cell = begin; cell < end;) {
            const u64 word = words[cell / 64] >> (cell % 64);
            const u64 left = std::min<u64>(64 - cell % 64, end - cell);
            const u64 bits = left == 64 ? word : word & ((u64{1} << left) - 1);
            count += static_cast<u32>(count_bits(bits));
            cell += left;
        }
        return count;
    }

    /// Calls body(u32* ids, n) for the stretches of memory that hold the list's ids, in order.
    template <class Body>
    void for_stretches(CellRef list, u32 count, Body body) const {
        if (storage_ == Storage::bitmasked) {
            body(ids_.slot<u32>(list.handle) + list.linear * node_->cells, count);
            return;
        }
        for (u32 element = 0; element < count; element += node_->dynamic.chunk) {
            const CellRef chunk = find_element(*tree_->core(), *node_, header(list), element);
            body(ids_.slot<u32>(chunk.handle), std::min(node_->dynamic.chunk, count - element));
        }
    }

    void sort_list(CellRef list, std::vector<u32>& ids) const {
        const u32 count = list_count(list);
        ids.clear();
        for_stretches(list, count,
                      [&](u32* part, u32 n) { ids.insert(ids.end(), part, part + n); });
        if (std::is_sorted(ids.begin(), ids.end())) return;
        std::sort(ids.begin(), ids.end());
        const u32* next = ids.data();
        for_stretches(list, count, [&](u32* part, u32 n) {
            std::copy_n(next, n, part);
            next += n;
        });
    }

    void gather_list(CellRef list, Tile& tile) const {
        if (list.handle == 0) return;
        const u32 count = list_count(list);
        tile.reserve(tile.count + count);
        for_stretches(list, count, [&](const u32* ids, u32 n) {
            for (u32 k = 0; k < n; ++k) {
                const u32 agent = ids[k], at = tile.count++;
                tile.x[at] = state_->x[agent];
                tile.y[at] = state_->y[agent];
                tile.dir_x[at] = state_->dir_x[agent];
                tile.dir_y[at] = state_->dir_y[agent];
                tile.id[at] = tile.index[at] = agent;
            }
        });
    }

    // --- occupied cells -------------------------------------------------------------------------

    void collect_spans() {
        TreeCore& core = *tree_->core();
        const LayoutPlan& plan = tree_->plan();
        const std::vector<int> axes = plan.axes_of(node_->parent);
        const CellDecoder decoder(*above_, above_->first_step_in(node_->segment),
                                  static_cast<u32>(axes.size()));
        const SlotOrigin origin(plan.axes_of(plan.segments[node_->segment].owner), axes, decoder);
        const ElementList& slots = core.element_list(node_->segment);
        for (u64 record = 0; record < slots.size(); ++record)
            for (u64 c = 0; c < node_->containers; ++c) {
                const u32 count = list_count({slots.slots[record], c});
                if (count == 0) continue;
                i32 index[kMaxAxes];
                origin.set(slots.coord(record), index);
                decoder.add(c, index);
                spans_.push_back({index[0], index[1], count});
            }
        const auto before = [](const CellSpan& a, const CellSpan& b) {
            return a.i != b.i ? a.i < b.i : a.j < b.j;
        };
        if (!std::is_sorted(spans_.begin(), spans_.end(), before))
            std::sort(spans_.begin(), spans_.end(), before);
    }

    GridShape shape_;
    LayoutDesc layout_;
    Storage storage_ = Storage::packed;
    std::unique_ptr<SNodeTree> tree_;
    u32 list_ = 0;
    const SNodePlan* node_ = nullptr;
    const Path* above_ = nullptr;
    ColumnView ids_, headers_;
    const AgentColumns* state_ = nullptr;
    PackedScratch scratch_;
    std::vector<float> spare_float_;
    std::vector<u32> spare_id_;
    std::vector<CellSpan> spans_;
};

}  // namespace

Result<std::unique_ptr<NeighbourGrid>> NeighbourGrid::create(const LayoutDesc& layout,
                                                             const Domain& domain, double edge,
                                                             u64 count, Executor& executor) {
    const double cells_i = std::max(std::ceil(domain.width / edge), 1.0);
    const double cells_j = std::max(std::ceil(domain.height / edge), 1.0);
    constexpr double kMaxCells = 1 << 24;  // still exact as a float
    if (!(cells_i <= kMaxCells && cells_j <= kMaxCells))
        return Error{fmt::format(
            "neighbour grid: {:.0f} x {:.0f} px in cells of {} px is more than {:.0f} cells along "
            "an axis; enlarge the mate radius or shrink the domain",
            domain.width, domain.height, edge, kMaxCells)};
    return TreeGrid::make(
        layout, {static_cast<int>(cells_i), static_cast<int>(cells_j), static_cast<float>(edge)},
        count, executor);
}

}  // namespace starling::engine
