"""The diagnosis panel: cards, cures, the box for a traceback; findings made by hand, and real ones."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path, PosixPath
from pickle import UnpicklingError

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from core.diagnosis import diagnose
from core.diagnosis import finding as findings
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding
from core.edits.edits import FOLLOW, Drop, MoveOptimizer, RemapDevice, StripPrefix
from core.edits.preview import Preview
from core.edits.wording import in_few_words
from core.loading.computer import Computer
from gui.app.window import MainWindow
from gui.diagnosis.board import DiagnosisBoard
from gui.diagnosis.model import card_of, clean, headline, shortened
from gui.look import theme
from gui.look.wording import breakable
from gui.session import doctor as diagnosis_doctor
from gui.session.doctor import Doctor
from gui.session.session import Session
from gui.widgets.wrapped_text import WrappedText
from tests.gui.documents import catalogue_of, opened, saved, two_gpus, unplanned

LEFT = Qt.MouseButton.LeftButton
NO_GPU = (
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on "
    "a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU."
)
TRACEBACK = f"""Traceback (most recent call last):
  File "train.py", line 12, in <module>
    checkpoint = torch.load("epoch27.pth")
  File "/usr/lib/python3.11/site-packages/torch/serialization.py", line 1521, in load
RuntimeError: {NO_GPU}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A wrapped model over two GPUs."""
    return saved(tmp_path, two_gpus)


def show(panel: DiagnosisBoard, qtbot: QtBot) -> DiagnosisBoard:
    """Put the panel on the screen, in the width it has in the window."""
    qtbot.addWidget(panel)
    panel.resize(320, 620)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> DiagnosisBoard:
    """The panel of a session with nothing open."""
    return show(DiagnosisBoard(session), qtbot)


def show_file(session: Session, path: Path) -> None:
    """Open a file, and let the layout find its place."""
    opened(session, path)
    QApplication.processEvents()


def by_hand(preview: Preview, computer: Computer, _wanted: object = None) -> tuple[Finding, ...]:
    """What a diagnosis could say: an error that a remap cures, a warning that a strip cures, two notes."""
    catalogue = preview.catalogue
    found = []
    devices = sorted({preview.device(row) for row in range(len(catalogue.tensors))} - {"cpu"})
    if devices and not computer.gpus:
        rows = [row for row in range(len(catalogue.tensors)) if preview.device(row) in devices]
        entries = tuple(catalogue.tensors[row].entry for row in rows)
        paths = tuple(map(catalogue.path_text, entries))
        edits = tuple(RemapDevice(device, "cpu") for device in devices)
        found.append(Finding("no-gpu", ERROR, "On a GPU", NO_GPU, paths, entries, "Why.", "Map it.", edits, "Older."))
    if preview.plan.find(StripPrefix) is None:
        edits = (StripPrefix("module."),)
        found.append(Finding("wrapper-prefix", WARNING, "Wrapped", "", (), (), "Why.", "Strip it.", edits))
    found += [Finding(code, NOTE, "A note", "", (), (), "Why.", "") for code in ("memory-twice", "old-gpu-memory")]
    return tuple(found)


@pytest.fixture
def hand_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings made by hand in place of those of the library."""
    monkeypatch.setattr(diagnosis_doctor, "diagnose", by_hand)
    monkeypatch.setattr(diagnose, "diagnose", by_hand)


# ---- the words


def test_a_message_loses_its_colours_and_is_shortened() -> None:
    message = (
        "\x1b[1mWeights only load failed.\x1b[0m\n" + "\n".join(f"\tline {number}" for number in range(9)) + "\x07"
    )
    shown = clean(message)
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert shown.startswith("Weights only load failed.\n    line 0")
    assert shortened(shown) == "Weights only load failed.\n    line 0\n    line 1 …"
    assert shortened("one line") == "one line"
    refused = "Weights only load failed. Do this\nor that.\n WeightsUnpickler error: Unsupported global: GLOBAL a.b was"
    assert shortened(refused) == "… Unsupported global: GLOBAL a.b was"


