// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "engine/memory_limit.h"
#include "tests/engine/boids/test_flock.h"
#include "tests/engine/test_world.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STARLING_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STARLING_UNDER_SANITIZER 1
#endif
#endif

namespace starling::engine::test {
namespace {

WorldOptions limited_to(std::uint64_t bytes) {
    WorldOptions made = options();
    made.memory_limit = bytes;
    return made;
}

std::string refusal(const Scene& scene, const WorldOptions& with = options()) {
    return error_of(World::create(scene, with));
}

/// Whole bytes of memory_need(), which must be told.
double estimate_bytes(const Scene& scene) {
    const Result<MemoryNeed> need = memory_need(scene);
    EXPECT_TRUE(need.ok()) << need.error().text;
    return need ? std::ceil(need->bytes) : 0;
}

TEST(Memory, TenBillionPigeonsAreRefusedWithTheFigure) {
    for (const NamedLayout& layout : common_layouts()) {
        const std::string text = refusal(make_scene(10'000'000'000ull, 4, layout.name));
        EXPECT_TRUE(has(text, "10,000,000,000 pigeons")) << text;
        EXPECT_TRUE(has(text, "TiB")) << text;
        EXPECT_TRUE(has(text, "flock.pigeons.count")) << text;
    }
}

TEST(Memory, MorePigeonsThanIdsAreRefusedEvenWithMemory) {
    const std::string text = refusal(make_scene(3'000'000'000ull, 0), limited_to(~0ull));
    EXPECT_TRUE(has(text, "3,000,000,000")) << text;
    EXPECT_TRUE(has(text, "at most 2,147,483,392")) << text;
}

TEST(Memory, AHugeNumberDoesNotWrapAround) {
    EXPECT_FALSE(refusal(make_scene(~0ull, ~0ull)).empty());
    EXPECT_GT(estimate_bytes(make_scene(~0ull, 0)), estimate_bytes(make_scene(1ull << 40, 0)));
}

TEST(Memory, TheLimitOfTheCallerHolds) {
    const Scene scene = make_scene(1'000'000, 4);
    const auto needed = static_cast<std::uint64_t>(estimate_bytes(scene));
    const std::string text = refusal(scene, limited_to(needed - 1));
    EXPECT_TRUE(has(text, "1,000,000 pigeons")) << text;
    EXPECT_TRUE(has(text, bytes_text(static_cast<double>(needed)))) << text;
    EXPECT_TRUE(check_memory_limit(*memory_need(scene), needed).ok());
}

TEST(Memory, TheEstimateGrowsWithTheScene) {
    const double thousand = estimate_bytes(make_scene(1000, 0));
    const double million = estimate_bytes(make_scene(1'000'000, 0));
    EXPECT_GT(million, thousand);
    // Two states of 28 bytes an agent are the least.
    EXPECT_GT(million - thousand, 56.0 * 999'000);
    Scene wide = make_scene(1'000'000, 0);
    wide.domain.width = wide.domain.height = 80'000;
    EXPECT_GT(estimate_bytes(wide), million);
}

TEST(Memory, TheEstimateIsFromAbove) {
    for (const NamedLayout& layout : common_layouts()) {
        Scene scene = make_scene(20'000, 4, layout.name);
        scene.domain = {8000, 8000, 50};
        TestFlock test = make_flock(scene, 2);
        test.run(3);
        const std::uint64_t agents = 20'004 * (2 * 28 + 4);
        const std::uint64_t grid = test.flock->grid().tree().bytes_committed();
        EXPECT_LE(static_cast<double>(grid + agents), estimate_bytes(scene)) << layout.name;
    }
}

TEST(Memory, FiguresAreForPeople) {
    EXPECT_EQ(bytes_text(0), "0 B");
    EXPECT_EQ(bytes_text(1023), "1023 B");
    EXPECT_EQ(bytes_text(1536), "1.5 KiB");
    EXPECT_EQ(bytes_text(12.0 * (1 << 20)), "12 MiB");
    EXPECT_EQ(bytes_text(830.0 * (1 << 30)), "830 GiB");
}

/// In a child process: prints the error of a scene that needs more than the address space that is
/// left to the process, and exits with 7 when it is refused.
[[noreturn]] void create_under_limit(std::uint64_t pigeons, rlim_t limit) {
    const rlimit bound{limit, limit};
    if (setrlimit(RLIMIT_AS, &bound) != 0) std::exit(3);
    const std::string text = refusal(make_scene(pigeons, 4));
    std::fprintf(stderr, "%s\n", text.c_str());
    std::exit(text.empty() ? 0 : 7);
}

TEST(Memory, TheProcesssAddressSpaceLimitIsHonoured) {
#ifdef STARLING_UNDER_SANITIZER
    GTEST_SKIP() << "a sanitizer needs the address space itself";
#endif
    constexpr rlim_t kLimit = rlim_t{1} << 30;
    ASSERT_GT(estimate_bytes(make_scene(20'000'000, 4)), kLimit);
    EXPECT_EXIT(create_under_limit(20'000'000, kLimit), testing::ExitedWithCode(7),
                "20,000,000 pigeons and 4 predators on layout packed need about .* GiB");
    // A small one still runs, or says why not; it never crashes.
    EXPECT_EXIT(
        create_under_limit(64, kLimit),
        [](int status) {
            return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 7);
        },
        "");
}

}  // namespace
}  // namespace starling::engine::test
