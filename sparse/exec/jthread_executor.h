// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sparse/exec/executor.h"

namespace starling::sparse {

/// An Executor of `threads` (>= 1) workers on std::jthread; use make_executor().
std::unique_ptr<Executor> make_jthread_executor(int threads);

}  // namespace starling::sparse
