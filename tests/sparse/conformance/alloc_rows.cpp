// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows about the allocator alone. Slots count from 1 here: row indices 0 … are handles 1 ….
#include <algorithm>
#include <set>

#include "sparse/alloc/list_manager.h"
#include "sparse/alloc/node_manager.h"
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {
namespace {

/// 8-byte slots, first step 4 slots, no growth.
struct Slots {
    std::unique_ptr<NodeManager> nodes;
    explicit Slots(Env& env) {
        const std::vector<u64> strides{8};
        auto made = NodeManager::create(
            strides, 1000, 1,
            {.zeroing = env.backend.zeroing, .step = {.first_elements = 4, .growth = 1}});
        CHECK(made.ok());
        nodes = std::move(*made);
    }
    Handle take() {
        const NodeManager::Slot slot = nodes->allocate(0);
        if (slot.handle != 0) nodes->published(0, slot);
        return slot.handle;
    }
    std::vector<Handle> take(int count) {
        std::vector<Handle> list;
        while (count-- > 0) list.push_back(take());
        return list;
    }
    u64& value(Handle slot) {
        return *reinterpret_cast<u64*>(nodes->data().origin(0) + slot * nodes->data().stride(0));
    }
};

CONFORMANCE_ROW(B08) {
    Slots s(env);
    const std::vector<Handle> slots = s.take(19);
    for (const Handle slot : slots) s.value(slot) = 100 + slot;
    for (int k = 0; k < 5; ++k) s.nodes->recycle(0, slots[static_cast<u64>(k)]);
    s.nodes->collect();
    std::vector<Handle> again = s.take(5);
    for (const Handle slot : again) CHECK(s.value(slot) == 0);
    std::sort(again.begin(), again.end());
    CHECK((again == std::vector<Handle>{1, 2, 3, 4, 5}));
    for (Handle slot = 6; slot <= 19; ++slot) CHECK(s.value(slot) == 100 + slot);
    CHECK(s.nodes->is_valid());
}

CONFORMANCE_ROW(B09) {
    Slots s(env);
    for (const Handle slot : s.take(24)) s.nodes->recycle(0, slot);
    CHECK(s.nodes->stats().free == 0);
    s.nodes->collect();
    CHECK(s.nodes->stats().free == 24);
    const std::vector<Handle> again = s.take(12);
    CHECK(*std::max_element(again.begin(), again.end()) <= 24);
    for (const Handle slot : again) s.nodes->recycle(0, slot);
    s.nodes->collect();
    CHECK(s.nodes->stats().free == 24);
    CHECK(s.nodes->stats().created == 24);
    CHECK(s.nodes->data().size() == 24);
    CHECK(s.nodes->is_valid());
}

CONFORMANCE_ROW(B10) {
    const std::vector<u64> strides{4};
    auto list = ListManager::create(strides, 1000, false, {.first_elements = 16, .growth = 1});
    CHECK(list.ok());
    for (i32 i = 0; i < 320; ++i) {
        u32 got = 0;
        CHECK(list->reserve_new_elements(1, got) == static_cast<u32>(i));
        list->at<i32>(static_cast<u32>(i)) = i + 5;
    }
    for (i32 i = 0; i < 320; ++i) CHECK(list->at<i32>(static_cast<u32>(i)) == i + 5);
    CHECK(list->steps() == 20);
}

/// A free list of 8; take `first`, recycle `back` of them, collect, take `then`.
void free_list_of_8(Env& env, int first, int back, int then) {
    Slots s(env);
    for (const Handle slot : s.take(8)) s.nodes->recycle(0, slot);
    s.nodes->collect();
    std::vector<Handle> live = s.take(first);
    for (; back != 0; --back, live.pop_back()) s.nodes->recycle(0, live.back());
    s.nodes->collect();
    std::set<Handle> all(live.begin(), live.end());
    for (const Handle slot : s.take(then)) CHECK(all.insert(slot).second);
    CHECK(*all.rbegin() <= 8);
    CHECK(s.nodes->stats().created == 8);
    CHECK(s.nodes->is_valid());
}

CONFORMANCE_ROW(B24) {
    free_list_of_8(env, 3, 1, 6);
}

CONFORMANCE_ROW(B25) {
    free_list_of_8(env, 6, 2, 4);
}

CONFORMANCE_ROW(B27) {
    FieldsBuilder b;
    const FieldRef ref = b.field<f32>("x");
    const NodeRef p = b.root().pointer("i", {64}, env.pointer());
    p.dense("i", {8}).place(ref);
    const auto tree = env.finalize(b);
    auto x = get<f32>(*tree, ref);
    for (int i = 0; i < 64; ++i) x.at(8 * i) = 1;
    for (int i = 0; i < 10; ++i) CHECK_OK(tree->deactivate(p.id(), {i}));
    const TreeStats before = tree->stats();
    CHECK(before.snodes[p.id()].slots.free == 10);
    bool never = false;
    parallel(env, *tree, 1000, [&](i32 i, int worker) {
        if (never) NodeAccess(*tree->core(), p.id(), worker).deactivate(i % 64);
    });
    const TreeStats after = tree->stats();
    CHECK(after.snodes[p.id()].slots.free == 10);
    CHECK(after.snodes[p.id()].slots.recycled == 0);
    CHECK(after.snodes[p.id()].slots.deactivations == 10);
    CHECK(after.gc_runs == before.gc_runs);
}

CONFORMANCE_ROW(G20) {
    const std::vector<u64> strides{1024};
    auto pool = ListManager::create(strides, 100, false, {});
    CHECK(pool.ok());
    const u8* blocks[3];
    for (const u8*& block : blocks) {
        u32 got = 0;
        const u32 element = pool->reserve_new_elements(1, got);
        CHECK(got == 1);
        block = pool->origin(0) + element * u64{1024};
    }
    CHECK(blocks[1] == blocks[0] + 1024);
    CHECK(blocks[2] == blocks[1] + 1024);
}

}  // namespace
}  // namespace starling::conformance
