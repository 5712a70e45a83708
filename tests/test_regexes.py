"""No regular expression of the program takes more than twice as long on a text that is twice as long, or it says why.

Each is tried on texts made of itself; steps are counted, no clock is asked (`tests.support.regex_steps`).
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.containers import known_files
from core.diagnosis.traps.register import ERRORS
from core.formats.register import FORMATS
from tests.places import ROOT
from tests.support.regex_steps import ENDLESS, Counting, attack_of, bounds, parsed

USER, TRIED = "what the user types", "tables, tried below"
KNOWN = {"gui/help/model.py": "the program's own pages"}
"""Modules with some that are not linear, and why that does no harm."""
MADE = {
    "cli/language.py": "what argparse says of what the user types",
    "core/catalogue/search.py": USER,
    "core/containers/dcp/runs.py": "made of names of opcodes, matched where they stand",
    "core/containers/known_files.py": TRIED,
    "core/diagnosis/device_words.py": "those of the devices, between ends of words",
    "core/diagnosis/error_facts.py": "a word with nothing that repeats",
    "core/diagnosis/inside.py": "those of the devices, in bytes",
    "core/diagnosis/model_match/parametrized.py": "names, escaped, between an end of a key and a point",
    "core/diagnosis/trap.py": TRIED,
    "core/diagnosis/traps/devices.py": "devices, escaped, with a number",
    "core/formats/identify.py": "a tag of XML",
    "core/formats/register.py": TRIED,
    "core/safe_regex.py": "what the user types, or a recipe says, held to a bound there",
    "gui/tree/search_line.py": USER,
}
"""Modules that make expressions of what they are told, and of what."""
METHODS = {"search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split"}
CALLS = {*METHODS, "compile"}
FLAGS = re.compile(r"re\.[A-Z]+\b")


class Found(NamedTuple):
    name: str
    pattern: re.Pattern[Any]
    uses: set[str]


def sources() -> Iterator[tuple[str, str]]:
    for path in chain(*(sorted((ROOT / top).rglob("*.py")) for top in ("core", "cli", "gui"))):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def written() -> tuple[list[Found], set[str]]:
    """Every expression of the program, and the modules that make some of what they are told."""
    found, made = [], set()
    texts = dict(sources())
    for name, text in texts.items():
        if not re.search(r"\bre\.", text):
            continue
        tree = ast.parse(text)
        there = vars(importlib.import_module(".".join(Path(name).with_suffix("").parts).removesuffix(".__init__")))
        kept = {id(node.value): node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in {f"re.{each}" for each in CALLS}):
                continue
            others = map(ast.unparse, (*node.args[1:], *(each.value for each in node.keywords)))
            flags = next((each for each in others if FLAGS.match(each) or type(there.get(each)) is re.RegexFlag), "0")
            try:
                pattern = re.compile(*(eval(each, dict(there)) for each in (ast.unparse(node.args[0]), flags)))
            except (NameError, TypeError):
                made.add(name)
                continue
            method = ast.unparse(node.func).removeprefix("re.")
            uses = {method} if method != "compile" else uses_of(kept.get(id(node)), texts, name)
            found.append(Found(f"{name}:{node.lineno}", pattern, uses))
    return found, made


def uses_of(kept: ast.Assign | ast.AnnAssign | None, texts: dict[str, str], name: str) -> set[str]:
    """How an expression that a module keeps is used; in every way where it is handed on."""
    target = kept and (kept.targets[0] if isinstance(kept, ast.Assign) else kept.target)
    if not isinstance(target, ast.Name):
        return {"search", "finditer"}
    among = [texts[name]] if target.id.startswith("_") else [text for text in texts.values() if target.id in text]
    said = [rest for text in among for rest in re.findall(rf"\b{target.id}\b(.{{0,12}})", text)]
    methods = {each[1] for rest in said if (each := re.match(r"\.([a-z]+)\b", rest))} & METHODS
    if sum(rest[:1] != "." for rest in said) > len(among) or not methods:  # handed on
        methods |= {each for text in among for each in re.findall(r"(?<!\bre)\.([a-z]+)\b", text)} & METHODS
    return methods or {"search", "finditer"}


def wordings() -> Iterator[Found]:
    for error in ERRORS:
        for wording in error.wordings:
            for squeezed in (False, True):
                yield Found(wording.pattern, wording.expression(squeezed=squeezed), {"finditer"})
            if wording.above:
                yield Found(wording.above, re.compile(wording.above), {"search"})


def slow(found: list[Found]) -> dict[str, str]:
    return {
        each.name: attack
        for each in found
        if ENDLESS in bounds(parsed(each.pattern))
        for attack in [next(filter(None, (attack_of(each.pattern, use) for use in sorted(each.uses))), "")]
        if attack
    }


@pytest.fixture(autouse=True)
def deep() -> Iterator[None]:
    """The matcher calls itself for each letter."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def test_those_that_stand_in_the_program() -> None:
    found, made = written()
    assert len(found) > 200
    assert {name.partition(":")[0] for name in slow(found)} == KNOWN.keys()
    assert made == MADE.keys()


def test_those_of_tables() -> None:
    formats = (Found(each.name, re.compile(each.files), {"search"}) for each in FORMATS if each.files)
    others = (Found(str(each), re.compile(each), {"fullmatch"}) for each, _ in known_files._OTHERS)
    assert slow([*formats, *others, *wordings()]) == {}


@pytest.mark.parametrize(
    "pattern", [r"\s*\n", r'"((?:[^"\\]|\\.)*)"', r"\d+(?=-of-)", r"\[([^\]]*)\]", r"(a+)+b", r"[^;&=]*="]
)
def test_a_slow_one_is_found(pattern: str) -> None:
    assert attack_of(re.compile(pattern), "finditer")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(\w+) \1 (?:a|b+?)(?<=b)\d*+$", "xx xx bbb77"),
        (r"(?i)(?>a|ab)c|(x)?y(?(1)z|w)", "ABC abc ac yw xyz"),
        (r"\b[^\W\d]{2,}?(?!\d)", "ab1 abc\n12 de_"),
        (rb"\x80.(\d\.?)*", "a\x80b1.2.3"),
    ],
)
@pytest.mark.parametrize("use", ["search", "match", "fullmatch", "finditer"])
def test_the_counting_matcher_matches_as_python_does(pattern: str | bytes, text: str, use: str) -> None:
    compiled: re.Pattern[Any] = re.compile(pattern)
    given = text if isinstance(pattern, str) else text.encode("latin-1")
    found = getattr(compiled, use)(given)
    matches = [found] if isinstance(found, re.Match) else [*(found or ())]
    assert Counting(compiled).spans(text, use) == [each.span() for each in matches]


@pytest.mark.parametrize("pattern", [r"\s*+\n|x", r"(?<!\d)\d++(?=-of-)", r"\[([^\[\]]*)\]", r"a\d+b"])
def test_a_fast_one_is_not(pattern: str) -> None:
    assert attack_of(re.compile(pattern), "match") == ""
