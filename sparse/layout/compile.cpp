// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "sparse/core/bits.h"
#include "sparse/layout/declaration.h"
#include "sparse/layout/fields_builder.h"

namespace starling::sparse {
namespace {

constexpr u64 kMaxExtent = 0x7fffffff;
constexpr u64 kMaxSlotCells = u64{1} << 40;

/// Multiplies, stopping at a value that no address space holds.
u64 saturating_product(u64 a, u64 b) {
    constexpr u64 kLimit = u64{1} << 62;
    return b != 0 && a > kLimit / b ? kLimit : a * b;
}

class Compiler {
 public:
    explicit Compiler(const FieldsBuilder::Declaration& declaration) : in_(declaration) {}

    Result<LayoutPlan> run() {
        add_snodes();
        add_groups();
        check_whole();
        if (!error_.empty()) return Error{error_};
        for (u32 id = 0; id < plan_.snodes.size(); ++id) plan_.paths.push_back(path_to(id));
        return std::move(plan_);
    }

 private:
    void fail(std::string text) {
        if (error_.empty()) error_ = std::move(text);
    }

    u32 add_segment(u32 owner, u64 max_slots) {
        plan_.segments.push_back({owner, {}, max_slots});
        return static_cast<u32>(plan_.segments.size() - 1);
    }

    u32 add_column(u32 segment, u64 stride, u32 snode) {
        const u32 id = static_cast<u32>(plan_.columns.size());
        plan_.columns.push_back({segment, stride, snode});
        plan_.segments[segment].columns.push_back(id);
        return id;
    }

    void add_snodes() {
        SNodePlan root;
        plan_.builder = in_.serial;
        plan_.snodes.push_back(root);
        add_segment(0, 1);
        total_cells_.push_back(1);
        for (u32 id = 1; id < in_.nodes.size() && error_.empty(); ++id) add_snode(id);
    }

    void add_snode(u32 id) {
        const FieldsBuilder::Declaration::Node& declared = in_.nodes[id];
        const SNodePlan& parent = plan_.snodes[declared.parent];
        const std::string name = snode_name(id, declared.kind, declared.axes, declared.shape);
        SNodePlan node;
        node.kind = declared.kind;
        node.parent = declared.parent;
        node.depth = parent.depth + 1;
        node.axes = declared.axes;
        node.activation = declared.activation;
        node.shape = parent.shape;
        for (std::size_t k = 0; k < declared.axes.size(); ++k) {
            const u64 size = static_cast<u64>(declared.shape[k]);
            node.extent.push_back(static_cast<u32>(size));
            node.cells = saturating_product(node.cells, size);
            u64& whole = node.shape[static_cast<std::size_t>(declared.axes[k])];
            whole = saturating_product(std::max<u64>(whole, 1), size);
            if (whole > kMaxExtent)
                fail(name + ": axis " + axis_letter(declared.axes[k]) + " has more than " +
                     std::to_string(kMaxExtent) + " cells over all levels");
        }
        // Where its containers are: in the parent's cells, which a pointer keeps in other slots.
        const bool own_segment = parent.kind == SNodeKind::pointer;
        node.segment = own_segment ? parent.child_segment : parent.segment;
        node.containers = own_segment ? 1 : saturating_product(parent.containers, parent.cells);
        const u64 slot_cells = saturating_product(node.containers, node.cells);
        if (slot_cells > kMaxSlotCells && node.kind != SNodeKind::dynamic)
            fail(name + ": more than 2^40 cells in one block; put a pointer level above it");
        total_cells_.push_back(saturating_product(total_cells_[declared.parent], node.cells));
        if (!error_.empty()) return;
        switch (node.kind) {
            case SNodeKind::bitmasked:
                node.column = add_column(node.segment, mask_words(slot_cells) * sizeof(u64), id);
                break;
            case SNodeKind::pointer:
                node.column = add_column(node.segment, slot_cells * sizeof(Handle), id);
                if (node.activation == Activation::locked)
                    node.lock_column = add_column(node.segment, slot_cells * sizeof(u32), id);
                node.child_segment = add_segment(id, total_cells_[id]);
                break;
            case SNodeKind::dynamic:
                add_dynamic(id, declared, node);
                break;
            default:
                break;
        }
        plan_.snodes[declared.parent].children.push_back(id);
        plan_.snodes.push_back(std::move(node));
    }

