// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "sparse/access/field.h"
#include "sparse/access/leaf_run.h"

namespace starling::sparse {

/// Where the cells of a field lie, for LeafField.
LeafMemory leaf_memory(TreeCore& tree, u32 field);

/// Whether two fields have the same leaf blocks, so that a LeafField of one fits the blocks of the
/// other: they lie below the same pointer SNode (or none) in boxes of the same shape.
bool same_leaves(TreeCore& tree, u32 field, u32 other);

namespace detail {

Status launch_leaves(TreeCore* tree, u32 field, const LeafKernelTable* table,
                     LeafKernelTable::Run run, void* kernel, Neighbours neighbours);

template <class Kernel>
inline constexpr LeafKernelTable kLeafKernel = leaf_kernel<Kernel>();

template <class Body>
concept ShapedKernel = requires(Body& body, const LeafBlock& block) {
    body(LeafShape<8, false, 3>{}, block);
};

}  // namespace detail

/// Runs a kernel over the leaf blocks of `field` that are active now, in parallel, as one task. A
/// kernel is called as kernel(Shape, const LeafBlock&), Shape being one of the LeafShapes, chosen
/// once a launch and known when it is compiled; or as kernel(const LeafBlock&). Blocks come in any
/// order. It may write cells of its block, read its neighbours', and activate nothing in blocks
/// that another one may be writing. Errors: fields in a dynamic SNode have lists, not leaf blocks;
/// shapes and neighbours need a field of at most three axes.
template <class T, class Body>
Status for_each_leaf(const Field<T>& field, Body&& body, Neighbours neighbours = Neighbours::none) {
    using Kernel = std::remove_reference_t<Body>;
    void* const kernel = const_cast<void*>(static_cast<const void*>(&body));
    if constexpr (detail::ShapedKernel<Kernel>)
        return detail::launch_leaves(field.core(), field.id(), &detail::kLeafKernel<Kernel>,
                                     nullptr, kernel, neighbours);
    else
        return detail::launch_leaves(field.core(), field.id(), nullptr, run_leaf_variant<Kernel, 0>,
                                     kernel, neighbours);
}

/// The same with a kernel that was compiled elsewhere, for one instruction set: a table made by
/// leaf_kernel() there, and the object that its functions take.
template <class T, class Kernel>
Status for_each_leaf(const Field<T>& field, const LeafKernelTable& table, const Kernel& kernel,
                     Neighbours neighbours = Neighbours::none) {
    return detail::launch_leaves(field.core(), field.id(), &table, nullptr,
                                 const_cast<void*>(static_cast<const void*>(&kernel)), neighbours);
}

}  // namespace starling::sparse
