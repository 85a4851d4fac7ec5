// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/frame_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace starling::app {
namespace {

Image numbered(int number) {
    return {.width = number, .height = 1, .rgba = std::vector<std::uint8_t>(4, 7)};
}

TEST(FrameQueue, GivesEveryPictureInOrder) {
    FrameQueue queue(3);
    std::thread producer([&queue] {
        for (int i = 0; i < 1000; ++i) EXPECT_TRUE(queue.push(numbered(i)));
        queue.close();
    });
    Image image;
    int next = 0;
    while (queue.pop(image)) EXPECT_EQ(image.width, next++);
    producer.join();
    EXPECT_EQ(next, 1000);
}

TEST(FrameQueue, HoldsNoMoreThanItsCapacity) {
    FrameQueue queue(2);
    std::atomic<int> pushed = 0;
    std::thread producer([&] {
        while (queue.push(numbered(pushed))) ++pushed;
    });
    while (pushed < 2) std::this_thread::yield();
    Image image;
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(queue.pop(image));
        // Those taken, those held, and none beyond.
        EXPECT_LE(pushed, i + 1 + 2);
    }
    queue.close();
    producer.join();
}

TEST(FrameQueue, CloseWakesAWaitingProducerAndKeepsWhatIsThere) {
    FrameQueue queue(1);
    ASSERT_TRUE(queue.push(numbered(1)));
    std::thread producer([&queue] { EXPECT_FALSE(queue.push(numbered(2))); });
    queue.close();
    producer.join();
    Image image;
    EXPECT_TRUE(queue.pop(image));
    EXPECT_EQ(image.width, 1);
    EXPECT_FALSE(queue.pop(image));
}

TEST(FrameQueue, CloseWakesAWaitingConsumer) {
    FrameQueue queue(1);
    std::thread consumer([&queue] {
        Image image;
        EXPECT_FALSE(queue.pop(image));
    });
    queue.close();
    consumer.join();
}

}  // namespace
}  // namespace starling::app
