#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""What quotes.py finds."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

from quotes import wrong_quotes  # noqa: E402

SOURCE = "int main() {\n    one();\n    if (two) {\n        three();\n    }\n}\n"


class Quotes(unittest.TestCase):
    def wrong(self, *blocks):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "a.cpp").write_text(SOURCE)
            (root / "page.md").write_text("# Page\n\n" + "\n".join(blocks))
            return list(wrong_quotes(root, "page.md"))

    def test_runs_of_lines_are_quoted_without_their_indentation(self):
        self.assertEqual(self.wrong("<!-- from a.cpp -->\n```cpp\none();\nif (two) {\n    three();\n}\n```\n",
                                    "<!-- from a.cpp -->\n```cpp\n" + SOURCE + "```\n",
                                    "```sh\nanything\n```\n"), [])

    def test_other_words_gaps_and_halves_of_lines_are_wrong(self):
        for code in ("one ();", "one();\nthree();", "if (two)", "one();\n    if (two) {"):
            wrong = self.wrong(f"<!-- from a.cpp -->\n```cpp\n{code}\n```\n")
            self.assertEqual(wrong, ["page.md:3: is not what a.cpp says"], code)

    def test_a_block_needs_a_source_that_is_there(self):
        self.assertEqual(self.wrong("```cpp\none();\n```\n"),
                         ["page.md:3: C++ that says not what it is quoted from"])
        self.assertEqual(self.wrong("<!-- from b.cpp -->\n```cpp\none();\n```\n"),
                         ["page.md:3: there is no b.cpp"])


if __name__ == "__main__":
    unittest.main()
