// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/document.h"
#include "engine/scene/param.h"

namespace starling::engine {

/// Something that is wrong with a value, and where in it.
struct ValueProblem {
    Place place;
    std::string text;
};

/// Reads `node` into the parameter's members of `object`, an object of the table's struct. Members
/// whose own value is wrong keep what they held. px/frame counts frames of `frame_rate` Hz.
std::vector<ValueProblem> read_value(const Param& param, void* object, const Node& node,
                                     double frame_rate);

/// The value as it stands in a scene: "180 px/s", "[1040 px, 800 px]", "exact", "\"a title\"".
std::string write_value(const Param& param, void* object);

/// What may be written for the parameter, for people: "a length in px, from 0 px to 100 px".
std::string describe_values(const Param& param, void* object);

/// The value of an option as a node: a list in brackets for numbers, all else word for word, so
/// that a title may hold any character. All places name `option`, which must outlive the node.
Node value_node(const Param* param, const std::string& text, std::string_view option);

/// The node as one line of text, which value_node() reads again.
std::string value_text(const Node& node);

/// Hz of "px/frame" in a group of parameters: its reference_rate, or 60 where it has none.
double frame_rate_of(Params& params);

}  // namespace starling::engine
