"""What the banner says of the files of ranks, of a whole model that becomes a state dict, and of what a scan found."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import torch

from core.edits.edits import Extract, Plan, RemapDevice
from core.edits.preview import preview
from core.loading.computer import Computer
from core.saving.save import save
from gui.page.notice import MAP, SAVE, NextStep, Notice, notice, with_news
from gui.save.forecast import Loading, forecast
from gui.save.model import SaveLayout
from gui.session.session import SavedAs
from tests.containers.facts import FOLDERS
from tests.files.checkpoints import Net
from tests.support.engine import catalogue_of


def test_why_ranks_are_shown_as_parts(tmp_path: Path) -> None:
    flat = notice(preview(catalogue_of(FOLDERS / "fsdp" / "fsdp1_local"), Plan(())))
    assert flat.text.startswith("FSDP saved flat parameters.")
    assert not flat.missing
    folder = Path(shutil.copytree(FOLDERS / "fsdp" / "fsdp2", tmp_path / "run"))
    (folder / "rank1.pt").unlink()
    gone = notice(preview(catalogue_of(folder), Plan(())))
    assert gone.text.startswith("rank1.pt is missing. Ranks are missing, so the model cannot be put together.")
    assert gone.missing


@pytest.mark.parametrize("nested", [False, True])
def test_a_state_dict_is_not_loaded_as_a_model(tmp_path: Path, nested: bool) -> None:
    """What the banner says once it is saved is done, word for word."""
    path, net = tmp_path / "a.pth", Net()
    torch.save({"net": net, "epoch": 3} if nested else net, path)
    view = preview(catalogue_of(path), Plan((Extract(1 if nested else 0),)))
    copy = save(view, tmp_path / "copy.pth").path
    assert "a state_dict" in notice(view).text
    told = notice(view, saved=SavedAs(copy, f"torch.load('{copy}')")).text
    then = re.search(r"build the model, then call (.*)\.", told)
    assert then is not None
    model = Net()
    exec(then[1], {"torch": torch, "model": model})
    assert torch.equal(model.state_dict()["middle.weight"], net.state_dict()["middle.weight"])
    plain = notice(preview(catalogue_of(path), Plan((RemapDevice("*", "cpu"),))))
    assert "state_dict" not in plain.text


def test_what_a_button_cures_is_said_before_what_it_does_not() -> None:
    """The quoted error gives way to it, where the banner has two lines."""
    fails = Notice("warning", "On cuda. It raises “…”.", NextStep(MAP, "Map"), brief="On cuda. It fails.")
    assert with_news(fails, ("NaN.",), None).text == "On cuda. It fails. NaN."
    assert with_news(fails, (), None).text == fails.text
    for step in (None, NextStep(SAVE, "Save fixed…")):
        assert with_news(Notice("good", "It loads.", step), ("NaN.",), None).text == "NaN. It loads."


def test_what_extraction_loses_is_said_before_it_is_saved(tmp_path: Path) -> None:
    net = Net()
    net.classes = ["cat", "dog"]
    torch.save(net, tmp_path / "a.pth")
    view = preview(catalogue_of(tmp_path / "a.pth"), Plan((Extract(0),)))
    said = forecast(view, tmp_path / "b.pth", SaveLayout("zip"), Loading(Computer(), lambda _view: []))
    lost = "You lose the class of the model, and attributes such as self.classes (parameters and buffers are kept)."
    assert said.then.endswith(f"model.load_state_dict(torch.load(f)). {lost}")
