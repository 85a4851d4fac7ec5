# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""What the peers of the sparse runtime share: Taichi on some threads, a clock, JSON lines.

A peer prints a line a case, {"name":"taichi_sparse","threads":2,"case":"fill fresh","value":7.1,
"unit":"ns/cell"}; its value is a median of wall time, and how it is counted is said by its unit.
"""

import contextlib
import json
import statistics
import sys
import time

# Taichi greets on standard output, which is for the JSON lines alone.
with contextlib.redirect_stdout(sys.stderr):
    import taichi as ti


def seconds(work):
    """Wall time of one call, with all that it set going."""
    ti.sync()
    start = time.perf_counter()
    work()
    ti.sync()
    return time.perf_counter() - start


def median_seconds(work, rounds=5):
    """Median of some calls; one before them compiles and warms."""
    work()
    return statistics.median(seconds(work) for _ in range(rounds))


class Peer:
    """The name and the threads that stand in every line of a run."""

    def __init__(self, name, threads):
        self.name = name
        self.threads = threads
        self.restart()

    def restart(self):
        """Forgets all fields and kernels. Done after every tree, instead of destroying it: Taichi
        1.7 crashes now and then on what is placed after that."""
        with contextlib.redirect_stdout(sys.stderr):
            ti.init(arch=ti.cpu, cpu_max_num_threads=self.threads, log_level=ti.ERROR)

    def report(self, case, value, unit):
        print(json.dumps({"name": self.name, "threads": self.threads, "case": case,
                          "value": round(value, 4), "unit": unit}), flush=True)

    def report_rate(self, case, taken, cells):
        """Millions of cells a second."""
        self.report(case, cells / taken / 1e6, "Mcell/s")

    def report_each(self, case, taken, count, what):
        """Nanoseconds for each of `count` of `what`; `taken` is seconds, or a list of them."""
        if isinstance(taken, list):
            taken = statistics.median(taken)
        self.report(case, taken / count * 1e9, f"ns/{what}")


def threads_and_rest(arguments, usage):
    """The leading THREADS of a command line and what follows; ends the program if it is wrong."""
    if not arguments or not arguments[0].isdigit() or arguments[0] == "0":
        sys.exit(usage)
    return int(arguments[0]), arguments[1:]
