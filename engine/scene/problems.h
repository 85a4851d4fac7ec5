// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/document.h"
#include "sparse/core/result.h"

namespace starling::engine {

/// Collects what is wrong with a scene, so that one run of the program shows several mistakes.
class Problems {
 public:
    /// At most this many are kept; whoever looks for more may stop.
    static constexpr std::size_t kMax = 10;

    /// `name` stands for the file, `text` is what places refer to; both outlive this object.
    Problems(std::string_view name, std::string_view text) : name_(name), text_(text) {}

    void add(const Place& place, std::string_view path, std::string message);

    bool empty() const { return problems_.empty(); }
    bool full() const { return problems_.size() >= kMax; }

    /// One line a problem, "file:line:column: path: message", in the order of the file.
    Error error() const;

 private:
    struct Problem {
        Place place;
        std::string path, message;
    };
    std::string_view name_, text_;
    std::vector<Problem> problems_;
};

/// "name:line:column: path: message", the column in characters and the path left out where empty.
/// A place on the command line is its option alone.
std::string format_problem(std::string_view name, std::string_view text, const Place& place,
                           std::string_view path, std::string_view message);

/// `text` in quotation marks, safe for a terminal and cut to a readable length.
std::string quote(std::string_view text);

/// The candidate that `word` is most likely a misspelling of; empty when none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "a, b and c".
std::string joined(const std::vector<std::string>& words, std::string_view last = " and ");

}  // namespace starling::engine
