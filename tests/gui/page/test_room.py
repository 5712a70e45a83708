"""What there is to see in windows of usual sizes: how the width is shared between the panels and the tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QStyle, QStyleOptionComboBox, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import ERROR, Finding
from core.edits.edits import RemapDevice, StripPrefix
from gui.app.window import MainWindow
from gui.diagnosis.finding_card import WideButton, wide_fix
from gui.document.tree_columns import Column
from gui.look import theme
from gui.page.welcome import DEMO
from gui.widgets.device_cells import DeviceDelegate

SIZES = ((1000, 640), (1280, 800), (1600, 1000))


A_FINDING = Finding("no-gpu", ERROR, "", "", (), (), "", "")


@pytest.fixture
def demo(window: MainWindow, open_in: Callable[[MainWindow, Path], None]) -> MainWindow:
    open_in(window, DEMO)
    return window


def resize(window: MainWindow, size: tuple[int, int], qtbot: QtBot) -> None:
    """Size the window, and wait until the panels have taken their shares."""
    window.resize(*size)
    qtbot.waitUntil(window.page.workspace._as_shared)
    qtbot.wait(10)


def fix(window: MainWindow) -> None:
    """Change devices and keys."""
    catalogue = window.page.session.catalogue
    assert catalogue is not None
    for edit in (RemapDevice("cuda:*", "cpu"), StripPrefix("module.", catalogue.find("state_dict"))):
        window.page.session.apply(edit)


def drag(widget: QWidget, start: QPoint, by: int) -> None:
    """Drag with the left button to the right."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    steps = (
        (QEvent.Type.MouseButtonPress, start, left, left),
        (QEvent.Type.MouseMove, start + QPoint(by, 0), none, left),
        (QEvent.Type.MouseButtonRelease, start + QPoint(by, 0), left, none),
    )
    for kind, place, button, buttons in steps:
        here, there = QPointF(place), QPointF(widget.mapToGlobal(place))
        QApplication.sendEvent(widget, QMouseEvent(kind, here, there, button, buttons, Qt.KeyboardModifier.NoModifier))
        QApplication.processEvents()


