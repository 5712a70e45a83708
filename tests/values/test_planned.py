"""What the plan would write is what torch finds in the file once it is written; and what that loses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from core.edits.edits import Cast, RemapDevice, SetNumbers
from core.edits.numbers.theirs import put_of, put_tensor
from core.errors import Cancelled, SourceChanged
from core.saving.save import save as save_plan
from core.values.losses import Loss, cast_losses
from core.values.planned import numbers_of
from tests.edits.numbers.test_cast import floating
from tests.edits.numbers.test_setting import strided
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, planned
from tests.support.oracle import load


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float64"])
def test_planned_numbers_are_those_that_are_written(tmp_path: Path, dtype: str) -> None:
    torch.manual_seed(0)
    value = {**strided(), "complex": torch.randn(3, dtype=torch.complex64).conj(), "n": torch.arange(5)}
    source = save(value, tmp_path / "source.pth")
    other = catalogue_of(save({"x": torch.randn(30, 40)}, tmp_path / "other.pth"))
    catalogue = catalogue_of(source)
    shown = planned(
        source,
        put_of(catalogue.find("plain"), other, 1),
        Cast(dtype, floating(source)),
        SetNumbers(catalogue.find("large"), ((1, 900, 7), (3, 4, 1)), -2),
        SetNumbers(catalogue.find("n"), ((0, 2, 1),), 9),
        RemapDevice("cpu", "cuda:0"),
    )
    save_plan(shown, tmp_path / "ours.pth")
    found = load(tmp_path / "ours.pth", map_location={"cuda:0": "cpu"})
    with numbers_of(shown.planned) as numbers:
        for row, tensor in enumerate(catalogue.tensors):
            wanted = found[catalogue.path_text(tensor.entry)].resolve_conj()
            ours = numbers.tensor(row)
            assert ours.dtype == str(wanted.dtype).removeprefix("torch.") == shown.dtype(row)
            wide = np.complex128 if wanted.is_complex() else np.float64
            all_of_them = wanted.to(torch.complex128 if wanted.is_complex() else torch.float64).numpy()
            assert np.array_equal(ours.read().astype(wide), all_of_them)
            box = tuple(slice(size // 2, size, 2) for size in tensor.shape)
            assert np.array_equal(ours.read(box).astype(wide), all_of_them[box])
            for tile in ours.tiles(1000):
                assert np.array_equal(tile.values.astype(wide), all_of_them[tile.box])


def test_their_file_changed_since(tmp_path: Path) -> None:
    source = save([torch.zeros(3)], tmp_path / "source.pth")
    np.save(tmp_path / "a.npy", np.ones(3))
    shown = planned(source, put_tensor(1, tmp_path / "a.npy"))
    np.save(tmp_path / "a.npy", np.ones(30))
    with numbers_of(shown.planned) as numbers, pytest.raises(SourceChanged, match="has changed on disk"):
        numbers.tensor(0)


def test_losses_are_told_by_tensor(tmp_path: Path) -> None:
    large = torch.linspace(-1, 1, 700_000)
    large[[0, 5, 699_999]] = torch.tensor([1e5, -1e30, 70_000.0])
    tied = torch.tensor([1e-9, 0.0, 3.0])
    value = {"a": large, "fits": torch.ones(4), "b": tied, "c": tied, "inf": torch.tensor([float("inf"), float("nan")])}
    source = save(value, tmp_path / "source.pth")
    shown = planned(source, Cast("float16", floating(source)))
    after = large.half()
    vanished = int(((large != 0) & (after == 0)).sum())
    ticks: list[tuple[int, int]] = []
    found = cast_losses(shown, lambda done, total: ticks.append((done, total)))
    assert found == (Loss(1, "float16", 700_000, 3, vanished), Loss(3, "float16", 3, 0, 1))
    assert ticks == sorted(ticks)
    assert ticks[-1][0] == ticks[-1][1]


def test_losses_of_what_is_put_in(tmp_path: Path) -> None:
    source = save([torch.full((4,), 1e9), torch.zeros(2).half()], tmp_path / "source.pth")
    np.save(tmp_path / "a.npy", np.array([1, 1e6]))
    np.save(tmp_path / "b.npy", np.ones(4))
    shown = planned(
        source, put_tensor(2, tmp_path / "a.npy"), Cast("float16", frozenset({0})), put_tensor(1, tmp_path / "b.npy")
    )
    assert cast_losses(shown) == (Loss(2, "float16", 2, 1, 0),)  # the large ones of the first are covered


def test_nothing_is_read_where_nothing_can_be_lost(tmp_path: Path) -> None:
    source = save([torch.ones(4).bfloat16()], tmp_path / "source.pth")
    assert cast_losses(planned(source, Cast("float32", frozenset({0})))) == ()
    assert cast_losses(planned(source)) == ()


def test_looking_can_be_cancelled(tmp_path: Path) -> None:
    source = save([torch.ones(400_000)], tmp_path / "source.pth")

    def tick(done: int, _total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        cast_losses(planned(source, Cast("float16", frozenset({0}))), tick)
