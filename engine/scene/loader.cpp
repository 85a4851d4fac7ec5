// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "engine/scene/document.h"
#include "engine/scene/layouts.h"
#include "engine/scene/problems.h"
#include "engine/scene/schema.h"

namespace starling::engine {
namespace {

constexpr std::string_view kVersionKey = "starling";
constexpr std::string_view kLayoutKey = "neighbours.layout";

const SceneKey* find_key(std::string_view path) {
    for (const SceneKey& key : scene_keys()) {
        if (key.path == path) return &key;
    }
    return nullptr;
}

/// Names of the keys and groups directly in `group` ("flock.", or empty for the root).
std::vector<std::string> names_in(std::string_view group) {
    std::vector<std::string> names;
    for (const SceneKey& key : scene_keys()) {
        if (!std::string_view(key.path).starts_with(group)) continue;
        std::string name = key.path.substr(group.size());
        name.resize(std::min(name.find('.'), name.size()));
        if (names.empty() || names.back() != name) names.push_back(std::move(name));
    }
    return names;
}

/// What to say about a key that the schema does not have.
std::string unknown_key(const std::string& group, const std::string& name) {
    const std::vector<std::string> here = names_in(group);
    const std::string_view suggestion = nearest(name, here);
    if (!suggestion.empty()) return fmt::format("unknown key; did you mean \"{}\"?", suggestion);
    for (const SceneKey& key : scene_keys()) {
        if (key.path.ends_with("." + name)) {
            return fmt::format("unknown key here; did you mean \"{}\"?", key.path);
        }
    }
    return fmt::format("unknown key; {} has {}", group.empty() ? "a scene" : "this group",
                       joined(here));
}

/// The version must be right before anything else means anything.
void check_version(const Node& root, Problems& problems) {
    const auto found = std::find_if(root.keys.begin(), root.keys.end(),
                                    [](const NodeKey& key) { return key.text == kVersionKey; });
    if (found == root.keys.end()) {
        problems.add(
            root.place, kVersionKey,
            fmt::format("missing; a scene says \"starling: {}\", the version of its schema",
                        kSceneVersion));
        return;
    }
    const Node& node = root.items[static_cast<std::size_t>(found - root.keys.begin())];
    if (node.kind == Node::Kind::scalar && parse_whole(node.text) == kSceneVersion) return;
    problems.add(node.place, kVersionKey,
                 fmt::format("expected {}, the version of the schema that this program reads, "
                             "found {}",
                             kSceneVersion, describe(node)));
}

/// Turns a document and overrides into a scene, key by key.
class SceneReader {
 public:
    explicit SceneReader(Problems& problems) : problems_(problems) {}

    /// Notes which keys of the schema the map sets; problems with those that it does not have.
    void collect(const Node& map, const std::string& group) {
        for (std::size_t n = 0; n < map.keys.size() && !problems_.full(); ++n) {
            const std::string path = group + map.keys[n].text;
            const Node& value = map.items[n];
            if (const SceneKey* key = find_key(path)) {
                values_[key] = &value;
            } else if (names_in(path + ".").empty()) {
                problems_.add(map.keys[n].place, path, unknown_key(group, map.keys[n].text));
            } else if (value.kind == Node::Kind::map) {
                collect(value, path + ".");
            } else if (value.kind != Node::Kind::null) {
                problems_.add(value.place, path,
                              "expected a group of keys, found " + describe(value));
            }
        }
    }

    /// Puts a value from the command line in the place of the file's.
    void override_value(const SceneKey& key, const Node& value) { values_[&key] = &value; }

    Scene read() {
        for (const SceneKey& key : scene_keys()) {
            const auto found = values_.find(&key);
            if (found == values_.end() || problems_.full()) continue;
            std::visit([&](const auto& type) { set(key, type, *found->second); }, key.type);
        }
        if (problems_.empty()) check_layout_name();
        if (problems_.empty()) check_margin();
        return std::move(scene_);
    }

 private:
    void fail(const SceneKey& key, const Node& node, std::string_view expected) {
        problems_.add(node.place, key.path,
                      fmt::format("expected {}, found {}", expected, describe(node)));
    }

