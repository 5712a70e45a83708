"""Comparing with a model: what is read, what is shown, and the rename that one click takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.diagnosis.model_match.key_rows import ComparedKey
from core.diagnosis.model_match.model_keys import SNIPPET
from gui.compare.dialog import CompareDialog, CompareView
from gui.compare.model import Branch, CompareTree, counts_text
from gui.session.session import Session
from gui.widgets.delegates import KeyDelegate
from tests.gui.documents import opened, saved, two_gpus

LEFT = Qt.MouseButton.LeftButton

KEY, IN_FILE, IN_MODEL, RESULT = range(4)


def same(key: str) -> ComparedKey:
    """A key that fits."""
    return ComparedKey(key, key, (2,), (2,), "same", 1)


def missing(key: str) -> ComparedKey:
    """A key of the model alone."""
    return ComparedKey(None, key, None, (2, 3), "missing", None)


def names(tree: CompareTree) -> list[str]:
    """The visible rows, indented."""
    return ["  " * branch.depth + branch.name for branch in tree.visible]


def branch_of(tree: CompareTree, name: str) -> Branch:
    """The visible row of a name."""
    return next(branch for branch in tree.visible if branch.name == name)


# ---- the tree


def test_keys_become_a_tree_that_shows_differences_first() -> None:
    tree = CompareTree([same("a.b.weight"), missing("a.b.bias"), same("c.weight")])
    assert names(tree) == ["a", "  b", "    bias"]
    tree.show_only_differences(False)
    assert names(tree) == ["a", "  b", "    weight", "    bias", "c"]
    tree.toggle(branch_of(tree, "b"))
    assert "    bias" not in names(tree)
    assert branch_of(tree, "b").summary == "1 missing, 1 fit"


def test_all_rows_are_shown_where_nothing_differs() -> None:
    tree = CompareTree([same("a.weight"), same("a.bias")])
    assert names(tree) == ["a", "  weight", "  bias"]
    assert counts_text(tree.counts) == "2 fit"


def test_a_large_model_is_not_unfolded_as_a_whole() -> None:
    tree = CompareTree([missing(f"layer{number // 100}.{number % 100}.weight") for number in range(75_000)])
    assert 0 < len(tree.visible) <= 750
    tree.toggle(tree.visible[0])
    assert len(tree.visible) > 750


# ---- the dialog


@pytest.fixture
def dialog(session: Session, tmp_path: Path, qtbot: QtBot) -> CompareDialog:
    """The dialog over a wrapped model on two GPUs."""
    opened(session, saved(tmp_path, two_gpus))
    made = CompareDialog(session)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def plain_keys() -> dict[str, list[int]]:
    """What the model without its wrapper has, with one layer more."""
    keys = {
        "embed.weight": [10, 4],
        "layer1.0.conv.weight": [8, 4, 3, 3],
        "layer1.0.conv.bias": [8],
        "layer1.10.conv.weight": [8, 8],
        "layer1.2.conv.weight": [2, 2],
        "out.weight": [10, 4],
    }
    return {**keys, "head.weight": [5, 5]}


def said(dialog: CompareDialog) -> str:
    """The sentence on top."""
    return dialog.verdict.label.text().replace("\u200b", "")


def compare_with(dialog: CompareDialog, qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose a file with the button."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    qtbot.mouseClick(dialog.source.choose, LEFT)
    qtbot.waitUntil(lambda: dialog.comparison is not None, timeout=60_000)


def test_the_dialog_grows_with_the_table_that_it_shows(
    dialog: CompareDialog,
    plain_keys: dict[str, list[int]],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asking = dialog.height()
    assert dialog.source.edit.height() < asking / 2, "nothing is in it yet"
    path = tmp_path / "model.json"
    path.write_text(json.dumps({"model": plain_keys, "groups": [5]}))
    compare_with(dialog, qtbot, path, monkeypatch)
    assert dialog.height() > asking + 100


def test_a_rename_is_found_and_one_click_takes_it(
    dialog: CompareDialog,
    session: Session,
    plain_keys: dict[str, list[int]],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps({"model": plain_keys, "groups": [5]}))
    compare_with(dialog, qtbot, path, monkeypatch)
    assert said(dialog) == "0 of 7 keys fit; 7 missing, 6 unexpected. load_state_dict(strict=True) raises."
    assert dialog.rename.isVisible()
    assert dialog.rename.text() == "Strip “module.”: then 6 of 7 keys fit"
    qtbot.mouseClick(dialog.rename, LEFT)
    qtbot.waitUntil(lambda: said(dialog).startswith("6 of 7 keys fit; 1 missing."), timeout=60_000)
    assert session.undo_stack.count() == 1
    assert not dialog.rename.isVisible()
    session.undo()
    qtbot.waitUntil(dialog.rename.isVisible, timeout=60_000)


def test_keys_that_the_model_does_not_have_are_dropped_in_one_click(
    dialog: CompareDialog, session: Session, plain_keys: dict[str, list[int]], qtbot: QtBot
) -> None:
    fewer = {f"module.{key}": shape for key, shape in plain_keys.items() if not key.startswith("layer1.0.conv")}
    dialog.source.edit.setPlainText("\n".join(f"{key} {'x'.join(map(str, shape))}" for key, shape in fewer.items()))
    qtbot.mouseClick(dialog.source.read, LEFT)
    qtbot.waitUntil(dialog.drop.isVisible, timeout=60_000)
    assert said(dialog).startswith("4 of 5 keys fit; 1 missing, 2 unexpected.")
    assert dialog.drop.text() == "Drop the 2 keys that the model does not have"
    qtbot.mouseClick(dialog.drop, LEFT)
    qtbot.waitUntil(lambda: said(dialog).startswith("4 of 5 keys fit; 1 missing."), timeout=60_000)
    assert not dialog.drop.isVisible()
    assert session.undo_stack.count() == 1


def test_not_all_keys_are_offered_to_be_dropped(dialog: CompareDialog, qtbot: QtBot) -> None:
    dialog.source.edit.setPlainText("another.weight 3x3")
    qtbot.mouseClick(dialog.source.read, LEFT)
    qtbot.waitUntil(lambda: dialog.comparison is not None, timeout=60_000)
    assert not dialog.drop.isVisible()


def test_keys_can_be_pasted(dialog: CompareDialog, plain_keys: dict[str, list[int]], qtbot: QtBot) -> None:
    assert not dialog.source.read.isEnabled()
    lines = [f"module.{key} {'x'.join(map(str, shape))}" for key, shape in plain_keys.items()]
    dialog.source.edit.setPlainText("\n".join(lines))
    qtbot.mouseClick(dialog.source.read, LEFT)
    qtbot.waitUntil(lambda: dialog.comparison is not None, timeout=60_000)
    assert said(dialog).startswith("6 of 7 keys fit; 1 missing.")


def test_what_cannot_be_read_is_said(dialog: CompareDialog, qtbot: QtBot) -> None:
    dialog.source.edit.setPlainText("{not json")
    qtbot.mouseClick(dialog.source.read, LEFT)
    qtbot.waitUntil(dialog.source.problem.isVisible, timeout=60_000)
    assert "JSON" in dialog.source.problem.text()
    assert dialog.pages.currentIndex() == 0


@pytest.mark.filterwarnings("ignore:unclosed file", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_snippet_is_copied_and_works(
    dialog: CompareDialog, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.mouseClick(dialog.source.copy, LEFT)
    assert QGuiApplication.clipboard().text() == SNIPPET
    model = torch.nn.Linear(3, 2)
    monkeypatch.chdir(tmp_path)
    exec(SNIPPET, {"model": model, "optimizer": torch.optim.SGD(model.parameters(), lr=0.1)})
    compare_with(dialog, qtbot, tmp_path / "model.json", monkeypatch)
    assert dialog.comparison is not None
    assert dict(dialog.comparison.wanted.shapes) == {"weight": (2, 3), "bias": (2,)}
    assert dialog.comparison.wanted.groups == (2,)


def test_cells_fold_and_reveal(
    dialog: CompareDialog,
    session: Session,
    plain_keys: dict[str, list[int]],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "model.txt"
    path.write_text("\n".join(f"module.{key} {shape}" for key, shape in {**plain_keys, "out.weight": [9, 4]}.items()))
    compare_with(dialog, qtbot, path, monkeypatch)
    rows = [[dialog.model.index(row, column).data() for column in range(4)] for row in range(dialog.model.rowCount())]
    assert ["weight", "10×4", "9×4", "≠ other shape"] in rows
    assert ["weight", "", "5×5", "− missing in the file"] in rows
    place = rows.index(["weight", "10×4", "9×4", "≠ other shape"])
    with qtbot.waitSignal(session.reveal_requested) as asked:
        click(dialog.view, place, RESULT, qtbot)
    assert session.catalogue is not None
    assert session.catalogue.path_text(asked.args[0]) == "model/module.out.weight"
    before = dialog.model.rowCount()
    cell = dialog.view.visualRect(dialog.model.index(0, KEY))
    qtbot.mouseClick(dialog.view.viewport(), LEFT, pos=KeyDelegate.arrow_rect(cell, 0).center())
    assert dialog.model.rowCount() == 1 < before
    assert "1 missing" in dialog.model.index(0, RESULT).data()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Right)
    assert dialog.model.rowCount() == before
    assert dialog.model.index(0, IN_FILE).data() == dialog.model.index(0, IN_MODEL).data() == ""
    qtbot.mouseClick(dialog.only, LEFT, pos=QPoint(8, dialog.only.height() // 2))
    assert not dialog.only.isChecked()
    assert dialog.model.rowCount() > before


def click(view: CompareView, row: int, column: int, qtbot: QtBot) -> None:
    """Click a cell."""
    cell = view.visualRect(view.model().index(row, column))
    qtbot.mouseClick(view.viewport(), LEFT, pos=cell.center())


def test_the_diagnosis_speaks_of_the_model_until_told_to_stop(
    dialog: CompareDialog, plain_keys: dict[str, list[int]], qtbot: QtBot
) -> None:
    dialog.source.edit.setPlainText("\n".join(plain_keys))
    qtbot.mouseClick(dialog.source.read, LEFT)
    qtbot.waitUntil(lambda: dialog.comparison is not None, timeout=60_000)
    assert "wrapper-prefix" in [finding.code for finding in dialog.service.findings or ()]
    assert "Missing key(s)" in "".join(finding.message for finding in dialog.service.findings or ())
    qtbot.mouseClick(dialog.stop, LEFT)
    assert not dialog.isVisible()
    assert dialog.service.wanted is None
    assert dialog.service.answered is not None
    assert dialog.service.answered.wanted is None
