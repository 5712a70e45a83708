"""The folder of a run as one tree, and folders that are none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from core.catalogue.build import open_catalogue
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.errors import CannotOpen
from core.saving.save import save
from tests.containers.facts import FOLDERS, facts, shown, told
from tests.support.oracle import PretendGpus

RUNS = FOLDERS / "runs"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As the Trainer of transformers saves one, with names that its source gives."""
    torch.manual_seed(0)
    folder = tmp_path / "checkpoint-5"
    folder.mkdir()
    model = torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.Linear(5, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model(torch.randn(2, 4)).sum().backward()
    optimizer.step()
    with PretendGpus() as gpus:
        for tensor in model.state_dict().values():
            gpus.place(tensor, "cuda:5")
        torch.save(model.state_dict(), folder / "pytorch_model.bin")
        torch.save(optimizer.state_dict(), folder / "optimizer.pt")
    torch.save(torch.optim.lr_scheduler.StepLR(optimizer, 3).state_dict(), folder / "scheduler.pt")
    torch.save({"python": (3, (1, 2), None), "cpu": torch.get_rng_state()}, folder / "rng_state_0.pth")
    for name in ("trainer_state.json", "config.json", "notes.xyz"):
        (folder / name).write_text("{}")
    return folder


def test_each_file_is_a_branch(folder: Path) -> None:
    catalogue = open_catalogue(folder)
    assert [catalogue.label_text(child) for child in catalogue.children(0)] == [
        "model",
        "optimizer",
        "rng_state_0",
        "scheduler",
    ]
    (optimizer,) = catalogue.optimizers
    assert [item.name for item in optimizer.entries] == ["0.weight", "0.bias", "1.weight", "1.bias"]
    several = catalogue.checkpoint.several
    assert several is not None
    assert several.names == ("pytorch_model.bin", "optimizer.pt", "rng_state_0.pth", "scheduler.pt")
    assert {other.name: other.what for other in several.others} == {
        "config.json": "settings of the model",
        "notes.xyz": "not looked into",
        "trainer_state.json": "how far the Trainer of transformers got",
    }


def test_of_two_formats_the_one_is_opened_that_transformers_loads(folder: Path) -> None:
    save_file({"0.weight": torch.zeros(4, 5)}, folder / "model.safetensors")
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    assert several.names[0] == "model.safetensors"
    assert next(other.what for other in several.others if other.name == "pytorch_model.bin").startswith("the same")


def test_it_is_saved_as_one_file(folder: Path, tmp_path: Path) -> None:
    catalogue = open_catalogue(folder)
    target = tmp_path / "one.pth"
    save(preview(catalogue, Plan((RemapDevice("cuda:*", "cpu"),))), target, container="zip")
    loaded = torch.load(target)
    wanted = torch.load(folder / "optimizer.pt", map_location="cpu")
    assert torch.equal(loaded["optimizer"]["state"][0]["exp_avg"], wanted["state"][0]["exp_avg"])
    assert loaded["scheduler"]["step_size"] == 3


def test_a_file_that_does_not_open_spares_the_others(folder: Path) -> None:
    (folder / "optimizer.pt").write_bytes((folder / "optimizer.pt").read_bytes()[:-200])
    several = open_catalogue(folder).checkpoint.several
    assert several is not None
    (missing,) = several.missing
    assert missing.name == "optimizer.pt"
    assert missing.why.startswith("optimizer.pt: The file begins like a checkpoint")


def test_a_pipeline_is_a_folder_of_models(tmp_path: Path) -> None:
    for part, name in (("unet", "diffusion_pytorch_model.fp16.safetensors"), ("vae", "diffusion_pytorch_model.bin")):
        (tmp_path / part).mkdir()
        if name.endswith("bin"):
            torch.save({"a.weight": torch.zeros(2)}, tmp_path / part / name)
        else:
            save_file({"a.weight": torch.zeros(2)}, tmp_path / part / name)
    (tmp_path / "scheduler").mkdir()
    (tmp_path / "model_index.json").write_text("{}")
    catalogue = open_catalogue(tmp_path)
    assert [catalogue.path_text(tensor.entry) for tensor in catalogue.tensors] == ["unet/a.weight", "vae/a.weight"]


def test_what_of_a_pipeline_is_missing_is_what_its_list_names(tmp_path: Path) -> None:
    """Parts without weights, parts that are left out, and folders that it does not name are none of it."""
    parts = {
        "unet": ["diffusers", "UNet2DConditionModel"],
        "vae": ["diffusers", "AutoencoderKL"],
        "text_encoder": ["transformers", "CLIPTextModel"],
        "safety_checker": [None, None],
        "tokenizer": ["transformers", "CLIPTokenizerFast"],
        "scheduler": ["diffusers", "DDIMScheduler"],
        "feature_extractor": ["transformers", "CLIPImageProcessor"],
        "processor": ["transformers", "Qwen2VLProcessor"],
        "odd": ["diffusers"],
        "../up": ["diffusers", "UNet2DConditionModel"],
    }
    listing = tmp_path / "model_index.json"
    listing.write_text(json.dumps({"_class_name": "P", **parts}))
    for name in ("unet", "vae", "safety_checker", "tokenizer", "processor", "extra"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text("{}")
    save_file({"a.weight": torch.zeros(2)}, tmp_path / "unet/diffusion_pytorch_model.fp16.safetensors")
    several = open_catalogue(tmp_path).checkpoint.several
    assert several is not None
    assert [each.name for each in several.missing] == ["vae/*.safetensors", "text_encoder/*.safetensors"]
    for broken in ("", "[1]", "{"):
        listing.write_text(broken)
        several = open_catalogue(tmp_path).checkpoint.several
        assert several is not None
        assert not several.missing


def test_weights_that_are_alone_are_the_whole(tmp_path: Path) -> None:
    torch.save({"weight": torch.zeros(1)}, tmp_path / "model.safetensors")
    (tmp_path / "config.json").write_text("{}")
    catalogue = open_catalogue(tmp_path)
    assert [catalogue.path_text(tensor.entry) for tensor in catalogue.tensors] == ["weight"]


@pytest.mark.parametrize("names", [["epoch1.pth", "epoch2.pth"], ["a.pt", "config.json"], ["config.json"], []])
def test_a_folder_of_checkpoints_is_no_run(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        torch.save({"weight": torch.zeros(1)}, tmp_path / name)
    with pytest.raises(CannotOpen, match="is a directory") as told_of:
        open_catalogue(tmp_path)
    assert all(name in str(told_of.value) for name in names if not name.endswith("json"))


def test_what_ranks_wrote_is_one_of_several_beside_the_folders_of_others(tmp_path: Path) -> None:
    """Unless it is called as the weights of the folder are, whose checkpoints lie in it too."""
    shutil.copytree(RUNS / "lightning_fsdp2", tmp_path / "last")
    assert open_catalogue(tmp_path).tensors
    (tmp_path / "exported").mkdir()
    save_file({"weight": torch.zeros(2)}, tmp_path / "exported" / "model.safetensors")
    with pytest.raises(CannotOpen, match=r"several separate checkpoints: exported, last\."):
        open_catalogue(tmp_path)
    (tmp_path / "last").rename(tmp_path / "pytorch_model_fsdp_0")
    assert open_catalogue(tmp_path).tensors


def test_the_folder_of_all_steps_names_them() -> None:
    with pytest.raises(CannotOpen, match=r"several separate checkpoints: checkpoint-2, checkpoint-4\."):
        open_catalogue(RUNS / "trainer")


def test_a_step_of_the_trainer_is_what_its_own_loaders_gave() -> None:
    catalogue = open_catalogue(RUNS / "trainer" / "checkpoint-4")
    kept = shown(catalogue)
    tied = {("model", one) for pair in facts("runs/trainer")["tied"] for one in pair}
    assert {path: kept[path] for path in told("runs/trainer").keys() - tied} == {
        path: each for path, each in told("runs/trainer").items() if path not in tied
    }
    (optimizer,) = catalogue.optimizers
    names = [item.name for item in optimizer.entries]
    order = facts("runs/trainer")["parameters"]
    assert any(names)
    assert all(name in (None, right) for name, right in zip(names, order, strict=True))


def test_a_pipeline_of_diffusers_is_what_its_own_loader_gave() -> None:
    assert shown(open_catalogue(RUNS / "diffusers")) == told("runs/diffusers")


def test_a_state_of_accelerate_is_what_its_own_loader_gave() -> None:
    kept = shown(open_catalogue(RUNS / "accelerate"))
    named = {"custom": "custom_checkpoint_0"}
    wanted = {(named.get(path[0], path[0]), *path[1:]): each for path, each in told("runs/accelerate").items()}
    assert {path: each for path, each in kept.items() if path[0] != "random_states_0"} == wanted
