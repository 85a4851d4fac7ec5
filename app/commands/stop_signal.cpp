// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/stop_signal.h"

#include <atomic>
#include <csignal>

namespace starling::app {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<int> received{0};
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int number) {
    int none = 0;
    if (received.compare_exchange_strong(none, number)) return;
    std::signal(number, SIG_DFL);
    std::raise(number);
}

}  // namespace

void catch_stop_signals() {
    for (const int number : kSignals) {
        struct sigaction action {};
        if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = on_signal;
        // Writes go on as if nothing had happened.
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, nullptr);
    }
}

const char* stop_signal() {
    switch (received.load()) {
        case SIGINT:
            return "SIGINT";
        case SIGTERM:
            return "SIGTERM";
        case SIGHUP:
            return "SIGHUP";
        default:
            return nullptr;
    }
}

}  // namespace starling::app
