#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""The runtime as other projects get it: installed, moved elsewhere, found and used; and as sources.

usage: install_test.py SOURCE_DIR BUILD_DIR CMAKE CXX
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD, CMAKE, CXX = sys.argv[1:5]
EXAMPLE = Path(SOURCE) / "tests/install/example"
# What the runtime's page says that the example prints.
PRINTED = re.search(r"<!-- output of tests/install/example/main.cpp -->\n```text\n(.*?)```",
                    (Path(SOURCE) / "sparse/README.md").read_text(encoding="utf-8"), re.DOTALL)[1]


def run(*command, fails=False):
    result = subprocess.run([str(word) for word in command], text=True, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if (result.returncode != 0) != fails:
        raise AssertionError(f"{command} ended with {result.returncode}:\n{result.stdout}")
    return result.stdout


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="starling install ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def configure(self, *options, fails=False, example=EXAMPLE):
        return run(CMAKE, "-S", example, "-B", self.folder / "build", "-G", "Ninja",
                   "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_COMPILER={CXX}", *options,
                   fails=fails)

    def build_and_run(self):
        run(CMAKE, "--build", self.folder / "build")
        self.assertEqual(run(self.folder / "build/wave"), PRINTED)

    def install(self):
        """An installed runtime that lies elsewhere than where it was installed to."""
        first, prefix = self.folder / "first", self.folder / "moved"
        run(CMAKE, "--install", BUILD, "--component", "sparse", "--prefix", first)
        shutil.move(first, prefix)
        return prefix

    def test_an_installed_and_moved_runtime_is_found_built_and_run(self):
        prefix = self.install()
        self.configure(f"-DCMAKE_PREFIX_PATH={prefix}")
        self.build_and_run()

    def test_what_is_installed_is_whole_and_names_no_place_of_the_build(self):
        prefix = self.install()
        installed = {path.relative_to(prefix / "include/starling").as_posix()
                     for path in (prefix / "include/starling").rglob("*.h")}
        sources = {path.relative_to(SOURCE).as_posix()
                   for path in (Path(SOURCE) / "sparse").rglob("*.h")}
        self.assertEqual(installed, sources)
        for name in ("LICENSE", "THIRD_PARTY.md", "sparse/README.md"):
            self.assertTrue(list(prefix.glob(f"share/doc/*/{name}")), name)
        for script in prefix.rglob("*.cmake"):
            text = script.read_text()
            for place in (SOURCE, BUILD, str(self.folder)):
                self.assertNotIn(place, text, script)
        self.assertFalse((prefix / "bin").exists())

    def test_another_minor_version_is_refused(self):
        prefix = self.install()
        example = self.folder / "example"
        shutil.copytree(EXAMPLE, example)
        lists = example / "CMakeLists.txt"
        text = lists.read_text()
        self.assertIn("starling 0.1 ", text)
        lists.write_text(text.replace("starling 0.1 ", "starling 0.9 "))
        output = self.configure(f"-DCMAKE_PREFIX_PATH={prefix}", example=example, fails=True)
        self.assertIn('compatible with requested version "0.9"', " ".join(output.split()))

    def test_an_unknown_component_is_refused(self):
        prefix = self.install()
        example = self.folder / "example"
        shutil.copytree(EXAMPLE, example)
        lists = example / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace("COMPONENTS sparse", "COMPONENTS dense"))
        output = self.configure(f"-DCMAKE_PREFIX_PATH={prefix}", example=example, fails=True)
        self.assertIn('has no component "dense"', " ".join(output.split()))

    def test_the_source_tree_is_used_as_a_folder_of_another_project(self):
        self.configure(f"-DSTARLING_SOURCE={SOURCE}")
        built = run(CMAKE, "--build", self.folder / "build")
        for left_out in ("yaml", "starling_engine", "gtest"):
            self.assertNotIn(left_out, built)
        self.build_and_run()


if __name__ == "__main__":
    # The build that is tested may have set these for itself.
    for name in ("CXXFLAGS", "CFLAGS", "LDFLAGS"):
        os.environ.pop(name, None)
    unittest.main(argv=sys.argv[:1])
