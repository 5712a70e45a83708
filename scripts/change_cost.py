"""``make cost``: how many places one thing has, read off the sources by `ast`. It prints, and judges nothing.

What is measured is the product: ``main.py`` and all modules of ``core``, ``gui`` and ``cli``.

- *lines*, *modules*: all lines of all modules, blank ones and comments too.
- *files that name an edit*: for each class of edits, the modules in which its name stands as a name: where it is
  defined, imported, called or matched. Texts and comments do not count. An edit is what ``EDITS`` or the union ``Edit``
  lists.
- *files that test a container's kind*: modules that compare something called ``container`` or ``…_container``, or what
  is called ``kind``, with the name of a kind of container: by ``==``, ``in``, ``startswith`` or ``case``. The name
  may be a literal, or a constant that stands for one or for some.
- *lists of suffixes*: displays with three texts or more, two of them endings of checkpoints; one within another is one.
- *class names with three meanings*: names without an underscore before them that three modules or more give a class.
- *modules with one neighbour as only user*: nobody imports them but one module of their own folder. A module that a
  register names by a text (``"core.formats.legacy"``) is used by that register.
- *files that name a trap*: for each code of a trap, the modules in which it stands as a text, by itself or among other
  codes. Codes are those that ``trap(…)`` is called with, or that a class of traps has as ``code`` or ``codes``; of one
  that is a word for something else too, such as ``safetensors``, too many are counted.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = ("core", "gui", "cli")
_KINDS: Final = frozenset({"zip", "legacy", "safetensors", "sharded", "dcp", "files", "run folder", "tar", "FSDP"})
_SUFFIXES: Final = frozenset({".pt", ".pth", ".ckpt", ".bin", ".safetensors"})
_CODE: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_DOTTED: Final = re.compile(r"(?:core|gui|cli)(?:\.\w+)+")


@dataclass(frozen=True)
class Module:
    """A module of the product: its dotted ``name``, its number of ``lines``, and what it says."""

    name: str
    lines: int
    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All that is in it: to walk a tree takes longer than to look at what is found."""
        return tuple(ast.walk(self.tree))

    @property
    def package(self) -> str:
        """The folder that it lies in."""
        return self.name.rpartition(".")[0]


class Figure(NamedTuple):
    """One line of the table: ``target`` is empty where there is none, ``which`` are those that count most."""

    what: str
    today: str
    target: str
    which: str = ""


def modules(root: Path = ROOT) -> list[Module]:
    """All modules of the product; a package is called as its folder."""
    paths = [root / "main.py", *(path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py")))]
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Module(name, text.count("\n"), ast.parse(text)))
    return found


def named(module: Module) -> frozenset[str]:
    """Every name that stands in a module."""
    found: set[str] = set()
    for node in module.nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.ClassDef(name=name):
                found.add(name)
    return frozenset(found)


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts at or below a node."""
    return _texts_of(ast.walk(node))


def _texts_of(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module gives values to, with the values."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def edits(product: Iterable[Module]) -> list[str]:
    """The names of the classes of edits: those in the register, else those in the union."""
    found: dict[str, list[str]] = {}
    for module in product:
        if module.name.startswith("core.edits"):
            for name, value in _assigned(module.tree):
                if name in ("EDITS", "Edit"):
                    found[name] = [each.id for each in ast.walk(value) if isinstance(each, ast.Name)]
    return found.get("EDITS") or found.get("Edit") or []


def files_per_edit(product: list[Module]) -> dict[str, int]:
    """How many modules name each edit."""
    names = [named(module) for module in product]
    return {edit: sum(edit in each for each in names) for edit in edits(product)}


# -- kinds of containers ---------------------------------------------------------------------------------------


def _is_kind(text: str) -> bool:
    return text in _KINDS or text.startswith("zip ")


def kinds_by_name(product: Iterable[Module]) -> frozenset[str]:
    """The constants that stand for a kind of container, or for a collection of nothing else."""
    found: set[str] = set()
    for module in product:
        for name, value in _assigned(module.tree):
            texts = list(_texts(value))
            if name.isupper() and texts and all(map(_is_kind, texts)) and not isinstance(value, ast.JoinedStr):
                found.add(name)
    return frozenset(found)


def _called(node: ast.expr) -> str:
    """What an expression is called: the last of its names."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return _called(func)
        case ast.BoolOp(values=[first, *_]):
            return _called(first)
        case ast.IfExp(body=body):
            return _called(body)
        case ast.NamedExpr(value=value):
            return _called(value)
    return ""


def _tests_kind(sides: list[ast.expr], constants: frozenset[str]) -> bool:
    """Whether of the sides of a comparison one is called a container or a kind, and one says which."""
    says = any(
        _called(side) in constants or (any(map(_is_kind, _texts(side))) and not isinstance(side, ast.Call))
        for side in sides
    )
    names = [_called(side).lower() for side in sides]
    return says and any(name.endswith(("container", "kind", "format")) for name in names)


def tests_container(module: Module, constants: frozenset[str]) -> bool:
    """Whether a module asks of which kind a container is."""
    for node in module.nodes:
        match node:
            case ast.Compare(left=left, comparators=others) if _tests_kind([left, *others], constants):
                return True
            case ast.Call(func=ast.Attribute(value=value, attr="startswith"), args=args):
                if _tests_kind([value, *args], constants):
                    return True
            case ast.Match(subject=subject, cases=cases):
                patterns = [each.value for case in cases for each in ast.walk(case) if isinstance(each, ast.MatchValue)]
                if _tests_kind([subject, *patterns], constants):
                    return True
    return False


# -- suffixes and names ----------------------------------------------------------------------------------------


def suffix_lists(module: Module) -> int:
    """How many lists of endings of checkpoints a module has."""

    def count(node: ast.AST) -> int:
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            keys = node.keys if isinstance(node, ast.Dict) else node.elts
            texts = [text for key in keys if key is not None for text in _texts(key)]
            if len(texts) > 2 and len(_SUFFIXES.intersection(texts)) > 1:
                return 1
        return sum(map(count, ast.iter_child_nodes(node)))

    return count(module.tree)


def meanings(product: Iterable[Module]) -> dict[str, int]:
    """How many modules give each public name to a class."""
    found: Counter[str] = Counter()
    for module in product:
        classes = {node.name for node in module.nodes if isinstance(node, ast.ClassDef)}
        found.update(name for name in classes if not name.startswith("_"))
    return dict(found)


def users(product: list[Module]) -> dict[str, set[str]]:
    """Who imports each module, or names it in a text."""
    names = {module.name for module in product}
    found: dict[str, set[str]] = defaultdict(set)
    for module in product:
        for node in module.nodes:
            match node:
                case ast.Import(names=aliases):
                    asked = [alias.name for alias in aliases]
                case ast.ImportFrom(module=str(source), names=aliases):
                    asked = [f"{source}.{alias.name}" for alias in aliases]
                    asked = [name if name in names else source for name in asked]
                case ast.Constant(value=str(text)) if _DOTTED.fullmatch(text):
                    asked = [text if text in names else text.rpartition(".")[0]]
                case _:
                    continue
            for name in names.intersection(asked) - {module.name}:
                found[name].add(module.name)
    return found


def with_one_neighbour(product: list[Module]) -> list[str]:
    """The modules that one module of their own folder uses, and nobody else."""
    packages = {module.package for module in product}
    return [
        name
        for name, by in users(product).items()
        if name not in packages and len(by) == 1 and next(iter(by)).rpartition(".")[0] == name.rpartition(".")[0]
    ]


# -- traps -----------------------------------------------------------------------------------------------------


def trap_codes(product: Iterable[Module]) -> frozenset[str]:
    """The codes of all traps."""
    found: set[str] = set()
    for module in product:
        if not module.name.startswith(("core.diagnosis", "core.traps")):
            continue
        for node in module.nodes:
            match node:
                case ast.Call(func=ast.Name(id="trap"), args=[ast.Constant(value=str(codes)), *_]):
                    found.update(codes.split())
                case ast.ClassDef(body=body):
                    for name, value in _assigned(ast.Module(body, [])):
                        if name in ("code", "codes"):
                            found.update(code for text in _texts(value) for code in text.split())
    return frozenset(code for code in found if _CODE.fullmatch(code))


def files_per_trap(product: list[Module]) -> dict[str, int]:
    """How many modules name each code."""
    codes = trap_codes(product)
    found: Counter[str] = Counter()
    for module in product:
        words = [text.split() for text in _texts_of(module.nodes)]
        found.update({word for each in words if codes.issuperset(each) for word in each})
    return {code: found[code] for code in codes}


# -- the table -------------------------------------------------------------------------------------------------


def _most(counts: Mapping[str, int], many: int = 3) -> str:
    """The first by their counts."""
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:many]
    return ", ".join(f"{name} {count}" for name, count in ordered)


