"""Recipes in the window: kept, applied to a file, and a folder fixed by two clicks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shiboken6
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.edits.edits import Drop, RemapDevice, SetNumbers, Step, StripPrefix
from core.loading.computer import Computer
from core.recipes.batch import FAILED, SAVED
from core.recipes.recipe import Recipe, keep_recipe, recipes_in
from gui.app.window import MainWindow
from gui.look import theme
from gui.recipes.dialog import RecipeBook
from gui.recipes.folder_dialog import FolderDialog
from gui.recipes.model import shown
from gui.session.session import Session
from tests.files.checkpoints import save
from tests.gui.conftest import Said
from tests.gui.documents import opened, saved, two_gpus
from tests.support.oracle import saved_devices

RECIPE = Recipe("lab", (Step("map", "cuda:*=cpu"), Step("strip-prefix", "module.")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    for number in range(3):
        saved(folder, two_gpus, f"{number}.pth")
    (folder / "broken.pt").write_bytes(b"PK")
    return folder


@pytest.fixture
def planned(session: Session, tmp_path: Path) -> Session:
    opened(session, saved(tmp_path, two_gpus))
    session.apply(RemapDevice("cuda:*", "cpu"))
    session.apply(StripPrefix("module."))
    return session


def dialog_of(qtbot: QtBot, folder: Path, recipe: Recipe = RECIPE) -> FolderDialog:
    dialog = FolderDialog(recipe, shown(recipe), Computer(), folder, None)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_two_clicks_and_a_folder(
    qtbot: QtBot, window: MainWindow, open_in: Any, folder: Path, monkeypatch: Any
) -> None:
    """The action on the toolbar, a folder, Start."""
    open_in(window, folder / "0.pth")
    window.page.session.apply(RemapDevice("cuda:*", "cpu"))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.actions_["fix_folder"].trigger()
    dialog = window.page.recipes.folder_dialog
    assert dialog is not None
    dialog.start.click()
    qtbot.waitUntil(lambda: not dialog.running)
    results = [row.result for row in dialog.model.rows]
    assert [each.state for each in results if each is not None] == [SAVED, SAVED, SAVED, FAILED]
    for number in range(3):
        assert set(saved_devices(folder / f"{number}-fixed.pth")) == {"cpu"}
    assert dialog.sentence.text() == "3 saved, 1 failed"
    dialog.close()


def test_a_folder_is_done_to_its_end_when_its_tab_is_closed(
    qtbot: QtBot, window: MainWindow, open_in: Any, folder: Path, monkeypatch: Any
) -> None:
    open_in(window, folder / "1.pth")
    open_in(window, folder / "0.pth")
    window.page.session.apply(RemapDevice("cuda:*", "cpu"))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.actions_["fix_folder"].trigger()
    dialog = window.page.recipes.folder_dialog
    assert dialog is not None
    dialog.start.click()
    window.page.session.undo()
    closed = window.page
    window.close_file()
    qtbot.waitUntil(lambda: not shiboken6.isValid(closed))
    qtbot.waitUntil(lambda: not dialog.running)
    assert dialog.isVisible()
    assert dialog.sentence.text() == "3 saved, 1 failed"
    dialog.view.doubleClicked.emit(dialog.model.index(2, 0))
    qtbot.waitUntil(lambda: window.page.name == "2-fixed.pth")
    dialog.close()


def test_a_window_that_closes_says_what_it_leaves_of_a_folder(
    window: MainWindow, open_in: Any, folder: Path, monkeypatch: Any, said: Said
) -> None:
    open_in(window, folder / "0.pth")
    window.page.session.apply(RemapDevice("cuda:*", "cpu"))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.actions_["fix_folder"].trigger()
    dialog = window.page.recipes.folder_dialog
    assert dialog is not None
    dialog.start.click()
    window.page.session.undo()
    assert window.close()
    assert any(f"did not finish {folder}" in text for text in said.texts)


def test_a_row_opens_its_new_file(qtbot: QtBot, folder: Path) -> None:
    dialog = dialog_of(qtbot, folder)
    with qtbot.waitSignal(dialog.open_asked) as asked:
        dialog.view.doubleClicked.emit(dialog.model.index(0, 0))
    assert asked.args == [folder / "0.pth"]
    dialog.begin()
    qtbot.waitUntil(lambda: not dialog.running)
    with qtbot.waitSignal(dialog.open_asked) as asked:
        dialog.view.doubleClicked.emit(dialog.model.index(0, 0))
    assert asked.args == [folder / "0-fixed.pth"]


def test_sources_are_replaced_only_where_that_is_chosen(qtbot: QtBot, folder: Path) -> None:
    before = (folder / "0.pth").read_bytes()
    dialog = dialog_of(qtbot, folder)
    dialog.place.setCurrentIndex(1)
    assert dialog.into_name.text() == str(folder / "fixed")
    dialog.begin()
    qtbot.waitUntil(lambda: not dialog.running)
    assert (folder / "fixed" / "0.pth").exists()
    assert (folder / "0.pth").read_bytes() == before
    dialog.place.setCurrentIndex(2)
    dialog.begin()
    qtbot.waitUntil(lambda: not dialog.running)
    assert set(saved_devices(folder / "0.pth")) == {"cpu"}


def test_it_can_be_stopped(qtbot: QtBot, folder: Path) -> None:
    dialog = dialog_of(qtbot, folder)
    dialog.begin()
    dialog.stop()
    qtbot.waitUntil(lambda: not dialog.running)
    assert not list(folder.glob(".*"))
    assert dialog.start.isEnabled()


def test_escape_stops_it_too_and_meanwhile_the_folder_stays(qtbot: QtBot, folder: Path, said: Said) -> None:
    dialog = dialog_of(qtbot, folder)
    dialog.begin()
    assert not dialog._choose_folder.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.running
    assert not dialog.isVisible()
    (text,) = said.texts
    assert str(folder) in text
    assert "not begun" in text


def test_an_empty_folder_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    dialog = dialog_of(qtbot, tmp_path / "empty")
    assert "no checkpoint" in dialog.view.empty_text
    assert not dialog.start.isEnabled()
    nothing = dialog_of(qtbot, tmp_path, Recipe("", ()))
    assert not nothing.start.isEnabled()


def test_the_plan_is_kept_and_applied_to_another_file(qtbot: QtBot, planned: Session, tmp_path: Path) -> None:
    session = planned
    book = RecipeBook(session, tmp_path / "recipes")
    qtbot.addWidget(book)
    book.show()
    assert not book.keep.isEnabled()
    assert book.steps.font().family() == book.font().family(), "what a recipe is, is prose and no code"
    book.name.setText("my lab's fix")
    book.keep.click()
    assert [each.recipe for each in recipes_in(tmp_path / "recipes")] == [RECIPE._replace(name="my lab's fix")]
    assert book.steps.toPlainText() == "cuda:* → cpu\nstrip “module.”"  # as in the list of changes
    assert book.steps.font().family() == theme.key_font().family()
    session.undo_stack.setIndex(0)
    assert not session.plan
    book.apply.click()
    qtbot.waitUntil(lambda: bool(session.plan))
    assert session.plan.edits == (RemapDevice("cuda:*", "cpu"), StripPrefix("module."))
    assert session.undo_stack.undoText() == "recipe my lab's fix"
    session.undo()
    assert not session.plan
    with qtbot.waitSignal(book.folder_asked):
        book.to_folder.click()
    book.remove.click()
    assert recipes_in(tmp_path / "recipes") == []


def test_what_is_planned_while_a_recipe_is_worked_out_stays(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    opened(session, saved(tmp_path, two_gpus))
    keep_recipe(tmp_path / "recipes", RECIPE._replace(steps=RECIPE.steps[:1]))
    book = RecipeBook(session, tmp_path / "recipes")
    qtbot.addWidget(book)
    book.show()
    book.apply.click()
    session.apply(StripPrefix("module."))
    qtbot.waitUntil(lambda: len(session.plan.edits) == 2)
    assert session.plan.edits == (StripPrefix("module."), RemapDevice("cuda:*", "cpu"))


def test_a_step_with_nothing_to_do_is_told(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    opened(session, save({"a": torch.ones(1)}, tmp_path / "plain.pt"))
    file = tmp_path / "r.json"
    file.write_text(json.dumps({"recipe": 1, "name": "r", "steps": [{"drop": "optimizer"}]}))
    book = RecipeBook(session, tmp_path / "recipes")
    qtbot.addWidget(book)
    book.show()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
        book._import()
    book.apply.click()
    qtbot.waitUntil(lambda: bool(book.note.text()))
    assert "drop “optimizer”" in book.note.text()
    file.write_text("{")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
        book._import()
    assert "not a recipe" in book.note.text()


def test_a_recipe_is_exported_and_imported_elsewhere(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    keep_recipe(tmp_path / "mine", RECIPE)
    file, places = (
        tmp_path / "shared",
        iter([("", ""), (str(tmp_path / "shared"), ""), (str(tmp_path / "folder.json"), "")]),
    )
    mine, yours = RecipeBook(session, tmp_path / "mine"), RecipeBook(session, tmp_path / "yours")
    for book in (mine, yours):
        qtbot.addWidget(book)
        book.show()
    (tmp_path / "folder.json").mkdir()
    assert not yours.export.isEnabled()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QFileDialog, "getSaveFileName", lambda *_: next(places))
        mine.export.click()
        assert mine.note.text() == ""
        mine.export.click()
        assert str(file) in mine.note.text()
        mine.export.click()  # over a folder
        assert "is a directory" in mine.note.text()
        patched.setattr(QFileDialog, "getOpenFileName", lambda *_: (f"{file}.recipe.json", ""))
        yours._import()
    assert [each.recipe for each in recipes_in(tmp_path / "yours")] == [RECIPE]


def test_what_no_recipe_can_hold_is_said(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    catalogue = opened(session, save({"a": torch.ones(2), "b": 1}, tmp_path / "a.pt"))
    session.apply(Drop(catalogue.find("b")))
    session.apply(SetNumbers(catalogue.find("a"), ((0, 1, 1),), 5))
    book = RecipeBook(session, tmp_path / "recipes")
    qtbot.addWidget(book)
    book.show()
    assert "apply only to this file" in book.left.text()
