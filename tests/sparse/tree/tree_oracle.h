// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A tree of SNodes as its semantics describe it: sets of active cells and maps of values, with
// neither slots nor handles. What the real tree is compared with.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sparse/layout/fields_builder.h"

namespace starling::sparse::testing {

inline constexpr int kOracleAxes = 5;

/// A coordinate over all axes of the tree; axes that an SNode lacks are 0.
using Coord = std::array<i32, kOracleAxes>;

struct OracleNode {
    SNodeKind kind = SNodeKind::root;
    u32 parent = 0;
    std::vector<int> axes;  // positions in the tree's list of axes
    std::vector<i64> extent;
    Coord shape{};  // cells per axis from the root to here; 0 = axis not used
};

struct OracleField {
    std::string name;
    DataType type = DataType::f32;
    u32 components = 1;
    u32 snode = 0;
    std::vector<i64> offset;  // one a used axis
};

/// The tree. Coordinates count cells of the SNode named, from 0.
class Oracle {
 public:
    std::vector<OracleNode> nodes{OracleNode{}};
    std::vector<OracleField> fields;

    static bool is_sparse(SNodeKind kind) {
        return kind == SNodeKind::pointer || kind == SNodeKind::bitmasked;
    }

    /// The cell of `up` (an ancestor of `snode`, or itself) that holds `at`.
    Coord cell_of(u32 up, u32 snode, const Coord& at) const {
        Coord out{};
        for (std::size_t a = 0; a < at.size(); ++a)
            if (nodes[up].shape[a] != 0)
                out[a] = at[a] / (nodes[snode].shape[a] / nodes[up].shape[a]);
        return out;
    }

    /// Whether the cell and all above it are active.
    bool is_active(u32 snode, const Coord& at) const {
        for (u32 up = snode; up != 0; up = nodes[up].parent) {
            const Coord cell = cell_of(up, snode, at);
            if (is_sparse(nodes[up].kind) && active_of(up).count(cell) == 0) return false;
            if (nodes[up].kind == SNodeKind::dynamic &&
                element(up, cell) >= length(up, list(up, cell)))
                return false;
        }
        return true;
    }

    void activate(u32 snode, const Coord& at) {
        for (u32 up = snode; up != 0; up = nodes[up].parent) {
            const Coord cell = cell_of(up, snode, at);
            if (is_sparse(nodes[up].kind)) active_[up].insert(cell);
            if (nodes[up].kind == SNodeKind::dynamic) {
                i64& length = lengths_[up][list(up, cell)];
                length = std::max(length, element(up, cell) + 1);
            }
        }
    }

    /// A pointer or bitmasked cell, and all below it.
    void deactivate(u32 snode, const Coord& at) {
        if (!is_active(snode, at)) return;
        for (u32 id = 1; id < nodes.size(); ++id) {
            if (!is_below(id, snode)) continue;
            const auto inside = [&](const auto& cell) { return cell_of(snode, id, cell) == at; };
            std::erase_if(active_[id], inside);
            std::erase_if(lengths_[id], [&](const auto& entry) { return inside(entry.first); });
        }
        for (u32 field = 0; field < fields.size(); ++field)
            if (is_below(fields[field].snode, snode))
                std::erase_if(values_[field], [&](const auto& entry) {
                    return cell_of(snode, fields[field].snode, entry.first) == at;
                });
    }

    void clear_list(u32 snode, const Coord& of) {
        lengths_[snode].erase(of);
        for (u32 field = 0; field < fields.size(); ++field)
            if (fields[field].snode == snode)
                std::erase_if(values_[field],
                              [&](const auto& entry) { return list(snode, entry.first) == of; });
    }

    void deactivate_all(u32 snode) {
        if (nodes[snode].kind == SNodeKind::dynamic) {
            const auto lists = lengths_[snode];
            for (const auto& [of, length] : lists) clear_list(snode, of);
        } else {
            const auto cells = active_of(snode);
            for (const Coord& cell : cells) deactivate(snode, cell);
        }
    }

    std::vector<i64> value(u32 field, const Coord& at) const {
        const auto found = values_.find(field);
        if (found != values_.end())
            if (const auto cell = found->second.find(at); cell != found->second.end())
                return cell->second;
        return std::vector<i64>(fields[field].components, 0);
    }

    /// Activates and returns the values to change.
    std::vector<i64>& touch(u32 field, const Coord& at) {
        activate(fields[field].snode, at);
        auto& cell = values_[field][at];
        cell.resize(fields[field].components, 0);
        return cell;
    }

    /// All cells of the field that are active.
    std::set<Coord> active_cells(u32 field) const {
        const u32 snode = fields[field].snode;
        std::set<Coord> out;
        if (nodes[snode].kind == SNodeKind::dynamic) {
            const auto lists = lengths_.find(snode);
            if (lists == lengths_.end()) return out;
            for (const auto& [of, length] : lists->second)
                for (i64 k = 0; k < length; ++k) {
                    Coord at = of;
                    at[static_cast<std::size_t>(nodes[snode].axes[0])] = static_cast<i32>(k);
                    out.insert(at);
                }
            return out;
        }
        Coord at{};
        for (;;) {
            if (is_active(snode, at)) out.insert(at);
            std::size_t a = 0;
            while (a < at.size() && ++at[a] >= std::max(nodes[snode].shape[a], 1)) at[a++] = 0;
            if (a == at.size()) return out;
        }
    }

    const std::set<Coord>& active_of(u32 snode) const {
        static const std::set<Coord> kNone;
        const auto found = active_.find(snode);
        return found == active_.end() ? kNone : found->second;
    }

    i64 length(u32 snode, const Coord& of) const {
        const auto lists = lengths_.find(snode);
        if (lists == lengths_.end()) return 0;
        const auto found = lists->second.find(of);
        return found == lists->second.end() ? 0 : found->second;
    }

    /// The list that an element lies in, and its number there.
    Coord list(u32 snode, Coord at) const {
        at[static_cast<std::size_t>(nodes[snode].axes[0])] = 0;
        return at;
    }
    i64 element(u32 snode, const Coord& at) const {
        return at[static_cast<std::size_t>(nodes[snode].axes[0])];
    }

    bool is_below(u32 snode, u32 above) const {
        for (u32 up = snode; up != 0; up = nodes[up].parent)
            if (up == above) return true;
        return false;
    }

 private:
    std::map<u32, std::set<Coord>> active_;
    std::map<u32, std::map<Coord, i64>> lengths_;
    std::map<u32, std::map<Coord, std::vector<i64>>> values_;
};

}  // namespace starling::sparse::testing
