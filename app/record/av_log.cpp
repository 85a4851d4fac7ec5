// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/av_log.h"

#include <cstdarg>
#include <mutex>
#include <utility>

extern "C" {
#include <libavutil/log.h>
}

namespace starling::app {
namespace {

std::mutex last_error_mutex;
std::string last_error;

void keep_errors(void* source, int level, const char* format, va_list arguments) {
    if (level > AV_LOG_ERROR) return;
    char line[512];
    int print_prefix = 1;
    av_log_format_line(source, level, format, arguments, line, sizeof line, &print_prefix);
    std::string text = line;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::lock_guard lock(last_error_mutex);
    last_error = std::move(text);
}

}  // namespace

void silence_av_log() {
    static std::once_flag once;
    std::call_once(once, [] { av_log_set_callback(keep_errors); });
}

std::string take_av_error() {
    const std::lock_guard lock(last_error_mutex);
    const std::string text = std::exchange(last_error, {});
    return text.empty() ? text : ": " + text;
}

}  // namespace starling::app
