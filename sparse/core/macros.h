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

/// Marks a function of a header that sources compiled for one instruction set may include: it is
/// always expanded in place, so that no copy of it compiled for AVX-512 can become the one that the
/// linker keeps for all. Such headers use nothing of the standard library but its plain types.
#define STARLING_INLINE [[gnu::always_inline]] inline
