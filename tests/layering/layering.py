#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the rules of the source tree that no compiler checks.

usage: layering.py ROOT.  Prints one line per violation, `file:line: what`, and exits with 1 if
there is any, with 2 if ROOT is no source tree.
"""

import re
import sys
from fnmatch import fnmatch
from pathlib import Path

# A layer may include itself and those to its left.
LAYERS = ["sparse", "engine", "app"]
FOLDERS = {*LAYERS, "shaders", "scenes", "assets", "tests"}
CODE = {".h", ".cpp", ".cu", ".cuh", ".inl"}
SHADERS = {".vert", ".frag", ".comp", ".geom", ".glsl"}

APP_ONLY = re.compile(
    r"(GL|GLES\d?|EGL|KHR|GLFW|glad|X11|stb|backends|spdlog|CLI|libav\w+|libsw\w+)/"
    r"|(imgui|png|pngconf)\w*\.h$"
)
CUDA = re.compile(
    r"(cuda|cub|thrust|cooperative_groups|nvtx3)/"
    r"|(cuda|nvrtc|curand|cublas|cufft|cusparse|device_launch_parameters|cooperative_groups)\w*\.h(pp)?$"
)
COMPILER_MACRO = re.compile(r"\b__CUDA(_ARCH|CC)__")
COMPILER_MACRO_FILES = {f"sparse/core/{name}.h" for name in ("bits", "atomic", "assert", "macros")}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
THROWS = re.compile(r"\bthrow\b")
EXITS = re.compile(r"\b(?:_?exit|_Exit|quick_exit)\s*\(")
COPYRIGHT = re.compile(r"(//|#) SPDX-FileCopyrightText: \d{4} The Starling authors$")
LICENSE = re.compile(r"(//|#) SPDX-License-Identifier: Apache-2\.0$")

# Comments, then literals: what stands inside of them is no code.
NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<tag>[^\s()\\]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""",
    re.DOTALL,
)