    void set(const SceneKey&, const VersionKey&, const Node&) {}

    void set(const SceneKey& key, const TextKey& type, const Node& node) {
        if (node.kind != Node::Kind::scalar) return fail(key, node, "a text");
        type.ref(scene_) = node.text;
    }

    void set(const SceneKey& key, const ChoiceKey& type, const Node& node) {
        const std::vector<std::string>& names = type.names();
        const auto found = std::find(names.begin(), names.end(), node.text);
        if (found == names.end()) return fail(key, node, joined(names, " or "));
        type.set(scene_, static_cast<std::size_t>(found - names.begin()));
    }

    void set(const SceneKey& key, const LayoutNameKey&, const Node& node) {
        // Empty would stand for the default below, which nobody who writes "" means.
        if (node.kind != Node::Kind::scalar || !is_name(node.text)) {
            return fail(key, node, "the name of a layout");
        }
        layout_ = &node;
    }

    void set(const SceneKey& key, const LayoutsKey&, const Node& node) {
        scene_.layouts = read_layouts(node, key.path, problems_);
        if (!scene_.layouts.empty()) scene_.layout = scene_.layouts.front().name;
    }

    void set(const SceneKey& key, const NumberKey& type, const Node& node) {
        const NumberRefs refs = type.refs(scene_);
        if (refs.size() == 1) return set_number(key, type, refs.front(), node);
        if (node.kind != Node::Kind::list || node.items.size() != refs.size()) {
            return fail(key, node, fmt::format("a list of {} numbers", refs.size()));
        }
        for (std::size_t n = 0; n < refs.size(); ++n) set_number(key, type, refs[n], node.items[n]);
    }

    void set_number(const SceneKey& key, const NumberKey& type, const NumberRef& ref,
                    const Node& node) {
        std::visit(
            [&](auto* target) {
                using T = std::remove_pointer_t<decltype(target)>;
                if constexpr (std::is_integral_v<T>) {
                    const auto value = parse_whole(node.text);
                    if (node.kind == Node::Kind::scalar && value && type.range.holds(*value)) {
                        *target = static_cast<T>(*value);
                        return;
                    }
                    fail(key, node,
                         fmt::format("a whole number, {}", describe(type.range, type.dimension)));
                } else {
                    set_quantity(key, type, *target, node);
                }
            },
            ref);
    }

    template <class T>
    void set_quantity(const SceneKey& key, const NumberKey& type, T& target, const Node& node) {
        if (node.kind != Node::Kind::scalar) return fail(key, node, expectation(type.dimension));
        const Result<double> value =
            parse_quantity(node.text, type.dimension, scene_.flock.reference_rate);
        if (!value) {
            problems_.add(node.place, key.path, value.error().text);
        } else if (!type.range.holds(*value)) {
            fail(key, node, describe(type.range, type.dimension));
        } else {
            target = static_cast<T>(*value);
        }
    }

    void check_layout_name() {
        if (layout_ == nullptr) return;
        std::vector<std::string> names;
        for (const NamedLayout& layout : scene_.layouts) names.push_back(layout.name);
        if (std::find(names.begin(), names.end(), layout_->text) == names.end()) {
            problems_.add(layout_->place, kLayoutKey,
                          fmt::format("expected the name of a layout of this scene ({}), found {}",
                                      joined(names, " or "), describe(*layout_)));
            return;
        }
        scene_.layout = layout_->text;
    }

    void check_margin() {
        const Domain& domain = scene_.domain;
        if (domain.margin * 2 < std::min(domain.width, domain.height)) return;
        // One of the two was set, or the defaults would not fit each other.
        auto found = values_.find(find_key("domain.margin"));
        if (found == values_.end()) found = values_.find(find_key("domain.size"));
        problems_.add(
            found->second->place, "domain.margin",
            fmt::format("margins of {} leave no room in a domain of {} x {}; expected less "
                        "than half of the shorter side",
                        format_quantity(domain.margin, Dimension::length),
                        format_quantity(domain.width, Dimension::length),
                        format_quantity(domain.height, Dimension::length)));
    }

