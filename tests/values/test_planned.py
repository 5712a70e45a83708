"""What the plan would write is what torch finds in the file once it is written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from core.edits.edits import Cast, RemapDevice, SetNumbers
from core.edits.numbers.theirs import put_of, put_tensor
from core.errors import SourceChanged
from core.saving.save import save as save_plan
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
