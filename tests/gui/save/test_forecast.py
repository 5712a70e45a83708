"""What the dialog foretells of a copy is what comes of it: judged by torch, for sources of all kinds."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path

import pytest
import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.api import CheckpointException

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Keep, Plan
from core.edits.preview import preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.saving.look_only import state_dict_edits
from core.saving.save import save
from gui.save.forecast import Loading, forecast, then_of
from gui.save.model import AS_BEFORE, SaveLayout, ending_of
from tests.containers.facts import FOLDERS
from tests.support.thinning import in_turn

HERE = Loading(Computer(), lambda view: diagnose(view, Computer()))
SOURCES = sorted(
    str(path.relative_to(FOLDERS)) for path in FOLDERS.glob("*/*") if path.suffix != ".json" and path.name[0] != "."
)


def opened(name: str) -> Catalogue:
    try:
        return open_catalogue(FOLDERS / name)
    except CheckpointError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize(("name", "container"), in_turn(SOURCES, ["zip", "legacy", "safetensors", "dcp"], turns=2))
def test_then_and_size_hold(name: str, container: str, tmp_path: Path) -> None:
    catalogue = opened(name)
    edits = state_dict_edits(catalogue)
    if catalogue.checkpoint.read_only and not edits:
        pytest.skip("only shown")
    view = preview(catalogue, Plan(edits))
    layout = SaveLayout(container)
    target = tmp_path / f"copy{ending_of(layout, Path('a.pth')) if not layout.is_folder else ''}"
    found = forecast(view, target, layout, HERE)
    if found.outlook is None:
        assert found.refused
        with pytest.raises(CheckpointError):
            save(view, target, container=container, accept_missing=True, accept_odd=True)
        return
    save(view, target, container=container, accept_missing=True, accept_odd=True)
    files = [target] if target.is_file() else [each for each in target.rglob("*") if each.is_file()]
    written = sum(each.stat().st_size for each in files)
    assert abs(found.outlook.bytes - written) <= 0.02 * written
    if container not in ("zip", "legacy"):
        assert "torch.load(f)" not in found.then
        return
    assert found.then.startswith("The saved copy will load" if loads(target) else "torch.load(f) will "), found.then


def test_the_state_dict_of_a_model_in_a_folder_is_loaded_by_no_call_of_a_file() -> None:
    catalogue = opened("containers/package.pt")
    view = preview(catalogue, Plan(state_dict_edits(catalogue)))
    assert "model.load_state_dict(torch.load(f))" in then_of(view, SaveLayout("zip"), HERE)
    assert "torch.load" not in then_of(view, SaveLayout("dcp"), HERE)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("layout", "words"),
    [
        (SaveLayout("zip"), "load_state_dict will report missing keys"),
        (SaveLayout("safetensors"), "load_state_dict will report missing keys"),
        (SaveLayout("safetensors", AS_BEFORE), "from_pretrained fills them with random numbers and only warns you"),
        (SaveLayout("dcp"), "Loading it will report missing keys"),
    ],
)
def test_then_says_what_becomes_of_keys_that_are_missing(layout: SaveLayout, words: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(FOLDERS / "sharded/transformers", folder)
    whole = preview(open_catalogue(folder), Plan())
    assert "missing" not in forecast(whole, tmp_path / "copy", layout, HERE).then
    (folder / "model-00002-of-00003.safetensors").unlink()
    view = preview(open_catalogue(folder), Plan())
    found = forecast(view, tmp_path / "copy", layout, HERE)
    assert words in found.then
    if layout.container == "dcp":
        save(view, tmp_path / "copy", container="dcp", accept_missing=True)
        catalogue = whole.catalogue
        wanted = {catalogue.path_text(each.entry): torch.zeros(*each.shape) for each in catalogue.tensors}
        with pytest.raises(CheckpointException, match="Missing key in checkpoint state_dict"):
            dcp.load(wanted, checkpoint_id=str(tmp_path / "copy"))


def test_then_says_that_what_is_kept_stands_by_itself(tmp_path: Path) -> None:
    torch.save({"model": {"weight": torch.ones(2)}, "epoch": 3}, tmp_path / "a.pt")
    catalogue = open_catalogue(tmp_path / "a.pt")
    whole, kept = (preview(catalogue, Plan(edits)) for edits in ((), (Keep(catalogue.find("model")),)))
    first, second = (forecast(view, tmp_path / "b.pt", SaveLayout("zip"), HERE).then for view in (whole, kept))
    assert second == f"{first} The call returns only “model”."
    save(kept, tmp_path / "b.pt")
    assert torch.load(tmp_path / "b.pt").keys() == {"weight"}


def loads(file: Path) -> bool:
    """Whether torch loads it, as anybody would ask it to."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.load(file)
    except Exception:  # noqa: BLE001 - whatever torch says
        return False
    return True
