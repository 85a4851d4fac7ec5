// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/access/stencil.h"
#include "tests/bench/sparse_stencil_kernels.h"

namespace starling::bench {
namespace {  // types without linkage: see LeafKernelTable

using namespace starling::sparse;

constexpr float kCentre = 0.5f, kFace = 0.0833f;

template <class Shape, class T, int N>
STARLING_INLINE RowVector<T, N> average_of(Shape, const FaceRow<T, N>& row) {
    RowVector<T, N> sum = row.x0 + row.x1 + (row.y0 + row.y1);
    if constexpr (Shape::kDim == 3) sum = sum + (row.z0 + row.z1);
    return row.self * kCentre + sum * kFace;
}

struct Average : StencilFields {
    template <class Shape>
    STARLING_INLINE void prefetch(Shape shape, const LeafBlock& like, BlockId block,
                                  const BlockId* neighbours) const {
        prefetch_faces(shape, like, u, block, neighbours);
    }
    template <class Shape>
    STARLING_INLINE void operator()(Shape shape, const LeafBlock& block) const {
        const BlockCells<float> out(v, block);
        for_each_face_row(shape, block, u, [&](const auto& row) {
            store_row(shape, row, out, average_of(shape, row));
        });
    }
};

struct Average8 : Average {
    template <class Shape>
    STARLING_INLINE void operator()(Shape shape, const LeafBlock& block) const {
        if constexpr (Shape::kRow != 8 || Shape::kDim != 3) return;
        LeafBlock known = block;
        for (int d = 0; d < 3; ++d) known.extent[d] = known.before[d] = 8;
        Average::operator()(shape, known);
    }
};

struct Twice : StencilFields {
    template <class Shape>
    STARLING_INLINE void operator()(Shape, const LeafBlock& block) const {
        const float* const from = u.block(block);
        float* const to = v.block(block);
        if constexpr (Shape::kRow != 0) {
            using Row = RowVector<float, Shape::kRow>;
            for (u32 c = 0; c < block.cells(); c += Shape::kRow) {
                const Row row = Row::load(from + c) * 2.0f;
                if constexpr (Shape::kMasked)
                    row.where(block.bits(c, Shape::kRow)).store(to + c);
                else
                    row.store(to + c);
            }
        } else {
            for (u32 c = 0; c < block.cells(); ++c) to[c] = 2 * from[c];
        }
    }
};

struct Sweep : StencilFields {
    template <class Shape>
    STARLING_INLINE void prefetch(Shape shape, const LeafBlock& like, BlockId block,
                                  const BlockId* neighbours) const {
        prefetch_faces(shape, like, u, block, neighbours);
    }
    template <class Shape>
    STARLING_INLINE void operator()(Shape shape, const LeafBlock& block) const {
        const BlockCells<float> x(u, block), b(v, block);
        const u32 first = static_cast<u32>(block.first[0] + block.first[1] + block.first[2]);
        for_each_face_row(shape, block, u, [&](const auto& row) {
            const u32 y = row.cell / block.extent[0] % block.extent[1];
            const u32 z = row.cell / block.extent[0] / block.extent[1];
            const u32 start = row.cell % block.extent[0];
            const u32 bits = ((first + start + y + z) & 1) == static_cast<u32>(colour)
                                 ? 0x55555555u
                                 : 0xaaaaaaaau;
            auto sum = row.load(b) + row.x0 + row.x1 + (row.y0 + row.y1);
            if constexpr (Shape::kDim == 3) sum = sum + (row.z0 + row.z1);
            store_row(shape, row, x, (sum * (1.0f / 6)).where(bits, row.self));
        });
    }
};

void dense_average(const float* u, float* v, int n, int begin, int end) {
    using Row = RowVector<float, 16>;
    const long line = n, plane = line * n;
    for (int z = begin; z < end; ++z)
        for (int y = 1; y + 1 < n; ++y) {
            const float* const c = u + z * plane + y * line;
            float* const out = v + z * plane + y * line;
            int x = 1;
            for (; x + 16 < n; x += 16) {
                const float* const at = c + x;
                const Row sum = Row::load(at - 1) + Row::load(at + 1) +
                                (Row::load(at - line) + Row::load(at + line)) +
                                (Row::load(at - plane) + Row::load(at + plane));
                (Row::load(at) * kCentre + sum * kFace).store(out + x);
            }
            for (; x + 1 < n; ++x)
                out[x] =
                    kCentre * c[x] + kFace * (c[x - 1] + c[x + 1] + (c[x - line] + c[x + line]) +
                                              (c[x - plane] + c[x + plane]));
        }
}

}  // namespace
}  // namespace starling::bench
