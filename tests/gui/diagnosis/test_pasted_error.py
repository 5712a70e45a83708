"""A pasted traceback: recognised, answered and cured, in the panel and with no file open."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from core.edits.edits import Drop, Plan, RemapDevice
from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.diagnosis.content import DiagnosisContent
from gui.diagnosis.error_model import folder_of_script
from gui.session.session import Session
from tests.files.checkpoints import Net
from tests.files.tour_files import make
from tests.gui.diagnosis.user import TRACEBACK, paste, press, show_file
from tests.gui.documents import saved

LEFT = Qt.MouseButton.LeftButton


def test_a_pasted_traceback_is_recognised_at_once_and_cured(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    assert not panel.answer.isVisible()
    panel.verify.setFocus()
    height = panel.error.edit.height()
    paste(panel, TRACEBACK, qtbot)
    assert panel.error.edit.height() > height
    assert panel.answer.isVisible()
    assert "This file is the cause" in "\n".join(panel.answer.texts)
    (cure,) = panel.answer.cures
    qtbot.mouseClick(cure, LEFT)
    assert session.plan.edits == (RemapDevice("cuda:0", "cpu"), RemapDevice("cuda:1", "cpu"))
    assert panel.answer.cures == []
    assert "Save the file, then load the copy." in panel.answer.texts
    session.mark_saved(file.with_name("fixed.pth"))
    assert "Load fixed.pth in place of this file: it does not cause this error." in panel.answer.texts
    qtbot.mouseClick(panel.error.clear, LEFT)
    assert not panel.answer.isVisible()


def test_an_error_that_is_pasted_after_its_cure_is_said_to_be_cured(
    panel: DiagnosisContent, session: Session, file: Path, qtbot: QtBot
) -> None:
    """It is what the file causes as it is, so "Not this file" would be wrong."""
    show_file(session, file)
    for edits, headline in (
        ((RemapDevice("*", "cpu"),), "Your changes fix this"),
        ((), "This file is the cause"),
    ):
        session.set_plan(Plan(edits))
        paste(panel, TRACEBACK, qtbot)
        assert headline in panel.answer.texts, edits
    session.set_plan(Plan((RemapDevice("*", "cpu"),)))
    paste(
        panel, "RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory", qtbot
    )
    assert "This file is not the cause" in panel.answer.texts


def test_what_the_box_ends_with_is_not_said_again(
    panel: DiagnosisContent, session: Session, file: Path, qtbot: QtBot
) -> None:
    show_file(session, file)
    for more, quotes in (("", 0), ("[rank0]: destroy_process_group() was not called", 1)):
        paste(panel, TRACEBACK + more, qtbot)
        QApplication.processEvents()
        named = [each.accessibleName() for each in panel.answer.findChildren(QWidget) if each.isVisible()]
        assert named.count("The line that identified it") == quotes


def test_why_scrolls_to_what_stands_below_the_answer(
    panel: DiagnosisContent, session: Session, tmp_path: Path, hand_made: None, qtbot: QtBot
) -> None:
    path = saved(tmp_path, lambda tensor: {"weight": tensor("cuda:5", 2), "args": Namespace(lr=0.1)})
    show_file(session, path)
    refused = "WeightsUnpickler error: Unsupported global: GLOBAL argparse.Namespace was not an allowed global"
    paste(panel, refused, qtbot)
    panel.resize(300, 420)
    bar = panel.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    panel.explain()
    card = panel.list.cards[0]
    assert card.unfolded
    qtbot.waitUntil(lambda: bar.value() > 0 and card.visibleRegion().boundingRect().top() == 0)
    assert card.visibleRegion().boundingRect().height() > 100
    paste(panel, TRACEBACK, qtbot)  # the answer is about what is worst
    panel.explain()
    qtbot.wait(20)
    assert bar.value() == 0


def test_two_errors_of_one_cure_have_one_button(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    """A whole model is an error, the module of its class another; both go with the state_dict."""
    show_file(session, make("best_model.pth", tmp_path))
    paste(panel, "ModuleNotFoundError: No module named 'models'", qtbot)
    assert [cure.words for cure in panel.answer.cures] == ["Fix: extract state_dict"]


def test_the_computer_that_the_error_comes_from_is_the_one_that_is_asked_about(
    panel: DiagnosisContent, session: Session, file: Path, qtbot: QtBot
) -> None:
    show_file(session, file)
    words = (
        "Attempting to deserialize object on CUDA device 1 but torch.cuda.device_count() is {}. Please use torch.load"
    )
    paste(panel, f"RuntimeError: {words.format(1)} with map_location", qtbot)
    assert panel.service.computer == Computer(1)
    assert "This file is the cause" in "\n".join(panel.answer.texts)
    assert "no-such-gpu" not in {card.finding.code for card in panel.cards}  # it stands in the answer
    paste(panel, f"RuntimeError: {words.format(3)} with map_location", qtbot)
    assert panel.service.computer == Computer(3)
    assert panel.answer.cures == []


def test_a_cure_that_is_not_the_last_says_what_is_left(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    show_file(session, saved(tmp_path, lambda tensor: {"w": tensor("cuda:0", 2), "args": Namespace(lr=0.1)}))
    paste(panel, TRACEBACK, qtbot)
    QApplication.processEvents()
    qtbot.mouseClick(panel.answer.cures[0], LEFT)
    assert panel.answer.texts == [
        "Your changes fix this",
        "The file still has another error: torch.load(f) refuses argparse.Namespace.",
    ]


def test_what_is_no_error_is_said_to_be_none(
    panel: DiagnosisContent, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    paste(panel, "my dog ate it", qtbot)
    assert panel.answer.texts[0] == "Not recognised"
    assert panel.answer.cures == []


def test_an_error_is_explained_with_no_file_open(window: MainWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(TRACEBACK)
    press(qtbot, window, Qt.Key.Key_V)
    dialog = window.page.diagnosis.error_dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.answer.isVisible()
    assert dialog.answer.cures == []
    dialog.close()


def test_the_last_line_of_a_pasted_error_is_in_sight(window: MainWindow, qtbot: QtBot) -> None:
    calls = '  File "a.py", line 1, in call\n' * 30
    QGuiApplication.clipboard().setText(f"Traceback (most recent call last):\n{calls}{TRACEBACK}\n")
    press(qtbot, window, Qt.Key.Key_V)
    dialog = window.page.diagnosis.error_dialog
    assert dialog is not None
    edit = dialog.box.edit
    QApplication.processEvents()
    last = edit.document().findBlock(len(edit.toPlainText().rstrip()))
    assert last.text() == TRACEBACK.rstrip().splitlines()[-1]
    shown = edit.blockBoundingGeometry(last).translated(edit.contentOffset())
    assert edit.viewport().rect().intersects(shown.toRect())
    dialog.close()


def test_an_error_pasted_before_a_file_is_open_goes_along(
    window: MainWindow, small_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    QGuiApplication.clipboard().setText(TRACEBACK)
    press(qtbot, window, Qt.Key.Key_V)
    dialog = window.page.diagnosis.error_dialog
    assert dialog is not None
    begins = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *given: (begins.append(given[2]), ([str(small_file)], ""))[1]
    )
    script = small_file.with_name("train.py")
    dialog.box.paste_text(TRACEBACK.replace('File "train.py"', f'File "{script}"'))
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(dialog.open_button, LEFT)
    panel = window.page.diagnosis.panel
    qtbot.waitUntil(lambda: bool(panel.answer.cures))
    assert begins == [str(small_file.parent)]
    assert not dialog.isVisible()
    assert dialog.box.text == ""
    assert str(script) in panel.error.text
    assert panel.isVisible()
    assert any("this file" in text.lower() for text in panel.answer.texts), panel.answer.texts


def misfit(tmp_path: Path, *, partitioned: bool) -> tuple[Path, str]:
    """A file with a head of 5 classes, and what a model of 9 says of it; or one whose layers hold nothing here."""

    def made(classes: int) -> torch.nn.Module:
        return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, classes))

    state, model = made(5).state_dict(), made(5 if partitioned else 9)
    for parameter in model[0].parameters() if partitioned else ():  # type: ignore[index]
        parameter.data = torch.empty(0)
    torch.save(state, tmp_path / "misfit.pth")
    with pytest.raises(RuntimeError) as error:
        model.load_state_dict(state)
    return tmp_path / "misfit.pth", f"RuntimeError: {error.value}"


def test_a_cure_that_loses_says_so_below_its_button(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    path, text = misfit(tmp_path, partitioned=False)
    show_file(session, path)
    paste(panel, text, qtbot)
    (cure,) = panel.answer.cures
    assert "You lose the tensors 1.weight and 1.bias." in panel.answer.texts
    qtbot.mouseClick(cure, LEFT)
    assert [type(edit) for edit in session.plan.edits] == [Drop, Drop]
    then = "with strict=False: 1.weight and 1.bias start from new weights."
    assert panel.answer.texts == ["Your changes fix this", f"Save the file, then load the copy {then}"]
    session.mark_saved(path.with_name("fixed.pth"))
    assert panel.answer.texts == ["Your changes fixed this", f"Load fixed.pth in place of this file, {then}"]


def test_the_copy_of_a_whole_model_is_said_to_hold_a_state_dict(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    """``model.eval()`` after the load of it would fail."""
    path = tmp_path / "best.pth"
    torch.save(Net(), path)
    show_file(session, path)
    paste(panel, "ModuleNotFoundError: No module named 'tests'", qtbot)
    page = "“Code to load it…” ▸ “A model class that fits this file”"
    told = f"{page} writes the class with its layers; you write forward()."
    assert any(told in text for text in panel.answer.texts)
    panel.answer.cures[0].click()
    assert panel.answer.texts[1].startswith(
        "Save the file, then load the copy. The copy holds a state_dict, not the model"
    )
    session.mark_saved(path.with_name("fixed.pth"), "torch.load('fixed.pth')")
    then = "build the model, then call model.load_state_dict(torch.load('fixed.pth'))."
    lost = f"Is the code of the model lost? {told}"
    said = f"fixed.pth holds a state_dict, not the model: {then} {lost}"
    assert panel.answer.texts == ["Your changes fixed this", said]


def test_what_a_script_without_the_prefix_misses_is_called_as_the_script_calls_it(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    path, text = misfit(tmp_path, partitioned=False)
    torch.save({f"module.{key}": value for key, value in torch.load(path).items()}, path)
    show_file(session, path)
    paste(panel, text, qtbot)
    assert any(
        text.startswith("It has module.1.weight and module.1.bias with other shapes than your model.")
        for text in panel.answer.texts
    )
    panel.answer.cures[0].click()
    assert "strict=False: 1.weight and 1.bias start from new weights." in panel.answer.texts[1]


def test_a_partitioned_model_has_no_button(
    panel: DiagnosisContent, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    path, text = misfit(tmp_path, partitioned=True)
    show_file(session, path)
    paste(panel, text, qtbot)
    assert "This file is not the cause" in panel.answer.texts
    assert panel.answer.cures == []
    assert any("its weights are partitioned" in text for text in panel.answer.texts)
    assert not any("drop these" in text for text in panel.answer.texts)


def test_the_folder_of_the_script_that_a_traceback_begins_with(tmp_path: Path) -> None:
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (own := tmp_path / "own").mkdir()
    inside, script, gone = (
        f'File "{each}", line 3, in f' for each in (packages / "a.py", own / "b.py", "/no/such/c.py")
    )
    assert folder_of_script(f"{inside}\n{gone}\n{script}\n") == str(own)
    assert not folder_of_script(f'{inside}\n{gone}\n  File "train.py", line 1')