    Problems& problems_;
    std::map<const SceneKey*, const Node*> values_;
    const Node* layout_ = nullptr;
    Scene scene_ = default_scene();
};

/// What to say about the path of an override that is no key.
std::string unknown_path(std::string_view path) {
    const std::vector<std::string> inside = names_in(std::string(path) + ".");
    if (!inside.empty()) return "is a group; set one of its keys: " + joined(inside, " or ");
    // The first name that is wrong is the one to suggest a better one for.
    std::size_t begin = 0;
    for (std::size_t end = path.find('.'); end != std::string_view::npos;
         end = path.find('.', begin)) {
        if (names_in(path.substr(0, end + 1)).empty()) break;
        begin = end + 1;
    }
    const std::string_view name = path.substr(begin, path.find('.', begin) - begin);
    return unknown_key(std::string(path.substr(0, begin)), std::string(name));
}

/// One value from the command line; the node's places refer to `option`.
struct Override {
    std::string option;
    std::string path;
    Node node;
};

void set_option(Node& node, std::string_view option) {
    node.place = {.option = option};
    for (Node& item : node.items) set_option(item, option);
}

/// Reads `text` as the value of `one`: a list in brackets as YAML, all else word for word, so that
/// a title may hold any character.
void read_override(Override& one, const std::string& text) {
    one.node = {.kind = Node::Kind::scalar, .text = text};
    const SceneKey* key = find_key(one.path);
    if (key != nullptr && std::holds_alternative<NumberKey>(key->type) && text.starts_with('[')) {
        Result<Document> list = parse_document(text, one.option);
        if (list) one.node = std::move(list->root);
    }
    set_option(one.node, one.option);
}

/// A deque, since nodes and places refer to its elements.
std::deque<Override> read_overrides(const SceneOverrides& overrides) {
    std::deque<Override> out;
    for (const auto& [path, text] : overrides.set) {
        read_override(out.emplace_back(Override{"--set " + path, path, {}}), text);
    }
    if (!overrides.layout.empty()) {
        read_override(out.emplace_back(Override{"--layout", std::string(kLayoutKey), {}}),
                      overrides.layout);
    }
    return out;
}

void apply(const std::deque<Override>& overrides, SceneReader& reader, Problems& problems) {
    for (const Override& one : overrides) {
        const SceneKey* key = find_key(one.path);
        if (key == nullptr) {
            problems.add(one.node.place, one.path, unknown_path(one.path));
        } else if (std::holds_alternative<LayoutsKey>(key->type) ||
                   std::holds_alternative<VersionKey>(key->type)) {
            problems.add(one.node.place, one.path,
                         "cannot be set from the command line; edit the scene file");
        } else {
            reader.override_value(*key, one.node);
        }
    }
}

}  // namespace

Result<Scene> load_scene(const std::string& path, const SceneOverrides& overrides) {
    const Result<std::string> text = read_text_file(path);
    if (!text) return text.error();
    return parse_scene(*text, path, overrides);
}

Result<Scene> parse_scene(const std::string& text, const std::string& name,
                          const SceneOverrides& overrides) {
    const Result<Document> document = parse_document(text, name);
    if (!document) return document.error();
    const Node& root = document->root;
    if (root.kind == Node::Kind::null) {
        return Error{fmt::format("{}: is empty; a scene says \"starling: {}\" at least", name,
                                 kSceneVersion)};
    }
    if (root.kind != Node::Kind::map) {
        return Error{format_problem(name, document->text, root.place, "",
                                    "expected keys with values, found " + describe(root))};
    }

    const std::deque<Override> options = read_overrides(overrides);
    Problems problems(name, document->text);
    check_version(root, problems);
    if (!problems.empty()) return problems.error();
    SceneReader reader(problems);
    reader.collect(root, "");
    apply(options, reader, problems);
    Scene scene = reader.read();
    if (!problems.empty()) return problems.error();
    return scene;
}

}  // namespace starling::engine
