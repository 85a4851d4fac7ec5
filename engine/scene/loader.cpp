// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/scene/changes.h"
#include "engine/scene/document.h"
#include "engine/scene/layouts.h"
#include "engine/scene/level_schema.h"
#include "engine/scene/param_value.h"
#include "engine/scene/problems.h"
#include "engine/scene/schema.h"
#include "engine/scene/writer.h"

namespace starling::engine {
namespace {

constexpr std::string_view kVersionKey = "starling";

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

/// The keys that a file may have, and what to say about others.
class KeyList {
 public:
    explicit KeyList(const SystemTable& systems) : keys_(scene_keys(systems)), systems_(systems) {}

    const SceneKey* find(std::string_view path) const {
        for (const SceneKey& key : keys_)
            if (key.path == path) return &key;
        return nullptr;
    }

    const std::vector<SceneKey>& all() const { return keys_; }

    /// Where a key of an earlier schema stands now; null for all others.
    const MovedKey* moved(std::string_view path) const {
        for (const SystemKind* system : systems_)
            for (const MovedKey& key : system->moved)
                if (key.from == path) return &key;
        return nullptr;
    }

    bool is_group(const std::string& path) const { return !names_read_in(path + ".").empty(); }

    /// Names of the keys and groups directly in `group` ("flock.", or empty for the root).
    std::vector<std::string> names_in(std::string_view group) const {
        std::vector<std::string> names;
        for (const SceneKey& key : keys_) add_name(key.path, group, names);
        return names;
    }

    /// Those of earlier schemas too.
    std::vector<std::string> names_read_in(std::string_view group) const {
        std::vector<std::string> names = names_in(group);
        for (const SystemKind* system : systems_)
            for (const MovedKey& key : system->moved) add_name(key.from, group, names);
        return names;
    }

    /// What to say about a key that the schema does not have.
    std::string unknown_key(const std::string& group, const std::string& name) const {
        const std::vector<std::string> read = names_read_in(group);
        const std::string_view suggestion = nearest(name, read);
        if (!suggestion.empty())
            return fmt::format("unknown key; did you mean \"{}\"?", suggestion);
        for (const SceneKey& key : keys_)
            if (key.path.ends_with("." + name))
                return fmt::format("unknown key here; did you mean \"{}\"?", key.path);
        const std::vector<std::string> here = names_in(group);
        return fmt::format("unknown key; {} has {}", group.empty() ? "a scene" : "this group",
                           joined(here.empty() ? read : here));
    }

    /// What to say about the path of an override that is no key.
    std::string unknown_path(std::string_view path) const {
        const std::vector<std::string> inside = names_read_in(std::string(path) + ".");
        if (!inside.empty()) return "is a group; set one of its keys: " + joined(inside, " or ");
        // The first name that is wrong is the one to suggest a better one for.
        std::size_t begin = 0;
        for (std::size_t end = path.find('.'); end != std::string_view::npos;
             end = path.find('.', begin)) {
            if (names_read_in(path.substr(0, end + 1)).empty()) break;
            begin = end + 1;
        }
        const std::string_view name = path.substr(begin, path.find('.', begin) - begin);
        return unknown_key(std::string(path.substr(0, begin)), std::string(name));
    }

 private:
    /// Adds what comes behind `group` in a path that begins with it, once.
    static void add_name(std::string_view path, std::string_view group,
                         std::vector<std::string>& names) {
        if (!path.starts_with(group)) return;
        path.remove_prefix(group.size());
        std::string name(path.substr(0, path.find('.')));
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }

    const std::vector<SceneKey> keys_;
    const SystemTable& systems_;
};

/// One value from the command line; the node's places refer to `option`.
struct Override {
    std::string option;
    std::string path;  ///< For a layout, its tree: "flock.neighbours", or empty.
    Node node;
};

/// Turns a document and overrides into a scene, key by key.
class SceneReader {
 public:
    SceneReader(const KeyList& keys, const SystemTable& systems, Problems& problems)
        : keys_(keys), problems_(problems) {
        for (const SystemKind* kind : systems) scene_.systems.emplace_back(*kind);
    }

