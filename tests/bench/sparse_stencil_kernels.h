// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/access/leaf_run.h"

namespace starling::bench {

// The kernels of the stencil group, compiled once an instruction set, as a program that wants the
// last word on speed does it. They include what such sources may include and nothing else.

/// What all kernels over leaf blocks take; u is read and v written, or x is swept with the right
/// hand side b.
struct StencilFields {
    sparse::LeafField<float> u, v;
    int colour = 0;  ///< Red-black sweep: cells whose coordinates have this parity.
};

struct StencilKernels {
    const char* isa;
    sparse::LeafKernelTable average;    ///< 7 points; 5 in 2-D.
    sparse::LeafKernelTable average_8;  ///< The same where 8^3 is known when it is compiled.
    sparse::LeafKernelTable twice;      ///< v = 2 u
    sparse::LeafKernelTable sweep;      ///< u = (v + its neighbours) / 6, one colour
    /// The average over the inner cells of a dense n^3 array, z planes [begin, end).
    void (*dense)(const float* u, float* v, int n, int begin, int end);
};

extern const StencilKernels kStencilSse, kStencilAvx2, kStencilAvx512;

/// The widest that this processor runs.
const StencilKernels& stencil_kernels();

}  // namespace starling::bench
