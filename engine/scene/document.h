// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sparse/core/result.h"

namespace starling::engine {

/// Where a key or value was written: a line and byte column of the file, counted from 1, or an
/// option of the command line.
struct Place {
    int line = 0;
    int column = 0;
    std::string_view option = {};  ///< "--set flock.pigeons.count"; empty for the file.
};

/// A key of a map and where it stands.
struct NodeKey {
    std::string text;
    Place place;
};

/// One value of a YAML document; a tree no deeper than kMaxNesting.
struct Node {
    enum class Kind { null, scalar, list, map };
    Kind kind = Kind::null;
    Place place = {};
    std::string text = {};           ///< Scalar only, unquoted.
    std::vector<Node> items = {};    ///< List and map.
    std::vector<NodeKey> keys = {};  ///< Map only: keys[n] names items[n]; no two alike.
};

/// A YAML text and its values.
struct Document {
    std::string text;
    Node root;
};

inline constexpr std::size_t kMaxSceneBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxNodes = 65'536;
inline constexpr std::size_t kMaxNesting = 32;

/// The text of a regular file of at most kMaxSceneBytes. Never waits: pipes and devices are
/// refused unopened.
Result<std::string> read_text_file(const std::string& path);

/// Parses one YAML document of plain maps, lists and scalars: no anchors, aliases, tags, merge keys
/// or repeated keys. Time and memory grow with the length of the text at most. `name` stands for
/// the text in messages.
Result<Document> parse_document(std::string text, const std::string& name);

/// "a list", "\"50 px\"", …: what a node is, for messages.
std::string describe(const Node& node);

}  // namespace starling::engine
