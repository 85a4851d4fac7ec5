#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""Sparse grids and lists in Taichi on the CPU, to compare ours with.

usage: taichi_sparse.py THREADS {stencil,fill,lists}...

`stencil`, in Mcell/s: spherical shells in 1024^3 on pointer 16^3 -> pointer 8^3 -> dense 8^3, whole
blocks active; both fields in one block (AoS) or in blocks of their own (SoA).

    stencil shell R 100, AoS        7-point average u -> v; shell 16 thick, 3.3 M cells
    stencil shell R 100, SoA
    stencil shell R 400, AoS        shell 8 thick, 37.3 M cells
    stencil shell R 400, SoA
    copy shell R 100, AoS           v = 2 u over the same cells; also R 100, SoA and R 400
    stencil dense 256^3             the same average on a dense field
    cells shell R 100               how many cells there are, unit "cells"; also R 400

`fill`: 4096^2 cells set one by one through pointer(ij, 512) -> dense(ij, 8).

    fill fresh                      ns/cell; in a new tree
    fill recycled                   ns/cell; after everything was deactivated
    fill hot                        ns/cell; everything active already
    update                          ns/cell; struct-for x += 1
    deactivate all + GC             ns/container; of its 262,144 blocks

`lists`: dynamic(i, 2^20) of i32, and pointer(ij, 256) -> dynamic(k, 1024, chunk 32).

    append 16384 chunk 4            ns/element; to one list, in parallel; also chunk 32 and 1024
    append 65536 chunk 4            ns/element; also chunk 32 and 1024
    read 16384 chunk 4              ns/element; each index once; also chunk 32 and 1024
    append 1000000 to 65536 lists   ns/element
    clear 65536 lists               ns/list
