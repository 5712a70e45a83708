"""What is said of loading a state dict that was made of a whole model is what torch then does."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from core.edits.edits import Extract, Plan, RemapDevice
from core.edits.preview import Preview, preview
from core.loading.made_state_dict import about_made_state_dict, on_any_computer
from core.saving.save import save
from tests.files.checkpoints import Net
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus


@pytest.fixture
def extracted(tmp_path: Path) -> Preview:
    """A model that was saved on a GPU, extracted and nothing else."""
    net = Net()
    with PretendGpus() as gpus:
        for tensor in net.state_dict().values():
            gpus.place(tensor, "cuda:5")
        torch.save(net, tmp_path / "a.pth")
    return preview(catalogue_of(tmp_path / "a.pth"), Plan((Extract(0),)))


def test_the_call_loads_the_copy_where_its_device_is_missing(extracted: Preview, tmp_path: Path) -> None:
    save(extracted, tmp_path / "b.pth")
    call = on_any_computer(extracted)
    assert f"model.load_state_dict({call})." in about_made_state_dict(extracted)
    with pytest.raises(RuntimeError, match="Attempting to deserialize object on a CUDA device"):
        torch.load(tmp_path / "b.pth")
    model = Net()
    model.load_state_dict(eval(call, {"torch": torch, "f": tmp_path / "b.pth"}))


def test_a_copy_for_every_computer_needs_no_map_location(extracted: Preview) -> None:
    moved = preview(extracted.catalogue, Plan((*extracted.plan.edits, RemapDevice("*", "cpu"))))
    assert on_any_computer(moved) == "torch.load(f)"
