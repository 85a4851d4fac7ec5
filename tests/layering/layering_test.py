#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""Plants one violation after the other into a small sound tree; layering.py must name each."""

import contextlib
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import layering

BANNER = "SPDX-FileCopyrightText: 2026 The Starling authors", "SPDX-License-Identifier: Apache-2.0"
CPP = f"// {BANNER[0]}\n// {BANNER[1]}\n"
HEADER = CPP + "#pragma once\n"
SCRIPT = f"# {BANNER[0]}\n# {BANNER[1]}\n"

SOUND = {
    ".gitignore": "/build/\n/out/\n",
    "CMakeLists.txt": SCRIPT,
    "dev": "#!/bin/sh\n" + SCRIPT,
    "sparse/core/types.h": HEADER,
    "sparse/core/bits.h": HEADER + "#ifdef __CUDA_ARCH__\n#endif\n",
    "sparse/cuda/device.cu": CPP + "#include <cuda_runtime.h>\n",
    "sparse/pool.cpp": CPP + '#include <tbb/task.h>\n#include "sparse/core/types.h"\n'
    "// A comment may throw or exit(1).\n"
    'const char* kText = "// throw exit(1)"; int k = 1\'000; char c = \'"\';\n',
    "engine/world.cpp": CPP + '#include "sparse/core/types.h"\n#include <yaml-cpp/yaml.h>\n'
    "void leave_exits(); void on_exit_hook();\n",
    "engine/scene.cpp": CPP + "#include <yaml-cpp/parser.h>\n"
    "void f() { try { g(); } catch (int) {} }\n",
    "app/main.cpp": CPP + '#include <glad/gl.h>\n#include <png.h>\n#include "engine/a.h"\n'
    "void f() { throw 1; }\n",
    "engine/boids/flock_system.h": HEADER,
    "engine/boids/flock.cpp": CPP + '#include "engine/boids/flock_system.h"\n',
    "engine/systems.cpp": CPP + '#include "engine/boids/flock_system.h"\n',
    "shaders/CMakeLists.txt": SCRIPT + "embed(sprite.vert)\nfile(GLOB other *.comp)\n",
    "shaders/sprite.vert": "#version 450\n" + CPP,
    "shaders/sum.comp": "#version 450\n" + CPP,
    "scenes/a.yaml": "a: 1\n",
    "tests/sparse/pool_test.cpp": CPP + '#include "sparse/core/types.h"\n',
    "build/junk/x.cpp": "throw\n",
}

