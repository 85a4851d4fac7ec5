#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""Every public entity of a header has a sentence of documentation.

usage: public_docs.py FOLDER...  Reads the headers below the folders, prints a line for each
undocumented entity, `file:line: name`, and exits with 1 if there is any.

An entity is a type, function, constant or alias of a namespace, or a public type, function,
constant or alias of a type. It is documented by `///` above it, by `///<` on its own lines, or by
the `///` above an entity that stands on the line before: one sentence may cover a run of lines.
Left out is what would only be said twice: data members, about which their type speaks, and
functions that do no more than return, on one line. So are namespaces called detail, constructors,
destructors, operators, friends, enumerators, uses of macros, and what is deleted, defaulted, forward
declared or specialised.
"""

import re
import sys
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<doc>///<?[^\n]*)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<newline>\n)
      |(?P<directive>(?<![^\n])[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
      |(?P<literal>R"(?P<tag>[^\s()\\]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
      |(?P<word>[A-Za-z_]\w*|\d[\w'.]*)|(?P<space>[ \t\r]+)|(?P<mark>::|->|.)""",
    re.DOTALL | re.VERBOSE,
)
TYPE = re.compile(r"(?:class|struct|union|enum(?: class| struct)?)(?: \[\[.*?\]\]| alignas \( .*? \))* (\w+)")
UNNAMED = ("friend", "static_assert", "extern", "public", "private", "protected", "using namespace")


class Scope:
    def __init__(self, kind, name="", hidden=False):
        self.kind = kind  # "namespace", "type" or "enum"
        self.name = name
        self.hidden = hidden
        self.run_ends = -1  # last line of the entity before, if a comment above may still cover on


def without_template(text):
    """The declaration behind its `template < … >`; whether that is a specialisation `< >`."""
    specialised = False
    while text.startswith("template <"):
        depth = 0
        for at, mark in enumerate(text):
            depth += (mark == "<") - (mark == ">")
            if mark == ">" and depth == 0:
                break
        specialised = specialised or text[9:at].strip() == "<"
        text = text[at + 1:].strip()
    if text.startswith("requires"):
        text = text[text.index(")") + 1:].strip() if ")" in text else text
    return text, specialised


def name_of(text, scope):
    """What a declaration declares; empty where nothing needs words."""
    text, specialised = without_template(text)
    text = re.sub(r"^(?:\[ \[ .*? \] \] )+", "", text)
    if re.match(r"[A-Z][A-Z0-9_]+ \(", text):  # a macro
        return ""
    if text.startswith("typedef "):
        return text.split(" __attribute__")[0].split()[-1]
    if " ) -> " in text and "auto" not in text.split():  # a deduction guide
        return ""
    if specialised or not text or text.startswith(UNNAMED):
        return ""
    if re.search(r"= (?:delete|default)$", text) or "operator" in text.split():
        return ""
    if text.startswith("using "):
        return text.split()[1]
    head = text.split(" = ")[0].split(" { ")[0]
    while re.search(r"< [^<>]*>", head):  # arguments of templates may hold ( )
        head = re.sub(r"< [^<>]*>", "", head)
    if scope.kind == "type" and "(" not in head and "static" not in head.split():
        return ""
    if "(" in head:
        name = re.search(r"((?:~|::) )?(\w+) \(", head)
        if not name or name[1] or name[2] == scope.name:
            return ""
        return name[2]
    words = re.findall(r"\w+", re.sub(r"\[.*?\]", "", head))
    return words[-1] if words else ""


