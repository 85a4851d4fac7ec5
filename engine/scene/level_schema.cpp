// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/level_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/scene/document.h"
#include "engine/scene/quantity.h"

namespace starling::engine {
namespace {

using sparse::LevelDesc;
using sparse::SNodeKind;

constexpr std::uint64_t kMaxExtent = 0x7fffffff;
constexpr std::uint64_t kMaxOffset = 0x3fffffff;

bool read_axes(const Node& node, LevelDesc& level) {
    if (node.kind != Node::Kind::scalar || node.text.empty()) return false;
    level.axes.clear();
    for (const char letter : node.text) {
        const int axis = letter - sparse::axis_letter(0);
        if (axis < 0 || axis >= sparse::kMaxAxes) return false;
        if (std::find(level.axes.begin(), level.axes.end(), axis) != level.axes.end()) return false;
        level.axes.push_back(axis);
    }
    return true;
}

std::string write_axes(const LevelDesc& level) {
    std::string letters;
    for (const int axis : level.axes) letters += sparse::axis_letter(axis);
    return letters;
}

std::optional<std::int64_t> read_extent(const Node& node) {
    if (node.kind != Node::Kind::scalar) return std::nullopt;
    const std::optional<std::uint64_t> value = parse_whole(node.text);
    if (!value || *value < 1 || *value > kMaxExtent) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

bool read_shape(const Node& node, LevelDesc& level) {
    if (node.kind == Node::Kind::scalar) {
        const std::optional<std::int64_t> extent = read_extent(node);
        if (!extent) return false;
        level.shape.assign(level.axes.size(), *extent);
        return true;
    }
    if (node.kind != Node::Kind::list || node.items.size() != level.axes.size()) return false;
    level.shape.clear();
    for (const Node& item : node.items) {
        const std::optional<std::int64_t> extent = read_extent(item);
        if (!extent) return false;
        level.shape.push_back(*extent);
    }
    return true;
}

std::string write_shape(const LevelDesc& level) {
    if (level.shape.empty()) return "";
    if (level.shape.size() == 1) return fmt::format("{}", level.shape.front());
    return fmt::format("[{}]", fmt::join(level.shape, ", "));
}

bool read_chunk(const Node& node, LevelDesc& level) {
    const std::optional<std::int64_t> chunk = read_extent(node);
    if (chunk) level.chunk = *chunk;
    return chunk.has_value();
}

std::string write_chunk(const LevelDesc& level) {
    return level.chunk == 0 ? "" : fmt::format("{}", level.chunk);
}

bool read_activation(const Node& node, LevelDesc& level) {
    level.activation = node.text == "locked" ? sparse::Activation::locked : sparse::Activation::cas;
    return node.text == "locked" || node.text == "cas";
}

std::string write_activation(const LevelDesc& level) {
    return level.activation == sparse::Activation::locked ? "locked" : "cas";
}

bool read_storage(const Node& node, LevelDesc& level) {
    const bool packed = node.text == "packed";
    level.storage = packed ? sparse::DynamicStorage::packed : sparse::DynamicStorage::chunked;
    return packed || node.text == "chunked";
}

std::string write_storage(const LevelDesc& level) {
    return level.storage == sparse::DynamicStorage::packed ? "packed" : "chunked";
}

bool read_offset(const Node& node, LevelDesc& level) {
    if (node.kind != Node::Kind::list || node.items.empty()) return false;
    for (const Node& item : node.items) {
        if (item.kind != Node::Kind::scalar) return false;
        const bool negative = item.text.starts_with('-');
        const std::optional<std::uint64_t> size =
            parse_whole(std::string_view(item.text).substr(negative ? 1 : 0));
        if (!size || *size > kMaxOffset) return false;
        const std::int64_t value = static_cast<std::int64_t>(*size);
        level.offset.push_back(negative ? -value : value);
    }
    return true;
}

std::string write_offset(const LevelDesc& level) {
    return level.offset.empty() ? "" : fmt::format("[{}]", fmt::join(level.offset, ", "));
}

std::string write_fields(const LevelDesc& level) {
    std::vector<std::string> groups;
    for (const auto& group : level.place)
        groups.push_back(fmt::format("[{}]", fmt::join(group, ", ")));
    return fmt::format("[{}]", fmt::join(groups, ", "));
}

}  // namespace

const std::vector<LevelKey>& level_keys() {
    static const std::vector<SNodeKind> all{SNodeKind::dense, SNodeKind::bitmasked,
                                            SNodeKind::pointer, SNodeKind::dynamic};
    // Axes first: shape is checked against them.
    static const std::vector<LevelKey> keys{
        {"axes", all, true, "different letters from i to t, such as ij",
         "Axes that the level divides.", read_axes, write_axes},
        {"shape", all, false, "a whole number from 1 to 2147483647, or a list with one an axis",
         "Cells along each axis; left out = derived from the domain.", read_shape, write_shape},
        {"activation",
         {SNodeKind::pointer},
         false,
         "cas or locked",
         "How threads that create a cell at the same time settle it.",
         read_activation,
         write_activation},
        {"chunk",
         {SNodeKind::dynamic},
         false,
         "a whole number from 1 to 2147483647",
         "Elements in a chunk of a list; left out = 32.",
         read_chunk,
         write_chunk},
        {"storage",
         {SNodeKind::dynamic},
         false,
         "chunked or packed",
         "Lists in chunks on demand, or all in one array.",
         read_storage,
         write_storage},
        {"fields",
         {SNodeKind::place},
         true,
         "lists of field names, one a group, such as [[id]] or [[position, velocity], [id]]",
         "Fields of a cell; a group shares an array. place: [[id]] is short for place: {fields: "
         "[[id]]}.",
         nullptr,
         write_fields},
        {"offset",
         {SNodeKind::place},
         false,
         "a list of whole numbers from -1073741823 to 1073741823, one an axis",
         "Index of the first cell, the axes from i to t; left out = zeros.",
         read_offset,
         write_offset},
    };
    return keys;
}

const std::vector<LevelKind>& level_kinds() {
    static const std::vector<LevelKind> kinds{
        {SNodeKind::dense, "dense", "all cells exist"},
        {SNodeKind::bitmasked, "bitmasked", "all cells have memory, a bit tells which exist"},
        {SNodeKind::pointer, "pointer", "a cell gets memory when it is first used"},
        {SNodeKind::dynamic, "dynamic", "a list that grows, on an axis of its own"},
        {SNodeKind::place, "place", "the fields, in groups that share an array; the last level"},
    };
    return kinds;
}

bool is_name(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (text.empty() || text.size() > 64 || !is_letter(text.front())) return false;
    // YAML reads these as no value at all.
    if (text == "null" || text == "Null" || text == "NULL") return false;
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

}  // namespace starling::engine
