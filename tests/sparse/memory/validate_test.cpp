// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// The walkers find what is broken, and say where.
#include <functional>

#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/sanitizers.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::TreeTest;

/// root → pointer(8) → { bitmasked(40) → x, pointer(4, locked) → dynamic(100, chunk 3) → y }.
class Validate : public TreeTest {
 protected:
    void SetUp() override {
        TreeTest::SetUp();
        const FieldRef x = builder.field<i32>("x"), y = builder.field<i32>("y");
        const NodeRef top = builder.root().pointer("i", {8});
        const NodeRef bits = top.bitmasked("i", {40});
        bits.place(x);
        const NodeRef low = top.pointer("i", {4}, {Activation::locked});
        const NodeRef list = low.dynamic("j", 100, {.chunk = 3});
        list.place(y);
        top_id = top.id(), bits_id = bits.id(), low_id = low.id(), list_id = list.id();
        finalize();
        Field<i32> fx = *tree->field<i32>(x);
        const Field<i32> fy = *tree->field<i32>(y);
        for (const i32 i : {3, 50, 130, 131}) ASSERT_TRUE(fx.set({i}, i).ok());
        ASSERT_TRUE(tree->parallel_for(1, 1,
                                       [&](i64, i64, int worker) {
                                           auto at = fy.accessor(worker);
                                           for (i32 k = 0; k < 60; ++k)
                                               (void)at.append(k, k % 3 * 7);
                                       })
                        .ok());
        const Status valid = tree->is_valid();
        ASSERT_TRUE(valid.ok()) << valid.error().text;
        core = tree->core();
    }

    const SNodePlan& node(u32 snode) { return tree->plan().snodes[snode]; }
    template <class T>
    T* own(u32 snode, Handle slot) {
        return core->column(node(snode).column).slot<T>(slot);
    }
    Handle first_slot(u32 snode) { return core->element_list(node(snode).segment).slots.front(); }

    /// Breaks `place`, expects the walkers to say `what` of `snode`, and mends it.
    template <class T>
    void expect_found(T& place, T bad, u32 snode, const std::string& what) {
        const T good = place;
        place = bad;
        const Status found = tree->is_valid();
        place = good;
        ASSERT_FALSE(found.ok()) << what;
        EXPECT_NE(found.error().text.find(what), std::string::npos) << found.error().text;
        EXPECT_NE(found.error().text.find(tree->plan().name_of(snode)), std::string::npos)
            << found.error().text;
        const Status mended = tree->is_valid();
        ASSERT_TRUE(mended.ok()) << mended.error().text;
    }

    u32 top_id = 0, bits_id = 0, low_id = 0, list_id = 0;
    TreeCore* core = nullptr;
};

TEST_F(Validate, HandlesThatNameNoSlotOrTheWrongOne) {
    Handle* const handles = own<Handle>(top_id, 1);
    ASSERT_NE(handles[0], 0u);
    ASSERT_NE(handles[1], 0u);
    ASSERT_EQ(handles[7], 0u);
    expect_found(handles[0], Handle{0}, top_id, "mask bit");
    expect_found(handles[7], Handle{1}, top_id, "mask bit");
    expect_found(handles[0], Handle{4000000}, top_id, "names slot 4000000");
    expect_found(handles[1], handles[0], top_id, "shares slot");
}

TEST_F(Validate, MasksThatDifferFromTheHandles) {
    u64& mask = *core->pointer_mask(top_id, 1);
    expect_found(mask, mask ^ 1, top_id, "mask bit");
    expect_found(mask, mask | u64{1} << 20, top_id, "mask bit");
}

TEST_F(Validate, ALockThatIsHeldAtRest) {
    const Handle slot = first_slot(low_id);
    u64 cell = 0;
    while (own<Handle>(low_id, slot)[cell] == 0) ++cell;
    u32& lock = core->column(node(low_id).lock_column).slot<u32>(slot)[cell];
    expect_found(lock, 1u, low_id, "locked");
}

TEST_F(Validate, BitsBehindTheLastCell) {
    u64& word = *own<u64>(bits_id, first_slot(bits_id));
    expect_found(word, word | u64{1} << 41, bits_id, "behind its last cell");
}

TEST_F(Validate, ListsThatLostOrShareChunks) {
    ListHeader* first = nullptr;
    ListHeader* second = nullptr;
    for (const Handle slot : core->element_list(node(list_id).segment).slots) {
        ListHeader& header = own<ListHeader>(list_id, slot)[0];
        if (header.first == 0) continue;
        (first == nullptr ? first : second) = &header;
    }
    ASSERT_NE(second, nullptr);
    expect_found(first->first, Handle{0}, list_id, "no chunk");
    expect_found(first->first, second->first, list_id, "shares slot");
    expect_found(first->first, Handle{12345}, list_id, "names slot 12345");
    Handle& table = *core->column(node(list_id).dynamic.next_column).slot<Handle>(first->first);
    ASSERT_NE(table, 0u);
    expect_found(table, Handle{0}, list_id, "reachable");
    expect_found(table, Handle{777}, list_id, "names slot 777");
}

TEST_F(Validate, SlotsThatAreLiveAndFree) {
    // A live slot handed back behind the tree's back.
    const u32 segment = node(top_id).child_segment;
    const Handle slot = own<Handle>(top_id, 1)[0];
    core->manager(segment).recycle(0, slot);
    const Status found = tree->is_valid();
    ASSERT_FALSE(found.ok());
    EXPECT_NE(found.error().text.find("reachable"), std::string::npos) << found.error().text;
    core->manager(segment).recycle(0, slot);
    const Status twice = tree->is_valid();
    ASSERT_FALSE(twice.ok());
    EXPECT_NE(twice.error().text.find("recycled list"), std::string::npos) << twice.error().text;
}

TEST_F(Validate, AStaleElementList) {
    auto& list = const_cast<ElementList&>(core->element_list(node(top_id).child_segment));
    expect_found(list.coords[0], 5, top_id, "coordinates");
    expect_found(list.slots[0], Handle{3}, top_id, "record 0");
}

TEST_F(Validate, ADestroyedTreeIsAnError) {
    ASSERT_TRUE(tree->destroy().ok());
    EXPECT_FALSE(tree->is_valid().ok());
    EXPECT_FALSE(tree->repack().ok());
    EXPECT_FALSE(tree->trim().ok());
    EXPECT_FALSE(tree->set_memory_limit(1).ok());
    EXPECT_FALSE(tree->set_listener(nullptr).ok());
    EXPECT_EQ(tree->bytes_committed(), 0u);
    EXPECT_TRUE(tree->occupancy(top_id).live.empty());
}

}  // namespace
}  // namespace starling::sparse
