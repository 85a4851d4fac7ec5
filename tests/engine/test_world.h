// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/world.h"

namespace starling::engine::test {

/// Options for a world of a test: few threads, the executor that the environment asks for.
WorldOptions options(int threads = 1);

/// Fails the test where the world cannot be made.
std::unique_ptr<World> make_world(const Scene& scene, const WorldOptions& with = options());

/// Steps that must succeed.
void run(World& world, int steps);

/// The hash of a new world after so many steps.
std::uint64_t hash_after(const Scene& scene, int steps, const WorldOptions& with = options());

/// Today's number in the column of the statistics; fails the test where there is none.
double statistic(const World& world, const std::string& column);

/// What a call that must fail says.
template <class Outcome>
std::string error_of(const Outcome& outcome) {
    return outcome.ok() ? "" : outcome.error().text;
}

/// Whether a text has this in it.
inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace starling::engine::test
