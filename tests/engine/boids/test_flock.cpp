// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/boids/test_flock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "engine/boids/kernel_choice.h"
#include "engine/state_hash.h"

namespace starling::engine::test {

using sparse::LevelDesc;
using sparse::SNodeKind;

namespace {

LevelDesc level(SNodeKind kind, std::vector<int> axes, std::vector<std::int64_t> shape) {
    LevelDesc desc;
    desc.kind = kind;
    desc.axes = std::move(axes);
    desc.shape = std::move(shape);
    return desc;
}

}  // namespace

LevelDesc pointer(std::vector<int> axes, std::vector<std::int64_t> shape) {
    return level(SNodeKind::pointer, std::move(axes), std::move(shape));
}
LevelDesc dense(std::vector<int> axes, std::vector<std::int64_t> shape) {
    return level(SNodeKind::dense, std::move(axes), std::move(shape));
}
LevelDesc bitmasked(std::vector<int> axes, std::vector<std::int64_t> shape) {
    return level(SNodeKind::bitmasked, std::move(axes), std::move(shape));
}
LevelDesc packed_k(std::vector<std::int64_t> shape) {
    LevelDesc desc = level(SNodeKind::dynamic, {2}, std::move(shape));
    desc.storage = sparse::DynamicStorage::packed;
    return desc;
}
LevelDesc chunked_k(std::int64_t chunk) {
    LevelDesc desc = level(SNodeKind::dynamic, {2}, {});
    desc.chunk = chunk;
    return desc;
}
LevelDesc place(std::vector<std::vector<std::string>> groups) {
    LevelDesc desc;
    desc.kind = SNodeKind::place;
    desc.place = std::move(groups);
    return desc;
}

std::vector<NamedLayout> common_layouts(std::int64_t slots) {
    return {{"packed", {{pointer({0, 1}), packed_k(), place()}}},
            {"bitmasked", {{pointer({0, 1}), bitmasked({2}, {slots}), place()}}},
            {"chunked", {{pointer({0, 1}), chunked_k(), place()}}}};
}

Scene make_scene(std::uint64_t pigeons, std::uint64_t predators, const std::string& layout) {
    Scene scene = default_scene(all_systems());
    flock_params(scene).pigeons.count = pigeons;
    flock_params(scene).predators.count = predators;
    neighbours(scene).layouts = common_layouts();
    neighbours(scene).layout = layout;
    return scene;
}

void silence(Scene& scene) {
    PigeonParams& pigeons = flock_params(scene).pigeons;
    PredatorParams& predators = flock_params(scene).predators;
    pigeons.cohesion_max = pigeons.separation_max = 0;
    pigeons.align_weight = pigeons.flee_gain = predators.chase_gain = 0;
    pigeons.border_gain = predators.border_gain = 0;
    pigeons.noise_clip = predators.noise_clip = 0;
    pigeons.turn_probability = predators.turn_probability = 0;
}

std::vector<sparse::ExecutorKind> executor_kinds() {
    const char* only = std::getenv("STARLING_TEST_EXECUTOR");
    if (only != nullptr && std::string(only) == "jthread") return {sparse::ExecutorKind::jthread};
    return {sparse::ExecutorKind::tbb, sparse::ExecutorKind::jthread};
}

std::vector<Isa> available_isas() {
    std::vector<Isa> isas;
    for (const Isa isa : {Isa::sse, Isa::avx2, Isa::avx512})
        if (resolve_isa(isa)) isas.push_back(isa);
    return isas;
}

void add_agent(AgentColumns& agents, double x, double y, double heading, double wander) {
    agents.id.push_back(static_cast<std::uint32_t>(agents.size()));
    agents.x.push_back(static_cast<float>(x));
    agents.y.push_back(static_cast<float>(y));
    agents.heading.push_back(static_cast<float>(heading));
    const double angle = agents.heading.back();
    agents.dir_x.push_back(static_cast<float>(std::cos(angle)));
    agents.dir_y.push_back(static_cast<float>(std::sin(angle)));
    agents.wander.push_back(static_cast<float>(wander));
}

std::size_t row_of(const AgentColumns& agents, std::uint32_t id) {
    const auto found = std::find(agents.id.begin(), agents.id.end(), id);
    EXPECT_NE(found, agents.id.end()) << "id " << id;
    return static_cast<std::size_t>(found - agents.id.begin());
}

AgentColumns shuffled(const AgentColumns& agents, std::mt19937& random) {
    std::vector<std::size_t> order(agents.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    AgentColumns out;
    out.resize(agents.size());
    for (std::size_t row = 0; row < order.size(); ++row) {
        const std::size_t from = order[row];
        out.x[row] = agents.x[from], out.y[row] = agents.y[from];
        out.heading[row] = agents.heading[from], out.wander[row] = agents.wander[from];
        out.dir_x[row] = agents.dir_x[from], out.dir_y[row] = agents.dir_y[from];
        out.id[row] = agents.id[from];
    }
    return out;
}

std::uint64_t TestFlock::hash() const {
    StateHash hash;
    hash.add(scene.seed);
    hash.add(steps);
    for (const AgentColumns* agents : {&flock->pigeons(), &flock->predators()}) {
        hash.add(std::uint64_t{agents->size()});
        for (std::uint32_t id = 0; id < agents->size(); ++id) {
            const std::size_t row = row_of(*agents, id);
            for (const auto* column : {&agents->x, &agents->y, &agents->heading, &agents->dir_x,
                                       &agents->dir_y, &agents->wander})
                hash.add(&(*column)[row], sizeof(float));
        }
    }
    return hash.digest();
}

Status TestFlock::step() {
    if (Status stepped = flock->step({steps, scene.time_step}); !stepped) return stepped;
    flock->commit();
    ++steps;
    return {};
}

void TestFlock::run(int count) {
    for (int k = 0; k < count; ++k) {
        const Status stepped = step();
        ASSERT_TRUE(stepped.ok()) << stepped.error().text;
    }
}

float TestFlock::heading(std::uint32_t pigeon) const {
    return flock->pigeons().heading[row_of(flock->pigeons(), pigeon)];
}

float TestFlock::crowd(std::uint32_t pigeon) const {
    const FlockCrowd& crowd = flock->crowd();
    const auto found = std::find(crowd.id.begin(), crowd.id.end(), pigeon);
    EXPECT_NE(found, crowd.id.end()) << "id " << pigeon;
    return crowd.weight[static_cast<std::size_t>(found - crowd.id.begin())];
}

TestFlock make_flock(const Scene& scene, int threads) {
    TestFlock made;
    made.scene = scene;
    auto executor = sparse::make_executor(executor_kinds().front(), threads);
    const auto isa = resolve_isa(Isa::best);
    const TreeScene& tree = neighbours(scene);
    if (!executor || !isa || tree.chosen() == nullptr) {
        ADD_FAILURE() << "no executor, kernels or layout " << tree.layout;
        std::abort();
    }
    made.executor = std::move(*executor);
    auto grid =
        NeighbourGrid::create(*tree.chosen(), scene.domain, flock_params(scene).pigeons.mate_radius,
                              flock_params(scene).pigeons.count, *made.executor);
    if (!grid) {
        ADD_FAILURE() << grid.error().text;
        std::abort();
    }
    made.flock =
        std::make_unique<Flock>(scene, std::move(*grid), flock_kernels(*isa), *made.executor);
    return made;
}

TestFlock make_flock(Scene scene, AgentColumns pigeons, AgentColumns predators, int threads) {
    flock_params(scene).pigeons.count = pigeons.size();
    flock_params(scene).predators.count = predators.size();
    TestFlock made = make_flock(scene, threads);
    made.flock->set_state(std::move(pigeons), std::move(predators));
    return made;
}

}  // namespace starling::engine::test
