"""What of the tree is in sight: columns that give way to others, long names, and the selection after a search."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import gui.tree.panel
from core.catalogue.catalogue import Catalogue
from core.edits.edits import RemapDevice, StripPrefix
from core.text import count_text
from gui.document.cells import Cells
from gui.document.tree_columns import Column
from gui.look import theme
from gui.session.session import Session
from gui.tree.column_widths import ColumnChoice, Needs, shared
from gui.tree.panel import TreePanel
from gui.widgets.delegates import PADDING, KeyDelegate, ShapeDelegate, cut_of
from gui.widgets.device_cells import DeviceDelegate
from tests.gui.documents import opened, saved, two_gpus
from tests.gui.tree.test_columns import widths


@pytest.fixture
def catalogue(session: Session, tmp_path: Path) -> Catalogue:
    return opened(session, saved(tmp_path, two_gpus))


@pytest.fixture
def panel(session: Session, catalogue: Catalogue, qtbot: QtBot) -> TreePanel:
    panel = TreePanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def in_sight(panel: TreePanel, node: int) -> bool:
    """Whether the row of a node shows and lies within the table."""
    row = panel.model.row(node)
    return row >= 0 and panel.view.viewport().rect().contains(panel.view.visualRect(panel.model.index(row, 0)))


def test_the_count_of_what_is_selected_takes_no_room_from_other_panels(
    panel: TreePanel, session: Session, catalogue: Catalogue
) -> None:
    before = panel.minimumSizeHint().width()
    session.request_selection(range(1, len(catalogue)))
    assert "tensors selected" in panel.note.text()
    QApplication.processEvents()  # a label tells its layout later
    assert panel.minimumSizeHint().width() == before
    assert panel.note.text() in panel.note.toolTip()


def test_where_there_is_no_room_the_count_alone_is_told(
    panel: TreePanel, session: Session, catalogue: Catalogue
) -> None:
    session.request_selection(range(1, len(catalogue)))
    panel.note.resize(400, 20)
    assert panel.note.shown == panel.note.text()
    panel.note.resize(panel.note.fontMetrics().horizontalAdvance(panel.note.text()) - 8, 20)
    assert panel.note.shown == f"{len(catalogue.tensors)} selected"
    panel.note.resize(panel.note.fontMetrics().horizontalAdvance(panel.note.shown) - 8, 20)
    assert panel.note.shown == ""  # rather than half a word


@pytest.mark.parametrize("beside", [False, True])
def test_clearing_a_search_keeps_the_selected_rows_in_sight(
    panel: TreePanel,
    session: Session,
    catalogue: Catalogue,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    beside: bool,
) -> None:
    if beside:
        monkeypatch.setattr(gui.tree.table_model, "MANY_ENTRIES", 0)
    panel.resize(900, 180)
    panel.fold_all()
    qtbot.waitUntil(lambda: not panel.busy)
    nodes = [catalogue.find(f"optimizer/state/{place}/exp_avg") for place in (3, 4)]
    session.set_filter("exp_avg")
    qtbot.waitUntil(lambda: not panel.busy)
    panel.view.select_nodes(nodes)
    session.set_filter("")
    qtbot.waitUntil(lambda: not panel.busy)
    assert list(panel.view.selected_nodes()) == nodes
    assert in_sight(panel, nodes[0])


# ---- columns


def shown_columns(panel: TreePanel) -> list[Column]:
    """The columns that can be seen without scrolling."""
    header, view = panel.view.horizontalHeader(), panel.view.viewport()
    places = {column: header.sectionViewportPosition(column) + header.sectionSize(column) for column in Column}
    return [column for column in Column if not header.isSectionHidden(column) and places[column] <= view.width()]


USUAL = [Column.KEY, Column.SHAPE, Column.DTYPE, Column.SIZE, Column.DEVICE]


def test_in_a_narrow_table_the_size_gives_way_first_and_the_device_never(panel: TreePanel, session: Session) -> None:
    assert shown_columns(panel) == USUAL
    panel.resize(420, 300)
    assert shown_columns(panel) == [Column.KEY, Column.SHAPE, Column.DTYPE, Column.DEVICE]
    panel.resize(310, 300)
    session.apply(RemapDevice("cuda:0", "cpu"))
    assert shown_columns(panel)[0] == Column.KEY
    assert {Column.DEVICE, Column.AFTER} <= set(shown_columns(panel))
    session.undo()
    panel.resize(900, 300)
    assert shown_columns(panel) == USUAL


@pytest.mark.parametrize("width", [415, 640, 900])
def test_after_comes_with_the_first_planned_change_and_takes_its_room_from_the_keys_alone(
    panel: TreePanel, session: Session, catalogue: Catalogue, width: int
) -> None:
    panel.resize(width, 300)
    before = widths(panel)
    assert {Column.KEY, Column.SHAPE, Column.DTYPE, Column.DEVICE} <= set(before)
    assert Column.AFTER not in before
    session.apply(RemapDevice("cuda:0", "cpu"))
    planned = widths(panel)
    assert list(planned) == [*before, Column.AFTER]
    assert {column: size for column, size in planned.items() if column in before and column is not Column.KEY} == {
        column: size for column, size in before.items() if column is not Column.KEY
    }
    session.apply(StripPrefix("module.", catalogue.find("model")))
    assert widths(panel) == planned
    session.set_plan(type(session.plan)())
    assert widths(panel) == before


def test_what_is_planned_is_named_in_a_narrow_table_too(panel: TreePanel, session: Session) -> None:
    panel.resize(415, 300)
    session.apply(RemapDevice("cuda:*", "cpu"))
    delegate = panel.view.itemDelegateForColumn(Column.AFTER)
    assert isinstance(delegate, DeviceDelegate)
    for row in range(panel.model.rowCount()):
        index = panel.model.index(row, Column.AFTER)
        assert delegate.needs_compact(index) <= panel.view.horizontalHeader().sectionSize(Column.AFTER)


def test_columns_stay_where_they_are_when_rows_unfold(panel: TreePanel, catalogue: Catalogue, qtbot: QtBot) -> None:
    panel.fold_all()
    before = widths(panel)
    panel.reveal(catalogue.find("model/module.layer1.10.conv.weight"))
    panel.unfold_all()
    panel.keys_button.click()
    assert widths(panel) == before


@pytest.mark.parametrize("room", range(0, 1500, 37))
@pytest.mark.parametrize("key", [80, 216, 900])
@pytest.mark.parametrize("planned", [False, True])
def test_the_columns_take_the_room_that_there_is(room: int, key: int, planned: bool) -> None:
    found = shared(room, Needs(key, {Column.SHAPE: 90, Column.DTYPE: 70, Column.DEVICE: 100}), 8, planned=planned)
    assert set(found) == set(Column)
    spare = max(room, (6 + 9 + 9 * planned) * 8) - sum(found.values())
    assert spare >= 0
    if spare:
        assert found[Column.KEY] >= max(key + 4 * 8, 44 * 8)
    assert found[Column.KEY] >= (10 if room > 300 else 6) * 8
    assert found[Column.DEVICE] >= (10 if room > 300 else 9) * 8
    assert (found[Column.AFTER] >= (10 if room > 300 else 9) * 8) == planned
    assert min(found.values()) >= 0


@pytest.mark.parametrize("room", range(264, 700, 37))
@pytest.mark.parametrize("planned", [False, True])
def test_the_uppermost_keys_can_be_read_before_anything_is_told_of_them(room: int, planned: bool) -> None:
    needs = Needs(300, {Column.SHAPE: 90, Column.DTYPE: 70, Column.DEVICE: 100}, outermost=12 * 8)
    found = shared(room, needs, 8, planned=planned)
    assert found[Column.KEY] >= 12 * 8
    assert sum(found.values()) == room


@pytest.mark.parametrize("planned", [False, True])
def test_in_a_wide_table_what_is_told_stands_beside_the_keys(planned: bool) -> None:
    needs = Needs(120, {Column.SHAPE: 90, Column.DTYPE: 70, Column.DEVICE: 100}, longest=400)
    found = shared(1900, needs, 8, planned=planned)
    assert found[Column.KEY] == 400 + 4 * 8
    chosen = ColumnChoice(widths={Column.KEY: 600})
    assert shared(1900, needs, 8, chosen, planned=planned)[Column.KEY] == 600


@pytest.mark.parametrize("room", [700, 1100, 1900])
def test_in_a_wide_table_devices_have_their_names_whatever_is_planned(room: int) -> None:
    cells = {Column.SHAPE: 90, Column.DTYPE: 70, Column.DEVICE: 100}
    calm, planned = (shared(room, Needs(120, cells, devices=260), 8, planned=each) for each in (False, True))
    assert calm[Column.DEVICE] == planned[Column.DEVICE]
    assert (calm[Column.DEVICE] == 260) == (room == 1900)
    assert sum(planned.values()) <= room
    chosen = ColumnChoice(widths={Column.DEVICE: 90})
    assert shared(1900, Needs(120, cells, devices=260), 8, chosen)[Column.DEVICE] == 90


def test_in_a_wide_table_what_state_belongs_to_is_not_cut(
    panel: TreePanel, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_of = Cells.note
    monkeypatch.setattr(Cells, "note", lambda cells, node: note_of(cells, node).replace("layer1.", "layer1." * 12))
    panel.resize(2000, 300)
    panel.view.begin()
    node = catalogue.find("optimizer/state/1/exp_avg")
    panel.reveal(node)
    delegate = panel.view.itemDelegateForColumn(Column.KEY)
    assert isinstance(delegate, KeyDelegate)
    key, note = delegate.needs(panel.model.index(panel.model.row(node), Column.KEY))
    assert note
    assert widths(panel)[Column.KEY] >= key + note


@pytest.mark.parametrize(("width", "part"), [(2000, " · "), (640, "·")])
def test_the_new_key_is_parted_from_the_device_and_not_cut_where_there_is_room(
    panel: TreePanel, session: Session, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, width: int, part: str
) -> None:
    panel.resize(width, 300)
    session.apply(RemapDevice("cuda:*", "cpu"))
    session.apply(StripPrefix("module.", catalogue.find("model")))
    panel.model.change(lambda rows: rows.set_modules(False))
    panel.reveal(catalogue.find("model/module.layer1.10.conv.weight"))
    told: list[tuple[str, int, int]] = []
    delegate = panel.view.itemDelegateForColumn(Column.AFTER)

    def draw(_painter: object, room: QRect, text: str, font: QFont, *_others: object, **_more: object) -> int:
        told.append((text, room.width(), QFontMetrics(font).horizontalAdvance(text)))
        return told[-1][2]

    monkeypatch.setattr(delegate, "draw_text", draw)
    panel.view.viewport().grab()
    texts = [text for text, _room, _needed in told]
    at = texts.index("layer1.10.conv.weight")
    assert texts[at - 2 : at] == ["cpu", part]
    _text, room, needed = told[at]
    assert (needed <= room) == (width == 2000)


def test_neighbours_that_are_cut_still_differ(panel: TreePanel) -> None:
    font = theme.key_font()
    metrics = QFontMetrics(font)
    alike = (
        ("running_mean", "running_var"),
        ("num_batches_tracked", "num_batches_total"),
        ("encoder.layers.3.conv.weight", "encoder.layers.3.conv.bias"),
        ("module.encoder.layers.3.weight", "module.encoder.layers.4.weight"),
    )
    for keys in alike:
        for characters in (9, 10, 12, 16):
            room = metrics.horizontalAdvance("0" * characters)
            cut = {metrics.elidedText(key, cut_of(key, room, font), room) for key in keys}
            assert len(cut) == 2, (keys, characters)


def test_in_very_little_room_keys_of_several_modules_differ() -> None:
    font = theme.key_font()
    metrics = QFontMetrics(font)
    keys = ("embed.weight", "conv.weight", "norm.weight", "norm.running_mean", "norm.running_var", "norm.bias")
    for characters in (7, 8):
        room = metrics.horizontalAdvance("0" * characters)
        assert len({metrics.elidedText(key, cut_of(key, room, font), room) for key in keys}) == len(keys)


def test_in_a_column_all_counts_say_what_they_count_or_none_does(panel: TreePanel, catalogue: Catalogue) -> None:
    shapes = panel.view.itemDelegateForColumn(Column.SHAPE)
    assert isinstance(shapes, ShapeDelegate)
    needed = QFontMetrics(theme.key_font()).horizontalAdvance(count_text(len(catalogue.tensors), "tensor"))
    for width in range(380, 900, 20):
        panel.resize(width, 300)
        QApplication.processEvents()
        assert shapes.short == (panel.view.horizontalHeader().sectionSize(Column.SHAPE) < needed + 2 * PADDING)


def test_a_count_without_its_word_is_no_shape(
    panel: TreePanel, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes, drawn = panel.view.itemDelegateForColumn(Column.SHAPE), list[str]()
    assert isinstance(shapes, ShapeDelegate)
    monkeypatch.setattr(shapes, "draw_text", lambda _painter, _rect, text, *_rest: drawn.append(text))

    def counts(*, short: bool) -> set[str]:
        drawn.clear()
        shapes.short = short
        panel.view.viewport().repaint()
        return {text for text in drawn if text.endswith(("tensor", "tensors")) or "/" in text}

    panel.resize(900, 400)
    assert "10 tensors" in counts(short=False)
    assert not counts(short=True)
    session.set_filter("bias")
    qtbot.waitUntil(lambda: not panel.busy)
    assert "2/10 tensors" in counts(short=False)
    assert "2/10" in counts(short=True)
