"""A plan carried over to a newer state of its file does the same there, judged by what torch loads afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.edits.edits import Cast, Drop, Plan, RemapDevice, RenameKey, SetNumbers, SetValue, StripPrefix
from core.edits.numbers.theirs import put_tensor
from core.recipes.kept_plan import carry
from core.saving.save import save as save_plan
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, assert_same_files


def write(path: Path, epoch: int, **more: Any) -> Path:
    """One state of a run: later ones have more in them, so that every entry has another number."""
    with PretendGpus() as gpus:
        model = {f"module.{name}": torch.full((2, 2), float(epoch)) for name in "abc"}
        for tensor in model.values():
            gpus.place(tensor, "cuda:1")
        before = {f"metric{number}": number for number in range(epoch)}
        return save({**before, "epoch": epoch, "model": model, "best": torch.ones(epoch), **more}, path)


def test_edits_find_their_entries_again(tmp_path: Path) -> None:
    old, new = (catalogue_of(write(tmp_path / f"{epoch}.pt", epoch)) for epoch in (1, 7))

    def edits(catalogue: Any) -> tuple[Any, ...]:
        row = catalogue.rows[catalogue.find("model/module.c")]
        return (
            SetValue(catalogue.find("epoch"), 0),
            RenameKey(catalogue.find("model/module.b"), "module.d"),
            StripPrefix("module.", catalogue.find("model")),
            RemapDevice("cuda:1", "cpu", None, frozenset({row})),
            Drop(catalogue.find("best")),
        )

    carried = carry(Plan(edits(old)), old, new)
    assert carried.lost == ()
    assert carried.plan == Plan(edits(new))
    save_plan(carried.preview, tmp_path / "carried.pt")
    fix(tmp_path / "7.pt", tmp_path / "made.pt", *edits(new))
    assert_same_files(tmp_path / "carried.pt", tmp_path / "made.pt")


def test_what_is_not_there_any_more_is_told(tmp_path: Path) -> None:
    old = catalogue_of(write(tmp_path / "a.pt", 1, extra={"x": torch.ones(1)}))
    new = catalogue_of(write(tmp_path / "b.pt", 2))
    gone, stays = Drop(old.find("extra/x")), SetValue(old.find("epoch"), 5)
    carried = carry(Plan((gone, stays)), old, new)
    assert carried.lost == (gone,)
    assert carried.plan == Plan((SetValue(new.find("epoch"), 5),))


def test_what_cannot_be_done_any_more_is_told(tmp_path: Path) -> None:
    """A new key that is taken by now; the edits beside it stay."""
    old = catalogue_of(write(tmp_path / "a.pt", 1))
    new = catalogue_of(write(tmp_path / "b.pt", 2, other=3))
    clash = RenameKey(old.find("best"), "other")
    carried = carry(Plan((clash, Drop(old.find("epoch")))), old, new)
    assert carried.lost == (clash,)
    assert carried.plan == Plan((Drop(new.find("epoch")),))


def test_of_a_great_many_edits_none_vanishes_untold(tmp_path: Path) -> None:
    """Each is kept or told as lost, those too that are too many to be tried one by one."""
    many = {f"v{number}": number for number in range(250)}
    old = catalogue_of(write(tmp_path / "a.pt", 1, **many))
    new = catalogue_of(write(tmp_path / "b.pt", 2, other=3, **many))
    edits = [RenameKey(old.find("best"), "other"), *(SetValue(old.find(name), 0) for name in many)]
    carried = carry(Plan(tuple(edits)), old, new)
    assert len(carried.plan.edits) + len(carried.lost) == len(edits)
    assert edits[0] in carried.lost


@pytest.mark.parametrize("key", [(1, 2), 3.5, None, b"x"])
def test_keys_of_any_kind(tmp_path: Path, key: Any) -> None:
    old = catalogue_of(save({key: {"x": 1}}, tmp_path / "a.pt"))
    new = catalogue_of(save({"first": 0, key: {"x": 1}}, tmp_path / "b.pt"))
    edit = Drop(next(entry for entry in range(len(old)) if old.labels[entry] == "x"))
    carried = carry(Plan((edit,)), old, new)
    assert [new.labels[each.entry] for each in carried.plan.edits] == ["x"]  # type: ignore[union-attr]


def test_edits_of_numbers(tmp_path: Path) -> None:
    torch.save({"w": torch.full((2, 2), 9.0)}, tmp_path / "theirs.pt")
    old, new = (catalogue_of(write(tmp_path / f"{epoch}.pt", epoch)) for epoch in (1, 7))

    def edits(catalogue: Any) -> tuple[Any, ...]:
        a, b, c = (catalogue.find(f"model/module.{name}") for name in "abc")
        return (
            SetNumbers(a, ((0, 1, 1), (0, 2, 1)), 3.0),
            put_tensor(b, tmp_path / "theirs.pt", "w"),
            Cast("bfloat16", frozenset({catalogue.rows[c]})),
        )

    carried = carry(Plan(edits(old)), old, new)
    assert carried.lost == ()
    assert carried.plan == Plan(edits(new))
    save_plan(carried.preview, tmp_path / "carried.pt")
    found = torch.load(tmp_path / "carried.pt", map_location="cpu")["model"]
    assert found["module.a"].tolist() == [[3.0, 3.0], [7.0, 7.0]]
    assert found["module.b"].tolist() == [[9.0, 9.0], [9.0, 9.0]]
    assert (found["module.c"].dtype, found["module.c"].unique().tolist()) == (torch.bfloat16, [7.0])


def test_edits_of_numbers_that_have_no_place_any_more(tmp_path: Path) -> None:
    """Tensors of another shape, of whole numbers, and gone; what else a cast names is cast."""
    torch.save({"x": torch.ones(4), "y": torch.ones(4), "a": torch.ones(2), "b": torch.ones(2)}, tmp_path / "a.pt")
    torch.save({"b": torch.ones(2), "x": torch.ones(3), "y": torch.ones(3)}, tmp_path / "b.pt")
    np.save(tmp_path / "four.npy", np.ones(4, np.float32))
    old, new = catalogue_of(tmp_path / "a.pt"), catalogue_of(tmp_path / "b.pt")
    lost = SetNumbers(old.find("x"), ((3, 4, 1),), 0.0), put_tensor(old.find("y"), tmp_path / "four.npy")
    gone = Cast("float16", frozenset({old.rows[old.find("a")]}))
    both = Cast("bfloat16", frozenset(old.rows[old.find(name)] for name in "ab"))
    carried = carry(Plan((*lost, gone, both)), old, new)
    assert set(carried.lost) == {*lost, gone}
    assert carried.plan == Plan((Cast("bfloat16", frozenset({new.rows[new.find("b")]})),))
