// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace starling::app {
namespace {

constexpr auto kBarInterval = std::chrono::milliseconds(100);
constexpr auto kLineInterval = std::chrono::seconds(3);

void print_text(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

int terminal_columns() {
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string bar(std::uint64_t done, std::uint64_t all, int width) {
    const auto full = static_cast<int>(static_cast<double>(width) * static_cast<double>(done) /
                                       static_cast<double>(std::max<std::uint64_t>(all, 1)));
    return fmt::format("[{:#<{}}{:.<{}}]", "", full, "", width - full);
}

}  // namespace

std::string format_duration(double seconds) {
    // Beyond this the guess means nothing.
    if (!(seconds < 3.6e8)) return "?";
    const auto whole = static_cast<std::int64_t>(std::lround(std::max(seconds, 0.0)));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress::Progress(std::uint64_t frames, bool shown)
    : frames_(frames), shown_(shown), terminal_(::isatty(STDERR_FILENO) == 1) {
    // A run that is over sooner needs no lines on its way.
    if (!terminal_) next_ += kLineInterval;
}

double Progress::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::update(std::uint64_t done, const std::string& state) {
    done_ = done;
    state_ = state;
    if (!shown_ || Clock::now() < next_) return;
    next_ = Clock::now() + (terminal_ ? Clock::duration(kBarInterval) : kLineInterval);
    print(false);
}

void Progress::finish() {
    if (bar_drawn_) print(true);
    bar_drawn_ = false;
}

void Progress::print(bool last) {
    const double rate = static_cast<double>(done_) / std::max(seconds(), 1e-3);
    const double left = static_cast<double>(frames_ - done_) / rate;
    const std::string numbers =
        fmt::format("{}/{} frames, {:.1f} frames/s, {}{}{}", done_, frames_, rate,
                    last ? "took " + format_duration(seconds()) : format_duration(left) + " left",
                    state_.empty() ? "" : "; ", state_);
    if (!terminal_) {
        print_text(fmt::format("starling: {}\n", numbers));
        return;
    }
    const int room = terminal_columns() - static_cast<int>(numbers.size()) - 4;
    const std::string picture = room >= 10 ? bar(done_, frames_, std::min(room, 40)) + " " : "";
    print_text(fmt::format("\r{}{}\x1b[K{}", picture, numbers, last ? "\n" : ""));
    bar_drawn_ = true;
}

}  // namespace starling::app
