"""What the context menus of keys and numbers offer stands in Edit too, as the same actions, and says why it cannot."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.edits.edits import Cast, Drop, RemapDevice
from core.saving.save import save
from gui.app.menus import commands
from gui.app.window import MainWindow
from gui.page.welcome import DEMO
from gui.tree.menu import MANY

Open = Callable[[MainWindow, Path], None]


@pytest.fixture
def demo(window: MainWindow, open_in: Open) -> MainWindow:
    open_in(window, DEMO)
    return window


def edit_menu(window: MainWindow) -> dict[str, QAction]:
    """The actions of Edit as they show now, by their words."""
    menu = window.menuBar().actions()[1].menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    return {action.text().replace("&", ""): action for action in menu.actions() if action.text()}


def below(window: MainWindow, words: str) -> dict[str, QAction]:
    """The actions of a menu within Edit, without how many tensors each is about."""
    return {text.partition(" (")[0]: action for text, action in counted_below(window, words).items()}


def counted_below(window: MainWindow, words: str) -> dict[str, QAction]:
    menu = edit_menu(window)[words].menu()
    assert isinstance(menu, QMenu)
    return {action.text(): action for action in menu.actions()}


def plain(action: QAction) -> str:
    """The tip of an action without its markup."""
    return re.sub("<[^>]+>", "", action.toolTip())


def select(window: MainWindow, path: str) -> int:
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    entry = catalogue.find(path)
    window.page.workspace.tree.reveal(entry)
    return entry


def test_edit_offers_what_can_be_done_to_the_selected_key(demo: MainWindow) -> None:
    select(demo, "state_dict/module.conv.weight")
    offered = edit_menu(demo)
    wanted = (
        "Copy key",
        "Copy path",
        "Copy layers as text",
        "Rename key…",
        "Drop",
        "Map to",
        "Convert dtype to",
        "Set value…",
    )
    assert [words for words in wanted if words not in offered] == []
    assert offered["Rename key…"].isEnabled()
    assert not offered["Set value…"].isEnabled()
    assert plain(offered["Set value…"]) == "Select one number, text, True, False or None first."
    entry = select(demo, "epoch")
    offered = edit_menu(demo)
    assert offered["Set value…"].isEnabled()
    assert not offered["Map to"].isEnabled()
    assert plain(offered["Map to"]) == "Select a tensor first."
    offered["Drop"].trigger()
    assert Drop(entry) in demo.page.session.plan.edits
    assert "Keep after all" in edit_menu(demo)


def test_the_outline_of_the_selected_module_is_copied(demo: MainWindow) -> None:
    select(demo, "state_dict/module.conv.weight")
    edit_menu(demo)["Copy layers as text"].trigger()
    assert QGuiApplication.clipboard().text().splitlines() == [
        "module.conv",
        "  ~ conv  Conv1d(32, 32, kernel_size=(3,))  3,104 parameters, 12.1 KiB",
    ]


def test_a_tensor_is_mapped_from_edit(demo: MainWindow) -> None:
    select(demo, "state_dict/module.conv.weight")
    counted_below(demo, "Map to")["cpu (1 tensor)"].trigger()
    (edit,) = demo.page.session.plan.edits
    assert isinstance(edit, RemapDevice)
    assert edit.target == "cpu"


def test_a_branch_is_converted_from_edit(demo: MainWindow, tmp_path: Path) -> None:
    """All that is meant by it, and what that leaves is told; torch reads what is saved."""
    select(demo, "state_dict")
    dtypes = below(demo, "Convert dtype to")
    assert "bfloat16 (7 tensors)" in counted_below(demo, "Convert dtype to")
    assert "float64 (9 tensors)" in counted_below(demo, "Convert dtype to")
    assert not dtypes["float32"].isEnabled()
    assert plain(dtypes["float32"]) == "This is float32 already."
    assert "2 tensors stay as they are: statistics of a norm." in plain(dtypes["bfloat16"])
    assert "statistics" not in plain(dtypes["float64"])
    dtypes["bfloat16"].trigger()
    session, cells = demo.page.session, demo.page.workspace.tree.model.cells
    (edit,) = session.plan.edits
    assert isinstance(edit, Cast)
    assert len(edit.rows) == 7
    assert cells.after_text(session.catalogue.find("state_dict/module.conv.weight")) == "bfloat16"
    assert cells.after_text(session.catalogue.find("state_dict")) == "bfloat16"
    assert session.undo_stack.undoText() == "cast 7 tensors → bfloat16"
    save(session.preview, tmp_path / "half.pth")
    found = torch.load(tmp_path / "half.pth", map_location="cpu")["state_dict"]
    assert found["module.conv.weight"].dtype == torch.bfloat16
    assert found["module.norm.running_mean"].dtype == torch.float32
    below(demo, "Convert dtype to")["float32"].trigger()
    assert not session.plan, "as the file has it: nothing is left to do"


def test_with_nothing_selected_it_is_the_whole_file(demo: MainWindow, qtbot: QtBot) -> None:
    session, tree = demo.page.session, demo.page.workspace.tree
    tree.view.clearSelection()
    counted_below(demo, "Convert all dtypes to")["bfloat16 (19 tensors)"].trigger()
    assert [change.title for change in session.preview.changes] == ["cast 19 tensors → bfloat16"]
    counted_below(demo, "Map all tensors to")["cpu (22 tensors)"].trigger()
    moves = [change for change in session.preview.changes if isinstance(change.edit, RemapDevice)]
    assert sum(change.tensors for change in moves) == 22
    assert {total.device for total in session.preview.totals_after} == {"cpu"}
    demo.page.search.setText("conv")
    qtbot.waitUntil(lambda: tree.model.rows is not None and tree.model.rows.search_result is not None)
    tree.view.clearSelection()
    for words in ("Convert all dtypes to", "Map all tensors to"):
        offered = edit_menu(demo)[words]
        assert not offered.isEnabled()
        assert plain(offered) == "The search hides some of what this would change: clear it first"


def test_what_cannot_be_converted_says_why(demo: MainWindow) -> None:
    select(demo, "epoch")
    offered = edit_menu(demo)["Convert dtype to"]
    assert not offered.isEnabled()
    assert plain(offered) == "Select a tensor first."
    select(demo, "state_dict/module.norm.running_mean")
    assert counted_below(demo, "Convert dtype to")["float16 (1 tensor)"].isEnabled(), "named itself it is meant"
    select(demo, "state_dict/module.norm.num_batches_tracked")
    assert below(demo, "Convert dtype to")["float32"].isEnabled()


def test_statistics_alone_are_no_branch_to_round(window: MainWindow, open_in: Open, tmp_path: Path) -> None:
    torch.save(
        {"bn": {"running_mean": torch.ones(3), "running_var": torch.ones(3)}, "n": {"i": torch.arange(3)}},
        tmp_path / "bn.pth",
    )
    open_in(window, tmp_path / "bn.pth")
    select(window, "bn")
    dtypes = below(window, "Convert dtype to")
    assert plain(dtypes["float16"]) == "Nothing here can be converted: statistics of a norm."
    assert [dtype for dtype, action in dtypes.items() if action.isEnabled()] == ["float64"]
    select(window, "n")
    offered = edit_menu(window)["Convert dtype to"]
    assert not offered.isEnabled()
    assert plain(offered) == "Nothing here can be converted: not of a floating dtype."


def test_many_tensors_are_converted_beside_the_event_loop(
    window: MainWindow, open_in: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    torch.save({f"w{place}": torch.ones(1) for place in range(MANY)} | {"running_var": torch.ones(1)}, tmp_path / "m")
    open_in(window, tmp_path / "m")
    window.page.workspace.tree.view.selectAll()
    dtypes = counted_below(window, "Convert dtype to")
    assert not dtypes["float32"].isEnabled()
    dtypes["float16"].trigger()
    session = window.page.session
    qtbot.waitUntil(lambda: bool(session.plan))
    (edit,) = session.plan.edits
    assert isinstance(edit, Cast)
    assert len(edit.rows) == MANY


def test_numbers_are_filled_and_replaced_from_edit(demo: MainWindow, qtbot: QtBot) -> None:
    offered = edit_menu(demo)
    assert not offered["Fill tensor…"].isEnabled()
    assert plain(offered["Replace with .npy…"]) == "Select one tensor and open the Values panel first."
    demo.page.workspace.show_panel("values")
    select(demo, "state_dict/module.conv.weight")
    values = demo.page.workspace.docks["values"].widget()
    qtbot.waitUntil(lambda: values.one is not None and values.pages.currentWidget() is values.one)
    qtbot.waitUntil(lambda: bool(edit_menu(demo)["Replace with .npy…"].isEnabled()))
    assert edit_menu(demo)["Replace with .npy…"] is values.one.change.put
    assert edit_menu(demo)["Fill tensor…"] is values.one.change.fill


def test_nothing_stands_there_without_a_document(window: MainWindow) -> None:
    assert "Drop" not in edit_menu(window)
    assert "Fill tensor…" not in edit_menu(window)


def test_no_key_means_two_things(demo: MainWindow, qtbot: QtBot) -> None:
    """The keys that the entries tell are the tree's and the window's own: a press is not ambiguous."""
    entry = select(demo, "epoch")
    edit_menu(demo)
    demo.activateWindow()
    qtbot.waitUntil(demo.page.workspace.tree.view.hasFocus)
    qtbot.keyClick(demo.page.workspace.tree.view, Qt.Key.Key_Delete)
    assert demo.page.session.plan.edits == (Drop(entry),)
    qtbot.keyClick(demo.page.workspace.tree.view, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: demo.page.recipes.rename_dialog is not None and demo.page.recipes.rename_dialog.isVisible())


def test_the_palette_has_them(demo: MainWindow) -> None:
    select(demo, "state_dict/module.conv.weight")
    named = {command.text: command for command in commands(demo.menuBar(), demo.page.action_state)}
    assert {"Drop", "Copy key", "Rename key…"} <= set(named)
    named["Drop"].act()
    assert demo.page.session.plan.edits


def test_each_command_that_cannot_be_given_says_why(demo: MainWindow) -> None:
    """Those of the menus that need one thing more; what needs a selected key says so itself."""
    offered = commands(demo.menuBar(), demo.page.action_state)
    silent = {command.text for command in offered if not command.enabled and not command.why_not}
    assert not silent
