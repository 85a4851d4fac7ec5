// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sparse/core/result.h"
#include "sparse/tree/snode_tree.h"

namespace starling::sparse {

/// How much topology_json() says.
struct TopologyJsonOptions {
    /// Most slots of a pointer and lists of a dynamic SNode that are listed one by one, each SNode
    /// for itself; 0 = none. What is left out is counted.
    u64 max_listed = 4096;
};

/// The tree as it is now, as one JSON object (UTF-8, one line):
///
///     {"tree": 0, "topology_version": 7, "snodes": [
///       {"id": 1, "name": "pointer#1(ij, 64x64)", "kind": "pointer", "parent": 0, "depth": 1,
///        "axes": "ij", "extent": [64, 64], "children": [2],
///        "index_axes": "ij", "index_shape": [64, 64],      all levels down to this one
///        "active": 2,                                      cells; of a dynamic SNode elements
///        "block": [8, 8],                                  finest cells in a cell here, an axis
///        "slots": [{"slot": 1, "cell": [0, 62], "origin": [0, 496], "parent": 1}, …],
///        "left_out": 0}, …
///       {"kind": "dynamic", …, "lists": [{"origin": [3, 4], "length": 17}, …],
///        "nonempty": 1, "left_out": 0}],
///      "fields": [{"name": "height", "type": "f32", "components": 1, "snode": 2,
///                  "offset": [0, 0]}, …]}
///
/// Slots and lists stand in spatial order; `cell` counts cells of the SNode, `origin` the finest
/// cells below it, and of a list the cells of the SNode above; offsets of fields are not added.
/// Costs a pass over all masks and list headers. Errors: a destroyed tree, or a task is running.
/// Threads: one, while no task runs.
Result<std::string> topology_json(const SNodeTree& tree, const TopologyJsonOptions& options = {});

}  // namespace starling::sparse
