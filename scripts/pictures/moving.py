"""The moving picture of README.md: a file of somebody's GPUs is opened, fixed and saved, as a hand would do it."""

from __future__ import annotations

import shutil

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.app.window import MainWindow
from scripts.pictures.files import DEMO, Files
from scripts.pictures.stage import look, press_banner, settle, until, window_with

SIZE = (1100, 680)
STAYS = 1700
"""Milliseconds that what is to be read stays."""
MOVES = 60
_STEPS = 6
_ARROW = ((0, 0), (0, 17), (4, 13.5), (6.8, 19.6), (9.4, 18.4), (6.6, 12.4), (11.8, 12))
Frame = tuple[QImage, int]


def frames(files: Files) -> list[Frame]:
    """The pictures in their order, and how long each stays."""
    source = files.folder / "epoch12.pth"
    shutil.copyfile(DEMO, source)
    taken: list[Frame] = []
    with window_with(None, SIZE) as window:
        hand = _Hand(window, taken)
        hand.wait(STAYS // 2)
        hand.go(window.page.welcome.open_button)
        window.open_file(source)
        until(lambda: window.page.session.catalogue is not None)
        settle(window)
        hand.wait(STAYS + 500)
        while not window.page.saving.unsaved:
            button = window.page.banner.way_on
            assert button is not None
            hand.go(button)
            press_banner(window)
            hand.wait(STAYS)
        button = window.page.banner.way_on
        assert button is not None
        hand.go(button)
        press_banner(window)
        dialog = window.page.saving.dialog
        assert dialog is not None
        hand.wait(STAYS, dialog)
        hand.go(dialog.save_button, dialog)
        dialog.save_button.click()
        until(lambda: not window.page.saving.unsaved)
        settle(window)
        hand.wait(2 * STAYS)
    return taken


class _Hand:
    """Moves the pointer, and keeps a picture of each place it passes."""

    def __init__(self, window: MainWindow, taken: list[Frame]) -> None:
        self._window, self._taken = window, taken
        self._at = QPoint(window.width() // 2, window.height() * 3 // 4)

    def wait(self, milliseconds: int, dialog: QWidget | None = None) -> None:
        """Have what there is now looked at."""
        self._keep(look(self._window, [dialog] if dialog else []), milliseconds)

    def go(self, widget: QWidget, dialog: QWidget | None = None) -> None:
        """Move onto a widget, of the window or of a dialog over its middle."""
        middle = widget.rect().center()
        if dialog is None:
            target = widget.mapTo(self._window, middle)
        else:
            corner = QPoint(
                (self._window.width() - dialog.width()) // 2, (self._window.height() - dialog.height()) // 2
            )
            target = widget.mapTo(dialog, middle) + corner
        start, picture = self._at, look(self._window, [dialog] if dialog else [])
        for step in range(1, _STEPS + 1):
            share = step / _STEPS
            eased = share * share * (3 - 2 * share)
            self._at = start + (target - start) * eased
            self._keep(picture, MOVES if step < _STEPS else STAYS // 3)

    def _keep(self, picture: QImage, milliseconds: int) -> None:
        with_pointer = picture.copy()
        painter = QPainter(with_pointer)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._at)
        painter.setPen(QColor("#ffffff"))
        painter.setBrush(QColor("#111111"))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _ARROW]), Qt.FillRule.WindingFill)
        painter.end()
        self._taken.append((with_pointer, milliseconds))