@pytest.mark.parametrize("size", SIZES)
def test_the_tree_has_at_least_as_much_room_as_the_panels_on_either_side(
    demo: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    resize(demo, size, qtbot)
    tree = demo.page.workspace.tree.geometry()
    assert tree.width() > 1.5 * max(tree.left(), demo.page.workspace.width() - tree.right())


def test_columns_grow_and_shrink_with_the_window_until_the_user_sizes_one(demo: MainWindow, qtbot: QtBot) -> None:
    resize(demo, (1600, 1000), qtbot)
    wide = demo.page.workspace.tree.geometry().left()
    resize(demo, (1000, 640), qtbot)
    assert demo.page.workspace.tree.geometry().left() < wide
    before = demo.page.workspace.tree.geometry().left()
    drag(demo.page.workspace, QPoint(before - 3, 300), 60)
    by_hand = demo.page.workspace.tree.geometry().left()
    assert by_hand == before + 60
    demo.resize(1600, 1000)
    qtbot.wait(30)
    assert demo.page.workspace.tree.geometry().left() == by_hand


def test_dragging_the_edge_of_a_panel_sizes_no_column_of_the_tree(demo: MainWindow, qtbot: QtBot) -> None:
    resize(demo, (1280, 800), qtbot)
    workspace = demo.page.workspace
    before = workspace.tree.width()
    at, left = QPoint(workspace.tree.geometry().left() - 3, 300), Qt.MouseButton.LeftButton
    qtbot.mousePress(workspace, left, pos=at)
    for step in range(1, 7):
        qtbot.mouseMove(workspace, at + QPoint(10 * step, 0))
        QApplication.processEvents()
    qtbot.mouseRelease(workspace, left, pos=at + QPoint(60, 0))
    qtbot.wait(20)
    assert workspace.tree.width() == before - 60
    assert not workspace.tree.view.columns.choice.widths


@pytest.mark.parametrize("by", [0, 60])
def test_a_remembered_layout_goes_on_to_grow_and_shrink_unless_the_user_has_sized_a_column(
    make_window: Callable[[], MainWindow], open_in: Callable[[MainWindow, Path], None], qtbot: QtBot, by: int
) -> None:
    first = make_window()
    open_in(first, DEMO)
    resize(first, (1280, 800), qtbot)
    if by:
        drag(first.page.workspace, QPoint(first.page.workspace.tree.geometry().left() - 3, 300), by)
    first.close()
    second = make_window()
    open_in(second, DEMO)
    qtbot.wait(30)
    second.resize(1600, 1000)
    if by:
        qtbot.wait(200)
        assert not second.page.workspace._as_shared()
    else:
        qtbot.waitUntil(second.page.workspace._as_shared)


@pytest.mark.parametrize("size", SIZES)
def test_words_beside_the_tree_are_whole(demo: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    resize(demo, size, qtbot)
    fix(demo)
    devices = demo.page.workspace.docks["devices"]
    qtbot.waitUntil(lambda: devices.height() >= devices.sizeHint().height())
    for box in demo.page.workspace.docks["devices"].widget().findChildren(QComboBox):
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        area = box.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
        )
        needed = box.fontMetrics().horizontalAdvance("cuda:1") + box.iconSize().width() + 4
        assert area.width() >= needed, box.accessibleName()
    for button in demo.page.workspace.docks["diagnosis"].widget().findChildren(WideButton):
        if button.isVisible():
            assert "…" not in button.text().removesuffix("…"), button.text()
    for bar in demo.page.workspace.findChildren(QTabBar):
        needed = sum(bar.tabSizeHint(place).width() for place in range(bar.count()))
        assert not bar.isVisible() or needed <= bar.width()


def test_all_columns_are_seen_at_a_usual_size(demo: MainWindow, qtbot: QtBot) -> None:
    resize(demo, (1280, 800), qtbot)
    fix(demo)
    header = demo.page.workspace.tree.view.horizontalHeader()
    assert [column for column in Column if header.isSectionHidden(column)] == [Column.NUMBERS, Column.FILE]


def test_what_matters_is_seen_in_a_small_window(demo: MainWindow, qtbot: QtBot) -> None:
    resize(demo, (1000, 640), qtbot)
    fix(demo)
    qtbot.wait(10)
    view = demo.page.workspace.tree.view
    catalogue = demo.page.session.catalogue
    assert catalogue is not None
    header = view.horizontalHeader()
    seen = [column for column in Column if not header.isSectionHidden(column)]
    assert seen == [Column.KEY, Column.SHAPE, Column.DTYPE, Column.DEVICE, Column.AFTER]
    assert sum(map(header.sectionSize, seen)) == view.viewport().width()
    assert header.sectionSize(Column.KEY) >= QFontMetrics(theme.key_font()).horizontalAdvance("0" * 10)
    for key in ("module.norm.running_mean", "module.norm.running_var", "module.embed.weight"):
        demo.page.session.reveal(catalogue.find(f"state_dict/{key}"))
        index = demo.page.workspace.tree.model.index(
            demo.page.workspace.tree.model.row(catalogue.find(f"state_dict/{key}")), Column.DEVICE
        )
        delegate = view.itemDelegateForColumn(Column.DEVICE)
        assert isinstance(delegate, DeviceDelegate)
        assert delegate.needs_compact(index) <= header.sectionSize(Column.DEVICE)


def test_a_column_of_devices_that_gives_way_names_them_in_the_tooltip(demo: MainWindow, qtbot: QtBot) -> None:
    resize(demo, (1000, 640), qtbot)
    fix(demo)
    tree = demo.page.workspace.tree
    assert tree.view._after_delegate.compact
    assert demo.page.session.catalogue is not None
    demo.page.session.reveal(demo.page.session.catalogue.find("state_dict/module.embed.weight"))
    row = tree.model.row(demo.page.session.catalogue.find("state_dict/module.embed.weight"))
    assert "cpu" in tree.model.index(row, Column.AFTER).data(Qt.ItemDataRole.ToolTipRole)


def test_the_banner_keeps_its_height(demo: MainWindow, qtbot: QtBot) -> None:
    resize(demo, (1280, 800), qtbot)
    before = demo.page.banner.height()
    fix(demo)
    qtbot.wait(10)
    assert demo.page.banner.height() == before


def test_long_words_in_the_status_bar_do_not_make_the_window_wider(demo: MainWindow, qtbot: QtBot) -> None:
    bar = demo.page.status
    resize(demo, (1000, 640), qtbot)
    for label in (bar.file_label, bar.plan_label):
        label.setText("many words " * 30)
    qtbot.wait(10)
    demo.resize(1000, 640)
    qtbot.wait(10)
    assert demo.width() == 1000
    label = bar.file_label
    assert label.text() == "many words " * 30
    assert label.shown.endswith("…")
    for each in (label, bar.plan_label):
        each.setText("few words")
    qtbot.waitUntil(lambda: label.shown == "few words")


def test_sizes_give_way_to_the_drop_downs_of_a_single_device(
    window: MainWindow, open_in: Callable[[MainWindow, Path], None], small_file: Path, qtbot: QtBot
) -> None:
    open_in(window, small_file)
    panel = window.page.workspace.docks["devices"].widget()
    for width in range(1000, 1500, 60):
        resize(window, (width, 800), qtbot)
        option = QStyleOptionComboBox()
        box = panel.boxes[0]
        box.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box)
        assert room.width() >= box.fontMetrics().horizontalAdvance("cuda:1") + box.iconSize().width() + 4, width


@pytest.mark.parametrize(
    ("make", "words", "cut"),
    [
        (lambda words: wide_fix(words, A_FINDING), "map cuda:* → cpu", "Map"),
        (WideButton, "state_dict/module.embed.weight", "state"),
    ],
)
def test_a_key_that_is_cut_keeps_its_letters(
    qtbot: QtBot, make: Callable[[str], WideButton], words: str, cut: str
) -> None:
    button = make(words)
    words = button.words
    qtbot.addWidget(button)
    button.resize(button.fontMetrics().horizontalAdvance(words), 30)
    button.show()
    assert button.text() != words
    assert button.text().startswith(cut)
