// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sparse/core/result.h"
#include "tests/bench/measure.h"

namespace starling::bench {

/// Whether a larger value of a row is the better one.
enum class Better { larger, smaller };

/// What a row is compared with.
struct Peer {
    std::string name;
    double value = 0;  ///< In the unit of the row; 0 = the peer was not there.
};

/// One measured number.
struct Row {
    std::string id = {};    ///< Of the target that it belongs to, "T8"; empty where there is none.
    std::string name = {};  ///< What was measured: "flock 2-D, 1 M, step".
    int threads = 1;
    double value = 0;
    std::string unit = {};  ///< "GB/s", "ms" …
    Better better = Better::larger;
    double spread = 0;  ///< Timing::spread of the rounds behind the value.
    std::optional<Peer> peer = {};
    double target = 0;  ///< Least ratio, or least value where there is no peer; 0 = no target.

    /// Ours over the peer, larger is better; none without a peer that was there.
    std::optional<double> ratio() const;
    /// Whether the target is met; none where there is no target or its peer was not there.
    std::optional<bool> holds() const;
};

/// The rows of a group under its title.
struct Section {
    std::string title;
    std::vector<Row> rows;
};

/// A row whose value is `work` units a call over its median time: Gcells/s, GB/s.
Row rate_row(std::string name, int threads, double work, std::string unit, const Timing& timing);
/// A row whose value is the median time of a call in milliseconds.
Row time_row(std::string name, int threads, const Timing& timing);

/// The rows as an aligned table, one line each below a heading. Ends with a line that counts the
/// targets and one that names the peers which were not there, if any.
std::string table_of(const std::vector<Row>& rows);

/// One JSON object a row, a line each: id, name, threads, value, unit, spread and, where known,
/// peer, peer_value, ratio, target (">=0.60"), holds.
std::string json_lines_of(const std::vector<Row>& rows);

/// A Markdown page that says what `command` measured, on which `date` (ISO) and `machine` (as
/// machine_line() gives it): a table a section, what targets were met, what peers were not there.
std::string results_page(const std::vector<Section>& sections, const std::string& command,
                         const std::string& date, const std::string& machine);

/// Processor, threads, caches, load and compiler in one line, to judge the numbers by.
std::string machine_line();

/// Today in local time, "2026-01-31".
std::string today();

/// Whether write_file() could write to `path` now; an error says why not. Leaves the file alone.
Status can_write(const std::string& path);

/// Writes `text` to `path` as a whole, or reports why not and leaves no part of it there.
Status write_file(const std::string& path, const std::string& text);

}  // namespace starling::bench
