// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

namespace starling::sparse {

template <class Functor>
__global__ void __launch_bounds__(Functor::kBlockSize) run_functor(const Functor functor) {
    functor(blockIdx.x * Functor::kBlockSize + threadIdx.x);
}

/// The one way to start a kernel: runs `functor(thread index)` for all threads of `blocks` (>= 1)
/// blocks of Functor::kBlockSize. A kernel is a named, trivially copyable functor with a
/// `__device__ void operator()(unsigned) const`. Returns the launch's error and clears it; the
/// kernel itself may still run.
template <class Functor>
cudaError_t launch(unsigned blocks, cudaStream_t stream, const Functor& functor) {
    run_functor<<<blocks, Functor::kBlockSize, 0, stream>>>(functor);
    return cudaGetLastError();
}

}  // namespace starling::sparse
