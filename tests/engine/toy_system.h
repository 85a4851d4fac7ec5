// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/system.h"

namespace starling::engine::test {

/// What the toy is told. One of each type of parameter that there is.
struct ToyParams {
    std::uint64_t start = 3;      ///< Of every counter; a restart.
    std::uint64_t increment = 1;  ///< Counter k gains (k + 1) times this in a step.
    std::string label = "toy";
    std::uint32_t colour = 0;    ///< "red", "green"
    float near = 1, far = 9;     ///< px; a list that may change while the world runs.
    std::uint64_t fails_at = 0;  ///< The step that is an error, counted from 1; 0 = none.
};

/// Counters of the toy, in the cells 0 … 3 of its tree `cells`.
inline constexpr int kToyCounters = 4;
/// A wider margin is refused by the toy's apply().
inline constexpr double kToyMargin = 100;
/// What the toy says that its phase took.
inline constexpr double kToySeconds = 0.25;

/// A system that is no flock: counters that count. Its tree has the layouts `plain` and, named
/// like one of the flock's, `packed`.
const SystemKind& toy_kind();

/// A toy without trees, called `bare`; for scenes alone, no world runs it.
const SystemKind& bare_kind();

/// The flock, then the toy.
const SystemTable& flock_and_toy();

/// The toy's parameters in a scene that has one.
ToyParams& toy_params(Scene& scene);

}  // namespace starling::engine::test
