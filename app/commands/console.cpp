// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/console.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace starling::app {
namespace {

// One write a line, so that lines of several processes do not mix.
void print_line(const std::string& line) {
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void print_error(std::string_view text) {
    print_line(fmt::format("starling: error: {}\n", text));
}

void print_warning(std::string_view text) {
    print_line(fmt::format("starling: warning: {}\n", text));
}

void print_note(std::string_view text) {
    print_line(fmt::format("starling: {}\n", text));
}

int print_result(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
        std::fflush(stdout) == 0) {
        return kExitDone;
    }
    print_error(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
    return kExitFailed;
}

}  // namespace starling::app
