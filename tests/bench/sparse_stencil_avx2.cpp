// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/sparse_stencil_kernels.inl"

namespace starling::bench {

const StencilKernels kStencilAvx2{"AVX2",
                                  leaf_kernel<Average>(),
                                  leaf_kernel<Average8>(),
                                  leaf_kernel<Twice>(),
                                  leaf_kernel<Sweep>(),
                                  dense_average};

}  // namespace starling::bench