def without_comments(text, keep_strings):
    """The text with comments (and literals) blanked; lines keep their numbers."""

    def blank(match):
        if keep_strings and not match[0].startswith("/"):
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    # A ' between digits separates thousands and starts no literal.
    return NOT_CODE.sub(blank, re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", text))


class Checker:
    def __init__(self, root):
        self.root = root
        self.violations = []

    def report(self, path, line, what):
        self.violations.append(f"{path}:{line}: {what}")

    def run(self):
        self.check_folders()
        self.check_shaders_are_listed()
        for folder in sorted(FOLDERS):
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    self.check_file(path)
        for name in ("dev", ".ci/run", "CMakeLists.txt"):
            if (self.root / name).is_file():
                self.check_banner(name, (self.root / name).read_text().split("\n"))
        return self.violations

    def check_folders(self):
        ignored = set()
        if (self.root / ".gitignore").is_file():
            lines = (self.root / ".gitignore").read_text().split()
            ignored = {line.strip("/") for line in lines if line.endswith("/")}
        for path in sorted(self.root.iterdir()):
            name = path.name
            if path.is_dir() and name not in FOLDERS | ignored and not name.startswith("."):
                self.report(name, 1, "no top-level folder of Starling; they are "
                            + ", ".join(sorted(FOLDERS)))

    def check_shaders_are_listed(self):
        folder = self.root / "shaders"
        listing = folder / "CMakeLists.txt"
        words = re.findall(r"[\w./*-]+", listing.read_text()) if listing.is_file() else []
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            # A pattern such as *.vert lists files of its own folder only.
            listed = any(fnmatch(name, word) and name.count("/") == word.count("/") for word in words)
            if path.suffix in SHADERS and not listed:
                self.report(f"shaders/{name}", 1, "not listed in shaders/CMakeLists.txt, so it is "
                            "not in the program")

    def check_file(self, path):
        name = path.relative_to(self.root).as_posix()
        is_code = path.suffix in CODE
        scripts = path.suffix in {".py", ".sh", ".cmake"} or path.name == "CMakeLists.txt"
        if not (is_code or scripts or path.suffix in SHADERS):
            return
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        self.check_banner(name, lines)
        if not is_code:
            return
        if path.suffix in {".h", ".cuh"} and lines[2:3] != ["#pragma once"]:
            self.report(name, 3, "the third line of a header is '#pragma once'")
        for number, line in enumerate(without_comments(text, keep_strings=True).split("\n"), 1):
            match = INCLUDE.match(line)
            if match:
                self.check_include(name, number, match[1] or match[2], quoted=bool(match[1]))
        code = without_comments(text, keep_strings=False)
        for number, line in enumerate(code.split("\n"), 1):
            self.check_code(name, number, line)

    def check_banner(self, name, lines):
        # A shebang and GLSL's #version must come first where they are.
        first = 1 if lines[0].startswith(("#!", "#version")) else 0
        banner = lines[first:first + 2] + ["", ""]
        if not (COPYRIGHT.match(banner[0]) and LICENSE.match(banner[1])):
            self.report(name, first + 1, "the file does not begin with the two SPDX lines")

    def check_include(self, name, number, target, quoted):
        layer = name.split("/")[0]
        if quoted and not (self.root / target).is_file():
            beside = (self.root / name).parent / target
            if beside.is_file() and beside.resolve().is_relative_to(self.root):
                target = beside.resolve().relative_to(self.root).as_posix()
                if layer != "tests":
                    self.report(name, number, f"write the path from the root: \"{target}\"")
        if layer not in LAYERS:
            return
        head = target.split("/")[0]
        above = [*LAYERS[LAYERS.index(layer) + 1:], "tests"]
        if head in above and "/" in target:
            self.report(name, number, f"{layer}/ may not include {head}/ ({target})")
        system = self.system_folder(target)
        if system and not name.startswith(system) and name != "engine/systems.cpp":
            self.report(name, number, f"{target}: only engine/systems.cpp knows the systems")
        if layer != "app" and APP_ONLY.match(target):
            self.report(name, number, f"{target} belongs to app/ alone")
        if CUDA.match(target) and not (
            name.startswith("sparse/cuda/") or name.endswith((".cu", ".cuh"))
        ):
            self.report(name, number, f"{target}: CUDA headers only in sparse/cuda/ and .cu files")
        if head == "yaml-cpp" and layer == "sparse":
            self.report(name, number, "sparse/ does not know yaml-cpp")
        if head == "yaml-cpp" and name.endswith(".h") and "/detail/" not in name:
            self.report(name, number, "yaml-cpp stays out of public headers")
        if head in ("tbb", "oneapi") and layer != "sparse":
            self.report(name, number, "oneTBB is used through sparse/exec alone")

    def system_folder(self, target):
        """The folder of the system that an included file belongs to, "engine/boids/"; or None."""
        parts = target.split("/")
        if parts[0] != "engine" or len(parts) < 3:
            return None
        folder = self.root / "engine" / parts[1]
        return f"engine/{parts[1]}/" if any(folder.glob("*_system.h")) else None

    def check_code(self, name, number, line):
        layer = name.split("/")[0]
        if layer in ("sparse", "engine") and (THROWS.search(line) or EXITS.search(line)):
            self.report(name, number, "sparse/ and engine/ neither throw nor exit: return a Result")
        if (
            COMPILER_MACRO.search(line)
            and name not in COMPILER_MACRO_FILES
            and not name.startswith(("sparse/cuda/", "tests/"))
        ):
            self.report(name, number, "__CUDACC__ and __CUDA_ARCH__ only in sparse/core/"
                        "{bits,atomic,assert,macros}.h and sparse/cuda/")


def main(arguments):
    if len(arguments) != 1 or not (Path(arguments[0]) / "sparse").is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    violations = Checker(Path(arguments[0]).resolve()).run()
    print("\n".join(violations) if violations else "no violation")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
