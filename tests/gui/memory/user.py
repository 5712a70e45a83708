"""What a user does with the memory panel, and what is seen in it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.memory.allocator import GIB
from core.memory.analysis import Analysis, predict_memory
from core.torch_child.gpus import Gpu, LiveCards
from gui.memory.bars_model import DeviceBar, StrategyRow
from gui.memory.board import MemoryBoard
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


def row_of(panel: MemoryBoard, strategy: str) -> StrategyRow:
    return next(row for row in panel.rows if row.id == strategy)


def drawn_bars(panel: MemoryBoard, strategy: str) -> list[DeviceBar]:
    widget = panel.strategies.widget_of(strategy)
    assert widget is not None
    return [line.bar for line in widget.bars if line.isVisibleTo(widget) and line.bar is not None]


def click(panel: MemoryBoard, strategy: str, qtbot: QtBot) -> None:
    widget = panel.strategies.widget_of(strategy)
    assert widget is not None
    panel.strategies.ensureWidgetVisible(widget)
    qtbot.mouseClick(widget, LEFT, pos=QPoint(20, 8))
    QApplication.processEvents()


def cards(*used: int) -> LiveCards:
    return LiveCards(
        tuple(Gpu(f"cuda:{index}", "NVIDIA L4 <b>", 22 * GIB, nbytes, 5) for index, nbytes in enumerate(used))
    )


def words(panel: MemoryBoard) -> str:
    """The answer on top, as it is read."""
    return panel.headline.label.text().replace("\u200b", "").replace("\u00a0", " ")
