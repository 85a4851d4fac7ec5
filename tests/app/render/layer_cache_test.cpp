// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/render/layer_cache.h"

#include <gtest/gtest.h>

namespace starling::app {
namespace {

using engine::Layer;
using engine::PointLayer;

std::shared_ptr<const Layer> make_layer() {
    return std::make_shared<const Layer>(PointLayer{});
}

TEST(LayerCache, KeepsWhatIsAskedForInEveryFrame) {
    LayerCache<int> cache;
    const auto one = make_layer(), two = make_layer();
    EXPECT_EQ(cache[one], 0);
    cache[one] = 1;
    cache[two] = 2;
    cache.forget_unused();
    EXPECT_EQ(cache[one], 1);
    EXPECT_EQ(cache[two], 2);
    EXPECT_EQ(cache.size(), 2U);
}

TEST(LayerCache, ForgetsWhatAFrameDidNotAskFor) {
    LayerCache<int> cache;
    const auto one = make_layer(), two = make_layer();
    cache[one] = 1;
    cache[two] = 2;
    cache.forget_unused();
    EXPECT_EQ(cache[two], 2);
    cache.forget_unused();
    EXPECT_EQ(cache.size(), 1U);
    EXPECT_EQ(cache[one], 0);
}

TEST(LayerCache, ALayerLivesAsLongAsWhatWasMadeForIt) {
    LayerCache<int> cache;
    auto layer = make_layer();
    const std::weak_ptr<const Layer> seen = layer;
    cache[layer] = 1;
    layer.reset();
    cache.forget_unused();
    EXPECT_FALSE(seen.expired()) << "another layer could get its address";
    cache.forget_unused();
    EXPECT_TRUE(seen.expired());
}

}  // namespace
}  // namespace starling::app
