// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sparse/core/result.h"

namespace starling::app {

/// The folder of a recording. Looking and making are apart, so that everything else can be
/// validated in between and a bad scene leaves nothing behind. Threads: one.
class OutputDir {
 public:
    /// Looks whether `path` can become the folder: new in a folder that can be written to, or
    /// empty, or anything with `overwrite`. Changes nothing. Errors name the path.
    static Result<OutputDir> inspect(const std::string& path, bool overwrite);

    /// Makes the folder and its parents, and `frames/` if asked; files of an earlier recording in
    /// it are removed, others stay.
    Status create(bool with_frames);

    /// Takes back the folders that create() made, as far as they are empty.
    void remove_if_empty();

    std::string file(const std::string& name) const;  ///< Path of a file in the folder.

    /// True for names that a recording gives to files in its folder, or to temporary ones.
    static bool is_taken(const std::string& name);

    /// The path from the root, with no slash at the end and no dots.
    static std::string absolute(const std::string& path);

 private:
    explicit OutputDir(std::string path) : path_(std::move(path)) {}
    Status make_folder(const std::string& path);
    Status remove_earlier_recording() const;

    std::string path_;
    std::vector<std::string> made_;  ///< Outer folders first.
};

}  // namespace starling::app
