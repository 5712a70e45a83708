"""A plan that casts is predicted as the file that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from core.edits.edits import Cast, Drop
from core.edits.numbers.cast import Castables
from core.memory.analysis import predict_memory
from core.memory.contents import contents_of
from core.saving.save import save as save_plan
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, planned


@pytest.mark.parametrize("drops", [False, True])
@pytest.mark.parametrize("dtype", ["bfloat16", "float64", "float8_e5m2"])
def test_as_of_the_file_that_is_written(tmp_path: Path, dtype: str, drops: bool) -> None:
    model = nn.Sequential(nn.Linear(300, 400), nn.BatchNorm1d(400))
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.randn(4, 300)).sum().backward()
    optimizer.step()
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "more": torch.ones(9)}
    source = save(state, tmp_path / "source.pth")
    catalogue = catalogue_of(source)
    rows = Castables(catalogue, range(len(catalogue.tensors))).to(dtype).rows
    plan = planned(source, Cast(dtype, rows), *([Drop(catalogue.find("more"))] if drops else []))
    save_plan(plan, tmp_path / "ours.pth")
    written = planned(tmp_path / "ours.pth")
    for optimizers in (True, False):
        ours, theirs = (
            contents_of(plan, planned=True, optimizer=optimizers),
            contents_of(written, planned=False, optimizer=optimizers),
        )
        assert sorted(ours.layout.sizes) == sorted(theirs.layout.sizes)
    by_plan = next(each for each in predict_memory(plan).outcomes if each.strategy.planned)
    by_file = predict_memory(written).outcome("default")
    assert (by_plan.peak, by_plan.host_peak) == (by_file.peak, by_file.host_peak)
