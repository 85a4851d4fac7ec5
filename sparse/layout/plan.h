// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sparse/core/types.h"
#include "sparse/layout/layout_desc.h"

namespace starling::sparse {

// A tree of SNodes, compiled into arithmetic.
//
// Cut the tree at every pointer and dynamic SNode. The pieces are *segments*: piece 0 hangs under
// the root and exists once; the piece under a pointer exists once per active cell, in a *slot*
// that a u32 handle names. Inside a slot nothing is sparse: every SNode of the piece has a fixed
// number of cells there, numbered in tree order (row-major inside a container), the *linear cell
// number*. What a slot must hold lies in *columns*, one array each, indexed by the handle:
//
//     pointer     handles of its cells        4 B a cell        column[handle] + 4 * cell
//     bitmasked   activity of its cells       1 bit a cell
//     dynamic     length and first chunk      8 B a list
//     place       one group of fields         cell_bytes a cell
//
//     root ── dense 4 ─┬─ pointer 8 ── dense 16 ── place x      segment 0: [handles]
//                      │                     └──── place y      segment 1: [x] [y]
//                      └─ place z                               segment 0: [z]
//
// A coordinate becomes (handle, linear cell number) by a handful of divisions, one load a pointer
// on the way; the handle 0 names the ambient slot, which reads zero in every column, so a path
// that ends early needs no branch.

/// Number of no column.
inline constexpr u32 kNoColumn = 0xffffffffu;

/// One column of a segment's slots.
struct ColumnPlan {
    u32 segment = 0;
    u64 stride = 0;  ///< Bytes a slot.
    u32 snode = 0;   ///< Whose cells it describes; for a place group, the parent of the place.
};

/// A piece of the tree, and what a slot of it consists of.
struct SegmentPlan {
    u32 owner = 0;             ///< pointer or dynamic SNode; 0 (the root) for segment 0.
    std::vector<u32> columns;  ///< Ids of its columns, in the order of the NodeManager.
    u64 max_slots = 1;         ///< Slots that the index space can make active.
};

/// A list SNode. Chunk k of a list is reached from its first chunk by a radix table of fixed
/// depth, so reading any element takes depth + 1 loads and an empty list costs its header alone.
struct DynamicPlan {
    DynamicStorage storage = DynamicStorage::chunked;
    u32 capacity = 0;             ///< Most elements of a list.
    u32 chunk = 1;                ///< Elements of a chunk; 1 for packed storage.
    u32 fanout = 0, depth = 0;    ///< Radix table of chunks 1…; depth 0: a single chunk.
    u32 next_column = kNoColumn;  ///< Column of chunk slots: handle of the list's table.
    u32 table_segment = 0;        ///< Segment whose slots are tables; 0 when depth is 0.
    u32 table_column = kNoColumn;
};

/// Header of one list; what a dynamic SNode stores per container.
struct ListHeader {
    u32 length = 0;  ///< May overshoot the capacity while appends fail; clamp when reading.
    u32 first = 0;   ///< chunked: handle of chunk 0. packed: element number of the first element.
};
static_assert(sizeof(ListHeader) == 8);

/// One SNode, and where its containers lie.
struct SNodePlan {
    SNodeKind kind = SNodeKind::root;
    u32 parent = 0;
    u32 depth = 0;                      ///< Levels below the root.
    std::vector<int> axes;              ///< As declared; row-major in this order.
    std::vector<u32> extent;            ///< Cells per axis of one container, like axes.
    u64 cells = 1;                      ///< Product of extent.
    u32 segment = 0;                    ///< Where its containers live.
    u64 containers = 1;                 ///< Containers per slot of that segment.
    u32 column = kNoColumn;             ///< Handles, mask words or list headers.
    u32 lock_column = kNoColumn;        ///< Lock words of `activation: locked`.
    u32 child_segment = 0;              ///< pointer, dynamic: segment of the cells.
    std::array<u64, kMaxAxes> shape{};  ///< Index space per axis, root … here; 0 = not used.
    Activation activation = Activation::cas;
    DynamicPlan dynamic;        ///< dynamic only.
    std::vector<u32> children;  ///< SNodes.
    std::vector<u32> fields;    ///< Fields placed here.

    u64 cells_per_slot() const { return containers * cells; }
};

/// A coordinate component of one step: (index / divisor) % extent.
struct AxisStep {
    u8 position = 0;  ///< Which of the SNode's axes (LayoutPlan::axes_of).
    bool pot = true;  ///< divisor and extent are powers of two: shift and mask serve.
    u8 shift = 0;
    u32 mask = 0;
    u32 extent = 1;
    u64 divisor = 1;
};

/// One move down a path: linear = linear * cells + row-major(components), then what the kind asks.
struct PathStep {
    SNodeKind kind = SNodeKind::dense;
    u32 snode = 0;
    u32 axis_begin = 0, axis_end = 0;  ///< Into Path::axes.
    u64 cells = 1;
    u32 column = kNoColumn;
    u32 segment = 0;  ///< Segment of the containers.
};

/// The way from the root to the cells of one SNode. Consecutive dense levels are one step where
/// their cells lie row-major as a whole.
struct Path {
    std::vector<PathStep> steps;
    std::vector<AxisStep> axes;

    /// First of the steps whose containers lie in \p segment; steps.size() when none does.
    u32 first_step_in(u32 segment) const {
        u32 k = 0;
        while (k < steps.size() && steps[k].segment != segment) ++k;
        return k;
    }
};

/// One field, and where its cells lie.
struct FieldPlan {
    std::string name;
    DataType type = DataType::f32;
    u32 components = 1;  ///< Elements a cell: vectors and matrices, row-major.
    u32 snode = 0;       ///< Parent of the place.
    u32 column = kNoColumn;
    u32 cell_bytes = 0;  ///< Distance of neighbouring cells.
    u32 offset_in_cell = 0;
    std::vector<i32> offset;  ///< User index of cell 0, one an axis of axes_of(snode).
};

/// What FieldsBuilder::finalize compiles a valid declaration into; plain data.
struct LayoutPlan {
    u64 builder = 0;                    ///< FieldsBuilder::serial() of the declaration.
    std::vector<SNodePlan> snodes;      ///< 0 is the root; parents before children.
    std::vector<Path> paths;            ///< Like snodes.
    std::vector<SegmentPlan> segments;  ///< Parents before children, but for list tables.
    std::vector<ColumnPlan> columns;
    std::vector<FieldPlan> fields;

    /// Axes on the path to an SNode, ascending: the order of user indices.
    std::vector<int> axes_of(u32 snode) const;

    /// The root of the tree that an SNode belongs to.
    u32 root_of(u32 snode) const {
        while (snodes[snode].parent != snode) snode = snodes[snode].parent;
        return snode;
    }

    /// "pointer#2(ij, 64x64)": how messages name an SNode.
    std::string name_of(u32 snode) const;

    /// Bytes of one slot of a segment, all columns.
    u64 slot_bytes(u32 segment) const;

    /// The tree as text: sizes, bytes per cell, columns, and the reason for each slow path.
    std::string describe() const;
};

}  // namespace starling::sparse
