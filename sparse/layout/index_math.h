// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sparse/core/result.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {

// Indices of one SNode as indices of another: arithmetic alone, whatever is active. An index counts
// cells of its SNode from 0, one number an axis in ascending order.

/// The cell of SNode `to` that holds, or is the first one in, cell `index` of SNode `from`: each
/// number is scaled by the ratio of the shapes, rounded down. Axes that `from` lacks are 0. Numbers
/// out of range are scaled like others. An error for unknown SNodes and a wrong number of indices.
Result<std::vector<i64>> rescale_index(const LayoutPlan& plan, u32 from,
                                       const std::vector<i64>& index, u32 to);

/// Where `index` of `snode` lies at each level from the outermost to `snode`: its cell inside the
/// container there, one number an axis of that level as declared. Out of range is an error.
Result<std::vector<std::vector<i64>>> decompose_index(const LayoutPlan& plan, u32 snode,
                                                      const std::vector<i64>& index);

/// The inverse of decompose_index().
Result<std::vector<i64>> compose_index(const LayoutPlan& plan, u32 snode,
                                       const std::vector<std::vector<i64>>& parts);

/// Whether `index`, of `count` numbers that count from `offset` (null: from 0), names a cell of an
/// SNode; the error calls what is indexed `name`.
Status check_index(const LayoutPlan& plan, u32 snode, const std::string& name, const i32* index,
                   int count, const i32* offset = nullptr);

}  // namespace starling::sparse
