"""Numbers changed in files whose bytes are packed, or the other way round: torch reads what was meant."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from core.edits.edits import Cast, Edit, SetNumbers
from core.values.planned import numbers_of
from tests.files.checkpoints import save
from tests.numbers.test_containers import deflated
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import load


@pytest.mark.parametrize("order", [b"little", b"big"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "float8_e5m2"])
def test_packed_and_turned(tmp_path: Path, dtype: str, order: bytes) -> None:
    numbers = torch.linspace(0.5, 1.5, 500_000)
    value = {"w": numbers, "n": torch.arange(1, 6, dtype=torch.int32), "small": torch.rand(3)}
    if order == b"big":
        for tensor in value.values():
            tensor.untyped_storage().byteswap(tensor.dtype)
    source = deflated(save(value, tmp_path / "plain.pth"), tmp_path / "source.pth", byteorder=order)
    before = torch.load(source)
    catalogue = catalogue_of(source)
    rows = frozenset(catalogue.rows[catalogue.find(key)] for key in ("w", "small"))
    edits: list[Edit] = [
        SetNumbers(catalogue.find("w"), ((3, 500_000, 1000),), 2),
        SetNumbers(catalogue.find("n"), ((0, 1, 1),), 7),
    ]
    edits += [Cast(dtype, rows)] if dtype != "float32" else []
    fix(source, tmp_path / "ours.pth", *edits, accept_odd=True)
    wanted = {key: before[key].to(getattr(torch, dtype)) for key in ("w", "small")} | {"n": before["n"].clone()}
    wanted["n"][0] = 7
    wide = wanted["w"].double()
    wide[3::1000] = 2
    found = load(tmp_path / "ours.pth")
    assert torch.equal(found["w"].double(), wide)
    assert torch.equal(found["small"].double(), wanted["small"].double())
    assert torch.equal(found["n"], wanted["n"])
    with numbers_of(planned(source, *edits).planned) as shown:
        ours = shown.tensor(catalogue.rows[catalogue.find("w")]).read()
        assert np.array_equal(ours.astype(np.float64), wide.numpy())
