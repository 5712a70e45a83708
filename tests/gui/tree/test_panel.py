"""The tree: folding, selecting, and what one can do to keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

import gui.tree.menu
import gui.tree.panel
import gui.tree.table_model
from core.catalogue.catalogue import Catalogue
from core.edits.edits import Drop, Keep, Plan, RemapDevice, RenameKey, StripPrefix
from gui.document.selection import entries_on, held
from gui.document.tree_columns import Column
from gui.session.session import Session
from gui.tree.panel import TreePanel
from gui.widgets.delegates import KeyDelegate
from tests.gui.tree.user import click, shown

LEFT = Qt.MouseButton.LeftButton


def menu_of(panel: TreePanel) -> QMenu:
    panel._show_menu(QPoint(5, 5))
    QApplication.processEvents()
    return panel.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]


def action(menu: QMenu, text: str) -> QAction:
    (found,) = [one for one in menu.actions() if one.text().startswith(text)]
    return found


def test_a_click_on_the_arrow_folds_and_does_not_select(panel: TreePanel, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel.fold_all()
    node = catalogue.find("model")
    index = panel.model.index(panel.model.row(node), 0)
    arrow = KeyDelegate.arrow_rect(panel.view.visualRect(index), 0).center()
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=arrow)
    assert shown(panel) == ["epoch", "note", "model", "module", "optimizer"]
    assert list(panel.view.selected_nodes()) == []
    qtbot.mouseClick(panel.view.viewport(), LEFT, pos=arrow)
    assert shown(panel) == ["epoch", "note", "model", "optimizer"]


def test_the_keyboard_walks_the_hierarchy(panel: TreePanel, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel.fold_all()
    click(qtbot, panel, catalogue.find("model"))
    view, key = panel.view, Qt.Key
    for press in (key.Key_Right, key.Key_Right, key.Key_Right, key.Key_Right):
        qtbot.keyClick(view, press)
    assert panel.model.index(view.currentIndex().row(), 0).data() == "embed"
    qtbot.keyClick(view, key.Key_Left)
    qtbot.keyClick(view, key.Key_Left)
    assert panel.model.index(view.currentIndex().row(), 0).data() == "module"
    qtbot.keyClick(view, key.Key_Left)
    qtbot.keyClick(view, key.Key_Return)
    assert shown(panel) == ["epoch", "note", "model", "optimizer"]


def test_a_double_click_folds(panel: TreePanel, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel.fold_all()
    rect = panel.view.visualRect(panel.model.index(panel.model.row(catalogue.find("model")), 0))
    qtbot.mouseDClick(panel.view.viewport(), LEFT, pos=rect.center())
    assert "module" in shown(panel)


def test_unfold_all_and_fold_all_keep_the_selection(panel: TreePanel, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel.fold_all()
    node = catalogue.find("optimizer")
    click(qtbot, panel, node)
    panel.unfold_button.click()
    assert panel.model.row(catalogue.find("optimizer/state/3/exp_avg")) > 0
    assert list(panel.view.selected_nodes()) == [node]
    panel.fold_button.click()
    assert list(panel.view.selected_nodes()) == [node]
    assert panel.model.rowCount() == 4


def test_a_plan_leaves_selection_folds_and_scroll_alone(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    panel.unfold_all()
    panel.resize(900, 200)
    entry = catalogue.find("model/module.layer1.2.conv.weight")
    session.reveal(entry)
    before = (shown(panel), list(panel.view.selected_nodes()), panel.view.verticalScrollBar().value())
    assert before[2] > 0
    for edit in (RemapDevice("cuda:1", "cpu"), StripPrefix("module."), Drop(catalogue.find("optimizer"))):
        session.apply(edit)
    session.undo_stack.undo()
    assert (shown(panel), list(panel.view.selected_nodes()), panel.view.verticalScrollBar().value()) == before


def test_a_filter_shows_matches_and_brings_everything_back(
    panel: TreePanel, session: Session, catalogue: Catalogue
) -> None:
    entry = catalogue.find("model/module.layer1.0.conv.bias")
    session.reveal(entry)
    before = shown(panel)
    session.set_filter("role:model conv bias")
    assert shown(panel) == ["model", "module", "layer1", "0", "conv", "bias"]
    assert list(panel.view.selected_nodes()) == [entry]
    session.set_filter("embed")
    assert list(panel.view.selected_nodes()) == []
    assert not session.selection
    session.set_filter("")
    assert shown(panel) == before


def test_nothing_found_says_so_and_a_bad_pattern_changes_nothing(
    panel: TreePanel, session: Session, qtbot: QtBot
) -> None:
    before = shown(panel)
    with qtbot.waitSignal(session.filter_answered) as answer:
        session.set_filter("conv[", True)
    assert answer.args[1]
    assert shown(panel) == before
    with qtbot.waitSignal(session.filter_answered) as answer:
        session.set_filter("nowhere-at-all")
    assert answer.args == [0, "", 0]
    assert shown(panel) == []
    assert "nowhere-at-all" in panel.view.empty_text


def test_the_toggle_shows_flat_keys_and_keeps_the_selection(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    entry = catalogue.find("model/module.layer1.0.conv.bias")
    session.reveal(entry)
    qtbot.mouseClick(panel.keys_button, LEFT)
    assert "module.layer1.0.conv.bias" in shown(panel)
    assert list(panel.view.selected_nodes()) == [entry]
    qtbot.mouseClick(panel.modules_button, LEFT)
    assert list(panel.view.selected_nodes()) == [entry]


def test_select_requested_selects_also_what_was_folded_or_filtered_away(
    panel: TreePanel, session: Session, catalogue: Catalogue
) -> None:
    panel.fold_all()
    session.set_filter("epoch")
    wanted = entries_on(catalogue, "cuda:0")
    session.request_selection(wanted)
    assert session.filter_text == ""
    assert session.selection == wanted
    assert session.current == wanted[0]
    assert "2 tensors selected" in panel.note.text()


def test_a_module_stands_for_all_its_keys(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    entry = catalogue.find("model/module.layer1.0.conv.bias")
    session.reveal(entry)
    group = panel.model.outline.parent(entry)  # type: ignore[union-attr]
    click(qtbot, panel, group)
    assert list(session.selection) == [catalogue.find("model/module.layer1.0.conv.weight"), entry]
    assert session.current == -1


def test_f2_renames_in_place(panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    entry = catalogue.find("model/module.embed.weight")
    session.reveal(entry)
    qtbot.keyClick(panel.view, Qt.Key.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "module.embed.weight"
    editor.setText("module.words.weight")
    with qtbot.waitSignal(session.plan_changed):
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.plan == Plan((RenameKey(entry, "module.words.weight"),))
    assert panel.model.index(panel.model.row(entry), Column.AFTER).data() == "module.words.weight"


def test_f2_on_a_value_without_a_key_edits_the_value(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    session.reveal(catalogue.find("optimizer/param_groups/0/betas/0"))
    panel.view.setCurrentIndex(panel.view.currentIndex().siblingAtColumn(Column.DEVICE))
    qtbot.keyClick(panel.view, Qt.Key.Key_F2)
    editor = panel.view._value_editor
    assert editor is not None
    assert editor.isVisible()
    assert editor.text() == "0.9"


def test_f2_renames_wherever_in_the_row_the_keyboard_is(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    session.reveal(catalogue.find("model/module.embed.weight"))
    panel.view.setCurrentIndex(panel.view.currentIndex().siblingAtColumn(Column.DEVICE))
    qtbot.keyClick(panel.view, Qt.Key.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "module.embed.weight"


def test_home_end_and_letters_go_to_rows(panel: TreePanel, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel.fold_all()
    view, key = panel.view, Qt.Key
    names = []
    for press in (key.Key_End, key.Key_Home):
        qtbot.keyClick(view, press)
        names.append(view.currentIndex().siblingAtColumn(0).data())
    assert names == [shown(panel)[-1], shown(panel)[0]]
    qtbot.keyClicks(view, "mo")
    assert view.currentIndex().data() == "model"
    assert list(view.selected_nodes()) == [catalogue.find("model")]


@pytest.mark.parametrize("many", [False, True], ids=["at once", "many, a moment later"])
def test_rows_are_copied_as_they_show(
    panel: TreePanel,
    session: Session,
    catalogue: Catalogue,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    many: bool,
) -> None:
    if many:
        monkeypatch.setattr(gui.tree.menu, "MANY", 0)
        monkeypatch.setattr(gui.tree.panel, "MANY", 0)
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    session.reveal(catalogue.find("model/module.embed.weight"))
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    wanted = "Key\tShape\tDtype\tSize\tDevice\nweight\t10×4\tfloat32\t160 B\tcuda:1"
    qtbot.waitUntil(lambda: clipboard.text() == wanted)


@pytest.mark.parametrize("beside", [False, True], ids=["at once", "many, a moment later"])
def test_the_keyboard_goes_on_to_the_first_result(
    panel: TreePanel,
    session: Session,
    catalogue: Catalogue,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    beside: bool,
) -> None:
    if beside:
        monkeypatch.setattr(gui.tree.table_model, "MANY_ENTRIES", 0)
    panel.fold_all()
    qtbot.waitUntil(lambda: not panel.busy)
    session.set_filter("conv bias")
    panel.enter_results()
    first = catalogue.find("model/module.layer1.0.conv.bias")
    qtbot.waitUntil(lambda: list(panel.view.selected_nodes()) == [first])
    assert session.current == first
    assert panel.view.hasFocus()


def test_without_a_search_the_keyboard_goes_to_the_rows(panel: TreePanel, session: Session) -> None:
    panel.enter_results()
    assert panel.view.hasFocus()
    assert panel.view.currentIndex().row() == 0
    session.set_filter("nowhere-at-all")
    panel.enter_results()
    assert panel.view.hasFocus()


def test_del_drops_and_takes_back(panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot) -> None:
    entry = catalogue.find("epoch")
    click(qtbot, panel, entry)
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert session.plan == Plan((Drop(entry),))
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert not session.plan


@pytest.mark.parametrize("many", [False, True], ids=["at once", "many, a moment later"])
def test_ctrl_c_copies_the_keys(
    panel: TreePanel,
    session: Session,
    catalogue: Catalogue,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    many: bool,
) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    if many:
        monkeypatch.setattr(gui.tree.menu, "MANY", 0)
    session.request_selection(entries_on(catalogue, "cuda:0"))
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert bool(clipboard.text()) != many
    qtbot.waitUntil(lambda: clipboard.text() == "module.layer1.0.conv.weight\nmodule.layer1.0.conv.bias")


def test_the_menu_maps_the_selection(panel: TreePanel, session: Session, catalogue: Catalogue) -> None:
    wanted = entries_on(catalogue, "cuda:0")
    session.request_selection(wanted)
    below = action(menu_of(panel), "Map to").menu()
    assert isinstance(below, QMenu)
    action(below, "cpu (2 tensors)").trigger()
    assert session.plan == Plan((RemapDevice("*", "cpu", rows=frozenset(held(catalogue, wanted).rows)),))
    assert session.preview is not None
    assert "cuda:0" not in {total.device for total in session.preview.totals_after}


def test_the_menu_unwraps_strips_and_selects(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    model = catalogue.find("model")
    session.reveal(model)
    action(menu_of(panel), "Keep only this").trigger()
    assert session.plan == Plan((Keep(model),))
    session.undo_stack.undo()
    session.reveal(catalogue.find("model/module.embed.weight"))
    group = panel.model.outline.ancestors(session.current)[1]  # type: ignore[union-attr]
    click(qtbot, panel, group)
    action(menu_of(panel), "Strip prefix “module.”").trigger()
    assert session.plan == Plan((StripPrefix("module.", model),))
    action(menu_of(panel), "Select all on cuda:0").trigger()
    assert session.selection == entries_on(catalogue, "cuda:0")


def test_the_menu_offers_no_rename_for_several_keys(panel: TreePanel, session: Session, catalogue: Catalogue) -> None:
    session.request_selection(entries_on(catalogue, "cuda:0"))
    assert not action(menu_of(panel), "Rename key").isEnabled()
    session.reveal(catalogue.find("epoch"))
    assert action(menu_of(panel), "Rename key").isEnabled()


def test_closing_empties_the_tree(panel: TreePanel, session: Session) -> None:
    session.close()
    assert panel.model.rowCount() == 0
    assert panel.view.empty_text
    session.set_filter("x")
    panel.unfold_all()
    panel.copy_keys()


def test_a_long_value_runs_on_over_empty_columns(panel: TreePanel, catalogue: Catalogue) -> None:
    view = panel.view
    view.horizontalHeader().resizeSection(Column.KEY, 60)
    value, tensors = (panel.model.index(panel.model.row(catalogue.find(key)), 0) for key in ("note", "model"))
    cell = view.visualRect(value)
    beyond = QRect(cell.right() + 1, cell.top(), 100, cell.height())
    assert len(colours_in(view.viewport().grab(beyond).toImage())) > 1
    assert view.key_room(value, cell).right() > view.columnViewportPosition(Column.DEVICE)
    assert view.key_room(tensors, view.visualRect(tensors)) == view.visualRect(tensors)


def test_the_name_of_a_parameter_has_the_room_of_two_columns(panel: TreePanel, catalogue: Catalogue) -> None:
    panel.reveal(catalogue.find("optimizer/state/1"))
    index = panel.model.index(panel.model.row(catalogue.find("optimizer/state/1")), Column.KEY)
    room = panel.view.key_room(index, panel.view.visualRect(index))
    assert room.right() == panel.view.columnViewportPosition(Column.DTYPE) - 1


def test_it_stops_before_what_the_plan_says(panel: TreePanel, session: Session, catalogue: Catalogue) -> None:
    session.apply(Drop(catalogue.find("note")))
    index = panel.model.index(panel.model.row(catalogue.find("note")), Column.KEY)
    room = panel.view.key_room(index, panel.view.visualRect(index))
    assert room.right() < panel.view.columnViewportPosition(Column.AFTER)


def colours_in(image: QImage) -> set[int]:
    """The colours of a picture."""
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
