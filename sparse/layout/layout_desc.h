// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sparse/core/types.h"

namespace starling::sparse {

/// Kinds of SNode; Taichi's vocabulary.
enum class SNodeKind : std::uint8_t { root, dense, bitmasked, pointer, dynamic, place };

/// How concurrent activations of one pointer cell settle: by compare-and-swap, or by the article's
/// per-cell lock.
enum class Activation : std::uint8_t { cas, locked };

/// How the lists of a `dynamic` SNode are stored: chunks on demand, or all lists in one array.
enum class DynamicStorage : std::uint8_t { chunked, packed };

/// One level of a layout as declared, before validation. Plain data: what YAML, the editor of the
/// program and FieldsBuilder all produce.
struct LevelDesc {
    SNodeKind kind = SNodeKind::dense;
    std::vector<int> axes = {};  ///< 0 = i, 1 = j, … 11 = t; one entry an axis.
    /// Cells per axis; empty = derived by the user of the layout.
    std::vector<std::int64_t> shape = {};
    Activation activation = Activation::cas;           ///< pointer only.
    std::int64_t chunk = 0;                            ///< dynamic only; 0 = default (32).
    DynamicStorage storage = DynamicStorage::chunked;  ///< dynamic only.
    std::vector<std::vector<std::string>> place = {};  ///< place only: groups of field names.
    /// place only: user index of the first cell, one number an axis (ascending); empty = zeros.
    std::vector<std::int64_t> offset = {};
};

/// A chain of levels from the root down. A place puts its fields into the cells of the level before
/// it; the last level is one. Branching trees are declared with FieldsBuilder.
struct LayoutDesc {
    std::vector<LevelDesc> levels;
};

/// Letter of an axis: 0 → 'i' … 11 → 't'.
constexpr char axis_letter(int axis) {
    return static_cast<char>('i' + axis);
}

/// Highest number of axes and of levels below the root.
inline constexpr int kMaxAxes = 12;
inline constexpr int kMaxDepth = 8;

}  // namespace starling::sparse
