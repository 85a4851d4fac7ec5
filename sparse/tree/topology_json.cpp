// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/topology_json.h"

#include <algorithm>
#include <string_view>

#include "sparse/core/bits.h"
#include "sparse/layout/declaration.h"
#include "sparse/tree/list_ops.h"
#include "sparse/tree/tree_core.h"

namespace starling::sparse {
namespace {

/// Bytes of the UTF-8 character that `text` begins with; 0 where it is none.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t k) { return static_cast<u8>(text[k]); };
    const auto continues = [&](std::size_t k) { return k < text.size() && byte(k) >> 6 == 2; };
    const u8 first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return continues(1) ? 2 : 0;
    if (first >= 0xe0 && first < 0xf0) {
        if (!continues(1) || !continues(2)) return 0;
        const bool overlong = first == 0xe0 && byte(1) < 0xa0;
        const bool surrogate = first == 0xed && byte(1) >= 0xa0;
        return overlong || surrogate ? 0 : 3;
    }
    if (first >= 0xf0 && first < 0xf5) {
        if (!continues(1) || !continues(2) || !continues(3)) return 0;
        const bool overlong = first == 0xf0 && byte(1) < 0x90;
        const bool too_high = first == 0xf4 && byte(1) >= 0x90;
        return overlong || too_high ? 0 : 4;
    }
    return 0;
}

/// `text` as a JSON string. Names of fields may be any bytes: those that are no UTF-8 become the
/// replacement character.
std::string quoted(std::string_view text) {
    constexpr const char* kHex = "0123456789abcdef";
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t bytes = character_bytes(text);
        const char c = text[0];
        if (bytes == 0) {
            out += "\xef\xbf\xbd";
        } else if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<u8>(c) < 0x20) {
            out += "\\u00";
            out += kHex[static_cast<u8>(c) / 16];
            out += kHex[static_cast<u8>(c) % 16];
        } else {
            out += text.substr(0, bytes);
        }
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return out + '"';
}

/// "[1, 2]" of any numbers.
template <class List>
std::string array_of(const List& numbers) {
    std::string out = "[";
    for (const auto number : numbers) {
        if (out.size() > 1) out += ", ";
        out += std::to_string(number);
    }
    return out + ']';
}

class Writer {
 public:
    Writer(TreeCore& core, const TopologyJsonOptions& options)
        : core_(core), plan_(core.plan()), options_(options) {}

    std::string run(u32 tree_id) {
        std::string out = "{\"tree\": " + std::to_string(tree_id) +
                          ", \"topology_version\": " + std::to_string(core_.topology_version()) +
                          ", \"snodes\": [";
        for (u32 id = 0; id < plan_.snodes.size(); ++id) {
            if (id != 0) out += ", ";
            out += snode(id);
        }
        out += "], \"fields\": [";
        for (std::size_t id = 0; id < plan_.fields.size(); ++id) {
            if (id != 0) out += ", ";
            out += field(plan_.fields[id]);
        }
        return out + "]}";
    }

 private:
    std::string snode(u32 id) {
        const SNodePlan& node = plan_.snodes[id];
        const std::vector<int> axes = plan_.axes_of(id);
        std::vector<u64> shape;
        for (const int axis : axes) shape.push_back(node.shape[static_cast<std::size_t>(axis)]);
        // Parents come before children, so theirs is counted already.
        active_.push_back(active_cells(id));
        std::string out = "{\"id\": " + std::to_string(id) +
                          ", \"name\": " + quoted(plan_.name_of(id)) + ", \"kind\": \"" +
                          name_of(node.kind) +
                          "\", \"parent\": " + (id == 0 ? "null" : std::to_string(node.parent)) +
                          ", \"depth\": " + std::to_string(node.depth) + ", \"axes\": \"" +
                          Axes(node.axes).text() + "\", \"extent\": " + array_of(node.extent) +
                          ", \"children\": " + array_of(node.children) + ", \"index_axes\": \"" +
                          Axes(axes).text() + "\", \"index_shape\": " + array_of(shape) +
                          ", \"active\": " + std::to_string(active_.back());
        if (node.kind == SNodeKind::pointer) out += slots(node, axes, shape);
        if (node.kind == SNodeKind::dynamic) out += lists(id, node);
        return out + '}';
    }

    std::string field(const FieldPlan& field) const {
        return "{\"name\": " + quoted(field.name) + ", \"type\": \"" + name_of(field.type) +
               "\", \"components\": " + std::to_string(field.components) +
               ", \"snode\": " + std::to_string(field.snode) +
               ", \"offset\": " + array_of(field.offset) + '}';
    }

