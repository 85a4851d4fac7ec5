// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// What trees cost, what they give back, and what happens when memory ends.
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/sanitizers.h"
#include "tests/sparse/tree_fixture.h"

namespace starling::sparse {
namespace {

using testing::kSanitized;
using testing::TreeTest;

/// Bytes of this process that are in memory now.
u64 resident_bytes() {
    unsigned long long whole = 0, resident = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    const bool read = std::fscanf(file, "%llu %llu", &whole, &resident) == 2;
    std::fclose(file);
    return read ? resident * static_cast<u64>(sysconf(_SC_PAGESIZE)) : 0;
}

/// pointer(64) → dense(64 Ki of f32): slots of 256 KiB.
class Limits : public TreeTest {
 protected:
    void declare(Activation activation = Activation::cas) {
        ref = builder.field<f32>("x");
        const NodeRef node = builder.root().pointer("i", {kSlots}, {activation});
        pointer = node.id();
        node.dense("i", {kCells}).place(ref);
    }
    Status fill(i64 slots) {
        const Field<f32> x = *tree->field<f32>(ref);
        return tree->parallel_for(slots * 16, 1, [&](i64 begin, i64 end, int worker) {
            auto at = x.accessor(worker);
            for (i64 k = begin; k < end; ++k)
                for (i64 c = 0; c < kCells / 16; ++c) at.write(1.0f, k * (kCells / 16) + c);
        });
    }
    u64 live() { return tree->stats().snodes[pointer].slots.live; }
    void expect_valid() {
        const Status valid = tree->is_valid();
        EXPECT_TRUE(valid.ok()) << valid.error().text;
    }

