// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/layout/index_math.h"

#include <algorithm>
#include <array>

namespace starling::sparse {
namespace {

using Whole = std::array<i64, kMaxAxes>;  // by axis

i64 floor_divide(i64 a, i64 b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

Status check(const LayoutPlan& plan, u32 snode) {
    if (snode < plan.snodes.size()) return {};
    return Error{"SNode " + std::to_string(snode) + ": the tree has " +
                 std::to_string(plan.snodes.size()) + " SNodes"};
}

/// SNodes from the outermost to `snode`, without the root.
std::vector<u32> chain_to(const LayoutPlan& plan, u32 snode) {
    std::vector<u32> chain;
    for (; snode != 0; snode = plan.snodes[snode].parent) chain.push_back(snode);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

Error outside(const std::string& name, i64 value, int axis, i64 low, u64 size) {
    return {name + ": index " + std::to_string(value) + " on axis " + axis_letter(axis) +
            " is outside of " + std::to_string(low) + " to " +
            std::to_string(low + static_cast<i64>(size) - 1)};
}

Error wrong_count(const std::string& name, std::size_t expected, i64 count) {
    return {name + ": expected " + std::to_string(expected) + " indices, got " +
            std::to_string(count)};
}

Status check(const LayoutPlan& plan, u32 snode, const std::vector<i64>& index) {
    if (Status ok = check(plan, snode); !ok) return ok;
    const std::size_t rank = plan.axes_of(snode).size();
    if (index.size() == rank) return {};
    return wrong_count(plan.name_of(snode), rank, static_cast<i64>(index.size()));
}

}  // namespace

Result<std::vector<i64>> rescale_index(const LayoutPlan& plan, u32 from,
                                       const std::vector<i64>& index, u32 to) {
    if (Status ok = check(plan, from, index); !ok) return ok.error();
    if (Status ok = check(plan, to); !ok) return ok.error();
    Whole whole{};
    const std::vector<int> axes = plan.axes_of(from);
    for (std::size_t k = 0; k < axes.size(); ++k)
        whole[static_cast<std::size_t>(axes[k])] = index[k];
    std::vector<i64> out;
    for (const int axis : plan.axes_of(to)) {
        const std::size_t a = static_cast<std::size_t>(axis);
        const i64 fine = static_cast<i64>(plan.snodes[from].shape[a]);
        const i64 coarse = static_cast<i64>(plan.snodes[to].shape[a]);
        out.push_back(fine == 0        ? 0
                      : fine >= coarse ? floor_divide(whole[a], fine / coarse)
                                       : whole[a] * (coarse / fine));
    }
    return out;
}

Result<std::vector<std::vector<i64>>> decompose_index(const LayoutPlan& plan, u32 snode,
                                                      const std::vector<i64>& index) {
    if (Status ok = check(plan, snode, index); !ok) return ok.error();
    Whole rest{}, below{};
    const std::vector<int> axes = plan.axes_of(snode);
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const std::size_t a = static_cast<std::size_t>(axes[k]);
        const u64 size = plan.snodes[snode].shape[a];
        if (index[k] < 0 || static_cast<u64>(index[k]) >= size)
            return outside(plan.name_of(snode), index[k], axes[k], 0, size);
        rest[a] = index[k];
        below[a] = static_cast<i64>(size);
    }
    std::vector<std::vector<i64>> parts;
    for (const u32 level : chain_to(plan, snode)) {
        const SNodePlan& node = plan.snodes[level];
        std::vector<i64>& part = parts.emplace_back();
        for (std::size_t k = 0; k < node.axes.size(); ++k) {
            const std::size_t a = static_cast<std::size_t>(node.axes[k]);
            below[a] /= static_cast<i64>(node.extent[k]);
            part.push_back(rest[a] / below[a]);
            rest[a] %= below[a];
        }
    }
    return parts;
}

Result<std::vector<i64>> compose_index(const LayoutPlan& plan, u32 snode,
                                       const std::vector<std::vector<i64>>& parts) {
    if (Status ok = check(plan, snode); !ok) return ok.error();
    const std::vector<u32> chain = chain_to(plan, snode);
    if (parts.size() != chain.size())
        return Error{plan.name_of(snode) + ": expected indices of " + std::to_string(chain.size()) +
                     " levels, got " + std::to_string(parts.size())};
    Whole whole{};
    for (std::size_t level = 0; level < chain.size(); ++level) {
        const SNodePlan& node = plan.snodes[chain[level]];
        if (parts[level].size() != node.axes.size())
            return wrong_count(plan.name_of(chain[level]), node.axes.size(),
                               static_cast<i64>(parts[level].size()));
        for (std::size_t k = 0; k < node.axes.size(); ++k) {
            const i64 part = parts[level][k];
            if (part < 0 || part >= static_cast<i64>(node.extent[k]))
                return outside(plan.name_of(chain[level]), part, node.axes[k], 0, node.extent[k]);
            i64& number = whole[static_cast<std::size_t>(node.axes[k])];
            number = number * static_cast<i64>(node.extent[k]) + part;
        }
    }
    std::vector<i64> out;
    for (const int axis : plan.axes_of(snode)) out.push_back(whole[static_cast<std::size_t>(axis)]);
    return out;
}

Status check_index(const LayoutPlan& plan, u32 snode, const std::string& name, const i32* index,
                   int count, const i32* offset) {
    const std::vector<int> axes = plan.axes_of(snode);
    if (static_cast<std::size_t>(count) != axes.size())
        return wrong_count(name, axes.size(), count);
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const u64 size = plan.snodes[snode].shape[static_cast<std::size_t>(axes[k])];
        const i64 low = offset == nullptr ? 0 : offset[k];
        if (index[k] < low || index[k] >= low + static_cast<i64>(size))
            return outside(name, index[k], axes[k], low, size);
    }
    return {};
}

}  // namespace starling::sparse
