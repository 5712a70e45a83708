"""From one NaN or Inf to the next, through all tensors of a file: those that torch finds, as they would be saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan, SetNumbers
from core.edits.preview import Preview, preview
from core.values import odd_cells
from core.values.odd_cells import Cell, Next, next_odd
from core.values.scan import scan
from tests.values.test_firsts import sprinkled

NAN = float("nan")


def tensors() -> dict[str, torch.Tensor]:
    few = torch.zeros(4, 5)
    few[1, 2], few[3, 4] = NAN, float("inf")
    return {
        "few": few,
        "none": torch.randn(30),
        "many": sprinkled(30, 40),
        "turned": sprinkled(3, 20, 30).permute(2, 0, 1),
        "ids": torch.arange(12),
        "scalar": torch.tensor(NAN),
        "half": sprinkled(6, 7, each=9).to(torch.float8_e5m2),
        "complex": torch.complex(few, few.flip(0)),
        "empty": torch.zeros(0, 3),
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    torch.save(tensors(), tmp_path / "file.pth")
    return tmp_path / "file.pth"


def right() -> list[Cell]:
    """All of them by torch."""
    found = []
    for row, tensor in enumerate(tensors().values()):
        wide = tensor if tensor.is_complex() else tensor.double()
        found += [Cell(row, tuple(place)) for place in (~torch.isfinite(wide)).nonzero().tolist()]
    return found


@pytest.mark.parametrize("piece", [7, 1 << 16])
@pytest.mark.parametrize("backwards", [False, True])
def test_all_of_them_in_turn(file: Path, piece: int, backwards: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIECE", "_SCATTERED"):
        monkeypatch.setattr(odd_cells, name, piece)
    catalogue = open_catalogue(file)
    known, plan = scan(catalogue).statistics, preview(catalogue, Plan())
    wanted = right()[::-1] if backwards else right()
    at = Cell(0 if not backwards else len(known) - 1)
    found: list[Next] = []
    for _ in range(len(wanted) + 1):
        after = next_odd(plan, known, at, backwards=backwards)
        assert after is not None
        found.append(after)
        at = after.cell
    assert [each.cell for each in found] == [*wanted, wanted[0]]
    assert [each.again for each in found] == [False] * len(wanted) + [True]


def planned(file: Path, key: str, box: Any, value: float) -> Preview:
    catalogue = open_catalogue(file)
    return preview(catalogue, Plan((SetNumbers(catalogue.find(key), box, value),)))


def test_as_they_would_be_saved(file: Path) -> None:
    known = scan(open_catalogue(file)).statistics
    cured = planned(file, "few", ((1, 2, 1), (2, 3, 1)), 0.5)
    assert next_odd(cured, known, Cell(0)) == Next(Cell(0, (3, 4)), False)
    made = planned(file, "none", ((7, 8, 1),), NAN)
    assert next_odd(made, known, Cell(0, (3, 4))) == Next(Cell(1, (7,)), False)


def test_the_only_one_and_none(tmp_path: Path) -> None:
    torch.save({"a": torch.tensor([1.0, NAN]), "b": torch.zeros(3)}, tmp_path / "one.pth")
    catalogue = open_catalogue(tmp_path / "one.pth")
    known, plan = scan(catalogue).statistics, preview(catalogue, Plan())
    for backwards in (False, True):
        assert next_odd(plan, known, Cell(0, (1,)), backwards=backwards) == Next(Cell(0, (1,)), True)
    torch.save({"a": torch.zeros(3)}, tmp_path / "none.pth")
    catalogue = open_catalogue(tmp_path / "none.pth")
    assert next_odd(preview(catalogue, Plan()), scan(catalogue).statistics, Cell(0)) is None


def test_of_a_row_that_is_there_a_billion_times(tmp_path: Path) -> None:
    torch.save({"a": torch.tensor([0.0, NAN]).expand(10**10, 2)}, tmp_path / "one.pth")
    catalogue = open_catalogue(tmp_path / "one.pth")
    known, plan = scan(catalogue).statistics, preview(catalogue, Plan())
    assert next_odd(plan, known, Cell(0, (5, 1))) == Next(Cell(0, (6, 1)), False)
    assert next_odd(plan, known, Cell(0, (5, 1)), backwards=True) == Next(Cell(0, (4, 1)), False)
    assert next_odd(plan, known, Cell(0), backwards=True) == Next(Cell(0, (10**10 - 1, 1)), False)
