// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sparse/tree/snode_tree.h"
#include "tests/sparse/tree/tree_oracle.h"

namespace starling::sparse::testing {

/// A random declaration, told to a FieldsBuilder and to the oracle alike, and coordinates in it.
class RandomDeclaration {
 protected:
    explicit RandomDeclaration(u64 seed) : random_(seed) {}

    u32 below(u64 n) { return static_cast<u32>(random_() % n); }
    bool chance(u32 one_in) { return below(one_in) == 0; }

    void declare_tree() {
        // Up to four axes and one for lists, letters in any order.
        for (int axis = 0; axis < kMaxAxes; ++axis) letters_.push_back(axis);
        while (letters_.size() > kOracleAxes)
            letters_.erase(letters_.begin() + below(letters_.size()));
        list_axis_ = static_cast<int>(below(kOracleAxes));
        for (int axis = 0; axis < kOracleAxes; ++axis)
            if (axis != list_axis_) main_axes_.push_back(axis);
        main_axes_.resize(1 + below(4));
        grow(builder_.root(), 0, 1 + below(kMaxDepth), 1);
    }

    /// Hangs 1 to 3 children of at most `levels` levels under `parent`.
    void grow(NodeRef parent, u32 id, u32 levels, i64 cells) {
        const u32 children = oracle_.nodes.size() < 8 ? 1 + below(3) : 1;
        for (u32 child = 0; child < children; ++child) {
            OracleNode node;
            node.parent = id;
            node.shape = oracle_.nodes[id].shape;
            const bool list = chance(3) && (levels == 1 || chance(4));
            if (list) {
                node.kind = SNodeKind::dynamic;
                node.axes = {list_axis_};
                constexpr i64 kCapacities[] = {1, 5, 16, 40, 300, 3000};
                node.extent = {kCapacities[below(6)]};
            } else {
                constexpr SNodeKind kKinds[] = {SNodeKind::dense, SNodeKind::bitmasked,
                                                SNodeKind::pointer};
                node.kind = kKinds[below(3)];
                std::vector<int> axes = main_axes_;
                std::shuffle(axes.begin(), axes.end(), random_);
                axes.resize(1 + below(axes.size()));
                for (const int axis : axes) {
                    constexpr i64 kSizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 70};
                    i64 size = kSizes[below(9)];
                    if (cells * size > 1500) size = cells > 3000 ? 1 : 1 + below(2);
                    cells *= size;
                    node.axes.push_back(axis);
                    node.extent.push_back(size);
                }
            }
            std::vector<int> axes;
            for (std::size_t k = 0; k < node.axes.size(); ++k) {
                const std::size_t a = static_cast<std::size_t>(node.axes[k]);
                axes.push_back(letters_[a]);
                node.shape[a] = std::max(node.shape[a], 1) * static_cast<i32>(node.extent[k]);
            }
            NodeRef ref = parent;
            if (list) {
                constexpr i64 kChunks[] = {1, 2, 4, 7, 32};
                ref = parent.dynamic(axes, node.extent[0], {.chunk = kChunks[below(5)]});
            } else if (node.kind == SNodeKind::dense) {
                ref = parent.dense(axes, node.extent);
            } else if (node.kind == SNodeKind::bitmasked) {
                ref = parent.bitmasked(axes, node.extent);
            } else {
                ref = parent.pointer(axes, node.extent,
                                     {chance(3) ? Activation::locked : Activation::cas});
            }
            oracle_.nodes.push_back(node);
            const bool last = list || levels == 1 || oracle_.nodes.size() > 12;
            if (last || chance(3)) place(ref);
            if (!last) grow(ref, ref.id(), levels - 1, cells);
        }
    }

