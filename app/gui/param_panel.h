// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/gui/gui_context.h"
#include "engine/scene/param.h"

namespace starling::app {

/// All parameters of the scene, from its tables: a search box, then a section a group. Every one
/// can be dragged or typed, tells what it means, and can be set back.
class ParamPanel {
 public:
    void draw(GuiContext& gui);

    /// Puts the keyboard into the search box in the next frame.
    void focus_search() { focus_ = true; }

 private:
    void draw_table(GuiContext& gui, const engine::ParamTable& table, const std::string& prefix,
                    void* object);
    void draw_param(GuiContext& gui, const engine::Param& param, const std::string& key,
                    void* object);
    void draw_number(GuiContext& gui, const engine::Param& param, const std::string& key,
                     void* object);
    bool is_wanted(const engine::Param& param, const std::string& key) const;

    char search_[64] = {};
    bool focus_ = false;
    std::string editing_;      ///< Key of the number that is being dragged.
    std::string typed_;        ///< The text that is being typed into a text parameter.
    std::string problem_key_;  ///< The last value that was refused, and why.
    std::string problem_;
};

}  // namespace starling::app
