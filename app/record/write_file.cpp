// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace starling::app {
namespace {

// 0, or the errno of what failed.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

}  // namespace

Status write_file(const std::string& path, std::string_view bytes) {
    const auto failed = [&path](int code) {
        return Error{fmt::format("cannot write {}: {}", path, std::strerror(code))};
    };
    const std::string temporary = fmt::format("{}.part-{}", path, ::getpid());
    const int descriptor =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return failed(errno);
    int code = write_all(descriptor, bytes);
    // Some file systems report a full disk or quota only here.
    if (::close(descriptor) != 0 && code == 0) code = errno;
    if (code == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) code = errno;
    if (code == 0) return {};
    ::unlink(temporary.c_str());
    return failed(code);
}

}  // namespace starling::app
