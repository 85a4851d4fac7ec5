// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace starling::app {

struct ChildOptions {
    std::vector<std::pair<std::string, std::string>> environment;  ///< Added to ours.
    std::uint64_t file_size_limit = 0;  ///< Bytes; no file can grow beyond it. 0 = none.
    std::string stdout_path;            ///< Where standard output goes; empty = it is kept.
    std::string folder;                 ///< To run in; empty = ours.
};

/// What a program left behind.
struct Finished {
    int code = -1;   ///< Exit code; -1 = ended by a signal.
    int signal = 0;  ///< That signal.
    std::string out, err;
};

/// The program `starling` in a process of its own, with default signal handling. It is killed if
/// it runs longer than two minutes, and when the object goes away.
class Child {
 public:
    explicit Child(const std::vector<std::string>& arguments, const ChildOptions& options = {});
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Waits until `condition` holds or the program has ended; true if it holds.
    bool wait_until(const std::function<bool()>& condition);

    void send(int signal) const;
    Finished wait();

 private:
    bool read_some();  ///< False when both pipes are closed.

    pid_t pid_ = -1;
    int out_ = -1, err_ = -1;
    Finished finished_;
};

/// Runs it to the end.
Finished run_starling(const std::vector<std::string>& arguments, const ChildOptions& options = {});

/// Path of a scene that comes along.
std::string shipped_scene(const std::string& name);

std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);

/// Files below a folder that have a temporary name.
std::vector<std::string> leftovers(const std::string& folder);

/// Lines of a text.
std::size_t count_lines(const std::string& text);

}  // namespace starling::app
