"""What is offered, planned and reported of a cast or a move is one number: so many tensors of the file change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import torch
from torch import nn

from core.catalogue.catalogue import Catalogue
from core.edits.devices import count_moved, move_rows
from core.edits.draft import Draft
from core.edits.edits import Cast, Drop, Edit, Plan
from core.edits.numbers.cast import Castables, cast_rows, why_not
from core.edits.preview import Preview, preview
from core.saving.save import save
from tests.places import ROOT, TESTS
from tests.support.engine import catalogue_of

FILES = ["demo", "tied", "sharded"]


@pytest.fixture(params=FILES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "demo":
        return ROOT / "resources" / "demo.pth"
    if request.param == "sharded":
        return TESTS / "data" / "folders" / "sharded" / "bin"
    model = nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 10), nn.BatchNorm1d(10))
    model[1].weight = model[0].weight
    torch.save(model.state_dict() | {"half": torch.ones(2).half()}, tmp_path / "tied.pth")
    return tmp_path / "tied.pth"


def told(shown: Preview, out: Path) -> tuple[list[int], Catalogue]:
    """The tensors that each change counts, in its title too where that has a number; and the file written."""
    for change in shown.changes:
        if isinstance(change.edit, Cast) or getattr(change.edit, "rows", None) is not None:
            count = "1 tensor" if change.tensors == 1 else f"{change.tensors} tensors"
            assert count in change.title.replace("“step” ", ""), change.title
    save(shown, out)
    return [change.tensors for change in shown.changes if not isinstance(change.edit, Drop)], catalogue_of(out)


def keys(catalogue: Catalogue, column: list[str]) -> dict[str, str]:
    return {catalogue.path_text(tensor.entry): column[row] for row, tensor in enumerate(catalogue.tensors)}


@pytest.mark.parametrize("drops", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("which", [slice(None), slice(1), slice(0, None, 2)])
def test_a_cast(path: Path, tmp_path: Path, which: slice, dtype: str, drops: bool) -> None:
    catalogue = catalogue_of(path)
    gone: list[Edit] = [Drop(catalogue.tensors[0].entry)] if drops else []
    before = preview(catalogue, Plan(tuple(gone)))
    found = Castables(catalogue, range(len(catalogue.tensors))[which], kept=before.kept_tensors).to(dtype)
    plan = cast_rows(before.plan, catalogue, found.rows, dtype)
    counts, written = told(preview(catalogue, plan), tmp_path / "out")
    saved, now = (keys(each, each.tree.facts.dtypes) for each in (catalogue, written))
    assert found.changed == sum(counts) == sum(now[key] != saved[key] for key in now)


@pytest.mark.parametrize("drops", [False, True])
@pytest.mark.parametrize("device", ["cpu", "cuda:1"])
@pytest.mark.parametrize("which", [slice(None), slice(1), slice(0, None, 2)])
def test_a_move(path: Path, tmp_path: Path, which: slice, device: str, drops: bool) -> None:
    catalogue = catalogue_of(path)
    gone: list[Edit] = [Drop(catalogue.tensors[0].entry)] if drops else []
    before = preview(catalogue, Plan(tuple(gone)))
    rows = range(len(catalogue.tensors))[which]
    storages = sorted({catalogue.storage_of[row] for row in rows})
    offered = count_moved(catalogue, storages, device, before.kept_tensors)
    counts, written = told(preview(catalogue, before.plan.with_edit(move_rows(rows, device))), tmp_path / "out")
    devices = ([each.device_of(row) for row in range(len(each.tensors))] for each in (catalogue, written))
    saved, now = (keys(each, column) for each, column in zip((catalogue, written), devices, strict=True))
    assert offered == sum(counts) == sum(now[key] != saved[key] for key in now)


def test_a_storage_that_many_tensors_share_is_asked_about_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flat = torch.ones(400)
    torch.save({f"w{at}": flat[2 * at : 2 * at + 2] for at in range(200)}, tmp_path / "a.pth")
    catalogue, asked = catalogue_of(tmp_path / "a.pth"), Counter[int]()

    def counting(of: Catalogue, row: int, draft: Draft | None = None) -> str:
        asked[row] += 1
        return why_not(of, row, draft)

    monkeypatch.setattr("core.edits.numbers.cast.why_not", counting)
    assert Castables(catalogue, range(200)).to("float16").changed == 200
    assert max(asked.values()) == 2
