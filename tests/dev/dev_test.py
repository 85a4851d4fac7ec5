#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""./dev on machines that lack something, played by stand-ins for its tools.

usage: dev_test.py PATH_OF_DEV
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DEV = Path(sys.argv.pop(1)).resolve()
# What the script itself needs from the system; everything else is a stand-in or absent.
SYSTEM_TOOLS = ["bash", "env", "cat", "dirname", "basename", "realpath", "nproc", "awk", "grep",
                "sed", "sort", "find", "mkdir", "sleep", "cut"]
# Knows the packages in the file $INSTALLED.
DPKG_QUERY = """#!/bin/bash
shift 3
for package; do grep -qx "$package" "$INSTALLED" && echo "$package installed"; done
exit 0
"""
# Notes what it is asked, and either installs into $INSTALLED or fails as it does offline.
APT_GET = """#!/bin/bash
echo "apt-get $*" >>"$LOG"
[[ $* == *" update" ]] && exit $UPDATE_RC
[[ $OFFLINE ]] && { echo "E: Failed to fetch" >&2; exit 100; }
printf '%s\\n' "$@" >>"$INSTALLED"
"""
# Configures and builds nothing, but leaves what dev looks for.
CMAKE = """#!/bin/bash
echo "cmake $*" >>"$LOG"
[[ $1 == --preset ]] && mkdir -p "build/$2" && : >"build/$2/build.ninja"
exit 0
"""
# Knows three groups, and notes how it is called.
BENCH = """#!/bin/bash
[[ $1 == --list ]] && { printf '%s\\n' "memory what" "stencil what" "stream what"; exit; }
printf 'bench|' >>"$LOG"
printf '%s|' "$@" >>"$LOG"
"""
PYTHON = """#!/bin/bash
shift
echo "peer ${1##*/} ${*:2}" >>"$LOG"
echo "{}"
exit ${PEER_RC:-0}
"""
STARLING = """#!/bin/bash
printf '%s|' "$@" >>"$LOG"
[[ $1 == batch ]] || exit ${WINDOW_RC:-0}
mkdir -p "$4" && : >"$4/video.mp4"
"""


