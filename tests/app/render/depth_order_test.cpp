// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/depth_order.h"

#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

TEST(DepthOrder, IsFromTheFarthestToTheNearest) {
    const std::vector<int> items = {3, 9, -4, 7};
    const auto sorted = back_to_front(items, [](int item) { return static_cast<float>(item); });
    EXPECT_EQ(sorted, (std::vector<int>{9, 7, 3, -4}));
    EXPECT_TRUE(back_to_front(std::vector<int>{}, [](int) { return 0.0F; }).empty());
}

TEST(DepthOrder, EqualOnesKeepTheirOrder) {
    std::vector<int> items;
    for (int i = 0; i < 1000; ++i) items.push_back(i);
    const auto sorted = back_to_front(items, [](int item) { return static_cast<float>(item % 3); });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        const int a = sorted[i - 1], b = sorted[i];
        EXPECT_TRUE(a % 3 > b % 3 || (a % 3 == b % 3 && a < b)) << a << ", " << b;
    }
}

TEST(DepthOrder, DepthIsTheDistanceAheadOfTheEye) {
    engine::DrawList list = stage();
    list.camera = deep_camera();  // from z = 5 towards -z
    const Result<View> view = make_view(list, 200, 100);
    ASSERT_TRUE(view.ok());
    EXPECT_FLOAT_EQ(depth_of(*view, 0, 0, 0), 5);
    EXPECT_FLOAT_EQ(depth_of(*view, 3, -7, -2), 7);
    EXPECT_FLOAT_EQ(depth_of(*view, 1, 1, 6), -1);
}

}  // namespace
}  // namespace starling::app