"""

import sys

from peer import Peer, median_seconds, seconds, threads_and_rest, ti

SHELLS = {"R 100": (100, 16), "R 400": (400, 8)}
EDGE = 1024
BLOCK = 8
NEAR = 0.0833  # weight of each of the six neighbours


def shell_tree(together):
    """Fields u and v of a new tree."""
    u, v = ti.field(ti.f32), ti.field(ti.f32)
    builder = ti.FieldsBuilder()
    blocks = builder.pointer(ti.ijk, 16).pointer(ti.ijk, 8)
    if together:
        blocks.dense(ti.ijk, BLOCK).place(u, v)
    else:
        blocks.dense(ti.ijk, BLOCK).place(u)
        blocks.dense(ti.ijk, BLOCK).place(v)
    builder.finalize()
    return u, v


def shell_kernels(u, v):
    @ti.func
    def in_shell(x, y, z, radius, thickness):
        from_centre = ti.Vector([x - EDGE // 2, y - EDGE // 2, z - EDGE // 2], ti.f32).norm()
        return ti.abs(from_centre - radius) < 0.5 * thickness

    @ti.kernel
    def activate(radius: ti.f32, thickness: ti.f32):
        for a, b, c in ti.ndrange(EDGE // BLOCK, EDGE // BLOCK, EDGE // BLOCK):
            low = ti.Vector([a, b, c]) * BLOCK
            centre = ti.cast(low + BLOCK // 2 - EDGE // 2, ti.f32).norm()
            # Half the diagonal of a block is below its edge, so that others cannot touch the shell.
            if ti.abs(centre - radius) < 0.5 * thickness + BLOCK:
                touched = False
                for i, j, k in ti.ndrange(BLOCK, BLOCK, BLOCK):
                    if in_shell(low[0] + i, low[1] + j, low[2] + k, radius, thickness):
                        touched = True
                if touched:
                    u[low] = 1.0
                    v[low] = 0.0

    @ti.kernel
    def start() -> ti.i32:
        count = 0
        for i, j, k in u:
            u[i, j, k] = ti.cast((7 * i + 3 * j + k) % 11, ti.f32)
            count += 1
        return count

    @ti.kernel
    def average():
        for i, j, k in u:
            around = u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k]
            around += u[i, j + 1, k] + u[i, j, k - 1] + u[i, j, k + 1]
            v[i, j, k] = 0.5 * u[i, j, k] + NEAR * around

    @ti.kernel
    def copy():
        for i, j, k in u:
            v[i, j, k] = 2.0 * u[i, j, k]

    return activate, start, average, copy


def run_stencil(peer):
    for arrangement, together in (("AoS", True), ("SoA", False)):
        for shell, (radius, thickness) in SHELLS.items():
            u, v = shell_tree(together)
            activate, start, average, copy = shell_kernels(u, v)
            activate(radius, thickness)
            cells = start()
            if together:
                peer.report(f"cells shell {shell}", cells, "cells")
            peer.report_rate(f"stencil shell {shell}, {arrangement}", median_seconds(average), cells)
            peer.report_rate(f"copy shell {shell}, {arrangement}", median_seconds(copy), cells)
            peer.restart()
    run_dense_stencil(peer)


def run_dense_stencil(peer):
    edge = 256
    a, b = (ti.field(ti.f32, (edge, edge, edge)) for _ in range(2))

    @ti.kernel
    def average():
        for i, j, k in a:
            if 0 < i < edge - 1 and 0 < j < edge - 1 and 0 < k < edge - 1:
                around = a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k]
                around += a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]
                b[i, j, k] = 0.5 * a[i, j, k] + NEAR * around

    peer.report_rate("stencil dense 256^3", median_seconds(average), edge**3)


def fill_tree():
    """The blocks of a new tree and two kernels over its field, compiled."""
    edge = 4096
    x = ti.field(ti.f32)
    builder = ti.FieldsBuilder()
    blocks = builder.pointer(ti.ij, edge // BLOCK)
    blocks.dense(ti.ij, BLOCK).place(x)
    builder.finalize()

    @ti.kernel
    def fill(rows: ti.i32):
        for i, j in ti.ndrange(rows, edge):
            x[i, j] = 1.0

    @ti.kernel
    def update():
        for i, j in x:
            x[i, j] += 1.0

    fill(0)
    update()
    return blocks, lambda: fill(edge), update


def run_fill(peer):
    cells, containers = 4096**2, 512**2
    fresh, recycled, cleared = [], [], []
    for _ in range(3):
        _, fill, _ = fill_tree()
        fresh.append(seconds(fill))
        peer.restart()
    peer.report_each("fill fresh", fresh, cells, "cell")

    blocks, fill, update = fill_tree()
    fill()
    blocks.deactivate_all()
    for _ in range(5):
        recycled.append(seconds(fill))
        cleared.append(seconds(blocks.deactivate_all))
    peer.report_each("fill recycled", recycled, cells, "cell")
    peer.report_each("deactivate all + GC", cleared, containers, "container")
    peer.report_each("fill hot", median_seconds(fill), cells, "cell")
    peer.report_each("update", median_seconds(update), cells, "cell")
    peer.restart()


def run_one_list(peer, chunk, count):
    x = ti.field(ti.i32)
    builder = ti.FieldsBuilder()
    builder.dynamic(ti.i, 1 << 20, chunk_size=chunk).place(x)
    builder.finalize()

    @ti.kernel
    def append(end: ti.i32):
        for value in range(end):
            x.append(value)

    @ti.kernel
    def read() -> ti.i32:
        total = 0
        for index in range(count):
            total += x[index]
        return total

    append(0)
    # One round: at chunk 4 its time grows with the square of the count.
    taken = seconds(lambda: append(count))
    peer.report_each(f"append {count} chunk {chunk}", taken, count, "element")
    if count == 16384:
        taken = median_seconds(read, rounds=3)
        peer.report_each(f"read {count} chunk {chunk}", taken, count, "element")
    peer.restart()


def run_lists(peer):
    for chunk in (4, 32, 1024):
        for count in (16384, 65536):
            run_one_list(peer, chunk, count)

    count, edge = 1000000, 256
    x = ti.field(ti.i32)
    builder = ti.FieldsBuilder()
    lists = builder.pointer(ti.ij, edge)
    lists.dynamic(ti.k, 1024, chunk_size=32).place(x)
    builder.finalize()

    @ti.kernel
    def append(end: ti.i32):
        for value in range(end):
            x[(value * 7919) % edge, (value * 104729 // edge) % edge].append(value)

    append(0)
    appended, cleared = [], []
    for _ in range(3):
        appended.append(seconds(lambda: append(count)))
        cleared.append(seconds(lists.deactivate_all))
    peer.report_each(f"append {count} to {edge**2} lists", appended, count, "element")
    peer.report_each(f"clear {edge**2} lists", cleared, edge**2, "list")
    peer.restart()


GROUPS = {"stencil": run_stencil, "fill": run_fill, "lists": run_lists}


def main(arguments):
    threads, groups = threads_and_rest(arguments, __doc__)
    if not groups or not set(groups) <= set(GROUPS):
        sys.exit(__doc__)
    peer = Peer("taichi_sparse", threads)
    for group in groups:
        GROUPS[group](peer)


if __name__ == "__main__":
    main(sys.argv[1:])
