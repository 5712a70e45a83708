"""What a user does with any panel, and reads in any table."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.edits.edits import MoveOptimizer, RemapDevice, StripPrefix
from gui.session.session import Session
from gui.widgets.device_box import DeviceBox


def show(panel: QWidget, qtbot: QtBot, width: int = 330, height: int = 420) -> None:
    """Look at a panel of a size that it has in the window."""
    qtbot.addWidget(panel)
    panel.resize(width, height)
    panel.show()
    qtbot.waitExposed(panel)
    QApplication.processEvents()


def pick(qtbot: QtBot, box: DeviceBox, text: str) -> None:
    """Choose an item with the keyboard, as a user does."""
    box.setFocus()
    box.showPopup()
    view = box.view()
    row = box.findText(text)
    assert row >= 0, [box.itemText(place) for place in range(box.count())]
    view.setCurrentIndex(box.model().index(row, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    QApplication.processEvents()


def plan_three(session: Session) -> None:
    """A move, a new key and a moved optimizer, one after the other."""
    for edit in (RemapDevice("cuda:0", "cpu"), StripPrefix("module."), MoveOptimizer("cuda:1")):
        session.apply(edit)


def texts(model: QAbstractItemModel) -> list[list[str]]:
    """The words of all cells."""
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]