    void place(NodeRef node) {
        for (u32 groups = 1 + below(2); groups != 0; --groups) {
            std::vector<i64> offset;
            if (chance(2))
                for (const i32 size : oracle_.nodes[node.id()].shape)
                    if (size != 0) offset.push_back(static_cast<i64>(below(200)) - 100);
            FieldGroup group;
            for (u32 members = 1 + below(3); members != 0; --members) {
                constexpr DataType kTypes[] = {DataType::i32, DataType::f32, DataType::u8,
                                               DataType::i64};
                OracleField field;
                field.name = std::to_string(oracle_.fields.size()).insert(0, 1, 'f');
                field.type = kTypes[below(4)];
                field.components = 1 + (chance(3) ? below(3) : 0);
                field.snode = node.id();
                field.offset = offset;
                group.push_back(builder_.field(field.type, field.name, field.components));
                oracle_.fields.push_back(field);
            }
            node.place(group, offset);
        }
    }

    // Coordinates.

    Coord random_coord(u32 snode) {
        Coord at{};
        for (std::size_t a = 0; a < at.size(); ++a)
            if (oracle_.nodes[snode].shape[a] != 0)
                at[a] = static_cast<i32>(below(static_cast<u64>(oracle_.nodes[snode].shape[a])));
        if (oracle_.nodes[snode].kind == SNodeKind::dynamic && !chance(4)) {
            i32& element = at[static_cast<std::size_t>(list_axis_)];
            element = std::min(element, static_cast<i32>(below(6)));
        }
        return at;
    }

    /// Numbers for the real tree: the axes in use, ascending, plus the field's offset if any.
    std::vector<i32> index(u32 snode, const Coord& at, const std::vector<i64>& offset = {}) const {
        std::vector<i32> out;
        for (std::size_t a = 0; a < at.size(); ++a)
            if (oracle_.nodes[snode].shape[a] != 0)
                out.push_back(at[a] + (offset.empty() ? 0 : static_cast<i32>(offset[out.size()])));
        return out;
    }
    static Index as_index(const std::vector<i32>& n) {
        switch (n.size()) {
            case 0:
                return {};
            case 1:
                return {n[0]};
            case 2:
                return {n[0], n[1]};
            case 3:
                return {n[0], n[1], n[2]};
            case 4:
                return {n[0], n[1], n[2], n[3]};
            default:
                return {n[0], n[1], n[2], n[3], n[4]};
        }
    }
    template <class F>
    static auto with_index(const std::vector<i32>& n, F f) {
        switch (n.size()) {
            case 0:
                return f();
            case 1:
                return f(n[0]);
            case 2:
                return f(n[0], n[1]);
            case 3:
                return f(n[0], n[1], n[2]);
            case 4:
                return f(n[0], n[1], n[2], n[3]);
            default:
                return f(n[0], n[1], n[2], n[3], n[4]);
        }
    }
    Coord coord(u32 snode, const i32* index, const std::vector<i64>& offset) const {
        Coord at{};
        std::size_t k = 0;
        for (std::size_t a = 0; a < at.size(); ++a)
            if (oracle_.nodes[snode].shape[a] != 0) {
                at[a] = index[k] - (offset.empty() ? 0 : static_cast<i32>(offset[k]));
                ++k;
            }
        return at;
    }
    static std::string text(const std::vector<i32>& n) {
        std::string out(1, '(');
        for (const i32 value : n) out.append(std::to_string(value)).push_back(' ');
        out.push_back(')');
        return out;
    }

    u32 random_node(bool dynamic_too = true) {
        for (;;) {
            const u32 id = 1 + below(oracle_.nodes.size() - 1);
            if (dynamic_too || oracle_.nodes[id].kind != SNodeKind::dynamic) return id;
            if (chance(50)) return 0;
        }
    }
    /// A cell that is active, if one comes by soon.
    Coord likely_coord(u32 snode) {
        const std::set<Coord>& active = oracle_.active_of(snode);
        if (active.empty() || chance(4)) return random_coord(snode);
        return *std::next(active.begin(), below(active.size()));
    }

    std::mt19937_64 random_;
    FieldsBuilder builder_;
    Oracle oracle_;
    std::vector<int> letters_, main_axes_;
    int list_axis_ = 0;
};

}  // namespace starling::sparse::testing