def _mean(counts: Mapping[str, int]) -> str:
    return f"{sum(counts.values()) / len(counts):.1f}" if counts else "none"


def figures(product: list[Module]) -> list[Figure]:
    """All that is measured."""
    constants = kinds_by_name(product)
    of_edits, of_traps = files_per_edit(product), files_per_trap(product)
    testing = [module.name for module in product if tests_container(module, constants)]
    lists = {module.name: count for module in product if (count := suffix_lists(module))}
    shared = {name: count for name, count in meanings(product).items() if count > 2}
    single = with_one_neighbour(product)
    folders = Counter(name.rpartition(".")[0] for name in single)
    return [
        Figure("lines of the product", f"{sum(module.lines for module in product):,}", "92,000"),
        Figure("modules of the product", f"{len(product):,}", "640"),
        Figure("files that name an edit, on average", _mean(of_edits), "5", f"of {len(of_edits)} edits"),
        Figure("files that name an edit, at most", str(max(of_edits.values(), default=0)), "", _most(of_edits)),
        Figure("files that test a container's kind", str(len(testing)), "12", _most(Counter(_rooms(testing)))),
        Figure("lists of suffixes", str(sum(lists.values())), "1", ", ".join(lists)),
        Figure("class names with three meanings", str(len(shared)), "2", _most(shared, 12)),
        Figure("modules with one neighbour as only user", str(len(single)), "60", _most(folders)),
        Figure("files that name a trap, on average", _mean(of_traps), "", f"of {len(of_traps)} codes"),
        Figure("files that name a trap, at most", str(max(of_traps.values(), default=0)), "", _most(of_traps)),
    ]


def _rooms(names: Iterable[str]) -> list[str]:
    return [".".join(name.split(".")[:2]) for name in names]


def main() -> None:
    """Print the table; with ``--all`` the files that test a kind and the modules with one user too."""
    product = modules()
    rows = [Figure("", "today", "target"), *figures(product)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for what, today, target, which in rows:
        line = f"{what:{widths[0]}}  {today:>{widths[1]}}  {target:>{widths[2]}}  {which}"
        sys.stdout.write(line.rstrip() + "\n")
    if "--all" in sys.argv[1:]:
        constants = kinds_by_name(product)
        for title, names in (
            ("test a container's kind", [each.name for each in product if tests_container(each, constants)]),
            ("have one neighbour as their only user", sorted(with_one_neighbour(product))),
        ):
            sys.stdout.write("\n".join([f"\nThese {title}:", *(f"  {name}" for name in names), ""]))


if __name__ == "__main__":
    main()
