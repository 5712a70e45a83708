"""Code that loads many files: run as it is copied, against the state dict that was cut into them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from cli.main import run
from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan
from core.edits.preview import preview
from core.loading.code import imports, load
from core.loading.computer import Computer
from core.loading.many_files import call_of, path_of
from core.loading.methods import MANY, way_to_load
from core.loading.recipes import load_recipes
from core.saving.save import save
from core.torch_child.trial_load import verify_preview
from tests.containers.facts import FOLDERS, told
from tests.files.shards import name_of, save_shards, state_dict
from tests.support import torch_forks


def safetensors_of(folder: Path) -> Path:
    """Two shards without an index."""
    folder.mkdir()
    for place in range(2):
        own = {key: value for key, value in state_dict(2).items() if f".{place}." in key}
        save_file(own, folder / f"model-0000{place + 1}-of-00002.safetensors")
    return folder


def test_the_code_gives_what_was_saved(tmp_path: Path) -> None:
    """In one process of its own, as dcp wants it: shards by a part of them, safetensors, DCP."""
    dcp = FOLDERS / "dcp" / "two_fsdp2"
    asked = [save_shards(tmp_path / "llama [1]") / name_of(1, 3), safetensors_of(tmp_path / "safe"), dcp]
    lines = []
    for number, path in enumerate(asked):
        view = preview(open_catalogue(path), Plan())
        way = way_to_load(view)
        lines += [f"f = {str(path_of(view.catalogue.checkpoint))!r}", *imports(way)]
        lines += [*load(way, "f", ["map_location='cpu'"]), f"torch.save(checkpoint, 'loaded{number}.pth')"]
    torch_forks.run(["-c", "\n".join(lines)], cwd=tmp_path)
    for number, count in enumerate((3, 2)):
        found, wanted = torch.load(tmp_path / f"loaded{number}.pth"), state_dict(count)
        assert found.keys() == wanted.keys()
        assert all(torch.equal(found[key], wanted[key]) for key in wanted)
    catalogue = open_catalogue(dcp)
    found = torch.load(tmp_path / "loaded2.pth")
    assert found.keys() == {catalogue.label_text(entry) for entry in catalogue.children(0)}


@pytest.mark.parametrize("name", ["runs/accelerate", "runs/diffusers", "containers/ppo.zip", "containers/sac.zip"])
def test_each_branch_comes_from_its_own_file(name: str, tmp_path: Path) -> None:
    """Those of a run's folder and of a zip: what the code gives is what stands in the tree."""
    catalogue = open_catalogue(FOLDERS / name)
    found = _run(catalogue, tmp_path)
    assert list(found) == [catalogue.labels[entry] for entry in catalogue.children(0)]
    for tensor in catalogue.tensors:
        value = found
        for key in catalogue.path(tensor.entry):
            value = value[key]
        assert tuple(value.shape) == tensor.shape


def test_shards_are_a_branch_of_a_run(tmp_path: Path) -> None:
    save_shards(tmp_path / "run", gpus=False)
    torch.save({"state": {}, "param_groups": [{"params": [0]}]}, tmp_path / "run" / "optimizer.pt")
    found = _run(open_catalogue(tmp_path / "run"), tmp_path)
    assert found["model"].keys() == state_dict(3).keys()
    assert found["optimizer"]["param_groups"] == [{"params": [0]}]


def _run(catalogue: Catalogue, folder: Path) -> dict[str, Any]:
    """What the code makes, in a process of its own."""
    way = way_to_load(preview(catalogue, Plan()))
    lines = [f"f = {str(path_of(catalogue.checkpoint))!r}", *imports(way), *load(way, "f", ["map_location='cpu'"])]
    code = "\n".join([*lines, "torch.save(checkpoint, 'loaded.pth')"])
    torch_forks.run(["-c", code], cwd=folder)
    return torch.load(folder / "loaded.pth", weights_only=False)


def test_what_safetensors_leave_out_is_there_again(tmp_path: Path) -> None:
    source = FOLDERS / "sharded" / "bin"
    save(preview(open_catalogue(source), Plan()), tmp_path / "safe", container="safetensors", shard_size=2000)
    (recipe, *_) = load_recipes(preview(open_catalogue(tmp_path / "safe"), Plan()), Computer())
    loaded: dict[str, Any] = {}
    model = SimpleNamespace(load_state_dict=loaded.update, eval=lambda: None)
    exec(recipe.code, {"f": str(tmp_path / "safe"), "Model": lambda: model})
    assert loaded.keys() == {key for (key,) in told("sharded/bin")}


def test_code_for_a_tensor_reads_the_file_that_it_is_in() -> None:
    view = preview(open_catalogue(FOLDERS / "runs" / "trainer" / "checkpoint-4"), Plan())
    entries = [tensor.entry for tensor in view.catalogue.tensors]
    of_optimizer = next(entry for entry in entries if view.catalogue.path(entry)[-1] == "exp_avg")
    way = way_to_load(view).only(view.catalogue, [of_optimizer])
    assert [branch.file.name for branch in way.branches] == ["optimizer.pt"]


def test_code_loads_the_files_that_it_uses() -> None:
    view = preview(open_catalogue(FOLDERS / "runs" / "trainer" / "checkpoint-4"), Plan())
    inference, resume = load_recipes(view, Computer())
    assert "optimizer.pt" not in inference.code
    assert "Path(f, 'optimizer.pt')" in resume.code
    assert not [recipe for recipe in (inference, resume) if "training_args" in recipe.code or "one.pth" in recipe.code]


def test_what_ranks_saved_is_made_one_file_first() -> None:
    view = preview(open_catalogue(FOLDERS / "deepspeed_zero" / "zero2_fp32"), Plan())
    assert way_to_load(view).kind == MANY
    (inference, *_) = load_recipes(view, Computer())
    assert inference.note.endswith("Save them as one file first.")
    assert "one = 'one.pth'  # all of it in one file: python main.py fix FOLDER -o one.pth" in inference.code
    assert call_of(view.catalogue.checkpoint) == "Loading these files"


@pytest.mark.usefixtures("torch_at_hand")
def test_torch_is_asked_about_all_files_as_one(tmp_path: Path) -> None:
    view = preview(open_catalogue(save_shards(tmp_path / "llama", gpus=False)), Plan())
    verdict = verify_preview(view)
    assert verdict.ok
    assert verdict.summary == "6 tensors loaded"


@pytest.mark.parametrize("name", ["model.safetensors", "pytorch_model.bin"])
def test_a_folder_with_one_file_is_loaded_by_that(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = {"module.fc.weight": torch.ones(2, 3), "module.fc.bias": torch.ones(2)}
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    path = tmp_path / "model" / name
    save_file(state, path) if name.endswith(".safetensors") else torch.save(state, path)
    monkeypatch.chdir(tmp_path)
    assert run(["code", "model"]) == 0
    assert f"f = 'model/{name}'" in capsys.readouterr().out
    run(["diagnose", "model"])
    out = capsys.readouterr().out
    assert "EOFError" not in out
    assert f"fix model/{name} -o OUT" in out or "wrapper-prefix" not in out
    assert path_of(open_catalogue(tmp_path / "model").checkpoint) == path
