"""The columns of the tree as the user wants them: chosen by the menu of their heading, moved, sized, remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from core.edits.edits import RemapDevice
from gui.document.cells import quantity_text
from gui.document.tree_columns import Column
from gui.look import settings
from gui.look.settings import Settings
from gui.session.session import Session
from gui.tree.column_widths import ColumnChoice
from gui.tree.panel import TreePanel
from tests.gui.documents import opened, saved


def in_order(panel: TreePanel) -> list[Column]:
    """The columns that show, from left to right."""
    header = panel.view.horizontalHeader()
    places = [Column(header.logicalIndex(place)) for place in range(header.count())]
    return [column for column in places if not header.isSectionHidden(column)]


def widths(panel: TreePanel) -> dict[Column, int]:
    """The widths of the columns that show; of the last one without what is only left for it."""
    header, view = panel.view.horizontalHeader(), panel.view
    found = {column: header.sectionSize(column) for column in in_order(panel)}
    shared, last = view.columns._shared, in_order(panel)[-1]
    own = found[last] - view.viewport().width() + view.columns._room()
    found[last] = min(own, shared[last]) if sum(shared.values()) < view.columns._room() else own
    return found


def choose(panel: TreePanel, words: str, clicked: Column = Column.SHAPE) -> None:
    """Right-click on a heading and choose an entry of the menu."""
    menu = QMenu(panel)
    panel.view.columns.fill_menu(menu, clicked)
    (action,) = [action for action in menu.actions() if action.text() == words]
    action.trigger()
    menu.deleteLater()


def another(session: Session, qtbot: QtBot, width: int = 900) -> TreePanel:
    """The tree of the next start."""
    panel = TreePanel(session)
    qtbot.addWidget(panel)
    panel.resize(width, 500)
    panel.show()
    return panel


def drag_edge(panel: TreePanel, column: Column, by: int, qtbot: QtBot) -> None:
    """Drag the right edge of a heading."""
    header = panel.view.horizontalHeader()
    start = QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) - 1, 5)
    viewport, left = header.viewport(), Qt.MouseButton.LeftButton
    columns = panel.view.columns
    qtbot.mouseMove(viewport, start)
    qtbot.mousePress(viewport, left, pos=start)
    qtbot.mouseMove(viewport, start + QPoint(by // 2, 0))
    qtbot.mouseMove(viewport, start + QPoint(by, 0))
    qtbot.waitUntil(lambda: not columns._by_hand.isActive())
    qtbot.mouseRelease(viewport, left, pos=start + QPoint(by, 0))


def test_a_right_click_on_the_heading_shows_and_hides_columns(panel: TreePanel, session: Session, qtbot: QtBot) -> None:
    header = panel.view.horizontalHeader()
    header.customContextMenuRequested.emit(QPoint(10, 5))
    assert panel.view.findChildren(QMenu)[-1].isVisible()
    panel.view.findChildren(QMenu)[-1].close()
    choose(panel, "Parameters")
    choose(panel, "Dtype")
    wanted = [Column.KEY, Column.SHAPE, Column.NUMBERS, Column.SIZE, Column.DEVICE]
    assert in_order(panel) == in_order(another(session, qtbot)) == wanted
    choose(panel, "Reset columns")
    assert in_order(panel) == in_order(another(session, qtbot)) == [*list(Column)[:2], *list(Column)[3:6]]


def test_after_can_be_hidden_and_comes_and_goes_otherwise(panel: TreePanel, session: Session) -> None:
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert in_order(panel)[-1] is Column.AFTER
    choose(panel, "After")
    assert Column.AFTER not in in_order(panel)
    session.undo()
    choose(panel, "After")
    assert Column.AFTER not in in_order(panel)
    session.redo()
    assert in_order(panel)[-1] is Column.AFTER


def test_a_column_is_moved_by_the_menu_and_stays_there(panel: TreePanel, session: Session, qtbot: QtBot) -> None:
    for _step in range(4):
        choose(panel, "Move left", Column.DEVICE)
    wanted = [Column.KEY, Column.DEVICE, Column.SHAPE, Column.DTYPE, Column.SIZE]
    assert in_order(panel) == in_order(another(session, qtbot)) == wanted
    choose(panel, "Move right", Column.DEVICE)
    assert in_order(panel)[1:3] == [Column.SHAPE, Column.DEVICE]


def test_a_width_set_by_hand_stays_and_is_remembered(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    before = widths(panel)
    drag_edge(panel, Column.KEY, -120, qtbot)
    drag_edge(panel, Column.SHAPE, 40, qtbot)
    now = widths(panel)
    assert now[Column.SHAPE] == before[Column.SHAPE] + 40
    assert now[Column.KEY] == before[Column.KEY] - 120
    panel.unfold_all()
    panel.resize(panel.width() + 60, panel.height())
    panel.resize(panel.width() - 60, panel.height())
    assert widths(panel) == now
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert {column: width for column, width in widths(panel).items() if column in now and column is not Column.KEY} == {
        column: width for column, width in now.items() if column is not Column.KEY
    }
    session.undo()
    assert widths(panel) == widths(another(session, qtbot)) == now


def test_a_double_click_on_the_edge_of_a_heading_is_remembered_too(panel: TreePanel, qtbot: QtBot) -> None:
    panel.resize(900, 400)
    header = panel.view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(Column.SHAPE) + header.sectionSize(Column.SHAPE) - 1, 5)
    qtbot.mouseMove(header.viewport(), at)
    qtbot.mouseDClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: Column.SHAPE in panel.view.columns.choice.widths)


def test_in_a_wide_table_what_is_told_stands_beside_its_key(panel: TreePanel, session: Session) -> None:
    panel.resize(2000, 500)
    before = widths(panel)
    assert before[Column.KEY] < 400
    assert panel.view.horizontalHeader().length() == panel.view.viewport().width()
    panel.unfold_all()
    session.apply(RemapDevice("cuda:0", "cpu"))
    now = widths(panel)
    assert {column: now[column] for column in before} == before


def test_keys_made_wider_by_hand_stay_so_and_take_nothing_from_the_last_column(
    panel: TreePanel, session: Session, qtbot: QtBot
) -> None:
    panel.resize(2000, 500)
    before = widths(panel)
    drag_edge(panel, Column.KEY, 150, qtbot)
    panel.resize(1900, 500)
    assert widths(panel) == widths(another(session, qtbot, 1900)) == {**before, Column.KEY: before[Column.KEY] + 150}


def test_sizes_stand_beside_their_keys_too_where_they_are_last(panel: TreePanel) -> None:
    panel.resize(2000, 500)
    choose(panel, "Device")
    assert in_order(panel)[-1] is Column.SIZE
    assert panel.view.horizontalHeader().sectionSize(Column.SIZE) == panel.view.columns._shared[Column.SIZE]


def test_columns_are_fitted_to_what_is_in_them(panel: TreePanel, session: Session) -> None:
    panel.unfold_all()
    choose(panel, "Fit to contents")
    for column, width in widths(panel).items():
        if column is not Column.KEY:
            hint = panel.view.horizontalHeader().sectionSizeHint(column)
            assert width >= max(panel.view.sizeHintForColumn(column), min(hint, width))
    assert widths(panel)[Column.KEY] >= max(panel.view.columns.needs.key, panel.view.columns.needs.longest)


def test_what_was_chosen_in_one_tree_holds_in_the_next_one_that_is_shown(
    panel: TreePanel, session: Session, qtbot: QtBot
) -> None:
    other = another(session, qtbot)
    other.hide()
    choose(panel, "Size")
    other.show()
    assert in_order(other) == in_order(panel)


@pytest.mark.parametrize(
    "kept", ["", "{", "[]", '{"order": ["KEY"]}', '{"order": 3}', '{"widths": {"NO": 3}}', '{"widths": {"SIZE": "x"}}']
)
def test_settings_that_cannot_be_read_choose_nothing(kept: str, session: Session, qtbot: QtBot) -> None:
    Settings().set(settings.TREE_COLUMNS, kept)
    assert ColumnChoice.from_text(kept) == ColumnChoice()
    assert another(session, qtbot).view.columns.choice == ColumnChoice()


def test_a_choice_is_read_back_as_it_was() -> None:
    choice = ColumnChoice().moved(Column.DEVICE, -2).showing(Column.SIZE, False)
    assert ColumnChoice.from_text(choice.to_text()) == choice


def test_a_choice_of_an_older_version_is_kept() -> None:
    kept = (
        '{"order": ["KEY", "DTYPE", "SHAPE", "SIZE", "DEVICE", "AFTER"], "shown": {"SIZE": false}, '
        '"widths": {"DEVICE": 90}}'
    )
    choice = ColumnChoice.from_text(kept)
    assert [column.name for column in choice.order[:3]] == ["KEY", "DTYPE", "SHAPE"]
    assert set(choice.order) == set(Column)  # those that came later stand at the end
    assert (choice.shown, choice.widths) == ({Column.SIZE: False}, {Column.DEVICE: 90})


@pytest.mark.parametrize("column", list(Column))
def test_a_column_says_all_that_is_asked_of_it(column: Column) -> None:
    spec = column.spec
    assert spec.title
    assert spec.means
    assert spec.exported
    assert spec.room is not None or column in (Column.KEY, Column.AFTER)


def test_parameters_are_counted_once_where_they_are_shared(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    def tied(tensor):  # type: ignore[no-untyped-def]
        weight = tensor("cpu", 30, 4)
        return {"model": {"embed.weight": weight, "head.weight": weight, "head.bias": tensor("cpu", 30)}}

    catalogue = opened(session, saved(tmp_path, tied))
    panel = another(session, qtbot)
    assert panel.model.cells is not None
    told = {path: panel.model.cells.numbers(catalogue.find(path)) for path in ("model", "model/head.weight")}
    assert told == {"model": "150", "model/head.weight": "120"}
    session.set_filter("head")
    assert panel.model.cells.numbers(catalogue.find("model")) == "150"


@pytest.mark.parametrize(
    ("count", "text"), [(9_408, "9,408"), (25_557_032, "25.6 M"), (999_600_000, "1.00 B"), (7_241_732_096, "7.24 B")]
)
def test_quantities(count: int, text: str) -> None:
    assert quantity_text(count) == text