    /// Notes which keys of the schema the map sets; problems with those that it does not have.
    void collect(const Node& map, const std::string& group) {
        for (std::size_t n = 0; n < map.keys.size() && !problems_.full(); ++n) {
            const std::string path = group + map.keys[n].text;
            const Node& value = map.items[n];
            if (group.empty() && scene_.find(path) != nullptr) named_.insert(path);
            if (const MovedKey* moved = keys_.moved(path)) {
                take(*keys_.find(moved->to), path, value, map.keys[n].place);
            } else if (const SceneKey* key = keys_.find(path)) {
                take(*key, path, value, map.keys[n].place);
            } else if (!keys_.is_group(path)) {
                problems_.add(map.keys[n].place, path, keys_.unknown_key(group, map.keys[n].text));
            } else if (value.kind == Node::Kind::map) {
                collect(value, path + ".");
            } else if (value.kind != Node::Kind::null) {
                problems_.add(value.place, path,
                              "expected a group of keys, found " + describe(value));
            }
        }
    }

    /// Puts a value from the command line in the place of the file's.
    void set_value(const Override& one) {
        const MovedKey* moved = keys_.moved(one.path);
        const SceneKey* key = keys_.find(moved == nullptr ? std::string_view(one.path) : moved->to);
        if (key == nullptr) {
            problems_.add(one.node.place, one.path, keys_.unknown_path(one.path));
        } else if (std::holds_alternative<LayoutsKey>(key->type) ||
                   std::holds_alternative<VersionKey>(key->type) ||
                   std::holds_alternative<ChangesKey>(key->type)) {
            problems_.add(one.node.place, one.path,
                          "cannot be set from the command line; edit the scene file");
        } else if (key->system != nullptr && !has(*key->system)) {
            problems_.add(one.node.place, one.path,
                          fmt::format("this scene has no {0}; add a group \"{0}:\" to it",
                                      key->system->name));
        } else {
            if (moved != nullptr) moved_.push_back(key);
            values_[key] = {&one.node, one.path};
        }
    }

    /// Chooses a layout of a tree, or of the one tree that has a layout of this name.
    void choose_layout(const Override& one) { chosen_.push_back(&one); }

    /// The scene, where nothing is wrong.
    Scene read() {
        for (const SceneKey& key : keys_.all()) {
            const auto found = values_.find(&key);
            if (found == values_.end() || problems_.full()) continue;
            std::visit([&](const auto& type) { set(key, type, found->second); }, key.type);
        }
        std::erase_if(scene_.systems, [&](const SystemScene& one) { return !has(*one.kind); });
        for (const LayoutChoice& choice : names_)
            if (problems_.empty()) apply(choice);
        for (const Override* one : chosen_)
            if (problems_.empty()) apply(*one);
        if (problems_.empty()) check_margin();
        if (problems_.empty() && changes_ != nullptr)
            scene_.changes = read_changes(*changes_, scene_, problems_);
        return std::move(scene_);
    }

    /// Keys whose value stood at an earlier place.
    const std::vector<const SceneKey*>& moved() const { return moved_; }

 private:
    struct Value {
        const Node* node;
        std::string path;  ///< As it was written.
    };
    struct LayoutChoice {
        const SystemKind* system;
        std::size_t tree;
        Value value;
    };

    /// Whether the scene has the system: those that the file names, or else the first.
    bool has(const SystemKind& kind) const {
        return named_.empty() ? &kind == scene_.systems.front().kind
                              : named_.contains(std::string(kind.name));
    }

    void take(const SceneKey& key, const std::string& path, const Node& value, const Place& place) {
        if (path != key.path) moved_.push_back(&key);
        if (key.system != nullptr) named_.insert(std::string(key.system->name));
        const auto [found, is_new] = values_.emplace(&key, Value{&value, path});
        if (!is_new)
            problems_.add(place, path,
                          "is the same key as " + found->second.path +
                              ", which is given too; keep " + key.path);
    }

