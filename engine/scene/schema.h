// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/scene/quantity.h"
#include "engine/scene/scene.h"
#include "sparse/layout/layout_desc.h"

/// The scene schema as data: the only list of keys there is. The loader, the writer, the error
/// messages and the description for people all walk the tables below.
///
/// To add a key: add the member to Scene with its default, and one entry to scene_keys().
namespace starling::engine {

struct Node;

/// Numbers of one key in a scene: one for a scalar, several for a list. The pointer's type tells
/// fractions from whole numbers.
using NumberRef = std::variant<double*, float*, std::uint64_t*, std::uint32_t*>;
using NumberRefs = std::vector<NumberRef>;

struct NumberKey {
    Dimension dimension = Dimension::none;
    Range range;
    NumberRefs (*refs)(Scene&) = nullptr;
};

struct TextKey {
    std::string& (*ref)(Scene&) = nullptr;
};

/// One of a fixed list of names.
struct ChoiceKey {
    const std::vector<std::string>& (*names)() = nullptr;
    std::size_t (*get)(const Scene&) = nullptr;
    void (*set)(Scene&, std::size_t) = nullptr;
};

struct VersionKey {};     ///< The schema's version, required.
struct LayoutNameKey {};  ///< The name of one of the scene's layouts.
struct LayoutsKey {};     ///< The map of layouts; level_keys() says what is inside.

struct SceneKey {
    std::string path;  ///< "flock.pigeons.count"; groups are what lies before the last point.
    std::variant<NumberKey, TextKey, ChoiceKey, VersionKey, LayoutNameKey, LayoutsKey> type;
    std::string_view meaning;
};

/// All keys of a scene in the order in which they are written and, what matters for px/frame, read.
const std::vector<SceneKey>& scene_keys();

/// A key inside a level of a layout, such as shape in "pointer: {axes: ij, shape: 64}".
struct LevelKey {
    std::string_view name;
    std::vector<sparse::SNodeKind> kinds;  ///< Kinds that have the key.
    bool required = false;
    std::string_view expected;  ///< What to write, for messages.
    std::string_view meaning;
    /// False = not as expected; null for the fields of a place, which read_layouts() reads.
    bool (*read)(const Node&, sparse::LevelDesc&) = nullptr;
    std::string (*write)(const sparse::LevelDesc&) = nullptr;  ///< Empty = as by default.
};

/// All keys of levels, in the order in which they are written.
const std::vector<LevelKey>& level_keys();

/// A kind of level and its name in a scene.
struct LevelKind {
    sparse::SNodeKind kind;
    std::string_view name;
    std::string_view meaning;
};

/// The kinds that may be declared, place last.
const std::vector<LevelKind>& level_kinds();

/// What a name of a layout or a field looks like: a letter, then letters, digits, _ and -, at most
/// 64 characters in all.
bool is_name(std::string_view text);
inline constexpr std::string_view kNameRule =
    "a name (a letter, then letters, digits, _ or -; at most 64)";

/// The scene that an empty file would give: the article's flock on three layouts.
Scene default_scene();

/// Number as it is written in a scene.
std::string format_number(const NumberRef& number, Dimension dimension);

}  // namespace starling::engine
