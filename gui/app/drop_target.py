"""Files dragged over the window: a sign that they can be dropped, and the drop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.text import clip
from gui.look import theme
from gui.widgets.basic_widgets import bigger, plain_label

_MARGIN = 10
_VEIL = 0.88
_LONGEST_NAME = 60


class DropTarget(QObject):
    """Takes files that are dragged over `window`, and says over `page` what a drop would do."""

    dropped = Signal(object)
    """The path of the file that was dropped."""

    def __init__(self, window: QWidget, page: QWidget) -> None:
        super().__init__(window)
        self.sign = DropSign(page)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files, and nothing else."""
        if isinstance(event, QDragEnterEvent):  # a kind of QDropEvent itself
            return self._enter(event)
        if event.type() == QEvent.Type.DragLeave:
            self.sign.hide()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._drop(event)
            return True
        return super().eventFilter(watched, event)

    def _enter(self, event: QDragEnterEvent) -> bool:
        path = dropped_file(event.mimeData().urls())
        if path is not None:
            event.acceptProposedAction()
            self.sign.show_for(path)
        return path is not None

    def _drop(self, event: QDropEvent) -> None:
        self.sign.hide()
        path = dropped_file(event.mimeData().urls())
        if path is not None:
            event.acceptProposedAction()
            self.dropped.emit(path)


class DropSign(QWidget):
    """Lies over the page while a file is above the window; the page shines through."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.title = plain_label()
        bigger(self.title, 1.5, bold=True)
        self.note = plain_label("The file is read where it is; nothing in it is executed.", rank="muted")
        column = QVBoxLayout(self)
        column.addStretch(1)
        for label in (self.title, self.note):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        page.installEventFilter(self)
        self.hide()

    def show_for(self, path: Path) -> None:
        """Say that this file would be opened."""
        self.title.setText(f"Drop to open {clip(path.name, _LONGEST_NAME)}")
        self._cover()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay over the page when it changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Veil the page, and frame it."""
        colours = theme.colours()
        veil = QColor(colours.base)
        veil.setAlphaF(_VEIL)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), veil)
        pen = QPen(QColor(colours.accent), 2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN), 12, 12)
        painter.end()

    def _cover(self) -> None:
        page = self.parentWidget()
        assert page is not None
        self.setGeometry(page.rect())


def dropped_file(urls: Sequence[QUrl]) -> Path | None:
    """The first local file among what is being dragged."""
    return next((Path(url.toLocalFile()) for url in urls if url.isLocalFile()), None)
