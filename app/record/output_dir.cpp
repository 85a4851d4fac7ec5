// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/output_dir.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace starling::app {
namespace {

namespace fs = std::filesystem;

Error cannot_use(const std::string& path, std::string_view why) {
    return {fmt::format("--out {}: {}", path, why)};
}

Status require_writable(const std::string& path, const fs::path& folder) {
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return {};
    return cannot_use(path, fmt::format("cannot write to the folder {}: {}", folder.string(),
                                        std::strerror(errno)));
}

bool is_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// frame_000123.png, or the temporary file of one that was being written.
bool is_frame(const std::string& file) {
    std::string_view name = file;
    constexpr std::string_view kPrefix = "frame_", kEnding = ".png";
    if (name.substr(0, kPrefix.size()) != kPrefix) return false;
    name.remove_prefix(kPrefix.size());
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos || !is_digits(name.substr(0, dot))) return false;
    return name.substr(dot, kEnding.size()) == kEnding;
}

Status remove_files(const fs::path& folder, bool (*chosen)(const std::string&)) {
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code)) {
        if (!chosen(entry->path().filename().string())) continue;
        if (entry->is_directory(code) && !entry->is_symlink(code)) continue;
        if (!fs::remove(entry->path(), code) && code) {
            return Error{
                fmt::format("cannot remove {}: {}", entry->path().string(), code.message())};
        }
    }
    return {};
}

}  // namespace

Result<OutputDir> OutputDir::inspect(const std::string& path, bool overwrite) {
    if (path.empty()) return cannot_use(path, "expected the name of a folder");
    std::error_code code;
    const fs::path folder = absolute(path);
    const fs::file_status status = fs::status(folder, code);
    if (fs::is_directory(status)) {
        if (Status writable = require_writable(path, folder); !writable) return writable.error();
        const bool empty = fs::is_empty(folder, code);
        if (code) return cannot_use(path, code.message());
        if (!empty && !overwrite) {
            return cannot_use(path,
                              "the folder is not empty; choose another one, or give --overwrite to "
                              "replace the recording in it");
        }
    } else if (fs::exists(status)) {
        return cannot_use(path, "this is not a folder");
    } else if (status.type() != fs::file_type::not_found) {
        return cannot_use(path, code.message());
    } else {
        fs::path parent = folder.parent_path();
        while (!fs::exists(parent, code) && parent.has_relative_path()) {
            parent = parent.parent_path();
        }
        if (!fs::is_directory(parent, code)) {
            return cannot_use(path, fmt::format("{} is not a folder", parent.string()));
        }
        if (Status writable = require_writable(path, parent); !writable) return writable.error();
    }
    // The system would follow dots through folders that are not there.
    return OutputDir(fs::path(path).lexically_normal().string());
}

Status OutputDir::create(bool with_frames) {
    std::vector<fs::path> folders;
    std::error_code code;
    for (fs::path folder = absolute(path_);
         folder.has_relative_path() && !fs::is_directory(folder, code);
         folder = folder.parent_path()) {
        folders.push_back(folder);
    }
    std::reverse(folders.begin(), folders.end());
    for (const fs::path& folder : folders) {
        if (Status status = make_folder(folder.string()); !status) return status;
    }
    if (Status status = remove_earlier_recording(); !status) return status;
    return with_frames ? make_folder(file("frames")) : Status{};
}

Status OutputDir::make_folder(const std::string& path) {
    std::error_code code;
    if (fs::create_directory(path, code)) made_.push_back(path);
    if (!code) return {};
    remove_if_empty();
    return cannot_use(path_, fmt::format("cannot make the folder {}: {}", path, code.message()));
}

Status OutputDir::remove_earlier_recording() const {
    if (Status status = remove_files(path_, is_taken); !status) return status;
    const std::string frames = file("frames");
    std::error_code code;
    if (!fs::is_directory(frames, code)) return {};
    if (Status status = remove_files(frames, is_frame); !status) return status;
    fs::remove(frames, code);  // stays if something else is in it
    return {};
}

void OutputDir::remove_if_empty() {
    std::error_code ignored;
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) {
        fs::remove(*folder, ignored);
    }
    made_.clear();
}

std::string OutputDir::file(const std::string& name) const {
    return (fs::path(path_) / name).string();
}

bool OutputDir::is_taken(const std::string& name) {
    for (const std::string_view own : {"video.mp4", "video.mkv", "stats.csv", "manifest.json"}) {
        if (name.compare(0, own.size(), own) != 0) continue;
        if (name.size() == own.size() || name.compare(own.size(), 6, ".part-") == 0) return true;
    }
    return false;
}

std::string OutputDir::absolute(const std::string& path) {
    std::error_code code;
    fs::path folder = fs::absolute(path, code).lexically_normal();
    // A slash at the end makes the last part of the path an empty name.
    if (!folder.has_filename()) folder = folder.parent_path();
    return folder.string();
}

}  // namespace starling::app
