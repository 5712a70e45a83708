"""From one container to the other, and storages that only the arguments of an object use."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from core.edits.edits import RemapDevice
from core.errors import EditError
from tests.files.checkpoints import place, save
from tests.support.engine import catalogue_of, fix
from tests.support.oracle import PretendGpus, load, saved_devices


def test_a_whole_model_of_a_legacy_file_loads_from_a_zip(tmp_path: Path) -> None:
    """A legacy file wraps classes with their source code, which torch refuses to find in a zip."""
    model = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
    source = save(model, tmp_path / "a.pth", "legacy")
    fix(source, tmp_path / "b.pth", container="zip")
    found = load(tmp_path / "b.pth")
    assert type(found) is nn.Sequential
    assert all(torch.equal(found.state_dict()[name], value) for name, value in model.state_dict().items())


def test_new_dtypes_stay_out_of_the_legacy_container(tmp_path: Path) -> None:
    """torch writes them there and cannot read them back."""
    source = save({"a": torch.ones(3).to(torch.float8_e4m3fn)}, tmp_path / "a.pth")
    with pytest.raises(EditError, match="cannot load from the legacy format"):
        fix(source, tmp_path / "b.pth", container="legacy")
    assert not (tmp_path / "b.pth").exists()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_scales_of_a_quantised_tensor_move_with_it(tmp_path: Path, container: str) -> None:
    """They are tensors of their own, listed beside it."""
    values = torch.quantize_per_channel(torch.ones(3, 2), torch.tensor([0.1, 0.2, 0.4]), torch.zeros(3), 0, torch.qint8)
    with PretendGpus() as gpus:
        place(gpus, [values.q_per_channel_scales(), values.q_per_channel_zero_points()], "cuda:5")
        source = save({"a": values}, tmp_path / "a.pth", container)
    catalogue = catalogue_of(source)
    assert len(catalogue.tensors) == 3
    assert len(catalogue.storages) == len(saved_devices(source)) == 3
    fix(source, tmp_path / "b.pth", RemapDevice("*", "cpu"))
    assert set(saved_devices(tmp_path / "b.pth")) == {"cpu"}
    found = torch.load(tmp_path / "b.pth", weights_only=False)["a"]
    assert torch.equal(found.q_per_channel_scales(), values.q_per_channel_scales())
    assert torch.equal(found.int_repr(), values.int_repr())