    void fail(const Value& value, std::string_view expected) {
        problems_.add(value.node->place, value.path,
                      fmt::format("expected {}, found {}", expected, describe(*value.node)));
    }

    void set(const SceneKey&, const VersionKey&, const Value&) {}

    void set(const SceneKey& key, const Param* param, const Value& value) {
        SystemScene* system = key.system == nullptr ? nullptr : scene_.find(key.system->name);
        void* object = system == nullptr ? static_cast<void*>(&scene_) : system->params.data();
        const double rate = system == nullptr ? 60 : frame_rate_of(system->params);
        for (const ValueProblem& problem : read_value(*param, object, *value.node, rate))
            problems_.add(problem.place, value.path, problem.text);
    }

    void set(const SceneKey& key, const LayoutNameKey& type, const Value& value) {
        // Empty would stand for the default, which nobody who writes "" means.
        if (value.node->kind != Node::Kind::scalar || !is_name(value.node->text))
            return fail(value, "the name of a layout");
        names_.push_back({key.system, type.tree, value});
    }

    void set(const SceneKey& key, const LayoutsKey& type, const Value& value) {
        TreeScene& tree = scene_.find(key.system->name)->trees[type.tree];
        tree.layouts = read_layouts(*value.node, value.path, problems_);
        if (!tree.layouts.empty()) tree.layout = tree.layouts.front().name;
    }

    void set(const SceneKey&, const ChangesKey&, const Value& value) { changes_ = value.node; }

    static std::vector<std::string> names_of(const TreeScene& tree) {
        std::vector<std::string> names;
        for (const NamedLayout& layout : tree.layouts) names.push_back(layout.name);
        return names;
    }

    void choose(TreeScene& tree, const Value& value) {
        const std::vector<std::string> names = names_of(tree);
        if (std::find(names.begin(), names.end(), value.node->text) == names.end())
            return fail(value, fmt::format("the name of a layout of this scene ({})",
                                           joined(names, " or ")));
        tree.layout = value.node->text;
    }

    void apply(const LayoutChoice& choice) {
        choose(scene_.find(choice.system->name)->trees[choice.tree], choice.value);
    }

    void apply(const Override& one) {
        std::vector<std::string> paths;
        std::vector<TreeScene*> trees;
        for (SystemScene& system : scene_.systems)
            for (std::size_t tree = 0; tree < system.trees.size(); ++tree) {
                const std::string path =
                    fmt::format("{}.{}", system.kind->name, system.kind->trees[tree].name);
                if (!one.path.empty() && one.path != path) continue;
                paths.push_back(path);
                trees.push_back(&system.trees[tree]);
            }
        if (trees.empty()) {
            problems_.add(
                one.node.place, "",
                one.path.empty() ? "this scene has no tree to lay out" : unknown_tree(one.path));
            return;
        }
        // Without a tree's name: all that has a layout of this name, which must be one.
        if (trees.size() > 1) {
            std::vector<std::string> fitting;
            TreeScene* only = nullptr;
            for (std::size_t n = 0; n < trees.size(); ++n) {
                const std::vector<std::string> names = names_of(*trees[n]);
                if (std::find(names.begin(), names.end(), one.node.text) == names.end()) continue;
                fitting.push_back(paths[n]);
                only = trees[n];
            }
            if (fitting.empty()) {
                problems_.add(one.node.place, "",
                              fmt::format("no tree has a layout {}; the trees are {}",
                                          quote(one.node.text), joined(paths)));
                return;
            }
            if (fitting.size() > 1) {
                for (std::string& path : fitting)
                    path = fmt::format("--layout {}={}", path, one.node.text);
                problems_.add(one.node.place, "",
                              fmt::format("more than one tree has a layout {}; write {}",
                                          quote(one.node.text), joined(fitting, " or ")));
                return;
            }
            return choose(*only, {&one.node, fitting.front() + ".layout"});
        }
        choose(*trees.front(), {&one.node, paths.front() + ".layout"});
    }

