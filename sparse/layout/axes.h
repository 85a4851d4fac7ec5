// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sparse/layout/layout_desc.h"

namespace starling::sparse {

/// A list of axes in the order they are written: axes("ij"). Letters i … t stand for axes 0 … 11;
/// any other letter is kept as an invalid axis, which the declaration that uses it reports.
class Axes {
 public:
    Axes(std::string_view letters) {
        for (const char c : letters) list_.push_back(c >= 'i' && c <= 't' ? c - 'i' : -1);
    }
    Axes(const char* letters) : Axes(std::string_view(letters)) {}
    Axes(std::vector<int> list) : list_(std::move(list)) {}

    const std::vector<int>& list() const { return list_; }

    /// The letters again; ? for an invalid axis.
    std::string text() const {
        std::string out;
        for (const int axis : list_) out += axis < 0 ? '?' : axis_letter(axis);
        return out;
    }

 private:
    std::vector<int> list_;
};

}  // namespace starling::sparse