    void add_dynamic(u32 id, const FieldsBuilder::Declaration::Node& declared, SNodePlan& node) {
        DynamicPlan& dynamic = node.dynamic;
        const u64 lists = total_cells_[node.parent];
        dynamic.storage = declared.dynamic.storage;
        dynamic.capacity = static_cast<u32>(node.cells);
        node.column = add_column(node.segment, node.containers * sizeof(ListHeader), id);
        if (dynamic.storage == DynamicStorage::packed) {
            node.child_segment = add_segment(id, saturating_product(lists, node.cells));
            return;
        }
        dynamic.chunk =
            static_cast<u32>(std::min<u64>(static_cast<u64>(declared.dynamic.chunk), node.cells));
        const u64 chunks = (node.cells + dynamic.chunk - 1) / dynamic.chunk;
        node.child_segment = add_segment(id, saturating_product(lists, chunks));
        if (chunks == 1) return;
        // A single table up to 1,024 entries; beyond, a radix tree that keeps short lists small.
        constexpr u64 kFlat = 1024, kFanout = 256;
        dynamic.fanout = static_cast<u32>(chunks - 1 <= kFlat ? chunks - 1 : kFanout);
        dynamic.depth = 1;
        u64 reach = dynamic.fanout, tables = 1;
        while (reach < chunks - 1) {
            reach *= dynamic.fanout;
            ++dynamic.depth;
        }
        for (u64 level = dynamic.fanout; level < chunks - 1; level *= dynamic.fanout)
            tables += (chunks - 1 + level - 1) / level;
        dynamic.next_column = add_column(node.child_segment, sizeof(Handle), id);
        dynamic.table_segment = add_segment(id, saturating_product(lists, tables));
        dynamic.table_column =
            add_column(dynamic.table_segment, dynamic.fanout * sizeof(Handle), id);
    }

    void add_groups() {
        plan_.fields.resize(in_.fields.size());
        for (std::size_t k = 0; k < in_.fields.size(); ++k) {
            plan_.fields[k].name = in_.fields[k].name;
            plan_.fields[k].type = in_.fields[k].type;
            plan_.fields[k].components = in_.fields[k].components;
        }
        for (const auto& group : in_.groups) {
            if (!error_.empty()) return;
            add_group(group);
        }
    }

    void add_group(const FieldsBuilder::Declaration::Group& group) {
        const SNodePlan& node = plan_.snodes[group.parent];
        const std::vector<int> axes = plan_.axes_of(group.parent);
        const std::string name = plan_.name_of(group.parent);
        if (!group.offset.empty() && axes.empty())
            fail("place in " + name + ": an offset of " + std::to_string(group.offset.size()) +
                 " numbers, but the root has no shape to shift");
        else if (!group.offset.empty() && group.offset.size() != axes.size())
            fail("place in " + name + ": expected an offset of " + std::to_string(axes.size()) +
                 " numbers, one an axis, got " + std::to_string(group.offset.size()));
        u32 bytes = 0, alignment = 1;
        for (const FieldRef ref : group.fields) {
            FieldPlan& field = plan_.fields[ref.index];
            const u32 size = size_of(field.type);
            bytes = static_cast<u32>(round_up(bytes, size));
            field.offset_in_cell = bytes;
            bytes += size * field.components;
            alignment = std::max(alignment, size);
        }
        bytes = static_cast<u32>(round_up(bytes, alignment));
        const bool sparse_cells =
            node.kind == SNodeKind::pointer || node.kind == SNodeKind::dynamic;
        const u64 cells = node.kind == SNodeKind::pointer   ? 1
                          : node.kind == SNodeKind::dynamic ? node.dynamic.chunk
                                                            : node.cells_per_slot();
        const u32 segment = sparse_cells ? node.child_segment : node.segment;
        const u32 column = add_column(segment, cells * bytes, group.parent);
        for (const FieldRef ref : group.fields) {
            FieldPlan& field = plan_.fields[ref.index];
            field.snode = group.parent;
            field.column = column;
            field.cell_bytes = bytes;
            field.offset.assign(axes.size(), 0);
            for (std::size_t a = 0; a < group.offset.size() && a < axes.size(); ++a) {
                const i64 size = static_cast<i64>(node.shape[static_cast<std::size_t>(axes[a])]);
                if (group.offset[a] < std::numeric_limits<i32>::min() / 2 ||
                    group.offset[a] > std::numeric_limits<i32>::max() / 2 ||
                    group.offset[a] + size - 1 > std::numeric_limits<i32>::max())
                    fail("field " + field.name + ": offset " + std::to_string(group.offset[a]) +
                         " is out of range: it must be -2^30 to 2^30 - 1, and the last of " +
                         std::to_string(size) + " indices below 2^31");
                field.offset[a] = static_cast<i32>(group.offset[a]);
            }
            plan_.snodes[group.parent].fields.push_back(ref.index);
        }
    }

