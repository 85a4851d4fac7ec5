// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <memory>

#include "sparse/cuda/device_info.h"
#include "sparse/cuda/launch.cuh"

namespace starling::sparse {
namespace {

/// Fills each element with a number that only a kernel which ran everywhere can have left.
struct FillWithSquares {
    static constexpr unsigned kBlockSize = 64;
    unsigned* out;

    __device__ void operator()(unsigned i) const { out[i] = i * i + 1; }
};

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string device_text(const DeviceInfo& device) {
    return device.name + ", " + std::to_string(device.memory >> 30) + " GiB, sm_" +
           std::to_string(device.major) + std::to_string(device.minor);
}

struct DeviceFree {
    void operator()(unsigned* memory) const { cudaFree(memory); }
};

/// Empty when a kernel on the current device gives the right answer, else what went wrong.
std::string try_a_kernel() {
    constexpr unsigned kBlocks = 3;
    constexpr unsigned kCount = kBlocks * FillWithSquares::kBlockSize;
    unsigned result[kCount] = {};
    void* raw = nullptr;
    cudaError_t error = cudaMalloc(&raw, sizeof result);
    const std::unique_ptr<unsigned, DeviceFree> memory(static_cast<unsigned*>(raw));
    if (error == cudaSuccess) {
        error = launch(kBlocks, nullptr, FillWithSquares{memory.get()});
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(result, memory.get(), sizeof result, cudaMemcpyDeviceToHost);
    }
    if (error != cudaSuccess) {
        // Read and drop the error, or the next caller would be told of it.
        cudaGetLastError();
        return cudaGetErrorString(error);
    }
    for (unsigned i = 0; i < kCount; ++i) {
        if (result[i] != i * i + 1) return "a test kernel gave a wrong answer";
    }
    return {};
}

/// Why no device can be used, given what cudaGetDeviceCount answered.
std::string no_device_text(cudaError_t error, int driver_version) {
    if (driver_version == 0) return "no driver on this machine";
    if (error == cudaErrorInsufficientDriver) {
        return "driver too old (it knows CUDA " + version_text(driver_version) + ")";
    }
    if (error == cudaSuccess || error == cudaErrorNoDevice) return "no device on this machine";
    return std::string("devices cannot be used: ") + cudaGetErrorString(error);
}

}  // namespace

CudaStatus query_cuda() {
    CudaStatus status;
    status.compiled = true;
    cudaRuntimeGetVersion(&status.runtime_version);
    cudaDriverGetVersion(&status.driver_version);

    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    cudaGetLastError();
    if (error != cudaSuccess) count = 0;
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp properties;
        if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) {
            cudaGetLastError();
            continue;
        }
        status.devices.push_back({properties.name, properties.major, properties.minor,
                                  properties.multiProcessorCount, properties.totalGlobalMem});
    }

    const std::string built_in = "CUDA " + version_text(status.runtime_version) + " built in, ";
    if (status.devices.empty()) {
        status.text = built_in + no_device_text(error, status.driver_version);
        return status;
    }
    status.text = built_in + std::to_string(status.devices.size()) +
                  (status.devices.size() == 1 ? " device: " : " devices: ");
    for (const DeviceInfo& device : status.devices) {
        if (&device != &status.devices.front()) status.text += "; ";
        status.text += device_text(device);
    }
    const std::string fault = try_a_kernel();
    status.kernels_run = fault.empty();
    if (!status.kernels_run) status.text += " (kernels do not run: " + fault + ")";
    return status;
}

}  // namespace starling::sparse
