#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""usage: isa_symbols_test.py OBJECT...

The objects of the flock's kernels may define their table and nothing else. A function that another
object defines too, such as a member of std::vector, would be merged by the linker, and the copy
that is compiled for AVX-512 could become the one that a processor without it runs.
"""

import re
import subprocess
import sys

KERNEL = re.compile(r"kernel_(sse|avx2|avx512)\.cpp\.o(bj)?$")
TABLE = re.compile(r"starling::engine::kFlockKernels(Sse|Avx2|Avx512)$")


def main():
    objects = [path for path in sys.argv[1:] if KERNEL.search(path)]
    if len(objects) != 3:
        sys.exit(f"expected three kernel objects, got {objects}")
    leaks = []
    for path in objects:
        symbols = subprocess.run(["nm", "--demangle", "--extern-only", "--defined-only", path],
                                 check=True, capture_output=True, text=True).stdout.splitlines()
        names = [line.split(maxsplit=2)[2] for line in symbols]
        leaks += [f"{path}: {name}" for name in names if not TABLE.search(name)]
        if len(names) == 0:
            leaks.append(f"{path}: no table")
    if leaks:
        sys.exit("\n".join(leaks))


main()
