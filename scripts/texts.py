"""``make texts``: finds every text that a user reads, and puts it into the files of translations.

Texts are the literals that `core.words.say`, `say_count`, `marked` and `marked_noun` and `core.text.count_text` are
called with. What is translated already keeps its translation, what nobody says any more goes; what Qt compiles of them
is written beside.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from core.languages import LANGUAGES
from core.words import plural
from scripts.translations import compile_into, read, updated, write

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("core", "gui", "cli")
FUNCTIONS = frozenset({"say", "say_count", "marked", "marked_noun", "count_text"})
_MODULES = ("core.words", "core.text")


class Text(NamedTuple):
    """A text that is said somewhere: with ``counts`` it speaks of so many things, and is the English plural."""

    text: str
    counts: bool
    file: str


class Unreadable(Exception):
    """A text is made of pieces, where a literal is wanted. Says where."""


def texts_of(files: Iterable[Path]) -> list[Text]:
    """The texts of source files, each once a file. Raises `Unreadable` with a line for each that is no literal."""
    found: set[Text] = set()
    problems: list[str] = []
    for file in files:
        name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
        tree = ast.parse(file.read_text(encoding="utf-8"))
        ours = _imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ours:
                try:
                    found.update(Text(text, counts, name) for text, counts in _said(node.func.id, node))
                except Unreadable as problem:
                    problems.append(f"{name}:{node.lineno}: {problem}")
    if problems:
        raise Unreadable("\n".join(problems))
    return sorted(found)


def source_files() -> list[Path]:
    """The modules in which something may be said."""
    return sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))


def _imported(tree: ast.Module) -> set[str]:
    """The functions of ours that a module has; another one may go by the same name elsewhere."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in _MODULES)
    return {name.name for node in imports for name in node.names} & FUNCTIONS


def _said(function: str, call: ast.Call) -> Iterator[tuple[str, bool]]:
    """What one call says, and whether it counts."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        raise Unreadable(f"{function} of a list of arguments")
    match function, call.args:
        case "say", [text]:
            yield from ((literal, False) for literal in _literals(text, noted=True))
        case "say_count", [_, one, many]:
            list(_literals(one))
            yield from ((literal, True) for literal in _literals(many))
        case "marked", [text]:
            yield from ((literal, False) for literal in _literals(text))
        case "marked_noun", [noun]:
            yield from (_counted(literal) for literal in _literals(noun))
        case "count_text", [_, noun]:
            yield from (_counted(literal) for literal in _literals(noun, noted=True))
        case _:
            raise Unreadable(f"{function} with other arguments than it takes")


def _counted(noun: str) -> tuple[str, bool]:
    """As `core.text.count_text` says it."""
    return f"{{n:,}} {plural(noun)}", True


def _literals(node: ast.expr, *, noted: bool = False) -> Iterator[str]:
    """The literals that an argument may be; a variable is none, and may stand where it holds what was ``noted``."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _literals(body, noted=noted)
            yield from _literals(otherwise, noted=noted)
        case ast.Name() | ast.Attribute() | ast.Subscript() if noted:
            return
        case ast.Call(func=ast.Attribute(attr="get" | "pop")) if noted:
            return
        case _:
            raise Unreadable(f"no literal: {ast.unparse(node)[:80]}")


def main() -> int:
    """Update the translations; returns 1 where a text cannot be found."""
    try:
        texts = texts_of(source_files())
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return 1
    for language in LANGUAGES:
        if language == "en":
            continue
        messages = updated(read(language), ((text.text, text.counts, text.file) for text in texts))
        write(language, messages)
        compile_into(language)
        left = sum(not message.translation for message in messages)
        print(f"{language}: {len(messages):,} texts, {left:,} of them not translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
