"""Values that hold themselves: what is kept of them is all that would be loaded, or is refused with a sentence."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest
import torch

from core.edits.edits import Drop, Keep
from core.errors import EditError
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import load


def looped() -> dict[str, Any]:
    """Objects, lists and tuples that hold what they are in."""
    runs = argparse.Namespace(best=torch.ones(1))
    everything: list[Any] = [runs, torch.ones(2)]
    runs.everything = everything
    pair: tuple[list[Any], torch.Tensor] = ([], torch.ones(3))
    pair[0].append(pair)
    inner: dict[str, Any] = {"weight": torch.ones(4)}
    inner["me"] = inner
    value = {"everything": everything, "pair": pair, "inner": inner}
    value["inner"]["file"] = value
    return value


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        ("everything/0", r"'everything/0' refers back to 'everything' \(at 'everything/0/everything'\), .* or drop"),
        ("everything/0/everything", r"'everything/0/everything' is the same object as 'everything'. Keep that instead"),
        ("pair/0", r"'pair/0' refers back to 'pair' \(at 'pair/0/0'\)"),
        ("inner", r"'inner' refers back to the whole file \(at 'inner/file'\)"),
        ("inner/me", "'inner/me' is the same object as 'inner'. Keep that instead"),
        ("inner/file", "'inner/file' is the same object as the whole file"),
    ],
)
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_what_cannot_be_kept_without_what_it_is_in(tmp_path: Path, container: str, kept: str, words: str) -> None:
    source = save(looped(), tmp_path / "a.pth", container)
    with pytest.raises(EditError, match=words):
        planned(source, Keep(catalogue_of(source).find(kept)))


def test_a_loop_is_kept_as_it_is(tmp_path: Path) -> None:
    """All of it, or what is left once the way back is dropped."""
    source = save(looped(), tmp_path / "a.pth")
    find, target = catalogue_of(source).find, tmp_path / "b.pth"
    fix(source, target, Keep(find("everything")))
    loaded = load(target)
    assert loaded[0].everything is loaded
    assert torch.equal(loaded[1], torch.ones(2))
    fix(source, target, Keep(find("pair")), overwrite=True)
    loaded = load(target)
    assert loaded[0][0] is loaded
    for edits in (
        (Keep(find("inner")), Drop(find("inner/file"))),
        (Drop(find("inner/file")), Keep(find("inner"))),
    ):
        fix(source, target, *edits, overwrite=True)
        loaded = load(target)
        assert set(loaded) == {"weight", "me"}
        assert loaded["me"] is loaded
    fix(source, target, Keep(find("everything/0")), Drop(find("everything/0/everything")), overwrite=True)
    assert list(vars(load(target))) == ["best"]
