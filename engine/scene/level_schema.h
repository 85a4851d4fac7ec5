// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sparse/layout/layout_desc.h"

/// The levels of a layout as data: the only list of their kinds and keys.
namespace starling::engine {

struct Node;

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

}  // namespace starling::engine
