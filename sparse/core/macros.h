// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a function that kernels may call: it compiles for the host and, under nvcc, for the
/// device. Vanishes elsewhere. Only bodies of leaf functions in sparse/core may differ by side.
#if defined(__CUDACC__)
#define STARLING_HD __host__ __device__
#else
#define STARLING_HD
#endif
