#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""A smoother's sweep and a dot product in Taichi on the CPU, to compare ours with.

usage: taichi_smooth.py THREADS EDGE...

Fields x and b on a ball of radius 64 in the middle of 256^3, in blocks of EDGE^3 cells (4 or 8).
Cases in Mcell/s, for each EDGE, here 4:

    red-black pointer -> dense 4^3              one Gauss-Seidel sweep, both colours
    red-black pointer -> pointer -> dense 4^3
    dot pointer -> dense 4^3                    sum of x b; also for the other tree
    cells pointer -> dense 4^3                  how many cells there are, unit "cells"
"""

import sys

from peer import Peer, median_seconds, threads_and_rest, ti

EDGE = 256
RADIUS = 64.0

TREES = {
    "pointer -> dense": lambda root, leaf: root.pointer(ti.ijk, EDGE // leaf),
    "pointer -> pointer -> dense":
        lambda root, leaf: root.pointer(ti.ijk, EDGE // (8 * leaf)).pointer(ti.ijk, 8),
}


def run(peer, kind, leaf):
    x, b = ti.field(ti.f32), ti.field(ti.f32)
    builder = ti.FieldsBuilder()
    blocks = TREES[kind](builder, leaf)
    blocks.dense(ti.ijk, leaf).place(x)
    blocks.dense(ti.ijk, leaf).place(b)
    builder.finalize()

    @ti.kernel
    def start():
        for cell in ti.grouped(ti.ndrange(EDGE, EDGE, EDGE)):
            if (ti.cast(cell, ti.f32) - EDGE / 2).norm() < RADIUS:
                x[cell] = 0.0
                b[cell] = 1.0

    @ti.kernel
    def count() -> ti.i32:
        cells = 0
        for i, j, k in x:
            cells += 1
        return cells

    @ti.kernel
    def relax(colour: ti.i32):
        for i, j, k in x:
            if (i + j + k) % 2 == colour:
                around = x[i - 1, j, k] + x[i + 1, j, k] + x[i, j - 1, k]
                around += x[i, j + 1, k] + x[i, j, k - 1] + x[i, j, k + 1]
                x[i, j, k] = (b[i, j, k] + around) / 6.0

    @ti.kernel
    def dot() -> ti.f32:
        total = 0.0
        for i, j, k in x:
            total += x[i, j, k] * b[i, j, k]
        return total

    def sweep():
        relax(0)
        relax(1)

    start()
    cells = count()
    case = f"{kind} {leaf}^3"
    peer.report(f"cells {case}", cells, "cells")
    peer.report_rate(f"red-black {case}", median_seconds(sweep), cells)
    peer.report_rate(f"dot {case}", median_seconds(dot), cells)
    peer.restart()


def main(arguments):
    threads, edges = threads_and_rest(arguments, __doc__)
    if not edges or not set(edges) <= {"4", "8"}:
        sys.exit(__doc__)
    peer = Peer("taichi_smooth", threads)
    for edge in edges:
        for kind in TREES:
            run(peer, kind, int(edge))


if __name__ == "__main__":
    main(sys.argv[1:])
