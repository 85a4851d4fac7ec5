// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "sparse/layout/declaration.h"
#include "sparse/layout/plan.h"
#include "sparse/tree/fast_path.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {
namespace {

std::string with_unit(u64 bytes) {
    constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    u64 whole = bytes;
    while (whole >= 10240 && unit < 4) whole /= 1024, ++unit;
    return std::to_string(whole) + ' ' + kUnits[unit];
}

/// "0.06", "12.5": two digits behind the point at most.
std::string decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    std::string out = text;
    while (out.back() == '0') out.pop_back();
    if (out.back() == '.') out.pop_back();
    return out == "0" && value > 0 ? "below 0.01" : out;
}

std::string plural(u64 count, const char* one, const char* many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// The tree as indented lines. What a level costs stands behind it; behind a level with fields
/// stands how they are reached, and why not faster.
class Description {
 public:
    explicit Description(const LayoutPlan& plan) : plan_(plan) {}

    std::string run() {
        for (u32 id = 0; id < plan_.snodes.size(); ++id) {
            const SNodePlan& node = plan_.snodes[id];
            line(node.depth, plan_.name_of(id) + "  " + costs(node));
            if (node.fields.empty()) continue;
            places(node);
            line(node.depth + 1, "index   " + index_space(id));
            line(node.depth + 1, "access  " + access(id));
            if (node.kind != SNodeKind::dynamic) {
                line(node.depth + 1, "block   " + block(id));
                line(node.depth + 1, "memory  " + memory(id));
            }
        }
        return std::move(text_);
    }

 private:
    void line(u32 depth, const std::string& text) {
        text_.append(depth * 2, ' ');
        text_ += text;
        text_.erase(text_.find_last_not_of(' ') + 1);
        text_ += '\n';
    }

    /// What a level itself stores.
    std::string costs(const SNodePlan& node) const {
        switch (node.kind) {
            case SNodeKind::root:
                return with_unit(plan_.slot_bytes(0)) + ", always there";
            case SNodeKind::pointer:
                return std::string(node.lock_column == kNoColumn ? "4 B"
                                                                 : "8 B (handle and lock)") +
                       " a cell, " + with_unit(plan_.slot_bytes(node.child_segment)) +
                       " more when active";
            case SNodeKind::bitmasked:
                return "1 bit a cell";
            case SNodeKind::dynamic:
                return list_costs(node);
            default:
                return "";
        }
    }

    std::string list_costs(const SNodePlan& node) const {
        const u64 slot = plan_.slot_bytes(node.child_segment);
        if (node.dynamic.storage == DynamicStorage::packed)
            return "packed: 8 B a list, " + with_unit(slot) + " an element";
        std::string text = "chunked: 8 B a list, " + with_unit(slot) + " a chunk of " +
                           std::to_string(node.dynamic.chunk);
        if (node.dynamic.depth > 0)
            text += ", tables of " + with_unit(plan_.slot_bytes(node.dynamic.table_segment)) +
                    " for lists of several chunks";
        return text;
    }

    /// The groups of fields placed in a level, a line each.
    void places(const SNodePlan& node) {
        std::vector<u32> seen;
        for (const u32 first : node.fields) {
            const u32 column = plan_.fields[first].column;
            if (std::find(seen.begin(), seen.end(), column) != seen.end()) continue;
            seen.push_back(column);
            std::string text = "place";
            for (const u32 id : node.fields) {
                const FieldPlan& field = plan_.fields[id];
                if (field.column != column) continue;
                text += ' ' + field.name + ':' + sparse::name_of(field.type);
                if (field.components > 1) text += 'x' + std::to_string(field.components);
            }
            line(node.depth + 1, text + "  " + with_unit(plan_.fields[first].cell_bytes) +
                                     (node.kind == SNodeKind::dynamic ? " an element" : " a cell"));
        }
    }

    /// "i 0..511, j -256..255": of the first group, and of others where they differ.
    std::string index_space(u32 id) const {
        const SNodePlan& node = plan_.snodes[id];
        const std::vector<int> axes = plan_.axes_of(id);
        if (axes.empty()) return "none: a single cell";
        std::vector<std::string> texts;
        for (const u32 field : node.fields) {
            std::string text;
            for (std::size_t k = 0; k < axes.size(); ++k) {
                const i64 low = plan_.fields[field].offset[k];
                const i64 size = static_cast<i64>(node.shape[static_cast<std::size_t>(axes[k])]);
                text += std::string(k == 0 ? "" : ", ") + axis_letter(axes[k]) + ' ' +
                        std::to_string(low) + ".." + std::to_string(low + size - 1);
            }
            if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
        }
        std::string all = texts.front();
        for (std::size_t k = 1; k < texts.size(); ++k) all += "; others " + texts[k];
        return all;
    }

    /// How one cell is found from its index, as the accessors themselves decide it.
    std::string access(u32 id) const {
        const Path& path = plan_.paths[id];
        if (path.axes.empty()) return "fast: a single cell";
        u64 pointers = 0;
        for (const PathStep& step : path.steps) pointers += step.kind == SNodeKind::pointer ? 1 : 0;
        const std::string through =
            pointers == 0 ? "" : ", through " + plural(pointers, "pointer", "pointers");
        // Addresses do not matter for what can be done.
        const FastPath fast(plan_, std::vector<ColumnView>(plan_.columns.size()), id);
        if (fast.has_tables()) return "fast: a table an axis" + through;
        if (fast.rank() > 0) return "fast: shifts and masks" + through;
        return "slow: level by level" + through + "; " + why_slow(id, pointers);
    }

    std::string why_slow(u32 id, u64 pointers) const {
        if (plan_.snodes[id].kind == SNodeKind::dynamic)
            return plan_.name_of(id) + " is looked up in its lists";
        const std::size_t axes = plan_.axes_of(id).size();
        if (axes > 3) return std::to_string(axes) + " axes, more than 3";
        if (pointers > FastPath::kMaxDepth)
            return "more than " + std::to_string(FastPath::kMaxDepth) + " pointers";
        const std::string large = "; too many indices for tables";
        for (u32 up = id; up != 0; up = plan_.snodes[up].parent) {
            const SNodePlan& node = plan_.snodes[up];
            for (std::size_t k = 0; k < node.axes.size(); ++k)
                if ((node.extent[k] & (node.extent[k] - 1)) != 0)
                    return plan_.name_of(up) + " has " + std::to_string(node.extent[k]) +
                           " cells along " + axis_letter(node.axes[k]) + ", no power of two" +
                           large;
        }
        return "an axis is split between levels of one block" + large;
    }

    /// What kernels over leaf blocks get, and why a block is not one box.
    std::string block(u32 id) const {
        const SNodePlan& node = plan_.snodes[id];
        const u32 segment = plan_.columns[plan_.fields[node.fields[0]].column].segment;
        const Path& path = plan_.paths[id];
        const std::size_t first = path.first_step_in(segment);
        if (node.kind == SNodeKind::pointer) return "1 cell";
        const std::string cells = plural(node.cells_per_slot(), "cell", "cells");
        if (path.steps.size() <= first + 1) return cells + " in one row-major box";
        const PathStep& outer = path.steps[path.steps.size() - 2];
        const PathStep& inner = path.steps.back();
        return cells + " in " + std::to_string(path.steps.size() - first) +
               " nested boxes, the innermost of " + std::to_string(inner.cells) + "; " +
               why_apart(path, outer, inner);
    }

    std::string why_apart(const Path& path, const PathStep& outer, const PathStep& inner) const {
        for (const PathStep* step : {&outer, &inner})
            if (step->kind == SNodeKind::bitmasked)
                return plan_.name_of(step->snode) + " has a mask of its own";
        for (u32 a = outer.axis_begin; a != outer.axis_end; ++a)
            for (u32 b = inner.axis_begin; b != inner.axis_end; ++b)
                if (path.axes[a].position == path.axes[b].position)
                    return "axis " +
                           std::string(
                               1, axis_letter(plan_.axes_of(inner.snode)[path.axes[b].position])) +
                           " is split between " + plan_.name_of(outer.snode) + " and " +
                           plan_.name_of(inner.snode);
        return "their axes do not join";
    }

    /// Bytes a cell, fields and tree, if every cell is active.
    std::string memory(u32 id) const {
        const SNodePlan& node = plan_.snodes[id];
        std::vector<u32> columns;
        double fields = 0, tree = 0, below = 1;
        for (const u32 field : node.fields) {
            const FieldPlan& plan = plan_.fields[field];
            if (std::find(columns.begin(), columns.end(), plan.column) != columns.end()) continue;
            columns.push_back(plan.column);
            fields += plan.cell_bytes;
        }
        for (u32 up = id; up != 0; up = plan_.snodes[up].parent) {
            const SNodePlan& level = plan_.snodes[up];
            if (level.kind == SNodeKind::pointer)
                tree += (level.lock_column == kNoColumn ? 4 : 8) / below;
            if (level.kind == SNodeKind::bitmasked) tree += 0.125 / below;
            below *= static_cast<double>(level.cells);
        }
        return decimal(fields) + " B a cell for fields, " + decimal(tree) +
               " B for the levels above, if all are active";
    }

    const LayoutPlan& plan_;
    std::string text_;
};

}  // namespace

std::vector<int> LayoutPlan::axes_of(u32 snode) const {
    std::vector<int> list;
    for (int axis = 0; axis < kMaxAxes; ++axis)
        if (snodes[snode].shape[static_cast<std::size_t>(axis)] != 0) list.push_back(axis);
    return list;
}

std::string LayoutPlan::name_of(u32 snode) const {
    const SNodePlan& node = snodes[snode];
    return snode_name(snode, node.kind, node.axes, {node.extent.begin(), node.extent.end()});
}

u64 LayoutPlan::slot_bytes(u32 segment) const {
    u64 bytes = 0;
    for (const u32 column : segments[segment].columns) bytes += columns[column].stride;
    return bytes;
}

std::string LayoutPlan::describe() const {
    return Description(*this).run();
}

}  // namespace starling::sparse
