"""What of a tensor can be copied: its numbers as Python or CSV, the picture, the statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from core.text import count_text
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.plots.plane import Plane
from gui.session.session import Session
from gui.values import copying, reading
from gui.values.facts import as_text
from gui.values.model import title
from gui.values.reading import Known


class Shown(NamedTuple):
    """What of the tensor is to be seen: a plane of its numbers, and the page that is on top."""

    plane: Plane
    page: QWidget


class CopyMenu(QObject):
    """A button with a menu, which is that of the right mouse button as well."""

    said = Signal(str, bool)
    """What has become of it, and whether it went wrong."""

    def __init__(self, session: Session, shown: Callable[[], Shown], parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._shown = session, shown
        self._row = -1
        self.known: Known | None = None
        self._what = ""
        self._latest = LatestJob(self)
        self._latest.done.connect(self._put)
        self._latest.failed.connect(lambda error: self.said.emit(str(error), True))
        self.menu = QMenu(parent)
        self.menu.setToolTipsVisible(True)
        for text, tip, act in (
            (
                say("Copy as NumPy"),
                say("Python that makes the array; of a large one, Python that reads it"),
                self._as_numpy,
            ),
            (say("Copy as CSV"), say("The rows and columns of the page Numbers"), self._as_csv),
            (say("Copy picture"), say("The page that is on show, as a picture"), self._as_picture),
            (say("Copy statistics"), say("All facts, a line each"), self._statistics),
        ):
            action = self.menu.addAction(text)
            action.setToolTip(tooltip(tip) or "")
            action.triggered.connect(lambda _checked=False, act=act: act())
        self.button = QToolButton()
        self.button.setAutoRaise(True)
        scale.give_icon_size(self.button, 16)
        self.button.setMenu(self.menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setToolTip(say("Copy numbers, picture or statistics; change many numbers"))
        self.button.setAccessibleName(say("Copy and change"))
        self._draw_icon()
        theme.theme().changed.connect(self._draw_icon)

    def show_row(self, row: int) -> None:
        """Copy from another tensor."""
        self._row = row
        self._latest.drop()
        self.known = None

    def _draw_icon(self) -> None:
        self.button.setIcon(icons.icon("copy"))

    def _as_numpy(self) -> None:
        preview, row = self._session.preview, self._row
        if preview is not None:
            self._what = say("Copied as Python")
            self._latest.ask(lambda tick: copying.as_numpy(preview, row, tick))

    def _as_csv(self) -> None:
        preview, row, plane = self._session.preview, self._row, self._shown().plane
        count = plane.rows * plane.columns
        if preview is None:
            return
        if count > copying.MOST_CSV:
            most = f"{copying.MOST_CSV:,}"
            self.said.emit(
                say(
                    "{count:,} numbers are too many for the clipboard (at most {most}): export them.",
                    count=count,
                    most=most,
                ),
                True,
            )
            return
        rows, columns = slice(0, plane.rows, 1), slice(0, plane.columns, 1)
        self._what = say("Copied {numbers} as CSV", numbers=count_text(count, "number"))
        self._latest.ask(lambda _tick: copying.as_csv(reading.cells(preview, row, plane, rows, columns)))

    def _as_picture(self) -> None:
        QGuiApplication.clipboard().setPixmap(self._shown().page.grab())
        self.said.emit(say("Copied the picture"), False)

    def _statistics(self) -> None:
        catalogue = self._session.catalogue
        if self.known is not None and catalogue is not None:
            self._what = say("Copied the statistics")
            self._put(as_text(title(catalogue, self._row), self.known))

    def _put(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.said.emit(self._what, False)
