"""Keyboard and menus: the whole program without a mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from core.edits.edits import RemapDevice
from gui.app.actions import ACTIONS
from gui.app.menus import MENUS, PANELS, RECENT, SELECTION, SEPARATOR, SUBMENUS, THEMES, TOOLBAR
from gui.app.window import MainWindow
from gui.page.workspace import stops_in

CONTROL = Qt.KeyboardModifier.ControlModifier


SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_the_whole_plan_by_keyboard(document: MainWindow, qtbot: QtBot) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    document.page.session.apply(RemapDevice("cuda:5", "cuda:0"))
    for _ in range(2):
        qtbot.keyClick(document, Qt.Key.Key_Z, CONTROL)
    assert not document.page.session.plan
    assert not document.actions_["undo"].isEnabled()
    qtbot.keyClick(document, Qt.Key.Key_Z, CONTROL | SHIFT)
    qtbot.keyClick(document, Qt.Key.Key_Y, CONTROL)
    assert document.page.session.plan.edits == (RemapDevice("cuda:5", "cuda:0"),)


@pytest.mark.parametrize("modifiers", [CONTROL, CONTROL | SHIFT])
def test_both_save_shortcuts_ask_to_save(document: MainWindow, qtbot: QtBot, modifiers: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(document, Qt.Key.Key_S, modifiers)
    assert document.page.saving.dialog is not None
    document.page.saving.dialog.reject()


def test_find_focuses_the_search_and_escape_clears_it(document: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(document, Qt.Key.Key_F, CONTROL)
    assert document.focusWidget() is document.page.search
    qtbot.keyClicks(document.page.search, "weight")
    qtbot.waitUntil(lambda: document.page.session.filter_text == "weight")
    qtbot.keyClick(document.page.search, Qt.Key.Key_Escape)
    assert document.page.search.text() == ""
    assert document.page.session.filter_text == ""


def test_the_keyboard_goes_from_the_search_to_the_tree_and_by_escape_back_and_out_of_it(
    document: MainWindow, qtbot: QtBot
) -> None:
    qtbot.keyClick(document, Qt.Key.Key_F, CONTROL)
    qtbot.keyClicks(document.page.search, "bias")
    qtbot.keyClick(document.page.search, Qt.Key.Key_Down)
    assert document.page.session.filter_text == "bias"
    focus = document.focusWidget()
    assert focus is document.page.workspace.tree or document.page.workspace.tree.isAncestorOf(focus)
    qtbot.keyClick(focus, Qt.Key.Key_Escape)
    assert document.focusWidget() is document.page.search
    assert document.page.search.selectedText() == document.page.session.filter_text == "bias"
    qtbot.keyClick(document.page.search, Qt.Key.Key_Escape)
    assert document.page.search.text() == ""
    assert document.page.session.filter_text == ""


def test_help_is_not_modal_and_lists_every_shortcut(document: MainWindow, qtbot: QtBot) -> None:
    from gui.help.window import HelpWindow

    qtbot.keyClick(document, Qt.Key.Key_F1)
    (dialog,) = document.findChildren(HelpWindow)
    assert dialog.isVisible()
    assert not dialog.isModal()
    assert dialog.place == ("tour.md", "")
    document.actions_["shortcuts"].trigger()
    assert dialog.place == ("shortcuts.md", "")
    words = dialog.reader.toPlainText()
    for spec in ACTIONS:
        for keys in spec.shortcuts:
            assert QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) in words


def test_help_is_in_the_language_in_use(document: MainWindow) -> None:
    """Windows are made anew for another language, and their help with them (`tests/gui/app/test_desk.py`)."""
    from gui.help.window import HelpWindow
    from gui.look import language

    language.apply("ja")
    try:
        document.show_help()
        (shown,) = [each for each in document.findChildren(HelpWindow) if each.isVisible()]
        assert "別の GPU" in shown.reader.toPlainText()
    finally:
        language.apply("en")


def test_undo_names_the_step_it_takes_back(document: MainWindow) -> None:
    document.page.session.apply(RemapDevice("cuda:5", "cpu"), "R&D")
    assert document.actions_["undo"].text() == "&Undo R&&D"
    assert document.actions_["undo"].iconText() == "Undo"


def test_menus_and_toolbar_name_only_declared_actions() -> None:
    declared = {spec.id for spec in ACTIONS} | {SEPARATOR, PANELS, THEMES, RECENT, SELECTION, *SUBMENUS}
    menus = (*MENUS, *SUBMENUS.values())
    named = [item for _title, items in menus for item in items]
    assert {*named, *TOOLBAR} <= declared
    assert {spec.id for spec in ACTIONS} <= set(named), "every action can be found in the menus"
    assert len(declared) == len(ACTIONS) + 5 + len(SUBMENUS)


def test_no_shortcut_means_two_things() -> None:
    keys = [keys for spec in ACTIONS for keys in spec.shortcuts]
    assert len(keys) == len(set(keys))


def test_every_action_says_what_it_does(window: MainWindow) -> None:
    for spec in ACTIONS:
        assert spec.tip.endswith(".")
        assert spec.tip in window.actions_[spec.id].toolTip()


def test_a_button_of_the_toolbar_has_the_words_of_its_entry(document: MainWindow) -> None:
    for name in ("open", "save", "fix_folder"):
        action = document.actions_[name]
        assert action.iconText() == action.text().replace("&", ""), name


def test_keys_to_press_stand_in_menus_alone(make_window: Callable[[], MainWindow]) -> None:
    """In Chinese and Japanese they come after the word, `打开(&O)…`."""
    from gui.app.tools import shortcut_rows
    from gui.look import language

    language.apply("zh")
    try:
        window = make_window()
        shown = [window.actions_[name].iconText() for name in ("open", "save", "scan")]
        shown += [what for _, what in shortcut_rows()]
        assert not [text for text in shown if "(" in text or "&" in text or text.isascii()]
    finally:
        language.apply("en")


@pytest.mark.parametrize(("panel", "page"), [("memory", "memory.md"), ("diagnosis", "tour.md")])
def test_help_opens_at_the_panel_that_has_the_focus(document: MainWindow, qtbot: QtBot, panel: str, page: str) -> None:
    workspace = document.page.workspace
    workspace.show_panel(panel)
    qtbot.waitUntil(lambda: any(stops_in(workspace.docks[panel])))
    box = next(stops_in(workspace.docks[panel]))
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClick(box, Qt.Key.Key_F1)
    from gui.help.window import HelpWindow

    help_window = document.findChild(HelpWindow)
    assert help_window is not None
    assert help_window.place[0] == page
