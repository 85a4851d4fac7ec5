// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace starling::app {

/// One edit of a parameter.
struct Edit {
    std::string key, before, after;
};

/// Edits that can be taken back and done again.
class UndoList {
 public:
    /// Notes an edit; what was taken back before it is forgotten. One that `continues` the last
    /// edit of the same key becomes one with it.
    void add(Edit edit, bool continues) {
        edits_.resize(done_);
        if (continues && done_ > 0 && edits_.back().key == edit.key) {
            edits_.back().after = std::move(edit.after);
            return;
        }
        edits_.push_back(std::move(edit));
        ++done_;
    }

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < edits_.size(); }

    /// The edit to take back, or to do again; call it only where there is one.
    const Edit& undo() { return edits_[--done_]; }
    const Edit& redo() { return edits_[done_++]; }

 private:
    std::vector<Edit> edits_;
    std::size_t done_ = 0;  ///< Edits that are in effect.
};

}  // namespace starling::app