def test_a_button_says_what_it_does(file: Path) -> None:
    catalogue = catalogue_of(file)
    both = (RemapDevice("cuda:0", "cpu"), RemapDevice("cuda:1", "cpu"), StripPrefix("module.", 2))
    assert in_few_words(catalogue, both) == "map cuda:* → cpu, strip “module.”"
    note = next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == "note")
    assert in_few_words(catalogue, (Drop(note),)) == "drop “note”"
    assert in_few_words(catalogue, (Drop(note), Drop(note - 1))) == "drop 2 entries"
    assert in_few_words(catalogue, ()) == ""


def test_a_card_links_to_a_few_paths_and_counts_the_rest(file: Path) -> None:
    catalogue = catalogue_of(file)
    entries = tuple(tensor.entry for tensor in catalogue.tensors)
    card = card_of(catalogue, Finding("x", ERROR, "t", "", tuple(map(catalogue.path_text, entries)), entries, "", ""))
    assert [link.entry for link in card.links] == list(entries[:3])
    assert card.links[0].text == "model/module.embed.weight"
    assert card.more == f"and {len(entries) - 3} more"
    assert card.word == "Error"


def test_a_card_counts_what_is_not_listed_any_more(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MOST_LISTED", 4)
    catalogue = catalogue_of(file)
    finding = next(each for each in diagnose.diagnose(unplanned(catalogue), Computer()) if each.code == "no-gpu")
    on_gpus = sum(catalogue.storages[tensor.storage].device != "cpu" for tensor in catalogue.tensors)
    assert (len(finding.entries), finding.count) == (4, on_gpus)
    assert card_of(catalogue, finding).more == f"and {on_gpus - 3} more"


def test_the_verdict_is_proud_only_where_nothing_is_wrong() -> None:
    finding = Finding("no-such-gpu", ERROR, "t", "", (), (), "", "")
    assert headline((), Computer(), planned=False) == ("", "torch.load(f) works on a computer without a GPU.")
    severity, text = headline((finding,), Computer(2), planned=True)
    assert severity == ERROR
    assert text == "torch.load(f) of what you save fails on a computer with 2 GPUs: 1 error."
    everywhere = Finding("refused-name", ERROR, "t", "", (), (), "", "")
    assert headline((everywhere,), Computer(), planned=False)[1] == "torch.load(f) fails on every computer: 1 error."
    assert "without a GPU" in headline((everywhere, finding), Computer(), planned=False)[1]
    package = Finding("safetensors", ERROR, "t", "", (), (), "", "")
    assert headline((package,), Computer(), planned=False)[1] == "torch.load(f) fails as it is: 1 error."


# ---- cards


def test_cards_worst_first_and_notes_folded(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    assert [card.word for card in panel.cards] == ["Error", "Warning", "Note", "Note"]
    assert not any(note.isVisible() for note in panel.list.notes)
    assert panel.list.notes_button.text() == "▸ 2 notes"
    qtbot.mouseClick(panel.list.notes_button, LEFT)
    assert all(note.isVisible() for note in panel.list.notes)


def test_a_click_cures_and_undo_brings_the_finding_back(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    first = panel.list.cards[0]
    assert first.cure is not None
    assert first.cure.words == "Fix: map cuda:* → cpu"
    qtbot.mouseClick(first.cure, LEFT)
    assert [card.finding.code for card in panel.cards] == ["wrapper-prefix", "memory-twice", "old-gpu-memory"]
    assert session.undo_stack.count() == 1
    session.undo()
    assert panel.cards[0].finding.code == "no-gpu"


def test_fix_all_is_one_step(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    assert panel.verdict.fix_all.text() == "Fix all (2)"
    qtbot.mouseClick(panel.verdict.fix_all, LEFT)
    assert {card.word for card in panel.cards} == {"Note"}
    assert not panel.verdict.fix_all.isVisible()
    assert panel.verdict.label.text().replace("\u200b", "") == (
        "torch.load(f) of what you save works on a computer without a GPU."
    )
    assert session.undo_stack.count() == 1


def test_a_path_shows_its_entry(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    card = panel.list.cards[0]
    with qtbot.waitSignal(session.reveal_requested) as asked:
        qtbot.mouseClick(card.links[1], LEFT)
    assert asked.args == [card.card.links[1].entry]


def test_a_finding_that_stays_keeps_its_card(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    kept = panel.list.cards[0]
    kept.message.more.click()
    assert kept.message.shown == NO_GPU
    assert panel.list.cards[1].cure is not None
    qtbot.mouseClick(panel.list.cards[1].cure, LEFT)
    assert panel.list.cards[0] is kept
    assert kept.message.shown == NO_GPU


def test_the_message_is_copied_whole(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    message = panel.list.cards[0].message
    assert message.shown.endswith("…")
    qtbot.mouseClick(message.copy, LEFT)
    assert QGuiApplication.clipboard().text() == NO_GPU


def test_another_computer_is_another_diagnosis(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    assert panel.computer.currentText() == "this computer (no GPU)"
    qtbot.mouseClick(panel.computer, LEFT)
    panel.computer.view().setCurrentIndex(panel.computer.model().index(2, 0))
    qtbot.keyClick(panel.computer.view(), Qt.Key.Key_Return)
    assert panel.doctor.computer == Computer(2)
    assert panel.cards[0].finding.code == "wrapper-prefix"


def test_another_card_is_another_diagnosis(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    """The card can be chosen where one process has several; each process of several has its own."""
    show_file(session, file)
    assert not panel.card.isVisible()
    panel.doctor.set_computer(Computer(2))
    assert [panel.card.itemText(place) for place in range(panel.card.count())] == ["cuda:0", "cuda:1"]
    panel.card.setFocus()
    qtbot.keyClick(panel.card, Qt.Key.Key_Down)
    assert panel.doctor.computer == Computer(2, card=1)
    assert (panel.computer.currentText(), panel.card.currentText()) == ("2 GPUs", "cuda:1")
    panel.doctor.set_computer(Computer(2, 2))
    assert not panel.card.isVisible()


def test_text_of_a_file_is_never_markup(
    panel: DiagnosisBoard, session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "<b>bold</b><img src=x>&amp;"
    finding = Finding(evil, ERROR, evil, evil, (evil,), (1,), evil, evil, (StripPrefix(evil),), evil)
    monkeypatch.setattr(diagnosis_doctor, "diagnose", lambda *_: (finding,))
    show_file(session, file)
    texts = [label.text() for label in panel.findChildren(type(panel.verdict.label))]
    assert sum(evil in text.replace("\u200b", "") for text in texts) >= 4
    for label in panel.findChildren(type(panel.verdict.label)):
        assert label.textFormat() == Qt.TextFormat.PlainText


# ---- beside the event loop


def test_a_stale_answer_is_dropped(session: Session, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Computer] = []

    def slow(preview: Preview, computer: Computer, wanted: object) -> tuple[Finding, ...]:
        asked.append(computer)
        return by_hand(preview, computer)

    monkeypatch.setattr(diagnosis_doctor, "diagnose", slow)
    monkeypatch.setattr(diagnosis_doctor, "MANY_ENTRIES", 1)
    doctor = Doctor.of(session)
    heard: list[tuple[bool, object]] = []
    doctor.changed.connect(lambda: heard.append((doctor.busy, doctor.findings)))
    opened(session, file)
    assert doctor.busy
    doctor.set_computer(Computer(8))
    qtbot.waitUntil(lambda: not doctor.busy, timeout=5000)
    assert asked[-1] == Computer(8)
    assert doctor.findings is not None
    assert "no-gpu" not in [finding.code for finding in doctor.findings]
    told = [findings for _busy, findings in heard if findings]
    assert all("no-gpu" not in [finding.code for finding in findings] for findings in told)


def test_a_diagnosis_that_fails_says_so(
    panel: DiagnosisBoard, session: Session, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr(diagnosis_doctor, "diagnose", broken)
    show_file(session, file)
    assert "could not be diagnosed: ValueError: no idea" in panel.verdict.label.text().replace("\u200b", "")


# ---- a pasted error


def paste(panel: DiagnosisBoard, text: str, qtbot: QtBot) -> None:
    """Ctrl+V into the box."""
    QGuiApplication.clipboard().setText(text)
    qtbot.mouseClick(panel.error.edit.viewport(), LEFT)
    qtbot.keyClick(panel.error.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_a_pasted_traceback_is_recognised_at_once_and_cured(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    assert not panel.answer.isVisible()
    panel.computer.setFocus()
    height = panel.error.edit.height()
    paste(panel, TRACEBACK, qtbot)
    assert panel.error.edit.height() > height
    assert panel.answer.isVisible()
    assert "This file is the cause" in "\n".join(panel.answer.texts)
    (cure,) = panel.answer.cures
    qtbot.mouseClick(cure, LEFT)
    assert session.plan.edits == (RemapDevice("cuda:0", "cpu"), RemapDevice("cuda:1", "cpu"))
    assert panel.answer.cures == []
    assert "The plan cures this" in "\n".join(panel.answer.texts)
    qtbot.mouseClick(panel.error.clear, LEFT)
    assert not panel.answer.isVisible()


def test_the_computer_that_the_error_comes_from_is_the_one_that_is_asked_about(
    panel: DiagnosisBoard, session: Session, file: Path, qtbot: QtBot
) -> None:
    show_file(session, file)
    words = (
        "Attempting to deserialize object on CUDA device 1 but torch.cuda.device_count() is {}. Please use torch.load"
    )
    paste(panel, f"RuntimeError: {words.format(1)} with map_location", qtbot)
    assert panel.doctor.computer == Computer(1)
    assert panel.computer.currentText() == "1 GPU"
    assert "This file is the cause" in "\n".join(panel.answer.texts)
    assert panel.cards[0].finding.code == "no-such-gpu"
    paste(panel, f"RuntimeError: {words.format(3)} with map_location", qtbot)
    assert panel.computer.currentText() == "3 GPUs"
    assert panel.answer.cures == []


def test_a_cure_that_is_not_the_last_says_what_is_left(
    panel: DiagnosisBoard, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    show_file(session, saved(tmp_path, lambda tensor: {"w": tensor("cuda:0", 2), "args": Namespace(lr=0.1)}))
    paste(panel, TRACEBACK, qtbot)
    QApplication.processEvents()
    qtbot.mouseClick(panel.answer.cures[0], LEFT)
    assert panel.answer.texts[1] == "The plan cures this. 1 other error is left: fix all before you save."


def test_what_is_no_error_is_said_to_be_none(
    panel: DiagnosisBoard, session: Session, file: Path, hand_made: None, qtbot: QtBot
) -> None:
    show_file(session, file)
    paste(panel, "my dog ate it", qtbot)
    assert panel.answer.texts[0] == "Not recognised"
    assert panel.answer.cures == []


# ---- the window


def test_the_theme_reaches_the_cards(panel: DiagnosisBoard, session: Session, file: Path, hand_made: None) -> None:
    show_file(session, file)
    before = panel.list.cards[0]
    theme.theme().apply("dark")
    assert panel.list.cards[0] is not before


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key) -> None:
    """Press Ctrl and a key wherever the keyboard is."""
    qtbot.keyClick(window.focusWidget() or window, key, Qt.KeyboardModifier.ControlModifier)


def save_with_enter(qtbot: QtBot, window: MainWindow) -> Path:
    """Ctrl+S, and Enter in the dialog; returns what was saved."""
    press(qtbot, window, Qt.Key.Key_S)
    dialog = window.saving.dialog
    assert dialog is not None
    with qtbot.waitSignal(dialog.saved, timeout=10_000) as saved_as:
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    return Path(saved_as.args[0].path)


def test_from_the_traceback_to_the_cured_file_paste_click_save(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    with pytest.raises(RuntimeError) as failed:
        torch.load(small_file)
    QGuiApplication.clipboard().setText(f"Traceback (most recent call last):\nRuntimeError: {failed.value}")
    window.workspace.docks["details"].raise_()
    press(qtbot, window, Qt.Key.Key_V)
    panel = window.diagnosis.panel
    qtbot.waitUntil(panel.answer.isVisible)
    QApplication.processEvents()
    (cure,) = panel.answer.cures
    qtbot.mouseClick(cure, LEFT)
    target = save_with_enter(qtbot, window)
    assert list(torch.load(target)) == list(torch.load(small_file, map_location="cpu"))


def refused(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    """A checkpoint with the arguments of its script."""
    torch.save({"weight": torch.zeros(2), "args": Namespace(lr=0.1, out=PosixPath("/runs"))}, folder / "args.pth")
    return folder / "args.pth", torch.load


def wrapped(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    """A model saved from DataParallel, to be loaded into a plain one."""
    torch.save(torch.nn.DataParallel(torch.nn.Linear(2, 3)).state_dict(), folder / "wrapped.pth")
    return folder / "wrapped.pth", lambda path: torch.nn.Linear(2, 3).load_state_dict(torch.load(path))


def whole(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    """A model saved as a whole."""
    torch.save(torch.nn.Linear(2, 3), folder / "whole.pth")
    return folder / "whole.pth", torch.load


@pytest.mark.parametrize("make", [refused, wrapped, whole])
def test_what_torch_raises_is_pasted_and_cured(
    window: MainWindow,
    open_in: Callable[[MainWindow, Path], None],
    tmp_path: Path,
    qtbot: QtBot,
    make: Callable[[Path], tuple[Path, Callable[[Path], object]]],
) -> None:
    path, load = make(tmp_path)
    with pytest.raises((RuntimeError, UnpicklingError)) as failed:
        load(path)
    open_in(window, path)
    QGuiApplication.clipboard().setText(f"{failed.type.__name__}: {failed.value}")
    press(qtbot, window, Qt.Key.Key_V)
    panel = window.diagnosis.panel
    qtbot.waitUntil(panel.answer.isVisible)
    QApplication.processEvents()
    assert "This file is the cause" in "\n".join(panel.answer.texts)
    qtbot.mouseClick(panel.answer.cures[0], LEFT)
    load(save_with_enter(qtbot, window))


@pytest.mark.parametrize(("button", "prefix"), [("cure", "module."), ("other", "")])
def test_a_whole_model_becomes_a_state_dict(
    window: MainWindow,
    open_in: Callable[[MainWindow, Path], None],
    tmp_path: Path,
    qtbot: QtBot,
    button: str,
    prefix: str,
) -> None:
    model = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3)))
    torch.save(model, tmp_path / "whole.pth")
    open_in(window, tmp_path / "whole.pth")
    assert window.banner.property("state") == "warning"
    assert window.banner.text.text().startswith("torch.load(f) fails: a whole pickled model")
    card = window.diagnosis.panel.list.cards[0]
    QApplication.processEvents()
    qtbot.mouseClick(getattr(card, button), LEFT)
    assert window.banner.property("state") == "good"
    loaded = torch.load(save_with_enter(qtbot, window))
    expected = {f"{prefix}{key}": value for key, value in model.module.state_dict().items()}
    assert list(loaded) == list(expected)
    assert all(torch.equal(loaded[key], expected[key]) for key in expected)


def test_what_torch_says_on_this_computer(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    panel = window.diagnosis.panel
    qtbot.mouseClick(panel.verify, LEFT)
    assert panel.verified.busy
    qtbot.waitUntil(lambda: panel.verified.loaded is not None, timeout=60_000)
    message = next(card.message for card in panel.cards if card.finding.code == "no-gpu")
    assert panel.verified.shown == f"RuntimeError: {message}"
    qtbot.mouseClick(window.banner.map_button, LEFT)
    assert not panel.verified.isVisible()
    qtbot.mouseClick(panel.verify, LEFT)
    qtbot.waitUntil(lambda: panel.verified.loaded is not None, timeout=60_000)
    assert panel.verified.loaded is not None
    assert panel.verified.loaded.ok
    assert "loaded what you would save" in panel.verified.verdict.label.text()


def test_verifying_can_be_cancelled(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    view = window.diagnosis.panel.verified
    view.start()
    qtbot.waitUntil(view.progress.isVisible)
    with qtbot.waitSignal(view.ended, timeout=20_000):
        qtbot.mouseClick(view.progress.cancel_button, LEFT)
    assert view.loaded is None
    assert "Stopped" in view.verdict.label.text()


def test_an_error_is_explained_with_no_file_open(window: MainWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText(TRACEBACK)
    press(qtbot, window, Qt.Key.Key_V)
    dialog = window.diagnosis.error_dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.answer.isVisible()
    assert dialog.answer.cures == []
    dialog.close()


def test_the_last_line_of_a_pasted_error_is_in_sight(window: MainWindow, qtbot: QtBot) -> None:
    calls = '  File "a.py", line 1, in call\n' * 30
    QGuiApplication.clipboard().setText(f"Traceback (most recent call last):\n{calls}{TRACEBACK}\n")
    press(qtbot, window, Qt.Key.Key_V)
    dialog = window.diagnosis.error_dialog
    assert dialog is not None
    edit = dialog.box.edit
    QApplication.processEvents()
    last = edit.document().findBlock(len(edit.toPlainText().rstrip()))
    assert last.text() == TRACEBACK.rstrip().splitlines()[-1]
    shown = edit.blockBoundingGeometry(last).translated(edit.contentOffset())
    assert edit.viewport().rect().intersects(shown.toRect())
    dialog.close()


@pytest.mark.parametrize("text", ["pass map_location='cpu' at every load", "str.replace(…) on model.state_dict()"])
def test_what_fits_a_line_is_not_broken_inside_a_word(text: str) -> None:
    assert breakable(text) == text
    long = "optimizer/state/" * 4
    assert "\u200b" in breakable(long)
    assert breakable(long).replace("\u200b", "") == long


def test_a_number_stays_with_its_unit() -> None:
    assert breakable("at most 317 MB on a card, 9 B left") == "at most 317\u00a0MB on a card, 9\u00a0B left"
    assert breakable("cuda:7 Because of 2 Bones") == "cuda:7 Because of 2 Bones"


def test_an_error_pasted_before_a_file_is_open_goes_along(
    window: MainWindow, small_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    QGuiApplication.clipboard().setText(TRACEBACK)
    press(qtbot, window, Qt.Key.Key_V)
    dialog = window.diagnosis.error_dialog
    assert dialog is not None
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(small_file), ""))
    with qtbot.waitSignal(window.session.opened):
        qtbot.mouseClick(dialog.open_button, LEFT)
    panel = window.diagnosis.panel
    qtbot.waitUntil(lambda: bool(panel.answer.cures))
    assert not dialog.isVisible()
    assert dialog.box.text == ""
    assert panel.error.text == TRACEBACK
    assert panel.isVisible()
    assert any("this file" in text.lower() for text in panel.answer.texts), panel.answer.texts


def test_code_to_load_it_follows_the_plan(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    qtbot.mouseClick(window.diagnosis.panel.code, LEFT)
    dialog = window.diagnosis.recipes_dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.count() > 0, timeout=5000)
    before = [recipe.title for recipe in dialog.recipes]
    assert "torch.load" in dialog.code.toPlainText()
    qtbot.mouseClick(dialog.copy, LEFT)
    assert QGuiApplication.clipboard().text() == dialog.recipes[0].code
    qtbot.mouseClick(window.banner.map_button, LEFT)
    qtbot.waitUntil(lambda: len(dialog.recipes) > len(before), timeout=5000)
    dialog.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_no_button_offers_what_would_be_refused(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], tmp_path: Path
) -> None:
    torch.backends.quantized.engine = "fbgemm"
    model = torch.ao.quantization.quantize_dynamic(torch.nn.Sequential(torch.nn.Linear(4, 4)), {torch.nn.Linear})
    torch.save(model, tmp_path / "quantised.pth")
    open_in(window, tmp_path / "quantised.pth")
    cards = window.diagnosis.panel.list.cards
    (card,) = (each for each in cards if each.card.finding.code == "whole-model")
    assert card.cure is None
    assert "a whole pickled model" in window.banner.text.text()
    assert not window.banner.fix_button.isVisible()


@pytest.mark.parametrize("code", ["optimizer-elsewhere", "a-trap-whose-name-is-longer-than-others"])
def test_no_card_is_wider_than_its_room_and_its_button_is_read_whole(
    panel: DiagnosisBoard, session: Session, file: Path, code: str
) -> None:
    found = Finding(code, WARNING, "State elsewhere", "", (), (), "", "", (MoveOptimizer(FOLLOW),))
    panel.resize(280, 620)  # what a window of 1280 pixels leaves it
    panel.list.show_cards([card_of(catalogue_of(file), found)])
    QApplication.processEvents()
    card = panel.list.cards[0]
    assert card.mapTo(panel.list, card.rect().topRight()).x() < panel.list.viewport().width()
    assert code in card.code.toolTip()
    assert card.cure is not None
    assert "…" not in card.cure.text()


def test_a_quote_that_is_cut_says_so(panel: DiagnosisBoard, session: Session, file: Path) -> None:
    show_file(session, file)
    names = ", ".join(f'"module.layer{place}.weight"' for place in range(40))
    panel.ask_error(f"RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: {names}.")
    quote = next(each for each in panel.answer.findChildren(QWidget) if each.accessibleName() == "The line that told")
    assert isinstance(quote, WrappedText)
    assert quote.toPlainText().endswith("…")
