// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace starling::engine {
namespace {

constexpr std::size_t kMaxShownBytes = 60;
constexpr std::size_t kMaxPathBytes = 200;
constexpr std::size_t kMaxWordBytes = 64;

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from `a` to `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replace, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(last);
        last.swap(row);
    }
    return last.back();
}

/// `text` without control characters, which could command a terminal, cut at `limit` bytes.
std::string printable(std::string_view text, std::size_t limit) {
    const bool cut = text.size() > limit;
    if (cut) {
        while (limit > 0 && is_continuation(text[limit])) --limit;
        text = text.substr(0, limit);
    }
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += c;
        }
    }
    return cut ? out + "…" : out;
}

std::string format_place(std::string_view name, std::string_view text, const Place& place) {
    if (!place.option.empty()) return std::string(place.option);
    if (place.line <= 0) return std::string(name);
    for (int line = 1; line < place.line; ++line) {
        const std::size_t end = text.find('\n');
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    // People and editors count characters, the parser counts bytes.
    const std::string_view before = text.substr(0, static_cast<std::size_t>(place.column - 1));
    const auto inside = std::count_if(before.begin(), before.end(), is_continuation);
    return fmt::format("{}:{}:{}", name, place.line, place.column - inside);
}

}  // namespace

void Problems::add(const Place& place, std::string_view path, std::string message) {
    if (!full()) problems_.push_back({place, std::string(path), std::move(message)});
}

Error Problems::error() const {
    std::vector<Problem> sorted = problems_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
        if (a.place.line != b.place.line) return a.place.line < b.place.line;
        return a.place.column < b.place.column;
    });
    std::string text;
    for (const Problem& problem : sorted) {
        if (!text.empty()) text += '\n';
        text += format_problem(name_, text_, problem.place, problem.path, problem.message);
    }
    return Error{std::move(text)};
}

std::string format_problem(std::string_view name, std::string_view text, const Place& place,
                           std::string_view path, std::string_view message) {
    std::string line = format_place(name, text, place) + ": ";
    // Keys of a file are any text; names of the schema all fit.
    if (!path.empty()) line += printable(path, kMaxPathBytes) + ": ";
    return line.append(message);
}

std::string quote(std::string_view text) {
    return '"' + printable(text, kMaxShownBytes) + '"';
}

std::string_view nearest(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.empty() || word.size() > kMaxWordBytes) return {};
    std::string_view best;
    // Farther than this a suggestion is a guess, which misleads more than it helps.
    std::size_t limit = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < limit) {
            limit = distance;
            best = candidate;
        }
    }
    return best;
}

std::string joined(const std::vector<std::string>& words, std::string_view last) {
    std::string out;
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (n > 0) out += n + 1 == words.size() ? last : std::string_view(", ");
        out += words[n];
    }
    return out;
}

}  // namespace starling::engine
