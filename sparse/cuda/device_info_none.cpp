// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/cuda/device_info.h"

namespace starling::sparse {

CudaStatus query_cuda() {
    CudaStatus status;
    status.text = "CUDA is not built in";
    return status;
}

}  // namespace starling::sparse
