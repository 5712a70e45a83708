"""Keys that are different as objects and equal as plain data: nothing is lost without a word."""

from __future__ import annotations

import enum
import fractions
import pathlib
from pathlib import Path
from typing import Any

import pytest
import torch

from core.diagnosis.diagnose import cure_all
from core.edits.edits import Drop, Edit, MakePlain, Plan, RenameKey
from core.edits.preview import preview
from core.errors import KeyCollision
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned
from tests.support.judging import CPU, assert_cures_cure, findings_of, quiet_load, torch_says


class Kind(enum.Enum):
    A = "a"


HERE = pathlib.PurePosixPath("a")
MEETING: dict[str, dict[Any, Any]] = {
    "a path and its text": {HERE: torch.ones(1), "a": torch.ones(2)},
    "two paths": {HERE: 1, pathlib.PureWindowsPath("a"): 2},
    "within tuples": {(HERE, 1): 1, ("a", 1): 2},
    "within tuples within tuples": {((HERE,), 1): 1, (("a",), True): 2},
    "a frozen set and a tuple": {frozenset({1}): 1, (1,): 2},
    "an enum and its value": {Kind.A: 1, "a": 2},
    "a fraction and its text": {fractions.Fraction(1, 2): 1, "1/2": 2},
    "deeper": {"b": {"c": [{HERE: 1, "a": 2}]}},
}


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("name", MEETING)
def test_refused_with_both_names(tmp_path: Path, name: str, protocol: int) -> None:
    source = save({"files": MEETING[name], "w": torch.ones(1)}, tmp_path / "a.pt", pickle_protocol=protocol)
    for path in ("", "files"):
        with pytest.raises(KeyCollision, match=r"would both become .*, and one would be lost") as caught:
            planned(source, MakePlain(catalogue_of(source).find(path) if path else 0))
        assert "'files" in str(caught.value)


@pytest.mark.parametrize("name", MEETING)
def test_no_cure_is_offered_that_would_lose_one(tmp_path: Path, name: str) -> None:
    """Nor one that drops both: the finding says what to do."""
    source = save({"files": MEETING[name], "other": pathlib.PurePosixPath("b"), "w": torch.ones(1)}, tmp_path / "a.pt")
    view = planned(source)
    findings = assert_cures_cure(view)
    assert any("As plain data, two keys of a dict in it would become the same key" in each.fix for each in findings)
    cured = preview(view.catalogue, cure_all(view.catalogue, Plan(), CPU))
    assert not cured.dropped(view.catalogue.find("files"))
    assert cured.plan.find(MakePlain, entry=view.catalogue.find("other"))
    assert torch_says(source) in {each.message for each in findings_of(source)}


def test_once_one_is_renamed_or_dropped_both_stay(tmp_path: Path) -> None:
    source = save({"files": {HERE: 1, "a": 2, "b": 3}}, tmp_path / "a.pt")
    find = catalogue_of(source).find
    plain = MakePlain(find("files"))
    beside: dict[Edit, dict[str, int]] = {
        RenameKey(find("files/a"), "c"): {"a": 1, "c": 2, "b": 3},
        Drop(find("files/a")): {"a": 1, "b": 3},
    }
    for edit, wanted in beside.items():
        for edits in ((edit, plain), (plain, edit)):
            fix(source, tmp_path / "b.pt", *edits, overwrite=True)
            assert torch.load(tmp_path / "b.pt") == {"files": wanted}


def test_a_name_that_becomes_that_of_a_path(tmp_path: Path) -> None:
    source = save({"files": {HERE: 1, "b": 2}}, tmp_path / "a.pt")
    find = catalogue_of(source).find
    with pytest.raises(KeyCollision):
        planned(source, MakePlain(find("files")), RenameKey(find("files/b"), "a"))


def test_an_object_that_is_a_key_elsewhere_too(tmp_path: Path) -> None:
    """It is plain wherever the file has it."""
    source = save({"x": {HERE: 1}, "y": {HERE: 1, "a": 2}}, tmp_path / "a.pt")
    with pytest.raises(KeyCollision, match="two keys in 'y'"):
        planned(source, MakePlain(catalogue_of(source).find("x")))


def test_keys_that_stay_apart(tmp_path: Path) -> None:
    """Also those that are no plain data yet, and are equal to nothing but themselves."""
    value = {HERE: 1, "b": 2, (1, "a"): 3, ("a", 1): 4, frozenset({2}): 5, b"a": 6, 1.5: 7, float("nan"): 8}
    source = save({"files": value}, tmp_path / "a.pt", pickle_protocol=4)
    fix(source, tmp_path / "b.pt", MakePlain(0))
    found = quiet_load(tmp_path / "b.pt", weights_only=False)["files"]
    assert list(found.values()) == [1, 2, 3, 4, 5, 6, 7, 8]
