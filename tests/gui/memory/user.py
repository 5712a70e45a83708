"""What a user does with the memory panel, and what is seen in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.memory.analysis import Analysis, predict_memory
from core.memory.sizes import GIB
from core.torch_child.gpus import Gpu, LiveCards
from gui.memory.model import DeviceBar, WayRow
from gui.memory.panel import PEAK, WAY, MemoryBoard
from gui.session.session import Session

LEFT = Qt.MouseButton.LeftButton


def show(panel: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(panel)
    panel.resize(320, 640)
    panel.show()
    qtbot.waitExposed(panel)
    qtbot.wait(50)  # it is painted, then made, then painted and worked out


def choose_item(box: QComboBox, text: str) -> None:
    """As a user does with the list."""
    place = box.findText(text)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)
    QApplication.processEvents()


def type_into(panel: MemoryBoard, box: QComboBox | QLineEdit, text: str, qtbot: QtBot) -> None:
    line = box.lineEdit() if isinstance(box, QComboBox) else box
    assert line is not None
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.waitUntil(lambda: not panel.controls._typing.isActive(), timeout=60_000)
    QApplication.processEvents()


def expected(panel: MemoryBoard, session: Session) -> Analysis:
    assert session.preview is not None
    keep, training = panel.controls.keep.isChecked(), panel.training.training
    return predict_memory(session.preview, panel.controls.machine, keep=keep, training=training)


def row_of(panel: MemoryBoard, strategy: str) -> WayRow:
    return next(row for row in panel.rows if row.id == strategy)


def way_bars(panel: MemoryBoard, strategy: str) -> list[DeviceBar]:
    """A bar a device of a way, whose figures are told of its peak."""
    row = row_of(panel, strategy)
    place = panel.ways.ways.rows.index(row)
    tip = panel.ways.ways.index(place, PEAK).data(Qt.ItemDataRole.ToolTipRole)
    assert all(f"{bar.total:,}" in tip for bar in row.bars)
    return list(row.bars)


def cell(panel: MemoryBoard, strategy: str, column: int) -> str:
    """What a cell of the table shows."""
    place = next(place for place, row in enumerate(panel.ways.ways.rows) if row.id == strategy)
    return str(panel.ways.ways.index(place, column).data())


def chosen_row(panel: MemoryBoard) -> str:
    """The way whose row is lit."""
    (index,) = panel.ways.selectionModel().selectedRows()
    return panel.ways.ways.rows[index.row()].id


def click(panel: MemoryBoard, strategy: str, qtbot: QtBot) -> None:
    place = next(place for place, row in enumerate(panel.ways.ways.rows) if row.id == strategy)
    index = panel.ways.ways.index(place, WAY)
    panel.ways.scrollTo(index)
    qtbot.mouseClick(panel.ways.viewport(), LEFT, pos=panel.ways.visualRect(index).center())
    QApplication.processEvents()


def cards(*used: int) -> LiveCards:
    return LiveCards(
        tuple(Gpu(f"cuda:{index}", "NVIDIA L4 <b>", 22 * GIB, nbytes, 5) for index, nbytes in enumerate(used))
    )


def words(panel: MemoryBoard) -> str:
    """The answer on top, as it is read."""
    return panel.headline.label.text().replace("\u200b", "").replace("\u00a0", " ")