    void check_whole() {
        for (const auto& field : in_.fields)
            if (!field.placed)
                fail("field " + field.name + ": never placed; give it to place() of an SNode");
        for (u32 id = 1; id < plan_.snodes.size(); ++id)
            if (plan_.snodes[id].children.empty() && plan_.snodes[id].fields.empty())
                fail(plan_.name_of(id) + ": has no child; place a field in it or leave it out");
        // A slot without any column (all its fields are deeper) still needs one to exist in.
        for (u32 id = 0; id < plan_.segments.size(); ++id)
            if (plan_.segments[id].columns.empty()) add_column(id, 1, plan_.segments[id].owner);
    }

    Path path_to(u32 id) const {
        std::vector<u32> chain;
        for (u32 up = id; up != 0; up = plan_.snodes[up].parent) chain.push_back(up);
        std::reverse(chain.begin(), chain.end());
        Path path;
        const std::vector<int> axes = plan_.axes_of(id);
        std::array<u64, kMaxAxes> below{};  // cells per axis of the levels below the current one
        for (std::size_t axis = 0; axis < below.size(); ++axis)
            below[axis] = std::max<u64>(plan_.snodes[id].shape[axis], 1);
        for (const u32 up : chain) {
            const SNodePlan& node = plan_.snodes[up];
            PathStep step;
            step.kind = node.kind;
            step.snode = up;
            step.cells = node.cells;
            step.column = node.column;
            step.segment = node.segment;
            step.axis_begin = static_cast<u32>(path.axes.size());
            for (std::size_t k = 0; k < node.axes.size(); ++k) {
                const std::size_t axis = static_cast<std::size_t>(node.axes[k]);
                below[axis] /= node.extent[k];
                AxisStep part;
                part.position = static_cast<u8>(std::find(axes.begin(), axes.end(), node.axes[k]) -
                                                axes.begin());
                part.extent = node.extent[k];
                part.divisor = below[axis];
                path.axes.push_back(part);
            }
            step.axis_end = static_cast<u32>(path.axes.size());
            if (!merge_dense(path, step)) path.steps.push_back(step);
        }
        for (AxisStep& part : path.axes) {
            part.pot = is_power_of_two(part.divisor) && is_power_of_two(part.extent);
            part.shift = static_cast<u8>(log2_floor(part.divisor));
            part.mask = part.extent - 1;
        }
        return path;
    }

    /// Folds a dense step into a dense step before it when their cells lie row-major together:
    /// the axes differ, or the last axis before is the first axis here.
    static bool merge_dense(Path& path, const PathStep& step) {
        if (path.steps.empty()) return false;
        PathStep& before = path.steps.back();
        if (before.kind != SNodeKind::dense || step.kind != SNodeKind::dense ||
            before.segment != step.segment)
            return false;
        const auto seen = [&](u8 position) {
            return std::any_of(path.axes.begin() + before.axis_begin,
                               path.axes.begin() + step.axis_begin,
                               [&](const AxisStep& part) { return part.position == position; });
        };
        AxisStep& joint = path.axes[step.axis_begin - 1];
        const AxisStep& first = path.axes[step.axis_begin];
        const bool continues = joint.position == first.position;
        for (u32 k = step.axis_begin + (continues ? 1 : 0); k < step.axis_end; ++k)
            if (seen(path.axes[k].position)) return false;
        if (continues) {
            joint.extent *= first.extent;
            joint.divisor = first.divisor;
            path.axes.erase(path.axes.begin() + step.axis_begin);
            before.axis_end = step.axis_end - 1;
        } else {
            before.axis_end = step.axis_end;
        }
        before.cells *= step.cells;
        before.snode = step.snode;
        return true;
    }

    const FieldsBuilder::Declaration& in_;
    LayoutPlan plan_;
    std::vector<u64> total_cells_;  // like snodes: cells over the whole index space
    std::string error_;
};

}  // namespace

Result<LayoutPlan> FieldsBuilder::compile() const {
    if (Status known = status(); !known) return known.error();
    return Compiler(*declaration_).run();
}

}  // namespace starling::sparse
