// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starling::sparse {

/// One CUDA device.
struct DeviceInfo {
    std::string name;          ///< As its driver calls it: "NVIDIA H200".
    int major = 0;             ///< Compute capability: 9 of sm_90.
    int minor = 0;             ///< Compute capability: 0 of sm_90.
    int multiprocessors = 0;   ///< Streaming multiprocessors.
    std::uint64_t memory = 0;  ///< Device memory in bytes.
};

/// What this build and this machine can do with CUDA.
struct CudaStatus {
    bool compiled = false;            ///< Device code is part of this build.
    int runtime_version = 0;          ///< Runtime linked in, 13000 for 13.0; 0 when not compiled.
    int driver_version = 0;           ///< Newest CUDA the driver knows; 0 without a driver.
    std::vector<DeviceInfo> devices;  ///< In the runtime's order; empty when none can be used.
    bool kernels_run = false;  ///< A kernel ran on the first device and its answer was right.
    std::string text;          ///< All of this as one line for people.
};

/// Looks for CUDA devices and runs one small kernel on the first. Never fails: what is missing
/// stands in the text. Takes about a second where there is a device, since the driver starts up;
/// ask once. Threads: any, but not two at a time.
CudaStatus query_cuda();

}  // namespace starling::sparse