class Header:
    def __init__(self, path, text):
        self.path = path
        self.problems = []
        self.docs = set()     # lines of /// above something
        self.trailing = set()  # lines of ///<
        self.directives = set()  # lines of #if and the like, which part nothing
        self.tokens = []
        line = 1
        for match in TOKEN.finditer(text):
            kind = match.lastgroup if match.lastgroup != "tag" else "literal"
            if kind == "doc":
                (self.trailing if match[0].startswith("///<") else self.docs).add(line)
            elif kind == "directive":
                self.directives.update(range(line, line + match[0].count("\n") + 1))
            elif kind in ("literal", "word", "mark"):
                self.tokens.append((match[0], line))
            line += match[0].count("\n")

    def check(self):
        scopes = [Scope("namespace")]
        words, start, parens, at = [], 0, 0, 0
        while at < len(self.tokens):
            token, line = self.tokens[at]
            scope = scopes[-1]
            if not words:
                start = line
            if token in "([":
                parens += 1
            elif token in ")]":
                parens -= 1
            if token == "{" and parens == 0:
                text = " ".join(words)
                declared, _ = without_template(text)
                type_name = TYPE.match(declared)
                if re.match(r"(inline )?namespace\b", declared) or declared == 'extern "C"':
                    name = declared.split()[-1]
                    scopes.append(Scope("namespace", name, scope.hidden or name in ("detail", "namespace")))
                    words = []
                elif type_name and "(" not in re.sub(r"alignas \( .*? \)", "", declared):
                    special = (re.search(rf"\b{type_name[1]} <", declared) is not None
                               or "template < >" in text)
                    self.entity(type_name[1], scope, start, line, special)
                    is_enum = declared.startswith("enum")
                    private = declared.startswith("class")
                    scopes.append(Scope("enum" if is_enum else "type", type_name[1],
                                        scope.hidden or is_enum or private
                                        or special))
                    scopes[-1].inherits_hidden = scope.hidden
                    words = []
                elif "(" in words and not ("=" in words and words.index("=") < words.index("(")):
                    body = at
                    at = self.behind(at)
                    end = self.tokens[at][1]
                    getter = (scope.kind == "type" and start == end
                              and self.tokens[body + 1][0] == "return")
                    self.entity("" if getter else name_of(text, scope), scope, start, end)
                    words = []
                else:  # an initialiser
                    at = self.behind(at)
                    words.append("{ }")
            elif token == "{":
                at = self.behind(at)
                words.append("{ }")
            elif token == "}":
                scopes.pop()
                scopes[-1].run_ends = -1
                words = []
                if at + 1 < len(self.tokens) and self.tokens[at + 1][0] == ";":
                    at += 1
            elif token == ";" and parens == 0:
                text = " ".join(words)
                if not re.fullmatch(r"(?:template < .* > )?(?:class|struct|enum(?: class)?) \w+(?: : \w+)?", text):
                    self.entity(name_of(text, scope), scope, start, line)
                words = []
            elif token == ":" and words and words[-1] in ("public", "private", "protected"):
                scope.hidden = scope.inherits_hidden or words[-1] != "public"
                words = []
            else:
                words.append(token)
            at += 1
        return self.problems

    def behind(self, at):
        """Where the brace that opens at `at` closes; a body may follow a list of initialisers."""
        depth = 0
        while True:
            depth += {"{": 1, "}": -1}.get(self.tokens[at][0], 0)
            if depth == 0:
                following = self.tokens[at + 1][0] if at + 1 < len(self.tokens) else ""
                if following not in ("{", ","):
                    return at
                while following == "," and self.tokens[at][0] != "{":
                    at += 1
                    if self.tokens[at][0] == ";":
                        return at - 1
                if following == "{":
                    at += 1
                continue
            at += 1

    def entity(self, name, scope, start, end, exempt=False):
        above = start - 1
        while above in self.directives:
            above -= 1
        covered = above in self.docs or (scope.run_ends == above and above >= 0)
        scope.run_ends = end if covered else -1
        if not name or exempt or scope.hidden or scope.kind == "enum" or covered:
            return
        if not any(line in self.trailing for line in range(start, end + 1)):
            where = f"{scope.name}::" if scope.kind == "type" else ""
            self.problems.append(f"{self.path}:{start}: {where}{name}")


def main(folders):
    problems = []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.h")):
            problems += Header(path, path.read_text(encoding="utf-8")).check()
    for problem in problems:
        print(f"{problem} is public and has no documentation")
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or not all(Path(folder).is_dir() for folder in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
