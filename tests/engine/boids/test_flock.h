// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/boids/flock.h"
#include "engine/scene/scene.h"
#include "engine/world.h"
#include "tests/engine/scene/load.h"

namespace starling::engine::test {

sparse::LevelDesc pointer(std::vector<int> axes, std::vector<std::int64_t> shape = {});
sparse::LevelDesc dense(std::vector<int> axes, std::vector<std::int64_t> shape = {});
sparse::LevelDesc bitmasked(std::vector<int> axes, std::vector<std::int64_t> shape = {});
sparse::LevelDesc packed_k(std::vector<std::int64_t> shape = {});
sparse::LevelDesc chunked_k(std::int64_t chunk = 32);
sparse::LevelDesc place(std::vector<std::vector<std::string>> groups = {{"id"}});

/// The article's layouts (packed, bitmasked, chunked); bitmasked has `slots` a cell.
std::vector<NamedLayout> common_layouts(std::int64_t slots = 128);

/// The scene of the article with so many agents, on `layout` of common_layouts().
Scene make_scene(std::uint64_t pigeons, std::uint64_t predators,
                 const std::string& layout = "packed");

/// Switches off every term of the model but the forward motion; tests turn on what they look at.
void silence(Scene& scene);

/// jthread alone where the environment asks for it (STARLING_TEST_EXECUTOR=jthread).
std::vector<sparse::ExecutorKind> executor_kinds();
/// The instruction sets of this processor.
std::vector<Isa> available_isas();

/// Adds an agent with the next id.
void add_agent(AgentColumns& agents, double x, double y, double heading, double wander = 0);
/// The row of an id.
std::size_t row_of(const AgentColumns& agents, std::uint32_t id);
/// The rows in another order; each agent keeps its id.
AgentColumns shuffled(const AgentColumns& agents, std::mt19937& random);

/// A flock with what it stands on.
struct TestFlock {
    Scene scene;
    std::unique_ptr<sparse::Executor> executor;
    std::unique_ptr<Flock> flock;
    std::uint64_t steps = 0;

    /// As World::state_hash() is told to be, worked out here anew.
    std::uint64_t hash() const;
    /// One step, committed where it works.
    Status step();
    /// Steps that must succeed.
    void run(int count);
    float heading(std::uint32_t pigeon) const;
    float crowd(std::uint32_t pigeon) const;
};

/// Fails the test where the scene's layout cannot be built.
TestFlock make_flock(const Scene& scene, int threads = 1);
/// The same from a given state; counts in the scene follow it.
TestFlock make_flock(Scene scene, AgentColumns pigeons, AgentColumns predators, int threads = 1);

}  // namespace starling::engine::test
