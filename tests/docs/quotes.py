#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""What pages quote of sources is what the sources say.

usage: quotes.py ROOT PAGE...  Every C++ block of a page stands below a line `<!-- from PATH -->` and
is, but for common indentation, a run of whole lines of that file under ROOT. Prints what is not, and
exits with 1 if there is any.
"""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"(?:<!-- from (?P<path>\S+) -->\n)?```cpp\n(?P<code>.*?)```", re.DOTALL)


def wrong_quotes(root, page):
    text = (root / page).read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        where = f"{page}:{text[:match.start()].count(chr(10)) + 1}"
        if not match["path"]:
            yield f"{where}: C++ that says not what it is quoted from"
            continue
        source = root / match["path"]
        if not source.is_file():
            yield f"{where}: there is no {match['path']}"
            continue
        quote = match["code"].split("\n")[:-1]
        lines = source.read_text(encoding="utf-8").split("\n")
        runs = (lines[at:at + len(quote)] for at in range(len(lines) - len(quote) + 1))
        if not any(textwrap.dedent("\n".join(run)) == "\n".join(quote) for run in runs):
            yield f"{where}: is not what {match['path']} says"


def main(root, pages):
    wrong = [line for page in pages for line in wrong_quotes(root, page)]
    print("\n".join(wrong) if wrong else "all quotes are true")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
