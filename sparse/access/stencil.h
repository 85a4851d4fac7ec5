// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stencils that reach one cell along each axis, straight out of a block and the faces of its
// neighbours. Wider ones take a tile (tile.h). Sources that are compiled for one instruction set
// may include this.

#include "sparse/access/leaf_block.h"
#include "sparse/access/row_vector.h"

namespace starling::sparse {

/// The cells of one block of a field, x fastest.
template <class T>
struct BlockCells {
    T* at;
    u64 stride;

    BlockCells() = default;
    STARLING_INLINE BlockCells(const LeafField<T>& field, const LeafBlock& block)
        : at(field.block(block)), stride(field.stride()) {}

    STARLING_INLINE T& operator[](u32 cell) const { return at[cell * stride]; }
};

/// N cells in a row of a block, and those next to them.
template <class T, int N>
struct FaceRow {
    /// Cells of the row.
    static constexpr int kLanes = N;
    RowVector<T, N> self;
    RowVector<T, N> x0, x1, y0, y1, z0, z1;  ///< Before and after along each axis; z in 3-D.
    u32 cell;                                ///< Number in the block of the first one.
    u32 bits;                                ///< Which are active; masked shapes only.

    /// The same cells of another field.
    STARLING_INLINE RowVector<T, N> load(const BlockCells<T>& from) const {
        return RowVector<T, N>::load(from.at + cell * from.stride, from.stride);
    }
};

namespace detail {

/// Faces around a block: where its neighbours' cells start.
template <class T>
struct Faces {
    const T *self, *x0, *x1, *y0, *y1, *z0, *z1;
    u64 stride;
};

template <class Shape, int N, class T, class Body>
STARLING_INLINE void face_row(const LeafBlock& block, const Faces<T>& f, u32 row, u32 x, u32 width,
                              const T* y0, const T* y1, const T* z0, const T* z1, Body&& body) {
    const u64 s = f.stride;
    const u32 cell = row * width + x;
    FaceRow<T, N> r;
    const T* const self = f.self + cell * s;
    r.self = RowVector<T, N>::load(self, s);
    const T before = x == 0 ? f.x0[(row * block.before[0] + block.before[0] - 1) * s] : self[-s];
    const T after = x + N == width ? f.x1[row * width * s] : self[N * s];
    r.x0 = r.self.shifted_up(before);
    r.x1 = r.self.shifted_down(after);
    r.y0 = RowVector<T, N>::load(y0 + x * s, s);
    r.y1 = RowVector<T, N>::load(y1 + x * s, s);
    if constexpr (Shape::kDim == 3) {
        r.z0 = RowVector<T, N>::load(z0 + x * s, s);
        r.z1 = RowVector<T, N>::load(z1 + x * s, s);
    }
    r.cell = cell;
    r.bits = 0;
    if constexpr (Shape::kMasked) {
        if constexpr (Shape::kRow != 0) {
            r.bits = block.bits(cell, N);
        } else {
            for (u32 k = 0; k < static_cast<u32>(N); ++k)
                r.bits |= static_cast<u32>(block.is_active(block.begin + cell + k)) << k;
        }
        if (r.bits == 0) return;
    }
    body(static_cast<const FaceRow<T, N>&>(r));
}

template <class Shape, class T, class Body>
STARLING_INLINE void face_rows(const LeafBlock& block, const Faces<T>& f, Body&& body) {
    constexpr bool kFixed = Shape::kRow != 0;
    const u32 width = kFixed ? static_cast<u32>(Shape::kRow) : block.extent[0];
    const u32 height = block.extent[1], depth = Shape::kDim == 3 ? block.extent[2] : 1;
    const u64 line = width * f.stride, plane = line * height;
    if constexpr (Shape::kMasked && kFixed) {
        // Few cells: the active rows are picked first, since a branch a row would mostly be
        // predicted wrong.
        if (block.active * 3 < block.cells() && height * depth <= 64) {
            u64 rows = 0;
            for (u32 row = 0; row < height * depth; ++row)
                rows |= u64{block.bits(row * width, Shape::kRow) != 0} << row;
            for (; rows != 0; rows &= rows - 1) {
                const u32 row = static_cast<u32>(__builtin_ctzll(rows));
                const u32 z = row / height, y = row % height;
                const T* const self = f.self + row * line;
                const T* const y0 =
                    y == 0 ? f.y0 + (u64{z} * block.before[1] + block.before[1] - 1) * line
                           : self - line;
                const T* const y1 = y + 1 == height ? f.y1 + z * plane : self + line;
                const T* const z0 =
                    z == 0 ? f.z0 + (block.before[2] - 1) * plane + y * line : self - plane;
                const T* const z1 = z + 1 == depth ? f.z1 + y * line : self + plane;
                face_row<Shape, Shape::kRow>(block, f, row, 0, width, y0, y1, z0, z1, body);
            }
            return;
        }
    }
    for (u32 z = 0; z < depth; ++z) {
        const T* const layer = f.self + z * plane;
        const T* const z0 = z == 0 ? f.z0 + (block.before[2] - 1) * plane : layer - plane;
        const T* const z1 = z + 1 == depth ? f.z1 : layer + plane;
        const T* const last = f.y0 + (u64{z} * block.before[1] + block.before[1] - 1) * line;
        const T* const next = f.y1 + z * plane;
        for (u32 y = 0; y < height; ++y) {
            const T* const y0 = y == 0 ? last : layer + (y - 1) * line;
            const T* const y1 = y + 1 == height ? next : layer + (y + 1) * line;
            const u32 row = z * height + y;
            if constexpr (kFixed) {
                face_row<Shape, Shape::kRow>(block, f, row, 0, width, y0, y1, z0 + y * line,
                                             z1 + y * line, body);
            } else {
                u32 x = 0;
                for (; x + 8 <= width; x += 8)
                    face_row<Shape, 8>(block, f, row, x, width, y0, y1, z0 + y * line,
                                       z1 + y * line, body);
                for (; x < width; ++x)
                    face_row<Shape, 1>(block, f, row, x, width, y0, y1, z0 + y * line,
                                       z1 + y * line, body);
            }
        }
    }
}

}  // namespace detail

/// Calls body(const FaceRow<T, N>&) for the rows of a block that have an active cell, with the
/// values of `field` there and next to it; inactive cells and those outside of the index space read
/// zero. N is the row of the shape; rows of other lengths come in runs of 8 and of 1. The launch
/// asks for Neighbours::faces.
template <class Shape, class T, class Body>
STARLING_INLINE void for_each_face_row(Shape, const LeafBlock& block, const LeafField<T>& field,
                                       Body&& body) {
    const BlockId* const n = block.neighbours;
    detail::Faces<T> faces{};
    faces.self = field.block(block);
    faces.x0 = field.block(n[0]);
    faces.x1 = field.block(n[1]);
    faces.y0 = field.block(n[2]);
    faces.y1 = field.block(n[3]);
    if constexpr (Shape::kDim == 3) {
        faces.z0 = field.block(n[4]);
        faces.z1 = field.block(n[5]);
    } else {
        faces.z0 = faces.z1 = faces.self;
    }
    faces.stride = field.stride();
    if (faces.stride == 1) {
        faces.stride = 1;  // which the compiler now knows
        detail::face_rows<Shape>(block, faces, body);
    } else {
        detail::face_rows<Shape>(block, faces, body);
    }
}

/// Writes a row's results. In masked shapes the inactive cells keep their zero.
template <class Shape, class T, int N>
STARLING_INLINE void store_row(Shape, const FaceRow<T, N>& row, const BlockCells<T>& to,
                               const RowVector<T, N>& value) {
    T* const at = to.at + row.cell * to.stride;
    if constexpr (Shape::kMasked)
        value.where(row.bits).store(at, to.stride);
    else
        value.store(at, to.stride);
}

/// Fetches what a stencil on `field` will read of a block that comes later and of the faces next to
/// it along y and z (what lies next to it along x comes just before or after); for a kernel's
/// prefetch().
template <class Shape, class T>
STARLING_INLINE void prefetch_faces(Shape, const LeafBlock& like, const LeafField<T>& field,
                                    BlockId block, const BlockId* neighbours) {
    constexpr u64 kLine = 64;
    const u64 width = Shape::kRow != 0 ? static_cast<u64>(Shape::kRow) : like.extent[0];
    const u64 line = width * field.stride() * sizeof(T), plane = line * like.extent[1];
    const auto at = [&](int n) {
        return reinterpret_cast<const char*>(field.block(neighbours[n]));
    };
    const char* const self = reinterpret_cast<const char*>(field.block(block));
    for (u64 k = 0; k < plane * like.extent[2]; k += kLine) __builtin_prefetch(self + k);
    const char *const y0 = at(2) + plane - line, *const y1 = at(3);
    for (u32 z = 0; z < like.extent[2]; ++z)
        for (u64 k = 0; k < line; k += kLine) {
            __builtin_prefetch(y0 + z * plane + k);
            __builtin_prefetch(y1 + z * plane + k);
        }
    if constexpr (Shape::kDim == 3) {
        const char *const z0 = at(4) + (like.extent[2] - 1) * plane, *const z1 = at(5);
        for (u64 k = 0; k < plane; k += kLine) {
            __builtin_prefetch(z0 + k);
            __builtin_prefetch(z1 + k);
        }
    }
}

}  // namespace starling::sparse
