// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sparse/layout/declaration.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {
namespace {

std::string with_unit(u64 bytes) {
    constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    u64 whole = bytes;
    while (whole >= 10240 && unit < 4) whole /= 1024, ++unit;
    return std::to_string(whole) + ' ' + kUnits[unit];
}

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
    std::string text;
    for (u32 id = 0; id < snodes.size(); ++id) {
        const SNodePlan& node = snodes[id];
        text += std::string(node.depth * 2, ' ') + name_of(id);
        if (node.kind == SNodeKind::root) text += "  slot " + with_unit(slot_bytes(0));
        if (node.kind == SNodeKind::pointer)
            text += "  slot " + with_unit(slot_bytes(node.child_segment)) + ", 4 B a cell here";
        if (node.kind == SNodeKind::bitmasked) text += "  1 bit a cell";
        if (node.kind == SNodeKind::dynamic) {
            text += node.dynamic.storage == DynamicStorage::packed
                        ? "  packed, "
                        : "  chunks of " + std::to_string(node.dynamic.chunk) + ", ";
            text += "8 B a list, " + with_unit(slot_bytes(node.child_segment)) +
                    (node.dynamic.storage == DynamicStorage::packed ? " an element" : " a chunk");
        }
        text += '\n';
        std::vector<u32> groups;
        for (const u32 field : node.fields) {
            const u32 column = fields[field].column;
            if (std::find(groups.begin(), groups.end(), column) != groups.end()) continue;
            groups.push_back(column);
            text += std::string(node.depth * 2 + 2, ' ') + "place";
            for (const u32 other : node.fields)
                if (fields[other].column == column)
                    text += ' ' + fields[other].name + ':' + sparse::name_of(fields[other].type) +
                            (fields[other].components > 1
                                 ? 'x' + std::to_string(fields[other].components)
                                 : "");
            text += "  " + std::to_string(fields[field].cell_bytes) + " B a cell\n";
        }
        const Path& path = paths[id];
        if (!node.fields.empty()) {
            const bool pot = std::all_of(path.axes.begin(), path.axes.end(),
                                         [](const AxisStep& part) { return part.pot; });
            const std::size_t inside =
                path.steps.size() -
                path.first_step_in(columns[fields[node.fields[0]].column].segment);
            text += std::string(node.depth * 2 + 2, ' ') + "access " +
                    (pot ? "by shift and mask" : "by division: a size is no power of two") +
                    (inside > 1 ? "; block in " + std::to_string(inside) +
                                      " nested steps: an axis is split between levels"
                                : "; block is one box") +
                    '\n';
        }
    }
    return text;
}

}  // namespace starling::sparse
