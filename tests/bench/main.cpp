// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <sched.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "tests/bench/group.h"

namespace starling::bench {
namespace {

struct Options {
    std::vector<std::string> groups;
    std::string json;
    std::string results;
    std::string command = "starling_bench";
    std::string peer_json;
    int rounds = Settings{}.rounds;
    bool list = false;
};

/// Threads that this process may use, which a container or taskset may have cut down.
int usable_threads() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return std::max(1, CPU_COUNT(&set));
}

std::vector<Group> chosen(const std::vector<std::string>& names) {
    std::vector<Group> groups = all_groups();
    if (names.empty()) return groups;
    std::erase_if(groups, [&](const Group& group) {
        return std::find(names.begin(), names.end(), group.name) == names.end();
    });
    return groups;
}

int fail(const std::string& text, int code) {
    std::fprintf(stderr, "starling_bench: %s\n", text.c_str());
    return code;
}

int run(const Options& options) {
    if (options.list) {
        for (const Group& group : all_groups()) std::printf("%-10s %s\n", group.name, group.what);
        return 0;
    }
    Settings settings;
    settings.rounds = options.rounds;
    if (const int threads = usable_threads(); threads > 1) settings.threads.push_back(threads);
    if (!options.peer_json.empty()) {
        Result<PeerResults> peers = PeerResults::read(options.peer_json);
        if (!peers) return fail(peers.error().text, 2);
        settings.peers = std::move(*peers);
    }
    // A file that cannot be written must be known before the minutes of measuring.
    for (const std::string& file : {options.json, options.results}) {
        if (file.empty()) continue;
        if (Status status = can_write(file); !status) return fail(status.error().text, 2);
    }
    const std::string machine = machine_line();
    std::vector<Row> rows;
    std::vector<Section> sections;
    for (const Group& group : chosen(options.groups)) {
        std::fprintf(stderr, "measuring %s\n", group.name);
        Section section{std::string(group.name) + ": " + group.what, {}};
        if (Status status = group.run(settings, section.rows); !status) {
            return fail(std::string(group.name) + ": " + status.error().text, 1);
        }
        rows.insert(rows.end(), section.rows.begin(), section.rows.end());
        sections.push_back(std::move(section));
    }
    std::printf("%s\n%s", machine.c_str(), table_of(rows).c_str());
    if (!options.json.empty()) {
        if (Status status = write_file(options.json, json_lines_of(rows)); !status) {
            return fail(status.error().text, 1);
        }
    }
    if (!options.results.empty()) {
        const std::string page = results_page(sections, options.command, today(), machine);
        if (Status status = write_file(options.results, page); !status) {
            return fail(status.error().text, 1);
        }
    }
    return 0;
}

int parse_and_run(int argc, char** argv) {
    Options options;
    std::vector<std::string> names;
    for (const Group& group : all_groups()) names.push_back(group.name);

    CLI::App app{"Measures Starling against its peers.", "starling_bench"};
    app.add_option("GROUP", options.groups, "Which groups; all if none is named")
        ->check(CLI::IsMember(names));
    app.add_option("--json", options.json, "Write one JSON object a row to this file");
    app.add_option("--results", options.results,
                   "Write a Markdown page of the tables to this file");
    app.add_option("--command", options.command, "What the page says that it was written by")
        ->capture_default_str();
    app.add_option("--peer-json", options.peer_json, "What other programs measured in this run");
    app.add_option("--rounds", options.rounds, "Rounds of each measurement")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_flag("--list", options.list, "Name the groups and stop");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return run(options);
}

}  // namespace
}  // namespace starling::bench

int main(int argc, char** argv) {
    try {
        return starling::bench::parse_and_run(argc, argv);
    } catch (const std::exception& error) {
        return starling::bench::fail(error.what(), 1);
    }
}
