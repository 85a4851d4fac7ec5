// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "engine/scene/level_schema.h"
#include "sparse/layout/fields_builder.h"

namespace starling::engine {
namespace {

using sparse::LevelDesc;
using sparse::SNodeKind;

const LevelKind* find_kind(std::string_view name) {
    for (const LevelKind& kind : level_kinds()) {
        if (kind.name == name) return &kind;
    }
    return nullptr;
}

bool has_key(const LevelKey& key, SNodeKind kind) {
    return std::find(key.kinds.begin(), key.kinds.end(), kind) != key.kinds.end();
}

std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const LevelKind& kind : level_kinds()) names.emplace_back(kind.name);
    return names;
}

std::vector<std::string> key_names(SNodeKind kind) {
    std::vector<std::string> names;
    for (const LevelKey& key : level_keys()) {
        if (has_key(key, kind)) names.emplace_back(key.name);
    }
    return names;
}

/// Why `name` is no key of a level of this kind.
std::string unknown_key(const std::string& name, const LevelKind& kind) {
    for (const LevelKey& key : level_keys()) {
        if (key.name != name) continue;
        std::vector<std::string> owners;
        for (const LevelKind& other : level_kinds()) {
            if (has_key(key, other.kind)) owners.emplace_back(other.name);
        }
        return fmt::format("{} has no such key; only {} {}", kind.name, joined(owners),
                           owners.size() == 1 ? "has" : "have");
    }
    const std::vector<std::string> names = key_names(kind.kind);
    const std::string_view suggestion = nearest(name, names);
    if (!suggestion.empty()) return fmt::format("unknown key; did you mean \"{}\"?", suggestion);
    return fmt::format("unknown key; {} has {}", kind.name, joined(names));
}

using FieldNames = std::set<std::string>;

/// The groups of fields of a place; `fields` are those of the layout so far.
void read_groups(const Node& node, const std::string& path, LevelDesc& level, FieldNames& fields,
                 Problems& problems) {
    constexpr std::string_view kExpected =
        "expected lists of field names, one a group, such as [[id]] or [[position, velocity], "
        "[id]]";
    const auto fail = [&](const Node& at, std::string_view message) {
        problems.add(at.place, path, fmt::format("{}, found {}", message, describe(at)));
    };
    if (node.kind != Node::Kind::list || node.items.empty()) return fail(node, kExpected);
    for (const Node& group : node.items) {
        if (group.kind != Node::Kind::list || group.items.empty()) return fail(group, kExpected);
        std::vector<std::string>& names = level.place.emplace_back();
        for (const Node& field : group.items) {
            if (field.kind != Node::Kind::scalar || !is_name(field.text)) {
                return fail(field, fmt::format("expected {}", kNameRule));
            }
            if (!fields.insert(field.text).second) {
                return fail(field, "expected every field once");
            }
            names.push_back(field.text);
        }
    }
}

/// The keys of one level.
void read_keys(const Node& node, const std::string& path, const LevelKind& kind, LevelDesc& level,
               FieldNames& fields, Problems& problems) {
    if (node.kind != Node::Kind::map) {
        problems.add(
            node.place, path,
            fmt::format("expected keys in braces, such as {{axes: ij, shape: 64}}, found {}",
                        describe(node)));
        return;
    }
    const auto find = [&](std::string_view name) {
        return std::find_if(node.keys.begin(), node.keys.end(),
                            [&](const NodeKey& key) { return key.text == name; });
    };
    for (const LevelKey& key : level_keys()) {
        if (!has_key(key, kind.kind)) continue;
        const auto found = find(key.name);
        const std::string key_path = path + "." + std::string(key.name);
        if (found == node.keys.end()) {
            if (!key.required) continue;
            problems.add(node.place, key_path, fmt::format("missing; expected {}", key.expected));
            return;
        }
        const Node& value = node.items[static_cast<std::size_t>(found - node.keys.begin())];
        if (key.read == nullptr) {
            read_groups(value, key_path, level, fields, problems);
        } else if (!key.read(value, level)) {
            problems.add(value.place, key_path,
                         fmt::format("expected {}, found {}", key.expected, describe(value)));
            if (key.required) return;
        }
    }
    const std::vector<std::string> names = key_names(kind.kind);
    for (const NodeKey& key : node.keys) {
        if (std::find(names.begin(), names.end(), key.text) == names.end()) {
            problems.add(key.place, path + "." + key.text, unknown_key(key.text, kind));
        }
    }
}

void read_level(const Node& node, const std::string& path, LevelDesc& level, FieldNames& fields,
                Problems& problems) {
    if (node.kind != Node::Kind::map || node.keys.size() != 1) {
        std::vector<std::string> names;
        for (const NodeKey& key : node.keys) names.push_back(quote(key.text));
        problems.add(
            node.place, path,
            fmt::format("expected one kind of level ({}) with its keys in braces, found {}",
                        joined(kind_names(), " or "),
                        names.size() > 1 && names.size() < 10 ? joined(names) : describe(node)));
        return;
    }
    const NodeKey& key = node.keys.front();
    const LevelKind* kind = find_kind(key.text);
    if (kind == nullptr) {
        const std::vector<std::string> names = kind_names();
        const std::string_view suggestion = nearest(key.text, names);
        problems.add(key.place, path + "." + key.text,
                     suggestion.empty()
                         ? fmt::format("unknown kind of level; expected {}", joined(names, " or "))
                         : fmt::format("unknown kind of level; did you mean \"{}\"?", suggestion));
        return;
    }
    level.kind = kind->kind;
    const std::string level_path = path + "." + key.text;
    const Node& value = node.items.front();
    if (kind->kind == SNodeKind::place && value.kind != Node::Kind::map) {
        read_groups(value, level_path, level, fields, problems);
    } else {
        read_keys(value, level_path, *kind, level, fields, problems);
    }
}

