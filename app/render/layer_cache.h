// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/draw/draw_list.h"

namespace starling::app {

/// What was made for layers, kept from frame to frame for as long as each is drawn. A layer is
/// known by its object, which lives at least as long as what was made for it.
template <class Made>
class LayerCache {
 public:
    /// What was made for the layer; a `Made` by default at first.
    Made& operator[](const std::shared_ptr<const engine::Layer>& layer) {
        for (Entry& entry : entries_) {
            if (entry.layer == layer) {
                entry.used = true;
                return entry.made;
            }
        }
        return entries_.emplace_back(Entry{layer, Made{}, true}).made;
    }

    /// Ends a frame: forgets what was not asked for since the last call.
    void forget_unused() {
        std::erase_if(entries_, [](const Entry& entry) { return !entry.used; });
        for (Entry& entry : entries_) entry.used = false;
    }

    /// Forgets everything, after an error that may have left something half made.
    void clear() { entries_.clear(); }

    std::size_t size() const { return entries_.size(); }

 private:
    struct Entry {
        std::shared_ptr<const engine::Layer> layer;
        Made made;
        bool used;
    };
    std::vector<Entry> entries_;
};

}  // namespace starling::app
