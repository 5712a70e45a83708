"""Has the wheel import itself as ``pthfinder.core``, ``pthfinder.cli`` and ``pthfinder.gui``.

Hatchling calls it while it builds a wheel. The sources stay as they are; what goes into the wheel is a copy, in which
imports, and texts that are nothing but the name of a module of ours (or ``module:function``), begin with ``pthfinder``.
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "pthfinder"
TOPS = ("core", "cli", "gui")
_OTHERS = {
    "main.py": "main.py",
    "installer/pthfinder/__init__.py": "__init__.py",
    "installer/pthfinder/__main__.py": "__main__.py",
}
_BEGINNINGS = tuple(f"{top}." for top in TOPS)
_OURS = re.compile(rf"(?:{'|'.join((*TOPS, 'main'))})(?:\.|$)")


class WheelImports(BuildHookInterface):  # type: ignore[type-arg]  # it has no settings
    """Lays the copy out as ``pthfinder`` in the wheel."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        root, self._copy = Path(self.root), Path(tempfile.mkdtemp(prefix="pthfinder-wheel-"))
        lay_out(root, self._copy)
        build_data["force_include"][str(self._copy)] = PACKAGE

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        shutil.rmtree(self._copy)


def lay_out(root: Path, target: Path) -> None:
    """Write the package as it is installed, without what it has besides code. Raises ValueError as `renamed` does."""
    files = [(path, path.relative_to(root)) for top in TOPS for path in (root / top).rglob("*.py")]
    files += [(root / source, Path(place)) for source, place in _OTHERS.items()]
    modules = {_dotted(place) for _, place in files} - {""}
    for path, place in files:
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        (target / place).write_text(renamed(path.read_text(encoding="utf-8"), modules), encoding="utf-8")
    (target / "py.typed").touch()


def _dotted(place: Path) -> str:
    parts = place.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class _Place(NamedTuple):
    """Where the name of a module begins: a line, counted from 0, and a byte of it."""

    line: int
    byte: int


def renamed(source: str, modules: set[str]) -> str:
    """The source of a module with ``pthfinder.`` before the names of all ``modules`` of ours.

    Raises ValueError for ``import core.x`` without ``as`` and for a text that begins with such a name and goes on.
    """
    lines = source.encode().splitlines(keepends=True)
    for place in sorted(_places(ast.parse(source), lines, modules), reverse=True):
        line = lines[place.line]
        lines[place.line] = line[: place.byte] + f"{PACKAGE}.".encode() + line[place.byte :]
    return b"".join(lines).decode()


def _places(tree: ast.Module, lines: list[bytes], modules: set[str]) -> Iterator[_Place]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(name), level=0) if _OURS.match(name):
                yield _found(lines, node, name)
            case ast.Import(names=names):
                for alias in names:
                    if _OURS.match(alias.name) and alias.asname is None:
                        raise ValueError(f"line {node.lineno}: say from which package, or as what: import {alias.name}")
                    if _OURS.match(alias.name):
                        yield _found(lines, alias, alias.name)
            case ast.Constant(value=str(name)) if "." in name and name.partition(":")[0] in modules:
                yield _found(lines, node, name)
            case ast.JoinedStr(values=[ast.Constant(value=str(begin)), *_]) if begin.startswith(_BEGINNINGS):
                raise ValueError(f"line {node.lineno}: the name of a module is put together: {begin}")


def _found(lines: list[bytes], node: ast.stmt | ast.expr | ast.alias, name: str) -> _Place:
    """The name in what stands at a node."""
    line = node.lineno - 1
    at = lines[line].find(name.encode(), node.col_offset)
    if at < 0:
        raise ValueError(f"line {node.lineno}: {name} is not where it is said to be")
    return _Place(line, at)
