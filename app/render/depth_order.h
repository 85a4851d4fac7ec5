// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "app/render/view.h"

namespace starling::app {

/// A copy of `items` from the farthest to the nearest; `depth(item)` grows with the distance. Equal
/// ones keep their order.
template <class Item, class Depth>
std::vector<Item> back_to_front(const std::vector<Item>& items, const Depth& depth) {
    struct Key {
        float depth;
        std::uint32_t index;
    };
    std::vector<Key> keys(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        keys[i] = {depth(items[i]), static_cast<std::uint32_t>(i)};
    }
    std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
        return a.depth != b.depth ? a.depth > b.depth : a.index < b.index;
    });
    std::vector<Item> sorted;
    sorted.reserve(items.size());
    for (const Key& key : keys) sorted.push_back(items[key.index]);
    return sorted;
}

/// How far ahead of the eye a place lies; only in perspective.
inline float depth_of(const View& view, float x, float y, float z) {
    return view.to_clip[3] * x + view.to_clip[7] * y + view.to_clip[11] * z + view.to_clip[15];
}

}  // namespace starling::app