    std::string unknown_tree(const std::string& name) const {
        std::vector<std::string> paths;
        for (const SystemScene& system : scene_.systems)
            for (const TreeKind& tree : system.kind->trees)
                paths.push_back(fmt::format("{}.{}", system.kind->name, tree.name));
        return fmt::format("there is no tree {} in this scene; it has {}", quote(name),
                           paths.empty() ? "none" : joined(paths));
    }

    void check_margin() {
        const Status fits = check_together(scene_);
        if (fits) return;
        // One of the two was set, or the defaults would not fit each other.
        auto found = values_.find(keys_.find("domain.margin"));
        if (found == values_.end()) found = values_.find(keys_.find("domain.size"));
        problems_.add(found->second.node->place, "", fits.error().text);
    }

    const KeyList& keys_;
    Problems& problems_;
    std::set<std::string> named_;  ///< Systems that the file names.
    std::map<const SceneKey*, Value> values_;
    std::vector<const SceneKey*> moved_;
    std::vector<LayoutChoice> names_;
    std::vector<const Override*> chosen_;
    const Node* changes_ = nullptr;
    Scene scene_;
};

/// A deque, since nodes and places refer to its elements.
std::deque<Override> read_settings(const SceneOverrides& overrides, const KeyList& keys) {
    std::deque<Override> out;
    for (const auto& [path, text] : overrides.set) {
        Override& one = out.emplace_back(Override{"--set " + path, path, {}});
        const SceneKey* key = keys.find(path);
        const auto* param = key == nullptr ? nullptr : std::get_if<const Param*>(&key->type);
        one.node = value_node(param == nullptr ? nullptr : *param, text, one.option);
    }
    return out;
}

std::deque<Override> read_layout_options(const SceneOverrides& overrides, Problems& problems) {
    std::deque<Override> out;
    for (const std::string& text : overrides.layouts) {
        const std::size_t equals = text.find('=');
        const std::string tree = equals == std::string::npos ? "" : text.substr(0, equals);
        Override& one =
            out.emplace_back(Override{tree.empty() ? "--layout" : "--layout " + tree, tree, {}});
        one.node = value_node(nullptr, equals == std::string::npos ? text : text.substr(equals + 1),
                              one.option);
        if (!is_name(one.node.text) || equals == 0)
            problems.add(one.node.place, "",
                         fmt::format("expected [TREE=]NAME with the name of a layout, found {}",
                                     quote(text)));
    }
    return out;
}

std::vector<std::string> warnings_of(const SceneReader& reader, const Scene& scene,
                                     const std::string& name) {
    if (reader.moved().empty()) return {};
    std::vector<std::string> paths;
    for (const SceneKey* key : reader.moved()) paths.push_back(key->path);
    return {
        fmt::format("{}: keys have moved; the next version will not read them where they are. "
                    "Write instead:\n{}",
                    name, to_yaml(scene, paths))};
}

}  // namespace

Result<LoadedScene> load_scene(const std::string& path, const SceneOverrides& overrides,
                               const SystemTable& systems) {
    const Result<std::string> text = read_text_file(path);
    if (!text) return text.error();
    return parse_scene(*text, path, overrides, systems);
}

Result<LoadedScene> parse_scene(const std::string& text, const std::string& name,
                                const SceneOverrides& overrides, const SystemTable& systems) {
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

    const KeyList keys(systems);
    const std::deque<Override> settings = read_settings(overrides, keys);
    Problems problems(name, document->text);
    check_version(root, problems);
    if (!problems.empty()) return problems.error();
    const std::deque<Override> layouts = read_layout_options(overrides, problems);
    SceneReader reader(keys, systems, problems);
    reader.collect(root, "");
    for (const Override& one : settings) reader.set_value(one);
    for (const Override& one : layouts) reader.choose_layout(one);
    Scene scene = reader.read();
    if (!problems.empty()) return problems.error();
    std::vector<std::string> warnings = warnings_of(reader, scene, name);
    return LoadedScene{std::move(scene), std::move(warnings)};
}

}  // namespace starling::engine
