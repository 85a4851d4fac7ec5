// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/cuda/device_info.h"

#include <gtest/gtest.h>

namespace starling::sparse {
namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(QueryCuda, TextSaysWhatTheOtherFieldsSay) {
    const CudaStatus status = query_cuda();
    EXPECT_FALSE(status.text.empty());
    EXPECT_FALSE(contains(status.text, "\n")) << status.text;

    EXPECT_EQ(contains(status.text, "not built in"), !status.compiled) << status.text;
    if (!status.compiled) {
        EXPECT_EQ(status.runtime_version, 0);
        EXPECT_TRUE(status.devices.empty());
        return;
    }
    EXPECT_GE(status.runtime_version, 11000);
    const std::string version = std::to_string(status.runtime_version / 1000) + "." +
                                std::to_string(status.runtime_version % 1000 / 10);
    EXPECT_TRUE(contains(status.text, "CUDA " + version + " built in")) << status.text;
    EXPECT_EQ(contains(status.text, "no driver"), status.driver_version == 0) << status.text;
    if (status.driver_version == 0) {
        EXPECT_TRUE(status.devices.empty());
    }
    for (const DeviceInfo& device : status.devices) {
        EXPECT_TRUE(contains(status.text, device.name)) << status.text;
        EXPECT_GE(device.major, 1);
        EXPECT_GT(device.multiprocessors, 0);
        EXPECT_GT(device.memory, 0u);
    }
}

TEST(QueryCuda, KernelsRunWhereThereIsADeviceAndOnlyThere) {
    const CudaStatus status = query_cuda();
    EXPECT_EQ(status.kernels_run, !status.devices.empty()) << status.text;
}

TEST(QueryCuda, AsksTwiceAnswersTheSame) {
    EXPECT_EQ(query_cuda().text, query_cuda().text);
}

}  // namespace
}  // namespace starling::sparse