    static constexpr i64 kSlots = 2048, kCells = 65536;
    FieldRef ref;
    u32 pointer = 0;
};

TEST_F(Limits, DestroyGivesEverythingBack) {
    if (kSanitized) GTEST_SKIP() << "sanitizers keep memory of their own";
    declare();
    const u64 before = resident_bytes(), counted = process_memory().used();
    finalize();
    ASSERT_TRUE(fill(800).ok());
    EXPECT_GE(resident_bytes(), before + (u64{190} << 20));
    EXPECT_GE(process_memory().used(), counted + (u64{190} << 20));
    ASSERT_TRUE(tree->destroy().ok());
    EXPECT_LE(resident_bytes(), before + (u64{8} << 20));
    EXPECT_EQ(process_memory().used(), counted);
}

TEST_F(Limits, FreeMemoryGoesBackAfterSomeTasksAndNotBefore) {
    declare();
    backend.release_after = 5;
    finalize();
    const u64 before = resident_bytes();
    ASSERT_TRUE(fill(800).ok());
    constexpr u64 kNeeded = u64{200} << 20;
    EXPECT_GE(tree->bytes_committed(), kNeeded);
    // A cycle of filling and clearing keeps it.
    for (int round = 0; round < 10; ++round) {
        ASSERT_TRUE(tree->deactivate_all(pointer).ok());
        EXPECT_GE(tree->bytes_committed(), kNeeded);
        ASSERT_TRUE(fill(2).ok());
        ASSERT_TRUE(fill(800).ok());
    }
    ASSERT_TRUE(tree->deactivate_all(pointer).ok());
    const auto rest = [&] { return tree->parallel_for(1, 1, [](i64, i64, int) {}); };
    for (int task = 0; task < 12; ++task) ASSERT_TRUE(rest().ok());
    EXPECT_LE(tree->bytes_committed(), u64{1} << 20);
    EXPECT_EQ(live(), 0u);
    EXPECT_TRUE(kSanitized || resident_bytes() <= before + (u64{8} << 20));
    expect_valid();
    ASSERT_TRUE(fill(100).ok());
    EXPECT_EQ(live(), 100u);
    EXPECT_EQ(tree->stats().snodes[pointer].slots.created, 800u);
    expect_valid();
}

TEST_F(Limits, WithoutDelayTheCollectionItselfGivesBack) {
    declare();
    backend.release_after = 0;
    finalize();
    ASSERT_TRUE(fill(100).ok());
    for (i32 cell = 0; cell < 100; ++cell)
        ASSERT_TRUE(cell == 50 || tree->deactivate(pointer, {cell}).ok());
    EXPECT_LE(tree->bytes_committed(), u64{4} << 20);
    Field<f32> x = *tree->field<f32>(ref);
    EXPECT_EQ(*x.get({50 * kCells + 7}), 1.0f);
    EXPECT_EQ(*x.get({49 * kCells + 7}), 0.0f);
    expect_valid();
}

TEST_F(Limits, TrimGivesBackAtOnce) {
    declare();
    finalize();
    ASSERT_TRUE(fill(100).ok());
    ASSERT_TRUE(tree->deactivate_all(pointer).ok());
    EXPECT_GE(tree->bytes_committed(), u64{25} << 20);
    ASSERT_TRUE(tree->trim().ok());
    EXPECT_LE(tree->bytes_committed(), u64{1} << 20);
    expect_valid();
}

class LimitsOfEachProtocol : public Limits, public ::testing::WithParamInterface<Activation> {};

TEST_P(LimitsOfEachProtocol, ATreeAtItsLimitSaysSoAndGoesOnWhenSomethingIsFreed) {
    declare(GetParam());
    backend.memory_limit = u64{64} << 20;
    finalize();
    // 128 slots are wanted by several workers, for fewer than 64 MiB there is room for.
    const Status full = fill(512);
    ASSERT_FALSE(full.ok());
    const std::string name = tree->plan().name_of(pointer);
    EXPECT_NE(full.error().text.find(name), std::string::npos) << full.error().text;
    EXPECT_NE(full.error().text.find("64 MiB"), std::string::npos) << full.error().text;
    EXPECT_LE(tree->bytes_committed(), backend.memory_limit);
    const u64 got = live();
    EXPECT_GE(got, 240u);  // nothing much of the limit was wasted
    EXPECT_GT(tree->stats().snodes[pointer].refused_activations, 0u);
    EXPECT_GT(tree->stats().dropped_writes, 0u);
    expect_valid();
    // Everything that got memory has its values, the rest reads zero.
    Field<f32> x = *tree->field<f32>(ref);
    u64 active = 0;
    for (i32 cell = 0; cell < 512; ++cell) {
        const bool on = *tree->is_active(pointer, {cell});
        active += on;
        ASSERT_TRUE(on || *x.get({cell * kCells + 3}) == 0.0f);
    }
    EXPECT_EQ(active, got);
    // Still full; then free half of it and go on.
    EXPECT_FALSE(fill(512).ok());
    for (i32 cell = 0; cell < 512; cell += 2) ASSERT_TRUE(tree->deactivate(pointer, {cell}).ok());
    EXPECT_LE(live(), got);
    ASSERT_TRUE(tree->deactivate_all(pointer).ok());
    ASSERT_TRUE(fill(200).ok());
    EXPECT_EQ(live(), 200u);
    expect_valid();
    // A higher limit, more room.
    ASSERT_TRUE(tree->set_memory_limit(u64{256} << 20).ok());
    ASSERT_TRUE(fill(512).ok());
    EXPECT_EQ(live(), 512u);
    expect_valid();
}

INSTANTIATE_TEST_SUITE_P(Protocols, LimitsOfEachProtocol,
                         ::testing::Values(Activation::cas, Activation::locked),
                         [](const auto& variant) {
                             return variant.param == Activation::cas ? "cas" : "locked";
                         });

TEST_F(Limits, TheProcessHasALimitToo) {
    declare();
    finalize();
    process_memory().set_limit(process_memory().used() + (u64{20} << 20));
    const Status full = fill(512);
    process_memory().set_limit(0);
    ASSERT_FALSE(full.ok());
    EXPECT_NE(full.error().text.find("process's limit"), std::string::npos) << full.error().text;
    expect_valid();
    ASSERT_TRUE(fill(100).ok());
    EXPECT_EQ(live(), 100u);
}

TEST_F(Limits, ATreeThatDoesNotFitIsAnErrorThatNamesTheRoot) {
    const FieldRef field = builder.field<f32>("x");
    builder.root().dense("i", {1 << 20}).place(field);
    backend.memory_limit = u64{1} << 20;
    const auto made = builder.finalize(backend);
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.error().text.find("root"), std::string::npos) << made.error().text;
    EXPECT_NE(made.error().text.find("1 MiB"), std::string::npos) << made.error().text;
}

TEST_F(Limits, OneVoxelOfThirteenGroupsCostsTwoMebibytes) {
    std::vector<FieldRef> fields;
    for (int k = 0; k < 13; ++k)
        fields.push_back(builder.field<f32>(std::string(1, static_cast<char>('a' + k))));
    const NodeRef leaf = builder.root().pointer("ijk", {16}).pointer("ijk", {8}).dense("ijk", {8});
    for (const FieldRef field : fields) leaf.place(field);
    const u64 before = resident_bytes();
    finalize();
    for (const FieldRef field : fields) {
        Field<f32> f = *tree->field<f32>(field);
        ASSERT_TRUE(f.set({500, 500, 500}, 1.0f).ok());
    }
    EXPECT_LE(tree->bytes_committed(), u64{2} << 20);
    EXPECT_TRUE(kSanitized || resident_bytes() <= before + (u64{2} << 20));
    expect_valid();
}

TEST_F(Limits, FiveHundredAndTwelveTreesFit) {
    std::vector<std::unique_ptr<SNodeTree>> trees;
    for (int k = 0; k < 512; ++k) {
        FieldsBuilder one;
        const FieldRef u = one.field<f32>("u"), v = one.field<f32>("v");
        one.root().pointer("ijk", {256}).dense("ijk", {8}).place(u).place(v);
        auto made = one.finalize(backend);
        ASSERT_TRUE(made.ok()) << k << ": " << made.error().text;
        Field<f32> x = *(*made)->field<f32>(u);
        ASSERT_TRUE(x.set({k, 2 * k, 3 * k}, 1.0f).ok());
        trees.push_back(std::move(*made));
    }
    EXPECT_EQ(trees[511]->stats().snodes[1].slots.live, 1u);
}

}  // namespace
}  // namespace starling::sparse
