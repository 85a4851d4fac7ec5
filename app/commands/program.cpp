// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/program.h"

#include <csignal>
#include <exception>
#include <variant>

#include "app/commands/batch.h"
#include "app/commands/check.h"
#include "app/commands/command_line.h"
#include "app/commands/console.h"
#include "app/commands/info.h"
#include "app/commands/window.h"

namespace starling::app {
namespace {

int run(const PrintText& command) {
    return print_result(command.text);
}
int run(const BadUsage& command) {
    print_error(command.text);
    return kExitUsage;
}
int run(const BatchOptions& command) {
    return run_batch(command);
}
int run(const CheckOptions& command) {
    return run_check(command);
}
int run(const WindowOptions& command) {
    return run_window(command);
}
int run(const InfoOptions&) {
    return run_info();
}

}  // namespace

int run_program(int argc, const char* const* argv) {
    // A closed pipe or a file that grows too large comes back as an error of the write.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return std::visit([](const auto& command) { return run(command); },
                          parse_command_line(argc, argv));
    } catch (const std::exception& problem) {
        print_error(problem.what());
        return kExitFailed;
    }
}

}  // namespace starling::app
