// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/bench/peers.h"
#include "tests/bench/report.h"

namespace starling::bench {

/// What a group is given.
struct Settings {
    int rounds = 7;                  ///< For measure().
    std::vector<int> threads = {1};  ///< Ascending: 1, and all that the process may use.
    PeerResults peers;               ///< From --peer-json; empty without it.
};

/// A set of benchmarks that is run by name. A group appends its rows, or gives an error that ends
/// the run.
struct Group {
    const char* name;
    const char* what;  ///< One line for --list.
    Status (*run)(const Settings& settings, std::vector<Row>& rows);
};

/// Every group there is, by name.
std::vector<Group> all_groups();

/// Makes a group known: `const RegisterGroup kFlock({"flock", "…", run});` at namespace scope of
/// the file that holds it.
struct RegisterGroup {
    explicit RegisterGroup(const Group& group);
};

}  // namespace starling::bench
