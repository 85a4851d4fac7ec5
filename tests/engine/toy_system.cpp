// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/toy_system.h"

#include <array>
#include <memory>
#include <utility>

#include "engine/boids/flock_system.h"
#include "engine/scene/scene.h"
#include "sparse/access/field.h"
#include "sparse/layout/fields_builder.h"

namespace starling::engine::test {
namespace {

using Counters = std::array<std::uint32_t, kToyCounters>;

const ParamTable& toy_table() {
    using T = ToyParams;
    static const ParamTable table{
        {"start", NumberParam{Dimension::none, {0, 1e6}, {number_at<&T::start>}},
         "Where every counter begins.", "", Effect::restart},
        {"increment", NumberParam{Dimension::none, {0, 1e6}, {number_at<&T::increment>}},
         "What the first counter gains in a step."},
        {"look.label", TextParam{text_at<&T::label>}, "Name of the toy for people."},
        {"look.colour", choice_at<&T::colour>({"red", "green"}), "Colour of the counters."},
        {"look.reach",
         NumberParam{Dimension::length, {0, 100}, {number_at<&T::near>, number_at<&T::far>}},
         "Where the row of counters begins and ends."},
        {"fails_at", NumberParam{Dimension::none, {0, 1e6}, {number_at<&T::fails_at>}},
         "The step that fails."},
    };
    return table;
}

/// The counters in a tree.
class CounterTree {
 public:
    static Result<CounterTree> make(const sparse::LayoutDesc& layout, sparse::Executor& executor,
                                    const Counters& counters) {
        CounterTree made;
        sparse::FieldsBuilder builder;
        const sparse::FieldRef field = builder.field<sparse::u32>("counter");
        builder.add(layout);
        sparse::Backend backend;
        backend.executor = &executor;
        auto tree = builder.finalize(backend);
        if (!tree) return tree.error();
        made.tree_ = std::move(*tree);
        made.layout_ = layout;
        auto counter = made.tree_->field<sparse::u32>(field);
        if (!counter) return counter.error();
        made.field_ = std::make_unique<sparse::Field<sparse::u32>>(*counter);
        if (Status written = made.write(counters); !written) return written.error();
        return made;
    }

    Counters read() const {
        Counters counters{};
        for (int k = 0; k < kToyCounters; ++k)
            counters[static_cast<std::size_t>(k)] = field_->at(k);
        return counters;
    }
    Status write(const Counters& counters) {
        for (int k = 0; k < kToyCounters; ++k)
            if (Status set = field_->set({k}, counters[static_cast<std::size_t>(k)]); !set)
                return set;
        return {};
    }
    TreeView view() const { return {"cells", layout_, tree_.get()}; }

 private:
    sparse::LayoutDesc layout_;
    std::unique_ptr<sparse::SNodeTree> tree_;
    std::unique_ptr<sparse::Field<sparse::u32>> field_;
};

class ToySystem final : public System {
 public:
    ToySystem(ToyParams params, CounterTree tree, sparse::Executor& executor)
        : params_(std::move(params)), tree_(std::move(tree)), executor_(&executor) {}

    static Result<std::unique_ptr<System>> create(const Scene& scene,
                                                  const SystemContext& context) {
        const SystemScene& own = *scene.find("toy");
        const auto& params = own.params.as<ToyParams>();
        Counters counters;
        counters.fill(static_cast<std::uint32_t>(params.start));
        auto tree = CounterTree::make(*own.trees[0].chosen(), *context.executor, counters);
        if (!tree) return Error{"toy.cells.layouts: " + tree.error().text};
        return std::unique_ptr<System>(
            std::make_unique<ToySystem>(params, std::move(*tree), *context.executor));
    }

    Status step(const Clock& clock) override {
        next_ = tree_.read();
        for (std::size_t k = 0; k < next_.size(); ++k)
            next_[k] += static_cast<std::uint32_t>(params_.increment * (k + 1));
        if (clock.step + 1 == params_.fails_at) return Error{"toy: told to fail"};
        return {};
    }
    void commit() override { (void)tree_.write(next_); }
    Status apply(const Scene& scene) override {
        if (scene.domain.margin > kToyMargin) return Error{"toy: no room for such a margin"};
        params_ = scene.find("toy")->params.as<ToyParams>();
        return {};
    }
    void metrics(std::span<double> values) const override {
        const Counters counters = tree_.read();
        values[0] = counters[0];
        values[1] = (counters[3] - counters[0]) / 8.0;
    }
    void phases(std::span<double> seconds) const override { seconds[0] = kToySeconds; }
    void draw(DrawList& list) const override {
        PointLayer layer{.name = params_.label, .points = {}};
        for (const std::uint32_t counter : tree_.read()) {
            Point point;
            point.x = static_cast<float>(counter);
            point.colour.r = params_.colour == 0 ? 1 : 0;
            layer.points.push_back(point);
        }
        list.layers.push_back(std::make_shared<const Layer>(std::move(layer)));
    }
    void hash(StateHash& hash) const override {
        for (const std::uint32_t counter : tree_.read()) hash.add(counter);
    }
    std::vector<TreeView> trees() const override { return {tree_.view()}; }
    Status relayout(std::size_t, const sparse::LayoutDesc& layout) override {
        auto made = CounterTree::make(layout, *executor_, tree_.read());
        if (!made) return made.error();
        tree_ = std::move(*made);
        return {};
    }

 private:
    ToyParams params_;
    CounterTree tree_;
    Counters next_{};
    sparse::Executor* executor_;
};

std::vector<NamedLayout> toy_layouts() {
    using sparse::SNodeKind;
    sparse::LevelDesc cells, counter;
    cells.kind = SNodeKind::pointer;
    cells.axes = {0};
    cells.shape = {16};
    counter.kind = SNodeKind::place;
    counter.place = {{"counter"}};
    sparse::LevelDesc row = cells;
    row.kind = SNodeKind::dense;
    return {{"plain", {{cells, counter}}}, {"packed", {{row, counter}}}};
}

}  // namespace

const SystemKind& toy_kind() {
    static const SystemKind kind{
        .name = "toy",
        .meaning = "Counters that count.",
        .params = [] { return Params(toy_table(), ToyParams{}); },
        .trees = {{"cells", "the row of counters", toy_layouts}},
        .metrics = {{"count", "", "The first counter.", true},
                    {"spread", "px", "An eighth of the way to the last.", false}},
        .phases = {{"toy", "Counting."}},
        .moved = {},
        .memory = [](const Scene&) -> Result<MemoryNeed> {
            return MemoryNeed{4096, "a toy", "leave the toy out"};
        },
        .create = ToySystem::create,
    };
    return kind;
}

const SystemKind& bare_kind() {
    static const SystemKind kind = [] {
        SystemKind bare = toy_kind();
        bare.name = "bare";
        bare.trees.clear();
        bare.metrics.clear();
        bare.phases.clear();
        return bare;
    }();
    return kind;
}

const SystemTable& flock_and_toy() {
    static const SystemTable table{&flock_kind(), &toy_kind()};
    return table;
}

ToyParams& toy_params(Scene& scene) {
    return scene.find("toy")->params.as<ToyParams>();
}

}  // namespace starling::engine::test
