// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace starling::app {

/// A line of the log.
struct LogEntry {
    enum class Kind : std::uint8_t { note, warning, error };
    Kind kind = Kind::note;
    std::uint64_t step = 0;   ///< Of the world when it happened.
    std::uint32_t times = 1;  ///< How often it came in a row.
    std::string text;
};

/// What happened, newest last; the oldest of more than kMost lines are forgotten. Threads: one.
class EventLog {
 public:
    static constexpr std::size_t kMost = 2000;

    void add(LogEntry::Kind kind, std::uint64_t step, std::string text) {
        ++version_;
        if (kind == LogEntry::Kind::error) ++errors_;
        if (!entries_.empty() && entries_.back().text == text && entries_.back().kind == kind) {
            ++entries_.back().times;
            entries_.back().step = step;
            return;
        }
        if (entries_.size() == kMost) entries_.pop_front();
        entries_.push_back({kind, step, 1, std::move(text)});
    }
    void note(std::string text) { add(LogEntry::Kind::note, 0, std::move(text)); }
    void error(std::string text) { add(LogEntry::Kind::error, 0, std::move(text)); }

    void clear() {
        entries_.clear();
        ++version_;
    }

    const std::deque<LogEntry>& entries() const { return entries_; }
    std::uint64_t version() const { return version_; }  ///< Grows with every change.
    std::uint64_t errors() const { return errors_; }    ///< All that ever came.

 private:
    std::deque<LogEntry> entries_;
    std::uint64_t version_ = 0, errors_ = 0;
};

}  // namespace starling::app
