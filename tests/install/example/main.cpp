// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "sparse/access/leaf.h"
#include "sparse/access/struct_for.h"
#include "sparse/exec/executor.h"

using namespace starling::sparse;

int main() {
    // Declare: 64 x 64 blocks that come into being one by one, of 8 x 8 cells each.
    FieldsBuilder builder;
    const FieldRef height = builder.field<f32>("height"), speed = builder.field<f32>("speed");
    const NodeRef blocks = builder.root().pointer("ij", {64});
    blocks.dense("ij", {8}).place(height).place(speed);

    // Plan: the declaration becomes arithmetic; nothing is allocated yet.
    const auto plan = builder.compile();
    if (!plan) return std::fprintf(stderr, "%s\n", plan.error().text.c_str()), 1;
    std::printf("%s", plan->describe().c_str());

    // Tree: the plan with memory, and somebody who runs its loops.
    const auto executor = make_executor(ExecutorKind::tbb, 0);
    if (!executor) return std::fprintf(stderr, "%s\n", executor.error().text.c_str()), 1;
    const auto made = builder.finalize({.executor = executor->get()});
    if (!made) return std::fprintf(stderr, "%s\n", made.error().text.c_str()), 1;
    SNodeTree& tree = **made;
    auto h = *tree.field<f32>(height);
    const auto v = *tree.field<f32>(speed);

    // A write activates the block around it: a drop in the middle, and one far away.
    h.at(256, 256) = 1.0f;
    h.at(3, 500) = 0.5f;
    const auto active_blocks = [&] { return tree.stats().snodes[blocks.id()].slots.live; };
    std::printf("%llu blocks after two drops\n", static_cast<unsigned long long>(active_blocks()));

    // Cell by cell: what stands at the right edge of a block flows on, which activates the next.
    const auto spread = struct_for(h, [&](LoopCell cell) {
        auto x = h.accessor(cell.worker);
        if (cell[1] % 8 == 7 && cell[1] < 511)
            x.write(x.read(cell[0], cell[1]), cell[0], cell[1] + 1);
    });

    // Block by block: plain pointers into the leaf, no walk and no test a cell.
    const LeafField<f32> from(h), to(v);
    const auto damp = for_each_leaf(h, [&](const LeafBlock& block) {
        for (u64 c = block.begin; c < block.end; ++c)
            to.data(block.slot)[c] = 0.5f * from.data(block.slot)[c];
    });
    if (!spread.ok() || !damp.ok()) return 1;
    std::printf("%llu blocks, speed %.2f\n", static_cast<unsigned long long>(active_blocks()),
                static_cast<double>(*v.get({256, 256})));

    // Deactivated blocks are collected when the call returns; their cells read zero again.
    if (!tree.deactivate(blocks.id(), {32, 32}).ok()) return 1;
    std::printf("%llu blocks, speed %.2f\n", static_cast<unsigned long long>(active_blocks()),
                static_cast<double>(*v.get({256, 256})));
}