class Dev(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="starling dev ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # A tree with a space in its path, and no .git.
        self.tree = self.folder / "a tree"
        (self.tree / "scenes").mkdir(parents=True)
        (self.tree / "scenes/murmuration.yaml").write_text("")
        shutil.copy(DEV, self.tree / "dev")
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        # Scripts and no links: a stand-in written over a link would hit the real tool.
        for tool in SYSTEM_TOOLS:
            self.stand_in(tool, f'#!/bin/sh\nexec {shutil.which(tool)} "$@"\n')
        self.installed = self.folder / "installed"
        self.installed.write_text("")
        self.log = self.folder / "log"
        self.log.write_text("")
        self.environment = {"PATH": str(self.bin), "INSTALLED": str(self.installed),
                            "LOG": str(self.log), "UPDATE_RC": "0", "LC_ALL": "C.UTF-8"}

    def stand_in(self, name, text="#!/bin/bash\nexit 0\n"):
        path = self.bin / name
        self.assertFalse(path.is_symlink())
        path.write_text(text)
        path.chmod(0o755)

    def dev(self, *arguments, **environment):
        return subprocess.run([self.tree / "dev", *arguments], cwd=self.folder, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              env={**self.environment, **environment})

    def expect_list_of_missing(self, result, *others):
        self.assertEqual(result.returncode, 1, result)
        for expected in ("ninja-build", "libtbb-dev", "sudo apt-get install", *others):
            self.assertIn(expected, result.stderr)
        self.assertFalse((self.tree / "build").exists())

    def with_all_packages(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        text = DEV.read_text()
        block = text[text.index("build_packages=(") + 16:]
        self.installed.write_text("\n".join(block[:block.index(")")].split()))

    def with_a_build(self):
        self.with_all_packages()
        self.stand_in("cmake", CMAKE)
        program = self.tree / "build/release/starling"
        program.parent.mkdir(parents=True)
        program.write_text(STARLING)
        program.chmod(0o755)

    def with_a_benchmark(self, peers):
        self.with_a_build()
        programs = {"build/release/starling_bench": BENCH}
        if peers:
            programs["build/peers-venv/bin/python"] = PYTHON
        for name, text in programs.items():
            path = self.tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        self.stand_in("nproc", "#!/bin/bash\necho 4\n")

    def test_bench_runs_the_peers_of_its_groups_at_one_and_all_threads(self):
        self.with_a_benchmark(peers=True)
        result = self.dev("bench", "memory", "--rounds", "3")
        self.assertEqual(result.returncode, 0, result)
        log = self.log.read_text()
        peers = [line for line in log.splitlines() if line.startswith("peer ")]
        self.assertEqual(peers, ["peer taichi_sparse.py 1 fill lists",
                                 "peer taichi_sparse.py 4 fill lists",
                                 "peer taichi_activate.py 1", "peer taichi_activate.py 4"])
        file = self.tree / "build/peers.jsonl"
        self.assertEqual(file.read_text(), "{}\n" * 4)
        self.assertIn(f"bench|memory|--rounds|3|--peer-json|{file}|", log)

    def test_bench_sparse_writes_the_page_of_results(self):
        self.with_a_benchmark(peers=False)
        result = self.dev("bench", "sparse")
        self.assertEqual(result.returncode, 0, result)
        self.assertIn("without peers", result.stdout)
        self.assertIn(f"bench|stream|stencil|memory|--results|{self.tree}/tests/bench/RESULTS.md|"
                      "--command|./dev bench sparse|", self.log.read_text())

    def test_bench_refuses_an_unknown_group_before_its_peers_run(self):
        self.with_a_benchmark(peers=True)
        result = self.dev("bench", "stencil", "flok")
        self.assertEqual(result.returncode, 2, result)
        self.assertIn("no group 'flok'", result.stderr)
        self.assertNotIn("peer ", self.log.read_text())

    def test_bench_stops_where_a_peer_fails(self):
        self.with_a_benchmark(peers=True)
        result = self.dev("bench", "stencil", PEER_RC="1")
        self.assertEqual(result.returncode, 1, result)
        self.assertIn("the peer taichi_sparse failed", result.stderr)
        self.assertNotIn("bench|", self.log.read_text())

    def test_help_and_bad_usage(self):
        for arguments in ([], ["help"], ["--help"], ["test", "--help"], ["run", "-h"]):
            result = self.dev(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            for command in ("run", "build", "test", "bench", "format", "gpu-check"):
                self.assertIn(f"\n  {command} ", result.stdout)
        for arguments in (["bild"], ["--wrong"], ["test", "--wrong"], ["test", "a", "b"],
                          ["build", "x"], ["run", "--wrong"], ["run", "a", "b"],
                          ["bench", "--wrong"], ["bench", "peers", "x"], ["bench", "--rounds"], ["format", "x"]):
            result = self.dev(*arguments)
            self.assertEqual(result.returncode, 2, result)
            self.assertIn("help", result.stderr)

    def test_gpu_check_says_that_it_is_not_there_yet(self):
        result = self.dev("gpu-check")
        self.assertEqual(result.returncode, 2)
        self.assertIn("not available yet", result.stderr)

    def test_without_dpkg_it_lists_the_packages_and_stops(self):
        self.expect_list_of_missing(self.dev("build"), "no dpkg", "STARLING_SKIP_PACKAGES=1")

    def test_without_apt_it_lists_what_is_missing_and_stops(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.installed.write_text("g++\ncmake\n")
        result = self.dev("build")
        self.expect_list_of_missing(result, "no apt-get")
        self.assertNotIn("cmake", result.stderr)

    def test_offline_it_lists_what_is_missing_and_stops(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("apt-get", APT_GET)
        self.stand_in("sudo", '#!/bin/bash\n[[ $1 == -n ]] && shift\nexec "$@"\n')
        self.stand_in("true")
        self.expect_list_of_missing(self.dev("build", OFFLINE="1"), "no network?")

    def test_missing_packages_are_installed_once(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("apt-get", APT_GET)
        self.stand_in("sudo", '#!/bin/bash\n[[ $1 == -n ]] && shift\nexec "$@"\n')
        self.stand_in("true")
        self.stand_in("cmake", CMAKE)
        for _ in range(2):
            result = self.dev("build")
            self.assertEqual(result.returncode, 0, result)
        log = self.log.read_text()
        self.assertEqual(log.count(" update\n"), 1, log)
        self.assertEqual(log.count(" install -y --no-install-recommends g++ cmake "), 1, log)
        self.assertIn("-o DPkg::Lock::Timeout=", log)
        self.assertEqual(log.count("cmake --preset release\n"), 1, log)
        self.assertEqual(log.count("cmake --build "), 2, log)

    def test_an_update_that_fails_does_not_stop_the_installation(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("apt-get", APT_GET)
        self.stand_in("sudo", '#!/bin/bash\n[[ $1 == -n ]] && shift\nexec "$@"\n')
        self.stand_in("true")
        self.stand_in("sleep")
        self.stand_in("cmake", CMAKE)
        self.assertEqual(self.dev("build", UPDATE_RC="100").returncode, 0)

    @unittest.skipIf(os.geteuid() == 0, "root needs no sudo")
    def test_without_the_right_to_install_it_lists_what_is_missing_and_stops(self):
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("apt-get", APT_GET)
        self.expect_list_of_missing(self.dev("build"), "no sudo")
        self.stand_in("sudo", "#!/bin/bash\nexit 1\n")
        self.expect_list_of_missing(self.dev("build"), "wants a password")
        self.assertEqual(self.log.read_text(), "")

    def test_run_records_the_default_scene_and_never_over_an_older_recording(self):
        self.with_a_build()
        for n in (1, 2):
            result = self.dev("run")
            self.assertEqual(result.returncode, 0, result)
            video = f"{self.tree}/out/murmuration-{n}/video.mp4"
            self.assertIn(video, result.stdout)
            self.assertTrue(Path(video).exists())

    def test_run_opens_a_window_where_there_is_a_display(self):
        self.with_a_build()
        for display in ({"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}):
            self.log.write_text("")
            result = self.dev("run", **display)
            self.assertEqual(result.returncode, 0, result)
            self.assertIn(f"{self.tree}/scenes/murmuration.yaml|", self.log.read_text())
            self.assertFalse((self.tree / "out").exists())
        result = self.dev("run", DISPLAY=":0", WINDOW_RC="2")
        self.assertEqual(result.returncode, 1)
        self.assertIn("could not be shown", result.stderr)

    def test_run_takes_a_scene_relative_to_where_the_user_is(self):
        self.with_a_build()
        (self.folder / "my scene.v2.yaml").write_text("")
        result = self.dev("run", "my scene.v2.yaml")
        self.assertEqual(result.returncode, 0, result)
        self.assertIn(f"batch|{self.folder}/my scene.v2.yaml|--out|{self.tree}/out/my scene.v2-1|",
                      self.log.read_text())

    def test_run_refuses_a_scene_that_is_not_there_before_it_builds(self):
        self.with_a_build()
        result = self.dev("run", "nowhere.yaml")
        self.assertEqual(result.returncode, 2)
        self.assertIn("nowhere.yaml", result.stderr)
        self.assertNotIn("cmake", self.log.read_text())

    def test_a_moved_tree_is_configured_afresh(self):
        self.with_a_build()
        folder = self.tree / "build/release"
        (folder / "build.ninja").write_text("")
        (folder / "CMakeCache.txt").write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n")
        self.assertEqual(self.dev("build").returncode, 0)
        self.assertIn("cmake --fresh --preset release\n", self.log.read_text())

    def test_a_failing_step_fails_the_command(self):
        self.with_a_build()
        self.stand_in("cmake", "#!/bin/bash\n[[ $1 != --build ]]\n")
        result = self.dev("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("preset 'release' failed", result.stderr)

    def test_little_memory_means_few_jobs_but_never_none(self):
        self.with_a_build()
        self.stand_in("nproc", "#!/bin/bash\necho 64\n")
        for kib, jobs in ((4 << 20, 2), (1 << 20, 1), (1 << 30, 64)):
            self.stand_in("awk", f"#!/bin/bash\necho {kib}\n")
            self.stand_in("cat", "#!/bin/bash\necho max\n")
            self.log.write_text("")
            self.assertEqual(self.dev("build").returncode, 0)
            self.assertIn(f"--parallel {jobs}\n", self.log.read_text())


if __name__ == "__main__":
    unittest.main()
