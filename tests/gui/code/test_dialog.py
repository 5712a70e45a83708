"""The code names the file that it loads: the one that is open, and the copy under the name that it was saved under."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from safetensors.torch import load_file

from core.edits.edits import Extract, Keep
from gui.app.window import MainWindow
from gui.code.dialog import RecipesDialog
from tests.files.checkpoints import Net
from tests.gui.save.test_save import ask_to_save, press_save

OpenIn = Callable[[MainWindow, Path], None]


def shown(dialog: RecipesDialog, qtbot: QtBot) -> dict[str, str]:
    """The pages, once they are worked out."""
    qtbot.waitUntil(lambda: not dialog._latest.busy)
    return {each.title: each.code for each in dialog.recipes}


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors"])
def test_the_code_names_the_file_that_is_open_and_then_the_one_that_was_saved(
    container: str, window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    source = tmp_path / "run.pth"
    torch.save({"model": Net().state_dict(), "epoch": 3}, source)
    open_in(window, source)
    window.actions_["code"].trigger()
    dialog = window.page.diagnosis.recipes_dialog
    assert dialog is not None
    pages = shown(dialog, qtbot)
    assert f"f = '{source}'\n" in pages["load the file as it is: inference only"]
    session = window.page.session
    assert session.catalogue is not None
    session.apply(Keep(session.catalogue.find("model")))
    pages = shown(dialog, qtbot)
    suggested = tmp_path / "run-fixed.pth"
    assert f"fixed = '{suggested}'  # not saved yet\n" in pages["load the fixed copy: inference only"]
    asked = ask_to_save(window, qtbot)
    asked.choose(container)
    asked.name.setText(f"mine{Path(asked.name.text()).suffix}")
    press_save(asked, qtbot)
    assert session.saved_as is not None
    target, call = session.saved_as
    loaded: dict[str, Any] = {}
    exec(f"import safetensors.torch, torch\nheld = {call.replace(target.name, str(target))}", loaded)
    assert "norm.weight" in loaded["held"]
    assert call in window.page.banner.text.text()
    assert target.stem == "mine"
    pages = shown(dialog, qtbot)
    code = pages["load the fixed copy: inference only"]
    assert f"fixed = '{target}'\n" in code
    assert "fixed" not in dialog.note.text()
    names: dict[str, Any] = {"Model": Net}
    exec(compile(code, "code.py", "exec"), names)
    kept = load_file(target) if container == "safetensors" else torch.load(target)
    assert torch.equal(names["model"].state_dict()["norm.weight"], kept["norm.weight"])
    assert str(target) in pages["the changes as a command"]
    assert repr(str(target)) in pages["the changes as Python"]
    session.undo_stack.undo()
    session.undo_stack.redo()
    assert f"fixed = '{target}'\n" in shown(dialog, qtbot)["load the fixed copy: inference only"]
    session.undo_stack.undo()
    assert "mine" not in "".join(shown(dialog, qtbot).values())


def test_what_needs_code_that_is_not_there_comes_last(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    """The class of a whole model is written first, and copied as a file of Python ends."""
    torch.save(Net(), tmp_path / "whole.pth")
    open_in(window, tmp_path / "whole.pth")
    window.actions_["code"].trigger()
    dialog = window.page.diagnosis.recipes_dialog
    assert dialog is not None
    whole = "load the file as it is: the whole pickled object"
    assert list(shown(dialog, qtbot)) == ["a model class that fits this file", whole]
    dialog.copy.click()
    code = QGuiApplication.clipboard().text()
    assert code.endswith("\nmodel.eval()\n")
    session = window.page.session
    session.apply(Extract(0))
    pages = shown(dialog, qtbot)
    first, *_, last = pages
    assert (first, last) == ("load the fixed copy: inference only", whole)
    assert "model = Net()\n" in pages[first]
    dialog.list.setCurrentRow(0)
    assert "Import Net, the class of the model, from your code." in dialog.note.text()
    assert "use the page “A model class that fits this file”" in dialog.note.text()
    dialog.list.setCurrentRow(len(pages) - 1)
    assert dialog.note.text().startswith("It needs the Python module tests, which defines its class. ")


def test_the_title_says_what_the_page_does_and_no_button_moves(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"state_dict": Net().state_dict(), "epoch": 3}, tmp_path / "fixed.pth")
    open_in(window, tmp_path / "fixed.pth")
    session = window.page.session
    assert session.catalogue is not None
    session.apply(Keep(session.catalogue.find("state_dict")))
    window.actions_["code"].trigger()
    dialog = window.page.diagnosis.recipes_dialog
    assert dialog is not None
    titles = list(shown(dialog, qtbot))
    purposes, places = {}, set()
    for row, title in enumerate(titles):
        dialog.list.setCurrentRow(row)
        for _click in range(2):
            qtbot.wait(10)
            purposes[title] = dialog.purpose.text()
            places.add((dialog.copy.mapTo(dialog, QPoint()), dialog.copy.size()))
            dialog.copy.click()
    assert len(places) == 1
    on_computer = "To load on a computer without a GPU"
    assert purposes == {
        "load the fixed copy: inference only": on_computer,
        "a model class that fits this file": on_computer,
        "load the file as it is: inference only": on_computer,
        "the changes as a command": "To save the fixed copy from a terminal",
        "the changes as Python": "To save the fixed copy with torch",
    }


def test_names_of_pages_are_wrapped_and_never_cut(
    window: MainWindow, open_in: OpenIn, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({"model": Net().state_dict(), "epoch": 3}, tmp_path / "run.pth")
    open_in(window, tmp_path / "run.pth")
    window.actions_["code"].trigger()
    dialog = window.page.diagnosis.recipes_dialog
    assert dialog is not None
    shown(dialog, qtbot)
    pages = dialog.list
    for width in range(160, 300):
        pages.setFixedWidth(width)
        QApplication.processEvents()
        rows = [pages.visualItemRect(pages.item(row)) for row in range(pages.count())]
        assert [row.bottom() + 1 for row in rows[:-1]] == [row.top() for row in rows[1:]], width
