#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""Activation and its way back in Taichi on the CPU, to compare ours with.

usage: taichi_activate.py THREADS

Cells of 64 B (1,048,576 of them) and of 2 KiB (262,144) in a tree pointer -> pointer(512) ->
dense(f32), each touched once by its first element, in an order that is shuffled inside windows of
4,096. Every case is in ns/cell and is there for 64 B and for 2 KiB:

    activate 64 B fresh         in a new tree
    activate 64 B hit           active already
    list 64 B                   a struct-for over the pointer cells that does nothing
    deactivate 64 B + GC        one by one
    activate 64 B reuse         after that
    cycle 64 B                  the last two together
"""

import sys

import numpy

from peer import Peer, seconds, threads_and_rest, ti

# Elements of f32 in a cell, and how many cells.
SIZES = {"64 B": (16, 1 << 20), "2 KiB": (512, 1 << 18)}
INNER = 512
WINDOW = 4096
ROUNDS = 3


def shuffled(count):
    """0 … count - 1 in the order of the touches."""
    windows = numpy.arange(count, dtype=numpy.int32).reshape(-1, WINDOW)
    return numpy.random.default_rng(20).permuted(windows, axis=1).reshape(-1)


def run_round(elements, count, note):
    """A life of all cells, in a tree of its own; note(case, seconds)."""
    order = ti.field(ti.i32, count)
    order.from_numpy(shuffled(count))
    x = ti.field(ti.f32)
    builder = ti.FieldsBuilder()
    cells = builder.pointer(ti.i, count // INNER).pointer(ti.i, INNER)
    cells.dense(ti.i, elements).place(x)
    builder.finalize()

    @ti.kernel
    def activate(end: ti.i32):
        for turn in range(end):
            x[order[turn] * elements] = 1.0

    @ti.kernel
    def deactivate(end: ti.i32):
        for turn in range(end):
            ti.deactivate(cells, [order[turn]])

    @ti.kernel
    def look(act: ti.i32):
        for cell in cells:
            if act != 0:
                x[cell] = 0.0

    activate(0)
    deactivate(0)
    look(0)
    note("activate {} fresh", seconds(lambda: activate(count)))
    note("activate {} hit", seconds(lambda: activate(count)))
    look(0)
    note("list {}", seconds(lambda: look(0)))
    away = seconds(lambda: deactivate(count))
    again = seconds(lambda: activate(count))
    note("deactivate {} + GC", away)
    note("activate {} reuse", again)
    note("cycle {}", away + again)


def main(arguments):
    threads, rest = threads_and_rest(arguments, __doc__)
    if rest:
        sys.exit(__doc__)
    peer = Peer("taichi_activate", threads)
    for size, (elements, count) in SIZES.items():
        taken = {}
        for _ in range(ROUNDS):
            run_round(elements, count,
                      lambda case, time: taken.setdefault(case.format(size), []).append(time))
            peer.restart()
        for case, times in taken.items():
            peer.report_each(case, times, count, "cell")


if __name__ == "__main__":
    main(sys.argv[1:])
