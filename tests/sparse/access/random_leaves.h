// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sparse/access/field.h"
#include "sparse/layout/fields_builder.h"
#include "sparse/tree/snode_tree.h"
#include "sparse/tree/walk.h"

namespace starling::sparse::testing {

/// Levels of a chain, as text for a failing test and as a declaration.
struct Chain {
    struct Level {
        SNodeKind kind;
        std::string axes;
        std::vector<i64> shape;
    };
    std::vector<Level> levels;

    std::string text() const {
        std::string out;
        for (const Level& level : levels) {
            out += level.kind == SNodeKind::pointer ? " P("
                   : level.kind == SNodeKind::dense ? " D("
                                                    : " B(";
            out += level.axes;
            for (const i64 size : level.shape) out.append(1, ' ').append(std::to_string(size));
            out += ')';
        }
        return out;
    }
    NodeRef declare(NodeRef node) const {
        for (const Level& level : levels)
            node = level.kind == SNodeKind::pointer ? node.pointer(Axes(level.axes), level.shape)
                   : level.kind == SNodeKind::dense ? node.dense(Axes(level.axes), level.shape)
                                                    : node.bitmasked(Axes(level.axes), level.shape);
        return node;
    }
};

/// A random chain of 1 to 3 axes, at most about 20,000 cells an axis of any kind of level.
inline Chain random_chain(std::mt19937_64& random) {
    const auto below = [&](u64 n) { return random() % n; };
    Chain chain;
    const u64 rank = 1 + below(3);
    const u64 levels = 1 + below(4);
    std::array<i64, 3> whole{1, 1, 1};
    for (u64 n = 0; n < levels; ++n) {
        constexpr SNodeKind kKinds[] = {SNodeKind::pointer, SNodeKind::dense, SNodeKind::bitmasked};
        Chain::Level level{kKinds[below(3)], {}, {}};
        std::vector<char> axes{'i', 'j', 'k'};
        axes.resize(rank);
        std::shuffle(axes.begin(), axes.end(), random);
        // Mostly every axis; now and then some only.
        if (below(4) == 0) axes.resize(1 + below(rank));
        for (const char axis : axes) {
            constexpr i64 kSizes[] = {1, 2, 3, 4, 4, 5, 8, 8, 16, 32};
            i64 size = kSizes[below(10)];
            if (n + 1 == levels && below(12) == 0) size = rank == 1 ? 5003 : 70;
            i64& all = whole[static_cast<std::size_t>(axis - 'i')];
            if (all * size > (rank == 1 ? 20000 : rank == 2 ? 400 : 70)) size = 1;
            all *= size;
            level.axes += axis;
            level.shape.push_back(size);
        }
        chain.levels.push_back(level);
    }
    return chain;
}

/// A tree of one chain with two fields of i32 (and one of f64 beside the second), some cells of
/// them active, and the values as a map by user index: the oracle.
class RandomLeaves {
 public:
    RandomLeaves(u64 seed, const Chain& chain, const Backend& backend) : random_(seed) {
        x_ref = builder_.field<i32>("x");
        y_ref = builder_.field<i32>("y");
        const FieldRef z = builder_.field<f64>("z");
        NodeRef node = chain.declare(builder_.root());
        if (below(2) == 0) {
            for (int a = 0; a < 3; ++a) {
                bool used = false;
                for (const Chain::Level& level : chain.levels)
                    used |= level.axes.find(static_cast<char>('i' + a)) != std::string::npos;
                if (used) offset.push_back(static_cast<i64>(below(60)) - 30);
            }
        }
        node.place(x_ref, offset).place({z, y_ref}, offset);
        auto made = builder_.finalize(backend);
        EXPECT_TRUE(made.ok());
        tree = std::move(*made);
        snode = node.id();
        const std::vector<int> axes = tree->plan().axes_of(snode);
        rank = axes.size();
        offset.resize(rank);
        for (const int axis : axes)
            shape.push_back(
                static_cast<i32>(tree->plan().snodes[snode].shape[static_cast<std::size_t>(axis)]));
        x = std::make_unique<Field<i32>>(*tree->field<i32>(x_ref));
        y = std::make_unique<Field<i32>>(*tree->field<i32>(y_ref));
        fill();
    }

    using At = std::array<i32, 3>;  // user index; unused axes 0

    bool inside(const At& at) const {
        for (std::size_t a = 0; a < rank; ++a)
            if (at[a] < offset[a] || at[a] >= offset[a] + shape[a]) return false;
        return true;
    }
    /// By the interpreted walk; 0 outside.
    i32 read(const Field<i32>& field, const At& at) const {
        if (!inside(at)) return 0;
        At local{};
        for (std::size_t a = 0; a < rank; ++a) local[a] = at[a] - static_cast<i32>(offset[a]);
        TreeCore& core = *tree->core();
        const FieldPlan& plan = core.plan().fields[field.id()];
        const CellRef cell = find_cell(core, core.plan().paths[plan.snode], local.data());
        return *reinterpret_cast<const i32*>(core.column(plan.column).slot<u8>(cell.handle) +
                                             cell.linear * plan.cell_bytes + plan.offset_in_cell);
    }
    At random_cell() {
        At at{};
        for (std::size_t a = 0; a < rank; ++a)
            at[a] =
                static_cast<i32>(offset[a]) + static_cast<i32>(below(static_cast<u64>(shape[a])));
        return at;
    }
    u64 below(u64 n) { return random_() % n; }

    FieldRef x_ref, y_ref;
    std::vector<i64> offset;
    std::vector<i32> shape;
    std::size_t rank = 0;
    u32 snode = 0;
    std::unique_ptr<SNodeTree> tree;
    std::unique_ptr<Field<i32>> x, y;
    std::map<At, i32> written;  // x, by us; other cells of dense blocks are active too, with 0

 private:
    void fill() {
        auto access = x->accessor(0);
        const u64 clusters = 1 + below(4);
        for (u64 c = 0; c < clusters; ++c) {
            const At middle = random_cell();
            const u64 count = below(200);
            for (u64 n = 0; n < count; ++n) {
                At at = middle;
                for (std::size_t a = 0; a < rank; ++a)
                    at[a] += static_cast<i32>(below(rank == 1 ? 300 : 12));
                if (!inside(at)) continue;
                const i32 value = 1 + static_cast<i32>(below(1000));
                *access.activate_at(at.data()) = value;
                written[at] = value;
            }
        }
    }

    std::mt19937_64 random_;
    FieldsBuilder builder_;
};

}  // namespace starling::sparse::testing