# What is planted: name of the case, file, its text, what the report must say.
PLANTED = [
    ("a folder of its own", "src/a.cpp", CPP, "src:1: no top-level folder"),
    ("sparse includes engine", "sparse/a.cpp", CPP + '#include "engine/world.h"\n',
     "sparse/a.cpp:3: sparse/ may not include engine/"),
    ("engine includes app", "engine/a.h", HEADER + "# include <app/cli.h>\n",
     "engine/a.h:4: engine/ may not include app/"),
    ("the world knows a system", "engine/a.cpp", CPP + '#include "engine/boids/flock_system.h"\n',
     "engine/a.cpp:3: engine/boids/flock_system.h: only engine/systems.cpp"),
    ("a system knows another", "engine/smoke/a.cpp", CPP + '#include "engine/boids/flock.h"\n',
     "engine/smoke/a.cpp:3: engine/boids/flock.h: only engine/systems.cpp"),
    ("the program knows a system", "app/a.cpp", CPP + '#include "engine/boids/flock.h"\n',
     "app/a.cpp:3: engine/boids/flock.h: only engine/systems.cpp"),
    ("a relative path upwards", "engine/a.h", HEADER + '#include "../app/main.cpp"\n',
     "engine/a.h:4: engine/ may not include app/"),
    ("a product file includes a test", "app/a.cpp", CPP + '#include "tests/helper.h"\n',
     "app/a.cpp:3: app/ may not include tests/"),
    ("a path beside", "sparse/core/a.h", HEADER + '#include "types.h"\n',
     "sparse/core/a.h:4: write the path from the root"),
    ("GL below app", "engine/a.cpp", CPP + "#include <GL/gl.h>\n",
     "engine/a.cpp:3: GL/gl.h belongs to app/"),
    ("glad below app", "engine/a.cpp", CPP + "#include <glad/gl.h>\n", "belongs to app/"),
    ("EGL below app", "sparse/a.cpp", CPP + "#include <EGL/egl.h>\n", "belongs to app/"),
    ("GLFW below app", "sparse/a.cpp", CPP + "#include <GLFW/glfw3.h>\n", "belongs to app/"),
    ("ImGui below app", "engine/a.cpp", CPP + "#include <imgui.h>\n", "belongs to app/"),
    ("libav below app", "engine/a.cpp", CPP + "#include <libavcodec/avcodec.h>\n",
     "belongs to app/"),
    ("libpng below app", "engine/a.cpp", CPP + "#include <png.h>\n", "belongs to app/"),
    ("CUDA in a C++ file", "sparse/core/a.cpp", CPP + "#include <cuda_runtime.h>\n",
     "sparse/core/a.cpp:3: cuda_runtime.h: CUDA headers only"),
    ("CUDA in app", "app/a.cpp", CPP + "#include <cuda_gl_interop.h>\n", "CUDA headers only"),
    ("CUB in a C++ file", "engine/a.cpp", CPP + "#include <cub/cub.cuh>\n", "CUDA headers only"),
    ("yaml-cpp in sparse", "sparse/a.cpp", CPP + "#include <yaml-cpp/yaml.h>\n",
     "sparse/ does not know yaml-cpp"),
    ("yaml-cpp in a header", "engine/a.h", HEADER + "#include <yaml-cpp/yaml.h>\n",
     "yaml-cpp stays out of public headers"),
    ("oneTBB in engine", "engine/a.cpp", CPP + "#include <tbb/parallel_for.h>\n",
     "oneTBB is used through sparse/exec"),
    ("throw in sparse", "sparse/a.cpp", CPP + "void f() {\n    throw 1; }\n",
     "sparse/a.cpp:4: sparse/ and engine/ neither throw nor exit"),
    ("throw after a string", "engine/a.cpp", CPP + 'void f() { g("\\"//"); throw 1; }\n',
     "engine/a.cpp:3: sparse/ and engine/ neither throw nor exit"),
    ("throw after a block comment", "engine/a.cpp", CPP + "/* a\n b */ void f() { throw 1; }\n",
     "engine/a.cpp:4: sparse/ and engine/ neither throw nor exit"),
    ("throw after a raw string", "engine/a.cpp", CPP + 'auto a = R"x(")x"; void f() { throw 1; }\n',
     "engine/a.cpp:3: sparse/ and engine/ neither throw nor exit"),
    ("exit in engine", "engine/a.cpp", CPP + "void f() { std::exit(1); }\n",
     "neither throw nor exit"),
    ("_exit in engine", "engine/a.cpp", CPP + "void f() { ::_exit (1); }\n",
     "neither throw nor exit"),
    ("no banner", "engine/a.cpp", "int a;\n", "engine/a.cpp:1: the file does not begin"),
    ("banner without a licence", "app/a.cpp", f"// {BANNER[0]}\n\nint a;\n", "SPDX lines"),
    ("no banner in a shader", "shaders/sprite.vert", "#version 450\nvoid main() {}\n",
     "shaders/sprite.vert:2: the file does not begin"),
    ("no banner in a script", "tests/a.py", "print()\n", "tests/a.py:1: the file does not begin"),
    ("no banner in dev", "dev", "#!/bin/sh\n", "dev:2: the file does not begin"),
    ("no pragma once", "engine/a.h", CPP + "\n#pragma once\n", "engine/a.h:3: the third line"),
    ("compiler macro in an engine file", "engine/a.h", HEADER + "#ifdef __CUDACC__\n#endif\n",
     "engine/a.h:4: __CUDACC__"),
    ("compiler macro in sparse", "sparse/core/types.h",
     HEADER + "#if defined(__CUDA_ARCH__)\n#endif\n", "sparse/core/types.h:4: __CUDACC__"),
    ("a shader nobody lists", "shaders/new.frag", "#version 450\n" + CPP,
     "shaders/new.frag:1: not listed"),
    ("a shader in a folder that no pattern covers", "shaders/more/sum.comp",
     "#version 450\n" + CPP, "shaders/more/sum.comp:1: not listed"),
]


@contextlib.contextmanager
def tree(changes):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**SOUND, **changes}.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        yield folder


def run(*arguments):
    return subprocess.run([sys.executable, layering.__file__, *arguments], capture_output=True,
                          text=True)


class Layering(unittest.TestCase):
    def test_a_sound_tree_passes(self):
        with tree({}) as folder:
            result = run(folder)
        self.assertEqual((result.returncode, result.stdout), (0, "no violation\n"))

    def test_a_violation_fails_the_run(self):
        with tree({"sparse/a.cpp": CPP + "void f() { throw 1; }\n"}) as folder:
            result = run(folder)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout.count("\n"), 1)
        self.assertIn("sparse/a.cpp:3: ", result.stdout)

    def test_each_violation_is_found_and_nothing_else(self):
        for case, name, text, expected in PLANTED:
            with self.subTest(case), tree({name: text}) as folder:
                found = layering.Checker(Path(folder)).run()
                self.assertIn(expected, "\n".join(found))
                # A path upwards breaks two rules at once.
                others = [one for one in found if expected not in one and "write the path" not in one]
                self.assertEqual(others, [])

    def test_a_folder_that_is_no_source_tree_is_bad_usage(self):
        with tempfile.TemporaryDirectory() as folder:
            for arguments in ([], [folder]):
                self.assertEqual(run(*arguments).returncode, 2)


if __name__ == "__main__":
    unittest.main()