/// Why the runtime would refuse the first levels of a layout; empty where it would not. Sizes that
/// are left open count as 1, and a field of 1 B stands in each cell.
std::string refusal(const std::vector<LevelDesc>& levels, std::size_t count) {
    sparse::FieldsBuilder builder;
    sparse::LayoutDesc begin;
    for (std::size_t n = 0; n < count; ++n) {
        LevelDesc& level = begin.levels.emplace_back(levels[n]);
        if (level.shape.empty()) level.shape.assign(level.axes.size(), 1);
        for (const std::vector<std::string>& group : level.place)
            for (const std::string& field : group) builder.field<sparse::u8>(field);
    }
    const sparse::NodeRef last = builder.add(begin);
    // Whatever follows, the beginning alone must not lack a child.
    if (levels[count - 1].kind != SNodeKind::place) last.place(builder.field<sparse::u8>(""));
    const Result<sparse::LayoutPlan> plan = builder.compile();
    return plan ? std::string() : plan.error().text;
}

/// Checks what only the levels together can break, by the rules of the runtime itself; the first
/// level that breaks one is named.
void check_levels(const Node& list, const std::string& path, const std::vector<LevelDesc>& levels,
                  Problems& problems) {
    for (std::size_t count = 1; count <= levels.size(); ++count) {
        const std::string why = refusal(levels, count);
        if (why.empty()) continue;
        problems.add(list.items[count - 1].place, fmt::format("{}[{}]", path, count - 1), why);
        return;
    }
}

sparse::LayoutDesc read_layout(const Node& list, const std::string& path, Problems& problems) {
    // More than any layout needs, and few enough to check quickly.
    constexpr std::size_t kMaxLevels = 2 * sparse::kMaxDepth + 1, kMaxFields = 256;
    sparse::LayoutDesc layout;
    if (list.kind != Node::Kind::list || list.items.empty()) {
        problems.add(list.place, path,
                     "expected a list of levels, the last a place, found " + describe(list));
        return layout;
    }
    if (list.items.size() > kMaxLevels) {
        problems.add(
            list.items[kMaxLevels].place, path,
            fmt::format("expected at most {} levels, found {}", kMaxLevels, list.items.size()));
        return layout;
    }
    const bool was_empty = problems.empty();
    FieldNames fields;
    for (const Node& node : list.items) {
        if (problems.full()) return layout;
        const std::string level_path = fmt::format("{}[{}]", path, layout.levels.size());
        LevelDesc& level = layout.levels.emplace_back();
        read_level(node, level_path, level, fields, problems);
        if (was_empty && problems.empty() && fields.size() > kMaxFields) {
            problems.add(node.place, level_path,
                         fmt::format("expected at most {} fields in a layout", kMaxFields));
        }
    }
    if (!was_empty || !problems.empty()) return layout;
    if (layout.levels.back().kind != SNodeKind::place) {
        problems.add(list.items.back().place, fmt::format("{}[{}]", path, layout.levels.size() - 1),
                     "expected a place as the last level, such as place: [[id]]");
        return layout;
    }
    check_levels(list, path, layout.levels, problems);
    return layout;
}

}  // namespace

std::vector<NamedLayout> read_layouts(const Node& map, const std::string& path,
                                      Problems& problems) {
    std::vector<NamedLayout> layouts;
    if (map.kind != Node::Kind::map || map.items.empty()) {
        problems.add(map.place, path, "expected layouts by name, found " + describe(map));
        return layouts;
    }
    for (std::size_t n = 0; n < map.items.size() && !problems.full(); ++n) {
        const NodeKey& key = map.keys[n];
        if (!is_name(key.text)) {
            problems.add(key.place, path,
                         fmt::format("expected {}, found {}", kNameRule, quote(key.text)));
            continue;
        }
        layouts.push_back({key.text, read_layout(map.items[n], path + "." + key.text, problems)});
    }
    return layouts;
}

std::string format_layout(const sparse::LayoutDesc& layout) {
    std::vector<std::string> levels;
    for (const LevelDesc& level : layout.levels) levels.push_back(format_level(level));
    return fmt::format("[{}]", fmt::join(levels, ", "));
}

std::string format_level(const LevelDesc& level) {
    const auto kind =
        std::find_if(level_kinds().begin(), level_kinds().end(),
                     [&](const LevelKind& candidate) { return candidate.kind == level.kind; });
    if (kind == level_kinds().end()) return {};
    std::vector<std::string> entries;
    for (const LevelKey& key : level_keys()) {
        if (!has_key(key, level.kind)) continue;
        const std::string value = key.write(level);
        if (!value.empty()) entries.push_back(fmt::format("{}: {}", key.name, value));
    }
    // The short form of a place that has fields alone.
    if (level.kind == SNodeKind::place && entries.size() == 1)
        return fmt::format("{}: {}", kind->name, entries.front().substr(entries.front().find('[')));
    return fmt::format("{}: {{{}}}", kind->name, fmt::join(entries, ", "));
}

}  // namespace starling::engine