    u64 active_cells(u32 id) {
        const SNodePlan& node = plan_.snodes[id];
        switch (node.kind) {
            case SNodeKind::root:
                return 1;
            case SNodeKind::pointer:
                return core_.element_list(node.child_segment).size();
            case SNodeKind::bitmasked: {
                u64 count = 0;
                for (const Handle slot : core_.element_list(node.segment).slots) {
                    const u64* const words = core_.column(node.column).slot<u64>(slot);
                    for (u64 k = 0; k < mask_words(node.cells_per_slot()); ++k)
                        count += static_cast<u64>(count_bits(words[k]));
                }
                return count;
            }
            case SNodeKind::dynamic: {
                u64 count = 0;
                for_each_list(node, [&](std::size_t, u64, u32 length) { count += length; });
                return count;
            }
            default:
                return active_[node.parent] * node.cells;
        }
    }

    std::string slots(const SNodePlan& node, const std::vector<int>& axes,
                      const std::vector<u64>& shape) {
        const ElementList& list = core_.element_list(node.child_segment);
        const std::vector<u64> block = finest_block(node, axes, shape);
        const u64 listed = std::min<u64>(list.size(), options_.max_listed);
        std::string out = ", \"block\": " + array_of(block) + ", \"slots\": [";
        for (std::size_t n = 0; n < listed; ++n) {
            std::vector<u64> cell, origin;
            for (std::size_t k = 0; k < axes.size(); ++k) {
                cell.push_back(static_cast<u64>(list.coord(n)[k]));
                origin.push_back(cell.back() * block[k]);
            }
            out += (n == 0 ? "" : ", ");
            out += "{\"slot\": " + std::to_string(list.slots[n]) + ", \"cell\": " + array_of(cell) +
                   ", \"origin\": " + array_of(origin) +
                   ", \"parent\": " + std::to_string(list.parents[n]) + '}';
        }
        return out + "], \"left_out\": " + std::to_string(list.size() - listed);
    }

    /// Cells of the finest level below, along each axis, in one cell of `node`.
    std::vector<u64> finest_block(const SNodePlan& node, const std::vector<int>& axes,
                                  const std::vector<u64>& shape) const {
        std::vector<u64> block(axes.size(), 1);
        for (const SNodePlan& other : plan_.snodes) {
            bool below = false;
            for (const SNodePlan* up = &other; up->kind != SNodeKind::root && !below;
                 up = &plan_.snodes[up->parent])
                below = up == &node;
            if (!below) continue;
            for (std::size_t k = 0; k < axes.size(); ++k)
                block[k] =
                    std::max(block[k], other.shape[static_cast<std::size_t>(axes[k])] / shape[k]);
        }
        return block;
    }

    std::string lists(u32 id, const SNodePlan& node) {
        const Path& above = plan_.paths[node.parent];
        const std::vector<int> axes = plan_.axes_of(node.parent);
        const CellDecoder decoder(above, above.first_step_in(node.segment),
                                  static_cast<u32>(axes.size()));
        const SlotOrigin origin(plan_.axes_of(plan_.segments[node.segment].owner), axes, decoder);
        const ElementList& slots = core_.element_list(node.segment);
        u64 nonempty = 0;
        std::string out;
        for_each_list(plan_.snodes[id], [&](std::size_t record, u64 container, u32 length) {
            if (nonempty++ >= options_.max_listed) return;
            std::array<i32, kMaxAxes> index{};
            origin.set(slots.coord(record), index.data());
            decoder.add(container, index.data());
            out += (out.empty() ? "" : ", ");
            out += "{\"origin\": " +
                   array_of(std::vector<i32>(
                       index.begin(), index.begin() + static_cast<std::ptrdiff_t>(axes.size()))) +
                   ", \"length\": " + std::to_string(length) + '}';
        });
        const u64 listed = std::min(nonempty, options_.max_listed);
        return ", \"lists\": [" + out + "], \"nonempty\": " + std::to_string(nonempty) +
               ", \"left_out\": " + std::to_string(nonempty - listed);
    }

    /// Calls body(record of the slot, container in it, length) for lists that are not empty.
    template <class Body>
    void for_each_list(const SNodePlan& node, const Body& body) {
        const ElementList& slots = core_.element_list(node.segment);
        for (std::size_t record = 0; record < slots.size(); ++record) {
            const ListHeader* const headers =
                core_.column(node.column).slot<ListHeader>(slots.slots[record]);
            for (u64 container = 0; container < node.containers; ++container)
                if (const u32 length = list_length(node.dynamic, headers[container]); length != 0)
                    body(record, container, length);
        }
    }

    TreeCore& core_;
    const LayoutPlan& plan_;
    TopologyJsonOptions options_;
    std::vector<u64> active_;  // like plan_.snodes, as far as they are written
};

}  // namespace

Result<std::string> topology_json(const SNodeTree& tree, const TopologyJsonOptions& options) {
    TreeCore* const core = tree.core();
    const auto id = tree.id();
    if (!id) return id.error();
    if (Status free = core->begin_task(); !free) return free.error();
    std::string text = Writer(*core, options).run(*id);
    if (Status done = core->finish_task(); !done) return done.error();
    return text;
}

}  // namespace starling::sparse
