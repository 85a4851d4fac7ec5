#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""The command line of starling_bench.  usage: command_test.py PROGRAM"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)


def bench(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def expect_bad_usage(self, expected, *arguments):
        result = bench(*arguments)
        self.assertEqual(result.returncode, 2, result)
        self.assertIn(expected, result.stdout + result.stderr)

    def test_list_names_the_groups_and_measures_nothing(self):
        result = bench("--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("stream", [line.split()[0] for line in result.stdout.splitlines()])
        self.assertNotIn("GB/s", result.stdout)

    def test_a_group_prints_its_table_and_writes_the_same_rows_as_json(self):
        file = self.folder / "rows.jsonl"
        result = bench("stream", "--rounds", "1", "--json", str(file))
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        self.assertEqual(rows[0]["threads"], 1)
        for row in rows:
            self.assertEqual(row["unit"], "GB/s")
            self.assertGreater(row["value"], 0.1)
            if "ratio" in row:
                self.assertAlmostEqual(row["ratio"], row["value"] / row["peer_value"])
        self.assertEqual(result.stdout.count("STREAM triad"), len(rows))

    def test_the_page_of_results_holds_the_rows_and_who_wrote_it(self):
        page = self.folder / "RESULTS.md"
        page.write_text("stale")
        result = bench("stream", "--rounds", "1", "--results", str(page), "--command", "me first")
        self.assertEqual(result.returncode, 0, result.stderr)
        text = page.read_text()
        self.assertIn("Written by `me first` on 20", text)
        self.assertIn("## stream: ", text)
        self.assertEqual(text.count("| STREAM triad"), result.stdout.count("STREAM triad"))
        self.assertIn(result.stdout.splitlines()[0], text)
        self.assertNotIn("stale", text)

    def test_bad_usage(self):
        self.expect_bad_usage("no_such_group", "no_such_group")
        self.expect_bad_usage("--wrong", "--wrong")
        self.expect_bad_usage("rounds", "--rounds", "0")

    def test_files_that_cannot_be_used_are_known_before_measuring(self):
        missing = str(self.folder / "missing" / "file")
        self.expect_bad_usage(missing, "stream", "--json", missing)
        self.expect_bad_usage(missing, "stream", "--results", missing)
        self.expect_bad_usage(missing, "stream", "--peer-json", missing)
        broken = self.folder / "broken.jsonl"
        broken.write_text("{\n")
        self.expect_bad_usage(f"{broken}:1:", "stream", "--peer-json", str(broken))


if __name__ == "__main__":
    unittest.main()
