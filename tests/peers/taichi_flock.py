#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""A flock step in Taichi on the CPU, to compare ours with.

usage: taichi_flock.py THREADS COUNT DIM [sorted]

COUNT agents lie evenly in a square (DIM 2) or cube (DIM 3) and see each other up to a distance of
1, which is also the edge of a grid cell; an agent has about 30 neighbours. The grid is
pointer -> bitmasked(128): a cell comes into being with its first agent, and holds the numbers of
up to 128. A step clears the grid, fills it and sums separation, alignment and cohesion for every
agent. Agents are numbered at random, or row by row of the grid with `sorted`.

Prints one JSON line; its times are medians in milliseconds of wall time.
"""

import contextlib
import json
import statistics
import sys

import numpy

from peer import seconds, ti

CELL_CAPACITY = 128
RADIUS = 1.0
# Agents a cell that give about 30 neighbours: 30 over the area or volume that an agent sees.
AGENTS_PER_CELL = {2: 30 / numpy.pi, 3: 30 / (4 / 3 * numpy.pi)}
ROUNDS = 5


def place_agents(count, dim, edge, in_order):
    """Positions in [0, edge)^dim and velocities, as (count, dim) arrays of f32."""
    random = numpy.random.default_rng(20)
    positions = (random.random((count, dim)) * edge).astype(numpy.float32)
    # Rounding to f32 may have lifted one onto the far side, which is no cell.
    positions = numpy.minimum(positions, numpy.nextafter(numpy.float32(edge), numpy.float32(0)))
    velocities = random.standard_normal((count, dim)).astype(numpy.float32)
    if in_order:
        cells = positions.astype(numpy.int64)
        order = numpy.lexsort([cells[:, axis] for axis in reversed(range(dim))])
        positions, velocities = positions[order], velocities[order]
    return positions, velocities


@ti.data_oriented
class Flock:
    def __init__(self, positions, velocities, edge):
        count, self.dim = positions.shape
        self.edge = edge
        self.position = ti.Vector.field(self.dim, ti.f32, count)
        self.velocity = ti.Vector.field(self.dim, ti.f32, count)
        self.force = ti.Vector.field(self.dim, ti.f32, count)
        self.position.from_numpy(positions)
        self.velocity.from_numpy(velocities)

        axes, slot_axis = (ti.ij, ti.k) if self.dim == 2 else (ti.ijk, ti.l)
        self.occupants = ti.field(ti.i32)
        self.population = ti.field(ti.i32)
        self.cells = ti.root.pointer(axes, edge)
        self.cells.bitmasked(slot_axis, CELL_CAPACITY).place(self.occupants)
        ti.root.dense(axes, edge).place(self.population)

    def clear(self):
        self.cells.deactivate_all()
        self.population.fill(0)

    @ti.func
    def slot_of(self, cell, slot):
        index = ti.Vector.zero(ti.i32, self.dim + 1)
        for axis in ti.static(range(self.dim)):
            index[axis] = cell[axis]
        index[self.dim] = slot
        return index

    @ti.kernel
    def build(self):
        for agent in self.position:
            cell = ti.floor(self.position[agent], ti.i32)
            slot = ti.atomic_add(self.population[cell], 1)
            if slot < CELL_CAPACITY:
                self.occupants[self.slot_of(cell, slot)] = agent

    @ti.func
    def inside(self, cell):
        result = True
        for axis in ti.static(range(self.dim)):
            result = result and 0 <= cell[axis] and cell[axis] < self.edge
        return result

    @ti.kernel
    def query(self) -> ti.i64:
        pairs = ti.i64(0)
        for agent in self.position:
            here = self.position[agent]
            home = ti.floor(here, ti.i32)
            away = ti.Vector.zero(ti.f32, self.dim)
            heading = ti.Vector.zero(ti.f32, self.dim)
            centre = ti.Vector.zero(ti.f32, self.dim)
            seen = 0
            for step in ti.grouped(ti.ndrange(*([(-1, 2)] * self.dim))):
                cell = home + step
                if self.inside(cell):
                    for slot in range(ti.min(self.population[cell], CELL_CAPACITY)):
                        other = self.occupants[self.slot_of(cell, slot)]
                        gap = self.position[other] - here
                        square = gap.dot(gap)
                        if other != agent and square < RADIUS * RADIUS:
                            away -= gap / (square + 1e-6)
                            heading += self.velocity[other]
                            centre += gap
                            seen += 1
            force = ti.Vector.zero(ti.f32, self.dim)
            if seen > 0:
                share = 1.0 / seen
                force = 0.05 * away + 0.1 * (heading * share - self.velocity[agent])
                force += 0.02 * share * centre
            self.force[agent] = force
            pairs += seen
        return pairs


def main(arguments):
    sound = len(arguments) >= 3 and arguments[2] in ("2", "3") and arguments[3:] in ([], ["sorted"])
    if not sound:
        print(__doc__, file=sys.stderr)
        return 2
    threads, count, dim = (int(argument) for argument in arguments[:3])
    in_order = len(arguments) == 4
    with contextlib.redirect_stdout(sys.stderr):
        ti.init(arch=ti.cpu, cpu_max_num_threads=threads, log_level=ti.ERROR)

    # A whole number of 8-cell blocks, as the grid of the article has.
    edge = -(-round((count / AGENTS_PER_CELL[dim]) ** (1 / dim)) // 8) * 8
    flock = Flock(*place_agents(count, dim, edge, in_order), edge)
    pairs = 0

    def query():
        nonlocal pairs
        pairs = flock.query()

    phases = {"clear": flock.clear, "build": flock.build, "query": query}
    taken = {name: [] for name in phases}
    for round_number in range(ROUNDS + 1):
        for name, work in phases.items():
            time_taken = seconds(work)
            if round_number > 0:  # the first compiles
                taken[name].append(time_taken)

    def milliseconds(values):
        return round(statistics.median(values) * 1e3, 3)

    print(json.dumps({
        "name": "taichi_flock", "threads": threads, "count": count, "dim": dim,
        "order": "sorted" if in_order else "random",
        **{f"{name}_ms": milliseconds(values) for name, values in taken.items()},
        "step_ms": milliseconds([sum(phase) for phase in zip(*taken.values())]),
        "neighbours": round(pairs / count, 2),
    }))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
