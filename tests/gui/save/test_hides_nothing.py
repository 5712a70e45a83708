"""What the dialog and the banner tell before a save: what is missing, damaged or not kept, how large, and what then."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from safetensors.torch import load_file

from core.diagnosis.diagnose import diagnose
from core.edits.edits import Cast, Drop, RemapDevice, SetNumbers
from core.loading.computer import Computer
from core.saving.outlook import outlook
from gui.app.window import MainWindow
from gui.look import scale
from gui.save import dialog as dialog_module
from gui.save.dialog import SaveDialog
from gui.save.forecast import Loading, lost_numbers, then_of
from gui.save.model import SaveLayout
from gui.session.diagnosis_service import DiagnosisService
from tests.containers.facts import FOLDERS
from tests.gui.diagnosis.test_integrity import check, flip_a_byte_of
from tests.gui.documents import saved, two_gpus
from tests.gui.hands import Hands
from tests.gui.health.conftest import ill_model
from tests.gui.save.test_save import ask_to_save, choose, press_save
from tests.support.engine import fix, planned
from tests.support.thinning import in_turn

OpenIn = Callable[[MainWindow, Path], None]
PARTS = {
    "sharded/bin": "*00002-of-*.bin",
    "sharded/safetensors_without_index": "*00001-of-*.safetensors",
    "dcp/two_uneven": "__1_0.distcp",
    "deepspeed_zero/zero2_fp32": "*/zero_pp_rank_1_*optim_states.pt",
}
"""Folders, and a file of each that is taken away."""


def words(dialog: SaveDialog) -> list[str]:
    """What the summary says, once it is worked out."""
    return [label.text() for label in dialog.summary.findChildren(QLabel) if label.text()]


def worked_out(dialog: SaveDialog, qtbot: QtBot) -> list[str]:
    qtbot.waitUntil(lambda: "…" not in words(dialog))
    return words(dialog)


@pytest.fixture
def usual_size() -> Iterator[None]:
    yield
    scale.apply_size(scale.USUAL)


@pytest.fixture
def lacking(tmp_path: Path) -> Path:
    """A model in shards, the second of which is not there."""
    torch.save({f"layer{n}.weight": torch.full((1000,), float(n)) for n in range(6)}, tmp_path / "whole.pth")
    folder = tmp_path / "model"
    fix(tmp_path / "whole.pth", folder, container="safetensors", shard_size=9000)
    (folder / "model-00002-of-00003.safetensors").unlink()
    return folder


# -- what is missing -------------------------------------------------------------------------------------------------


def test_what_is_missing_is_said_in_red_before_the_button(
    window: MainWindow, lacking: Path, open_in: OpenIn, qtbot: QtBot
) -> None:
    open_in(window, lacking)
    dialog = ask_to_save(window, qtbot)
    assert dialog.alarm.isVisible()
    assert dialog.alarm.property("rank") == "error"
    assert dialog.alarm.text() == "2 keys of shard 2 of 3 are missing and will not be in the copy."
    assert dialog.alarm.mapTo(dialog, dialog.alarm.rect().bottomLeft()).y() < dialog.save_button.y() + dialog.height()
    assert dialog.save_button.text() == "Save incomplete copy"
    assert dialog.name.text() == "model-incomplete"
    assert not any("same as the source" in text for text in worked_out(dialog, qtbot))
    press_save(dialog, qtbot)
    copy = lacking.with_name("model-incomplete")
    assert len([key for file in copy.glob("*.safetensors") for key in load_file(file)]) == 4
    assert "00002-of-00003" in json.dumps(json.loads((copy / "model.safetensors.index.json").read_text())["metadata"])


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors", "dcp"])
def test_an_incomplete_copy_is_made_of_what_is_there(
    window: MainWindow, lacking: Path, open_in: OpenIn, qtbot: QtBot, container: str
) -> None:
    open_in(window, lacking)
    dialog = ask_to_save(window, qtbot)
    choose(dialog, container)
    assert "-incomplete" in dialog.name.text()
    target = dialog.target()
    press_save(dialog, qtbot)
    assert target.exists()
    if container in ("zip", "legacy"):
        assert len(torch.load(target)) == 4


def test_of_a_whole_model_nothing_is_missing(document: MainWindow, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    assert not dialog.alarm.isVisible()
    assert dialog.save_button.text() == "Save"
    dialog.reject()


# -- what is known ---------------------------------------------------------------------------------------------------


def entry_of(window: MainWindow, path: str) -> int:
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    return next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == path)


def test_what_a_check_found_stands_in_the_banner_and_in_the_dialog(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"a": torch.zeros(64), "b": torch.ones(64)}, tmp_path / "two.pth")
    flip_a_byte_of(tmp_path / "two.pth", "/data/1")
    open_in(window, tmp_path / "two.pth")
    assert "damaged" not in window.page.banner.text.text()
    check(window, qtbot)
    told = "The check found “b” damaged."
    assert window.page.banner.text.text().startswith(told)
    dialog = ask_to_save(window, qtbot)
    assert dialog.alarm.text() == told
    assert dialog.accept_damage.isVisible()
    dialog.reject()
    window.page.session.apply(Drop(entry_of(window, "b")))
    assert told not in window.page.banner.text.text()
    dialog = ask_to_save(window, qtbot)
    assert not dialog.alarm.isVisible()
    dialog.reject()


def test_damage_that_a_cast_would_hide_is_written_once_that_is_ticked(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"a": torch.zeros(64), "b": torch.ones(64)}, tmp_path / "two.pth")
    flip_a_byte_of(tmp_path / "two.pth", "/data/1")
    open_in(window, tmp_path / "two.pth")
    check(window, qtbot)
    window.page.session.apply(Cast("float16", frozenset([0, 1])))
    dialog = ask_to_save(window, qtbot)
    with qtbot.waitSignal(window.page.saving.ended):
        Hands(qtbot, dialog).click(dialog.save_button)
    assert not (tmp_path / "two-fixed.pth").exists()
    dialog = ask_to_save(window, qtbot)
    dialog.accept_damage.setChecked(True)
    press_save(dialog, qtbot)
    assert torch.load(tmp_path / "two-fixed.pth")["a"].dtype == torch.float16


def test_what_a_scan_found_stands_in_the_banner_and_in_the_dialog(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    model = ill_model()
    model["model"]["mask"] = torch.full((4, 4), float("-inf")).triu(1)
    torch.save(model, tmp_path / "ill.pth")
    open_in(window, tmp_path / "ill.pth")
    window.actions_["scan"].trigger()
    told = ["The scan found NaN in “model/layers.0.weight”.", "The scan found Inf in “model/layers.1.weight”."]
    qtbot.waitUntil(lambda: all(each in window.page.banner.text.text() for each in told))
    dialog = ask_to_save(window, qtbot)
    assert dialog.alarm.text().splitlines() == told
    assert not dialog.accept_damage.isVisible()
    dialog.reject()
    window.page.session.apply(Drop(entry_of(window, "model/layers.0.weight")))
    assert "NaN" not in window.page.banner.text.text()


def test_a_number_that_is_set_is_told_of_no_longer(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    weight = torch.ones(4, 5)
    weight[1, 2] = weight[3, 0] = float("nan")
    torch.save({"weight": weight}, tmp_path / "ill.pth")
    open_in(window, tmp_path / "ill.pth")
    session, told = window.page.session, "The scan found NaN in “weight”."
    window.actions_["scan"].trigger()
    qtbot.waitUntil(lambda: told in window.page.banner.text.text())
    entry = entry_of(window, "weight")
    session.apply(SetNumbers(entry, ((1, 2, 1), (2, 3, 1)), 0.5))
    assert told in window.page.banner.text.text(), "one of two is left"
    session.apply(SetNumbers(entry, ((3, 4, 1), (0, 1, 1)), float("inf")))
    assert told in window.page.banner.text.text(), "infinity is no better"
    session.undo()
    session.apply(SetNumbers(entry, ((0, 4, 3), (0, 1, 1)), 0.0))
    assert told not in window.page.banner.text.text()
    session.undo()
    assert told in window.page.banner.text.text()


def test_numbers_that_a_cast_loses_are_told_before_and_after(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    weight = torch.ones(400_000)
    weight[0], weight[1], weight[2] = 1e6, -1e6, 1e-9
    torch.save({"weight": weight}, tmp_path / "wide.pth")
    open_in(window, tmp_path / "wide.pth")
    window.page.session.apply(Cast("float16", frozenset([0])))
    asked = []
    monkeypatch.setattr(dialog_module, "lost_numbers", lambda *given: asked.append(1) or lost_numbers(*given))
    dialog = ask_to_save(window, qtbot)
    assert "Counting the numbers that do not fit the new dtype…" in words(dialog), "the window does not wait for it"
    told = "weight: 2 numbers out of the range of float16 and 1 number becomes zero, of 400,000"
    qtbot.waitUntil(lambda: told in words(dialog))
    dialog.choose("safetensors")
    assert told in worked_out(dialog, qtbot)
    dialog.choose("zip")
    assert asked == [1]
    press_save(dialog, qtbot)
    assert "3 numbers did not fit the new dtype" in window.page.banner.text.text()
    assert torch.load(tmp_path / "wide-fixed.pth")["weight"][0] == float("inf")


# -- what the copy will be -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gpus", "then"),
    [
        (0, "torch.load(f) will still fail: saved on cuda:0"),
        (1, "The saved copy will load on a computer with 1 GPU: torch.load(f) needs no map_location there."),
    ],
)
def test_then_is_what_diagnosis_says_on_the_chosen_machine(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, gpus: int, then: str
) -> None:
    open_in(window, saved(tmp_path, two_gpus))
    DiagnosisService.of(window.page.session).set_computer(Computer(gpus))
    window.page.session.apply(RemapDevice("cuda:1", "cuda:0"))
    dialog = ask_to_save(window, qtbot)
    assert any(text.startswith(then) for text in worked_out(dialog, qtbot))
    for container, loader in (("safetensors", "safetensors.torch.load_file(f)"), ("dcp", "torch.distributed.che")):
        choose(dialog, container)
        told = worked_out(dialog, qtbot)
        assert any(loader in text for text in told) or not dialog.save_button.isEnabled()
        assert not any("torch.load(f)" in text for text in told)
    dialog.reject()


def test_what_a_script_got_past_does_not_make_the_copy_fail(tmp_path: Path) -> None:
    path = saved(tmp_path, two_gpus)
    view, zipped = planned(path, RemapDevice("cuda:1", "cuda:0")), SaveLayout("zip")
    for past, then in (
        (False, "torch.load(f) will still fail: saved on cuda:0"),
        (True, "Load the copy as your script loads this file: a plain torch.load(f) fails here (saved on cuda:0"),
    ):
        loading = Loading(Computer(), lambda view: diagnose(view, Computer()), lambda _finding, past=past: past)
        assert then_of(view, zipped, loading).startswith(then)


def test_a_prefix_that_the_script_strips_is_no_trouble(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    """The pasted error names keys without it: the save dialog is silent about it, and so is the banner."""
    path = saved(tmp_path, lambda tensor: {"module.fc.weight": tensor("cpu", 9, 4), "module.fc.bias": tensor("cpu", 9)})
    open_in(window, path)
    page = window.page
    page.session.apply(Drop(entry_of(window, "module.fc.bias")))
    for pasted in (False, True):
        dialog = ask_to_save(window, qtbot)
        told = " ".join(worked_out(dialog, qtbot))
        assert ("may cause trouble: 1 key starts with “module.”" in told) != pasted
        assert ("1 key starts with “module.”" in page.banner.text.text()) != pasted
        dialog.reject()
        page.diagnosis.ask_error(
            "RuntimeError: Error(s) in loading state_dict for Net:\n\tsize mismatch for fc.weight: copying a param "
            "with shape torch.Size([9, 4]) from checkpoint, the shape in current model is torch.Size([2, 4])."
        )
        qtbot.waitUntil(lambda: bool(page.diagnosis.panel.answer.texts))


@pytest.mark.parametrize(("container", "kept"), [("zip", True), ("safetensors", False), ("dcp", False)])
def test_devices_after_are_those_that_are_kept(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, container: str, kept: bool
) -> None:
    file = saved(tmp_path, lambda tensor: {"a": tensor("cuda:1", 8), "b": tensor("cuda:0", 8)})
    open_in(window, file)
    window.page.session.apply(Drop(entry_of(window, "b")))
    dialog = ask_to_save(window, qtbot)
    choose(dialog, container)
    told = worked_out(dialog, qtbot)
    assert "cuda:0" not in told
    assert ("cuda:1" in told) is kept
    assert ("none: this format stores no devices" in told) is not kept
    dialog.reject()


@pytest.mark.parametrize(("container", "shards"), in_turn(["zip", "legacy", "safetensors", "dcp"], [0, 2 * 10**9]))
def test_the_size_is_that_of_what_is_written(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, container: str, shards: int
) -> None:
    torch.save({f"layer{n}": torch.rand(100) for n in range(40)}, tmp_path / "many.pth")
    open_in(window, tmp_path / "many.pth")
    dialog = ask_to_save(window, qtbot)
    choose(dialog, container, shards)
    worked_out(dialog, qtbot)
    if not dialog.save_button.isEnabled():
        pytest.skip("not offered together")
    assert dialog._found is not None
    assert dialog._found.outlook is not None
    said, target = dialog._found.outlook.bytes, dialog.target()
    press_save(dialog, qtbot)
    files = [target] if target.is_file() else [each for each in target.rglob("*") if each.is_file()]
    written = sum(each.stat().st_size for each in files)
    assert abs(said - written) <= 0.02 * written


def test_all_notes_are_shown_before_saving(window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot) -> None:
    weight = torch.ones(1000)
    torch.save({"a": weight, "b": weight, "c": torch.ones(10)}, tmp_path / "tied.pth")
    open_in(window, tmp_path / "tied.pth")
    dialog = ask_to_save(window, qtbot)
    choose(dialog, "safetensors")
    preview = window.page.session.preview
    assert preview is not None
    notes = outlook(preview, "safetensors", target=dialog.target()).notes
    assert notes
    assert set(notes) <= set(worked_out(dialog, qtbot))
    assert not any("same as the source" in text for text in words(dialog))
    dialog.reject()


# -- refusals --------------------------------------------------------------------------------------------------------


def test_a_refusal_has_the_click_that_helps(document: MainWindow, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    choose(dialog, "safetensors")
    qtbot.waitUntil(lambda: dialog.note.text() != "")
    hands = Hands(qtbot, dialog)
    hands.click(dialog.ways[0])
    again = document.page.saving.dialog
    assert again is not None
    assert document.page.session.plan
    assert again.container.currentData() == "safetensors"
    qtbot.waitUntil(again.save_button.isEnabled)
    target = again.target()
    press_save(again, qtbot)
    assert load_file(target)


@pytest.mark.parametrize(
    ("key", "dtype", "button"),
    [("__metadata__", torch.float32, 0), ("c", torch.complex128, 0), ("c", torch.complex128, 1)],
)
def test_a_refusal_of_one_tensor_has_a_click_too(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, key: str, dtype: torch.dtype, button: int
) -> None:
    """A tensor that safetensors cannot hold: its name is changed, the container, or it is left out."""
    torch.save({"a": torch.ones(2), key: torch.ones(3, dtype=dtype)}, tmp_path / "a.pth")
    open_in(window, tmp_path / "a.pth")
    dialog = ask_to_save(window, qtbot)
    choose(dialog, "safetensors")
    qtbot.waitUntil(lambda: dialog.note.text() != "")
    assert not dialog.save_button.isEnabled()
    assert "ast it" not in dialog.note.text()
    Hands(qtbot, dialog).click(dialog.ways[button])
    again = window.page.saving.dialog
    assert again is not None
    qtbot.waitUntil(again.save_button.isEnabled)
    target = again.target()
    press_save(again, qtbot)
    kept = load_file(target) if target.suffix == ".safetensors" else torch.load(target, weights_only=True)
    assert len(kept) == (1 if button else 2)


# -- afterwards ------------------------------------------------------------------------------------------------------


def test_the_banner_offers_the_copy_until_something_else_is_done(document: MainWindow, qtbot: QtBot) -> None:
    session, links = document.page.session, document.page.banner.saved
    assert not links.isVisible()
    session.apply(RemapDevice("cuda:5", "cpu"))
    press_save(ask_to_save(document, qtbot), qtbot)
    assert links.isVisible()
    assert "read back to check it" in document.page.banner.text.toolTip()
    session.undo_stack.undo()
    assert not links.isVisible()
    session.undo_stack.redo()
    dialog = ask_to_save(document, qtbot)
    dialog.name.setText("again.pth")
    press_save(dialog, qtbot)
    assert "again.pth" in document.page.banner.text.text()
    Hands(qtbot, document).click(links.dismiss)
    assert not links.isVisible()
    assert "read back to check it" not in document.page.banner.text.toolTip()


# -- room ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("percent", [100, 150])
def test_the_dialog_fits_a_small_window(
    window: MainWindow, lacking: Path, open_in: OpenIn, qtbot: QtBot, usual_size: None, percent: int
) -> None:
    scale.apply_size(percent)
    open_in(window, lacking)
    window.resize(1024, 640)
    dialog = ask_to_save(window, qtbot)
    worked_out(dialog, qtbot)
    assert dialog.width() <= 1024
    assert dialog.height() <= 640
    for box in (dialog.container, dialog.shards):
        longest = max(box.fontMetrics().horizontalAdvance(box.itemText(row)) for row in range(box.count()))
        assert longest + 30 <= box.width()
    for each in (dialog.alarm, dialog.save_button, dialog.cancel_button):
        assert each.visibleRegion().boundingRect() == each.rect()
    dialog.reject()


@pytest.mark.parametrize(("kind", "container"), in_turn([*PARTS], ["zip", "safetensors", "dcp"]))
def test_a_missing_part_of_any_kind_is_told(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, kind: str, container: str
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FOLDERS / kind, folder)
    (gone,) = folder.glob(PARTS[kind])
    gone.unlink()
    open_in(window, folder)
    dialog = ask_to_save(window, qtbot)
    choose(dialog, container)
    assert "will not be in the copy" in dialog.alarm.text()
    assert "incomplete" in dialog.save_button.text()
    assert "-incomplete" in dialog.name.text()
    told = worked_out(dialog, qtbot)
    assert not any("same as the source" in text for text in told)
    dialog.reject()
