// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/gui/gui_context.h"

namespace starling::app {

/// An entry of a folder.
struct FolderEntry {
    std::string name;
    bool is_folder = false;
};

/// The folders, then the files with one of the endings, each by name; hidden ones are left out. An
/// error names the folder and the system's reason.
Result<std::vector<FolderEntry>> list_folder(const std::string& folder,
                                             const std::vector<std::string>& endings);

/// A dialog that picks a scene to open, or a name to save one under.
class FileBrowser {
 public:
    /// Shows the dialog from the next frame on; `chosen` gets the path. `name` is what to save
    /// under at first; empty = a file to open is wanted.
    void open(const std::string& title, const std::string& folder, const std::string& name,
              std::function<void(const std::string&)> chosen);

    void draw(GuiContext& gui);

 private:
    void go_to(const std::string& folder);
    void draw_entries(float height);
    void finish(const std::string& path);

    std::string title_, folder_, name_, problem_, replacing_;
    std::vector<FolderEntry> entries_;
    std::function<void(const std::string&)> chosen_;
    bool saving_ = false, opening_ = false;
};

}  // namespace starling::app
