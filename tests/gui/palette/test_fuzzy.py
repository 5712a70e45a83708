"""A few letters against a text: Python's own `in` and sorted order are the judge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.catalogue.search import Lines
from gui.palette import fuzzy
from gui.palette import key_index as key_index_module
from gui.palette.fuzzy import match, words_of
from gui.palette.key_index import KeyIndex, key_index
from tests.gui.documents import catalogue_of

LETTERS = st.text("abw1._/Añ漢", max_size=14)
BLOCK = 3


def fits(word: str, text: str) -> bool:
    return re.search(".*?".join(map(re.escape, word)), text.lower(), re.DOTALL) is not None


def index_of(paths: list[str]) -> KeyIndex:
    blocks = [paths[first : first + BLOCK] for first in range(0, len(paths), BLOCK)]
    return KeyIndex([Lines.of(block, range(len(block))) for block in blocks])


@given(st.text("abw1ñ漢", max_size=4), LETTERS)
def test_the_letters_are_found_in_their_order(word: str, text: str) -> None:
    found = match([word], text)
    assert (found is not None) == fits(word, text)
    if found is not None:
        assert "".join(text[place] for place in found.places).lower() == word


@given(st.lists(LETTERS, min_size=1, max_size=12), st.text("abw1ñ漢 ", min_size=1, max_size=6))
def test_all_lines_at_once_are_what_each_line_is(paths: list[str], query: str) -> None:
    words = words_of(query)
    keys, count = index_of(paths).best(words, 100)
    wanted = [line for line, path in enumerate(paths) if words and all(fits(word, path) for word in words)]
    assert sorted(key.entry for key in keys) == wanted
    assert count >= len(wanted)  # letters beyond ASCII are told apart only among the best
    assert all(key.path == paths[key.entry] for key in keys)


def test_typing_on_and_back_says_the_same_as_typing_at_once() -> None:
    paths = [f"model/layer.{number}.{name}.weight" for number in range(30) for name in ("query", "key")]
    typed = index_of(paths)
    for query in ("q", "qu", "q", "", "l", "l1", "l11", "l11 q", "l1", "weight11"):
        assert typed.best(words_of(query), 9) == index_of(paths).best(words_of(query), 9)


def test_what_begins_words_and_stands_together_comes_first() -> None:
    layers = [
        f"encoder.layer.{number}.attention.self.{name}.weight" for number in range(24) for name in ("query", "key")
    ]
    names = [*layers, "encoder.layer.1.output.1.query.weight"]
    index = index_of(names)
    for query in ("l11q", "11 query", "layer.11.query", "encla11qw", "query 11"):
        keys, _count = index.best(words_of(query), 5)
        assert keys[0].path == "encoder.layer.11.attention.self.query.weight", query


def test_only_the_best_of_many_lines_are_looked_at_closely_and_none_better_is_lost() -> None:
    paths = [f"x{number}.a.b.c.long.name.of.something" for number in range(2000)]
    paths[1234] = "abc"
    keys, count = index_of(paths).best(["abc"], 5)
    assert keys[0].path == "abc"
    assert count == 2000


def test_what_is_noted_beside_keys_comes_after_all_of_them(tmp_path: Path) -> None:
    net = torch.nn.Sequential(torch.nn.Linear(2, 2))
    torch.save({"_metadata": {"net": 1}, "model": net.state_dict()}, tmp_path / "a.pt")
    keys, _count = key_index(catalogue_of(tmp_path / "a.pt")).best(["0"], 9)
    assert [key.path for key in keys] == [
        "model/0.bias",
        "model/0.weight",
        "model/_metadata/0",
        "model/_metadata/0/version",
    ]
    keys, _count = key_index(catalogue_of(tmp_path / "a.pt")).best(["metadata"], 9)
    assert keys[0].path == "_metadata"  # a key of that name is one as all others
    many = [f"model/_metadata/layer{number}" for number in range(300)]
    index = KeyIndex([Lines.of([*many, "x.l.a.y.e.r"], range(301))], [(0, 300)])
    assert index.best(["layer"], 3)[0][0].path == "x.l.a.y.e.r"


def test_letters_are_looked_for_in_shapes_digits_in_all_paths_and_a_letter_more_is_one_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    went_over: list[int] = []
    looked_at: list[str] = []
    one_step, one_look = key_index_module._followed, fuzzy.match

    def counted(step: Any, word: str) -> Any:
        went_over.append(len(step.first))
        return one_step(step, word)

    def noted(words: Sequence[str], text: str) -> fuzzy.Match | None:
        looked_at.append(text)
        return one_look(words, text)

    monkeypatch.setattr(key_index_module, "_followed", counted)
    monkeypatch.setattr(fuzzy, "match", noted)
    paths = [f"layers.{number}.{name}" for number in range(1000) for name in ("weight", "bias")]
    index = index_of(paths)
    shapes, lines = 6, len(paths)  # numbers of one, two and three digits, each with two names
    for query, steps in (
        ("l", [shapes]),
        ("la", [shapes]),
        ("la w", [shapes]),
        ("la", []),
        ("la7", [lines]),
        ("la7w", [lines]),
        ("7", [lines]),
    ):
        went_over.clear()
        looked_at.clear()
        index.best(words_of(query), 60)
        assert went_over == steps, query
        assert len(looked_at) <= 120, query


def test_of_keys_that_fit_alike_the_first_in_the_file_come_first() -> None:
    paths = [f"layers.{number}.weight" for number in range(100, 1000)]
    keys, count = index_of(paths).best(["weight"], 60)
    assert count == 900
    assert [key.path for key in keys] == paths[:60]
