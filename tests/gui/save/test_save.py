"""Saving from the window: summary, name, progress, cancel, overwrite, and what happens to unsaved changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from safetensors.torch import load_file

from core.edits.edits import AddPrefix, Drop, RemapDevice
from core.pace import left_text
from gui.app.window import MainWindow
from gui.page.page import Page
from gui.page.welcome import DEMO
from gui.save.dialog import SaveDialog
from gui.save.model import SaveLayout, default_target, ending_of, with_ending
from tests.catalogue.test_oddities import odd_file
from tests.containers.facts import FOLDERS, told
from tests.gui.conftest import Said
from tests.gui.hands import Hands
from tests.support.engine import fix
from tests.support.oracle import saved_devices

OpenIn = Callable[[MainWindow, Path], None]
LEFT = Qt.MouseButton.LeftButton


def ask_to_save(window: MainWindow, qtbot: QtBot) -> SaveDialog:
    """Press the button of the toolbar."""
    window.actions_["save"].trigger()
    dialog = window.page.saving.dialog
    assert dialog is not None
    qtbot.waitExposed(dialog)
    return dialog


def press_save(dialog: SaveDialog, qtbot: QtBot) -> None:
    """Press Save and wait until the file is there."""
    page = dialog.parentWidget()
    assert isinstance(page, Page)
    with qtbot.waitSignal(page.saving.saved):
        qtbot.mouseClick(dialog.save_button, LEFT)


def test_gpu_checkpoint_to_laptop_is_three_clicks(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    qtbot.mouseClick(document.page.banner.go, LEFT)
    qtbot.waitUntil(lambda: document.page.banner.go.text() == "Save fixed…")
    qtbot.mouseClick(document.page.banner.go, LEFT)
    dialog = document.page.saving.dialog
    assert dialog is not None
    press_save(dialog, qtbot)
    target = small_file.with_name("epoch27-fixed.pth")
    torch.load(target)  # on this machine without a GPU without map_location
    assert set(saved_devices(target)) == {"cpu"}
    assert set(saved_devices(small_file)) == {"cuda:5", "cpu"}
    assert said.messages == []  # the banner says it
    saved = document.page.banner.saved
    assert saved.isVisible()
    assert [saved.open.text(), saved.folder.text()] == ["Open copy", "Show in folder"]
    banner = document.page.banner.text
    still = "epoch27.pth is still open: your next copy has these changes and those you add."
    assert banner.text().endswith(f". Load it with torch.load('epoch27-fixed.pth'). {still}")
    assert "read back to check it" in banner.toolTip()
    document.page.session.undo()
    document.page.session.undo_stack.redo()
    assert still not in banner.text()  # it is said once


@pytest.mark.parametrize("name", ["scripted.pt", "exported.pt2"])
def test_the_state_dict_of_what_is_only_shown_is_saved(
    name: str, window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    open_in(window, Path(shutil.copy(FOLDERS / "containers" / name, tmp_path)))
    assert window.page.banner.go.text() == "Save its state dict…"
    qtbot.mouseClick(window.page.banner.go, LEFT)
    dialog = window.page.saving.dialog
    assert dialog is not None
    assert not dialog.replace.isEnabled()
    assert "as the source" not in dialog.container.currentText()
    press_save(dialog, qtbot)
    made = tmp_path / f"{Path(name).stem}-fixed{'.pt' if name.endswith('.pt') else '.pth'}"
    assert set(torch.load(made)) == {path[-1] for path in told(f"containers/{name}") if path[0] != "constants"}
    assert "changed since" not in window.page.banner.text.text()


@pytest.mark.parametrize(("name", "kept"), [("deepspeed_zero/zero2_fp32", False), ("sharded/bin", True)])
def test_as_the_source_is_what_the_source_is_in(
    name: str, kept: bool, window: MainWindow, open_in: OpenIn, qtbot: QtBot
) -> None:
    """A folder is not replaced by one file, and what ranks saved is not written again."""
    open_in(window, FOLDERS / name)
    dialog = ask_to_save(window, qtbot)
    assert ("as the source" in dialog.container.currentText()) is kept
    assert dialog.replace.isEnabled() is kept


def test_the_title_tells_unsaved_from_saved(document: MainWindow, qtbot: QtBot) -> None:
    assert not document.isWindowModified()
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    assert document.isWindowModified()
    document.page.session.undo_stack.undo()
    assert not document.isWindowModified()
    document.page.session.undo_stack.redo()
    press_save(ask_to_save(document, qtbot), qtbot)
    assert not document.isWindowModified()
    assert document.page.status.plan_label.text().startswith("Saved: ")
    assert document.page.workspace.docks["changes"].titleBarWidget().findChild(QLabel).text() == "SAVED CHANGES"
    document.page.session.undo_stack.undo()
    assert document.page.workspace.docks["changes"].titleBarWidget().findChild(QLabel).text() == "PENDING CHANGES"


def test_the_saved_file_can_be_opened_from_the_banner(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    press_save(ask_to_save(document, qtbot), qtbot)
    with qtbot.waitSignal(document.opened):
        qtbot.mouseClick(document.page.banner.saved.open, LEFT)
    assert document.page.session.catalogue is not None
    assert document.page.session.catalogue.checkpoint.path == small_file.with_name("epoch27-fixed.pth")
    assert said.questions == []


def test_the_summary_names_changes_devices_and_outcome(document: MainWindow, qtbot: QtBot) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    dialog = ask_to_save(document, qtbot)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    preview = document.page.session.preview
    assert preview is not None
    assert preview.changes[0].title in words
    assert any(str(preview.changes[0].tensors) in text for text in words)
    then = "The saved copy will load on any computer: torch.load(f) needs no map_location."
    assert any(text.startswith(then) for text in words)
    assert "epoch27.pth itself stays unchanged." in words
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel) if label.text())
    dialog.reject()


def test_with_no_changes_the_summary_says_nothing_differs(document: MainWindow, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert "nothing: the copy will be the same as the source" in words
    assert any(text.startswith("torch.load(f) will fail: saved on cuda:5") for text in words)
    dialog.reject()


def test_of_the_name_that_is_there_only_the_stem_is_selected_and_typed_over(document: MainWindow, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    assert dialog.name.text() == "epoch27-copy.pth"
    assert dialog.name.selectedText() == "epoch27-copy"
    qtbot.keyClicks(dialog.name, "v1.5-best")
    assert dialog.target().name == "v1.5-best.pth"
    dialog.reject()


def test_a_whole_path_typed_over_the_stem_is_the_file_that_is_written(
    document: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    dialog = ask_to_save(document, qtbot)
    qtbot.keyClicks(dialog.name, f"{tmp_path}/g.pth")
    assert dialog.name.text() == f"{tmp_path}/g.pth"
    press_save(dialog, qtbot)
    assert (tmp_path / "g.pth").exists()
    assert not list(tmp_path.rglob("*.pth.pth"))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("a.pth", "a-fixed.pth"),
        ("a.pth.tar", "a-fixed.pth.tar"),
        ("a.b.pth", "a.b-fixed.pth"),
        ("noend", "noend-fixed"),
        (".pt", ".pt-fixed"),
    ],
)
def test_default_names(source: str, target: str) -> None:
    assert default_target(Path("/x") / source) == Path("/x") / target


@pytest.mark.parametrize(("answer", "replaced"), [("replace", True), ("keep", False)])
def test_an_existing_file_is_replaced_only_when_confirmed(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said, answer: str, replaced: bool
) -> None:
    target = small_file.with_name("epoch27-copy.pth")
    target.write_bytes(b"precious")
    said.answer = answer
    dialog = ask_to_save(document, qtbot)
    if replaced:
        press_save(dialog, qtbot)
    else:
        qtbot.mouseClick(dialog.save_button, LEFT)
        dialog.reject()
    (question,) = said.questions
    assert question.title == "Replace epoch27-copy.pth?"
    assert (target.read_bytes() != b"precious") == replaced


@pytest.mark.parametrize("changed", [False, True])
def test_the_copy_that_this_tab_saved_is_replaced_by_enter(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said, changed: bool
) -> None:
    """Unless something else has changed it since; then it is as any other file."""
    target = small_file.with_name("epoch27-fixed.pth")
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    press_save(ask_to_save(document, qtbot), qtbot)
    at = f"{datetime.now().astimezone():%H:%M}"
    assert said.questions == []
    document.page.session.apply(AddPrefix("module."))
    if changed:
        target.write_bytes(target.read_bytes() + b"x")
    said.answer = "replace"
    press_save(ask_to_save(document, qtbot), qtbot)
    (question,) = said.questions
    assert question.title == "Replace epoch27-fixed.pth?"
    assert [(each.text, each.destructive) for each in question.answers] == [("Replace", changed), ("Cancel", False)]
    assert question.text.startswith("You saved this copy from this tab at ") != changed
    if not changed:
        assert question.text.endswith(". It is unchanged since.")
        assert question.text[-29:-24] >= at
    assert set(saved_devices(target)) == {"cpu"}
    shutil.copy(target, small_file.with_name("another.pth"))
    dialog = ask_to_save(document, qtbot)
    dialog.name.setText("another.pth")
    press_save(dialog, qtbot)
    assert "already has a file with that name" in said.questions[-1].text


def test_the_source_is_replaced_only_when_ticked_and_then_opened_again(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    before = small_file.read_bytes()
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    dialog = ask_to_save(document, qtbot)
    dialog.name.setText("epoch27.pth")
    qtbot.mouseClick(dialog.save_button, LEFT)
    assert "That is the source file itself" in dialog.note.text()
    assert small_file.read_bytes() == before
    dialog.replace.setChecked(True)
    assert dialog.save_button.text() == "Replace the source"
    assert dialog.title.text() == "epoch27.pth, fixed"
    assert "Undo cannot bring it back" in dialog.subtitle.text()
    with qtbot.waitSignal(document.opened, timeout=60_000):
        qtbot.mouseClick(dialog.save_button, LEFT)
    assert set(saved_devices(small_file)) == {"cpu"}
    assert not document.page.session.plan
    assert said.questions == []
    assert [message.text.partition(" (")[0] for message in said.messages] == ["Replaced epoch27.pth"]


def test_the_container_can_be_changed(document: MainWindow, small_file: Path, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    assert dialog.container.currentData() == "zip"
    dialog.container.setCurrentIndex(dialog.container.findData("legacy"))
    press_save(dialog, qtbot)
    assert small_file.with_name("epoch27-copy.pth").read_bytes()[:2] != b"PK"


@pytest.mark.parametrize(
    ("name", "source", "written"),
    [
        ("g", "a.pth", "g.pth"),
        ("g", "best.pth.tar", "g.pth.tar"),
        ("g.pt", "a.pth", "g.pt"),
        ("g", "pytorch_model", "g"),
        ("", "a.pth", ""),
        (".", "a.pth", "."),
    ],
)
def test_a_name_without_an_ending_gets_that_of_the_source(name: str, source: str, written: str) -> None:
    assert with_ending(name, ending_of(SaveLayout("zip"), Path(source))) == written


def test_the_ending_is_there_in_the_file_that_is_written(document: MainWindow, small_file: Path, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    dialog.name.setText("laptop")
    press_save(dialog, qtbot)
    assert small_file.with_name("laptop.pth").exists()
    assert not small_file.with_name("laptop").exists()


@pytest.mark.parametrize(("name", "folder", "objection"), [("", "", "name"), ("a.pth", "/no/such/folder", "no folder")])
def test_a_wrong_target_is_refused_before_anything_runs(
    document: MainWindow, qtbot: QtBot, name: str, folder: str, objection: str
) -> None:
    dialog = ask_to_save(document, qtbot)
    dialog.name.setText(name)
    if folder:
        dialog.folder.setText(folder)
    qtbot.mouseClick(dialog.save_button, LEFT)
    assert objection in dialog.note.text()
    dialog.reject()


@pytest.mark.parametrize("answer", ["stay", "discard", "save"])
def test_closing_with_unsaved_changes_asks(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said, answer: str
) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    said.answer = answer
    closed = document.close()
    assert len(said.questions) == 1
    assert closed == (answer == "discard")
    if answer == "save":
        dialog = document.page.saving.dialog
        assert dialog is not None
        press_save(dialog, qtbot)
        assert small_file.with_name("epoch27-fixed.pth").exists()
        assert len(said.questions) == 1
        qtbot.waitUntil(lambda: not document.isVisible())


def test_closing_a_tab_with_unsaved_changes_asks(document: MainWindow, qtbot: QtBot, said: Said) -> None:
    first = document.page
    first.session.apply(RemapDevice("cuda:5", "cpu"))
    with qtbot.waitSignal(document.opened):
        document.open_file(DEMO)
    assert said.questions == []  # it has come beside
    document.close_page(first)
    assert [question.title for question in said.questions] == ["Save the fixed checkpoint before closing this file?"]
    assert list(document.tabs.pages()) == [first, document.page]
    said.answer = "discard"
    document.close_page(first)
    assert list(document.tabs.pages()) == [document.page]


def test_the_tab_closes_once_the_changes_are_saved(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    said.answer = "save"
    document.close_file()
    assert document.page.saving.dialog is not None
    with qtbot.waitSignal(document.page.session.closed, timeout=60_000):
        press_save(document.page.saving.dialog, qtbot)
    assert small_file.with_name("epoch27-fixed.pth").exists()
    assert document.page.is_free


def test_a_save_that_is_given_up_closes_nothing(
    document: MainWindow, small_file: Path, qtbot: QtBot, said: Said
) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    said.answer = "save"
    document.close_file()
    assert document.page.saving.dialog is not None
    document.page.saving.dialog.reject()
    press_save(ask_to_save(document, qtbot), qtbot)
    qtbot.wait(50)
    assert document.page.session.catalogue is not None
    assert document.page.session.catalogue.checkpoint.path == small_file


def test_a_refused_edit_is_told_and_changes_nothing(document: MainWindow, said: Said) -> None:
    assert not document.page.session.apply(Drop(0))
    assert len(said.messages) == 1
    assert said.messages[0].level == "warning"
    assert not document.page.session.plan


@pytest.mark.parametrize(
    ("done", "total", "seconds", "text"),
    [
        (0, 100, 5.0, ""),
        (50, 100, 0.2, ""),
        (50, 100, 10.0, "about 10 seconds left"),
        (10, 100, 60.0, "about 9 minutes left"),
        (99, 100, 60.0, "about a second left"),
    ],
)
def test_time_left(done: int, total: int, seconds: float, text: str) -> None:
    assert left_text(done, total, seconds) == text


def test_a_closed_save_dialog_is_gone(document: MainWindow, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    gone: list[bool] = []
    dialog.destroyed.connect(lambda: gone.append(True))
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert gone == [True]


def test_a_copy_with_no_changes_is_called_copy() -> None:
    assert default_target(Path("/x/a.pth.tar"), changed=False) == Path("/x/a-copy.pth.tar")


def test_a_file_that_no_torch_save_wrote_is_saved_once_that_is_accepted(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    open_in(window, odd_file(tmp_path / "a.pt"))
    dialog = ask_to_save(window, qtbot)
    qtbot.mouseClick(dialog.save_button, LEFT)
    assert "not written by torch.save" in dialog.note.text()
    dialog.accept_odd.setChecked(True)
    press_save(dialog, qtbot)
    assert (tmp_path / "a-copy.pt").exists()


# -- other containers ----------------------------------------------------------------------------------------------


def choose(dialog: SaveDialog, container: str, shards: int = 0) -> None:
    dialog.container.setCurrentIndex(dialog.container.findData(container))
    dialog.shards.setCurrentIndex(dialog.shards.findData(shards))


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    weight = torch.ones(1000)
    torch.save({"a": weight, "b": weight, "c": torch.ones(10)}, tmp_path / "weights.pth")
    return tmp_path / "weights.pth"


def test_as_safetensors(window: MainWindow, weights: Path, open_in: OpenIn, qtbot: QtBot) -> None:
    """The name follows, and what is not kept is told before anything is written."""
    open_in(window, weights)
    dialog = ask_to_save(window, qtbot)
    choose(dialog, "safetensors")
    assert dialog.name.text() == "weights-copy.safetensors"
    assert not dialog.replace.isEnabled()
    qtbot.waitUntil(lambda: any("b = a" in label.text() for label in dialog.summary.findChildren(QLabel)))
    assert dialog.note.text() == ""
    press_save(dialog, qtbot)
    assert load_file(weights.with_name("weights-copy.safetensors")).keys() == {"a", "c"}


def test_in_shards(window: MainWindow, weights: Path, open_in: OpenIn, qtbot: QtBot) -> None:
    open_in(window, weights)
    dialog = ask_to_save(window, qtbot)
    choose(dialog, "safetensors", 5 * 10**9)
    assert dialog.name.text() == "weights-copy"
    press_save(dialog, qtbot)
    assert [path.name for path in weights.with_name("weights-copy").iterdir()] == ["model.safetensors"]


def test_what_a_container_cannot_hold_is_told_in_the_dialog(document: MainWindow, qtbot: QtBot) -> None:
    dialog = ask_to_save(document, qtbot)
    choose(dialog, "safetensors")
    qtbot.waitUntil(lambda: "save as zip" in dialog.note.text())
    assert "--" not in dialog.note.text()
    assert not dialog.save_button.isEnabled()
    assert dialog.save_button.property("primary") is False
    hands = Hands(qtbot, dialog)
    dialog.name.setFocus()
    hands.press("Return")
    assert dialog.isVisible()
    hands.click_words("Choose zip")
    assert dialog.save_button.isEnabled()
    assert dialog.save_button.property("primary") is True
    assert dialog.note.text() == ""
    assert dialog.name.text() == "epoch27-copy.pth"


def test_a_folder_of_shards_stays_one(window: MainWindow, weights: Path, open_in: OpenIn, qtbot: QtBot) -> None:
    folder = weights.with_name("llama-3.1")
    fix(weights, folder, container="safetensors", shard_size=4000)
    open_in(window, folder)
    assert window.page.banner.text.text() == "Loading these files works on any computer and needs no map_location."
    dialog = ask_to_save(window, qtbot)
    assert (dialog.name.text(), dialog.container.currentData()) == ("llama-3.1-copy", "safetensors")
    choose(dialog, "zip")
    assert dialog.name.text() == "llama-3.1-copy.pth"
    press_save(dialog, qtbot)
    assert torch.load(weights.with_name("llama-3.1-copy.pth")).keys() == {"a", "c"}
