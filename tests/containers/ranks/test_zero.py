"""DeepSpeed's ZeRO, against what its ``zero_to_fp32`` and ``ds_to_universal`` made of the same folders."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.edits.edits import Plan
from core.edits.preview import preview
from core.saving.save import save
from tests.containers.facts import FOLDERS, shown

ZERO = FOLDERS / "deepspeed_zero"
STAGES = sorted(path.name for path in ZERO.glob("zero*") if path.is_dir())
TAG = "global_step2"


@pytest.fixture(params=["zero2_bf16", "zero3_fp32"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ZERO / request.param, tmp_path / "run")) / TAG


def optimizers(folder: Path) -> list[Path]:
    return sorted(folder.glob("*_optim_states.pt"))


def consolidated(path: Path, target: Path) -> Any:
    """What torch loads of the one file that is saved."""
    save(preview(open_catalogue(path), Plan(())), target, container="zip")
    return torch.load(target)


@pytest.mark.parametrize("name", STAGES)
def test_the_whole_is_what_deepspeed_makes_of_it_bit_for_bit(name: str, tmp_path: Path) -> None:
    catalogue = open_catalogue(ZERO / name)
    assert catalogue.checkpoint.container == f"DeepSpeed ZeRO {name[4]}"
    assert verify(catalogue).is_sound
    ours = consolidated(ZERO / name, tmp_path / "one.pth")
    theirs = torch.load(ZERO / f"{name}.whole.pt")
    for key, tensor in theirs["model"].items():
        same = ours["module"][key] if key != "scale" else ours["module"][key].float()  # zero_to_fp32 casts buffers
        assert same.dtype == tensor.dtype
        assert torch.equal(same, tensor)
    frozen = {"frozen.weight", "frozen.bias"} if name.startswith("zero1") else set()  # which zero_to_fp32 leaves out
    assert ours["module"].keys() == theirs["model"].keys() | frozen
    assert ours["module"]["head.weight"].data_ptr() == ours["module"]["embed.weight"].data_ptr()
    wanted = theirs["optimizer"]["state"]
    assert ours["optimizer"]["state"].keys() == wanted.keys()
    for key, state in wanted.items():
        found = ours["optimizer"]["state"][key]
        assert found.keys() == state.keys() | {"step"}
        assert float(found["step"]) == 2
        assert all(torch.equal(found[kind], value) for kind, value in state.items())
    assert [group["params"] for group in ours["optimizer"]["param_groups"]] == [
        ["embed.weight", "middle.weight"],
        ["middle.bias", "norm.weight", "norm.bias"],
    ]
    assert ours["epoch"] == 3


def test_each_parameter_has_a_step_of_its_own(tmp_path: Path) -> None:
    """Else an optimizer that goes on with them would count one of them for all."""
    state = consolidated(ZERO / "zero3_fp32", tmp_path / "one.pth")["optimizer"]["state"]
    assert len({each["step"].data_ptr() for each in state.values()}) == len(state)


def test_the_folders_and_any_file_are_the_same(folder: Path) -> None:
    wanted = shown(open_catalogue(folder))
    for path in (folder.parent, folder.parent / "latest", *folder.iterdir()):
        assert shown(open_catalogue(path)) == wanted
    assert shown(open_catalogue(optimizers(folder)[0], alone=True)) != wanted


def test_as_parts_each_file_is_a_branch(folder: Path) -> None:
    catalogue = open_catalogue(folder, as_parts=True)
    several = catalogue.checkpoint.several
    assert several is not None
    assert several.can_be_parts
    assert {total.device for total in catalogue.devices} == {"cpu", "cuda:0", "cuda:1"}
    for path in folder.iterdir():
        alone = {(path.name, *key): value for key, value in shown(open_catalogue(path, alone=True)).items()}
        assert alone.items() <= shown(catalogue).items()


def test_a_missing_rank_is_named_and_the_others_are_shown(folder: Path) -> None:
    gone = optimizers(folder)[1]
    gone.unlink()
    checkpoint = open_catalogue(folder).checkpoint
    assert checkpoint.several is not None
    assert [missing.name for missing in checkpoint.several.missing] == [gone.name]
    assert checkpoint.several.note is not None
    assert "missing" in checkpoint.several.note


def test_without_zero_it_is_one_file() -> None:
    file = ZERO / "no_zero" / TAG / "mp_rank_00_model_states.pt"
    wanted = shown(open_catalogue(file))
    assert shown(open_catalogue(ZERO / "no_zero")) == wanted
    assert open_catalogue(file).checkpoint.several is None
