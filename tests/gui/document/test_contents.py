"""What dicts, lists and objects hold, in a few words."""

from __future__ import annotations

import argparse
from collections import OrderedDict, defaultdict
from pathlib import Path
from typing import Any

import pytest
import torch

from gui.document.contents import contents_text
from tests.gui.documents import catalogue_of

VALUES: tuple[tuple[Any, str], ...] = (
    ({"lr": 0.1, "betas": (0.9, 0.99), "eps": 1e-8, "foreach": None}, "4 keys: lr, betas, eps …"),
    ({"version": 1}, "1 key: version"),
    (OrderedDict(a=1, b=2), "2 keys: a, b"),
    ({}, "no keys"),
    ({"": 1}, '1 key: ""'),
    ({3: "a", 4: "b"}, "2 keys: 3, 4"),
    (defaultdict(int, {"x": 1}), "defaultdict, 1 key: x"),
    ([0.5, 0.25], "[0.5, 0.25]"),
    ([0.5] * 5, "5 numbers: 0.5, 0.5, 0.5 …"),
    (tuple(range(1000)), "1,000 numbers: 0, 1, 2 …"),
    (["a", "b"] * 4, "8 strings: 'a', 'b', 'a' …"),
    ([{"a": 1}, {"a": 1, "b": 2}], "2 dicts: 1 key, 2 keys"),
    ([{"a": 1, "b": 2}, {"c": 1, "d": 2}], "2 dicts of 2 keys each"),
    ([{"a": 1}], "1 dict of 1 key"),
    ([[1, 2], [3, 4]], "2 lists: [1, 2], [3, 4]"),
    ([True, False] * 3, "6 elements: True, False, True …"),
    ([1, "a", None, 2.5, {}], "5 elements: 1, 'a', None …"),
    ([], "[]"),
    (argparse.Namespace(lr=0.1, epochs=3), "argparse.Namespace: lr, epochs"),
    (torch.Size([2, 3]), "torch.Size([2, 3])"),
    ({"k" * 300: 1}, f"1 key: {'k' * 27}…"),
)


@pytest.mark.parametrize(("value", "text"), VALUES, ids=[text for _value, text in VALUES])
def test_what_lies_in_a_value_is_told(value: Any, text: str, tmp_path: Path) -> None:
    torch.save({"it": value}, tmp_path / "file.pth")
    catalogue = catalogue_of(tmp_path / "file.pth")
    assert contents_text(catalogue, catalogue.find("it")) == text


def test_what_is_shown_elsewhere_says_so(tmp_path: Path) -> None:
    within: dict[str, Any] = {"a": 1}
    within["me"] = within
    torch.save({"it": within}, tmp_path / "file.pth")
    catalogue = catalogue_of(tmp_path / "file.pth")
    assert contents_text(catalogue, catalogue.find("it/me")) == "dict of 2 (shown elsewhere)"


def test_very_many_elements_are_counted_and_not_looked_at(tmp_path: Path) -> None:
    torch.save({"it": [1] * 100_000}, tmp_path / "file.pth")
    catalogue = catalogue_of(tmp_path / "file.pth")
    assert contents_text(catalogue, catalogue.find("it")) == "100,000 elements: 1, 1, 1 …"
