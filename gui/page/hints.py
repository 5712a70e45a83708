"""Two hints at the very first document, each pointing at something real. A click on one shows the next; what else one
clicks, or Escape, ends them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.words import marked, say
from gui.devices.panel import DevicesPanel
from gui.look import settings, theme
from gui.look.roles import Role, set_role
from gui.look.settings import Settings
from gui.page.banner import Banner
from gui.page.workspace import Workspace
from gui.widgets.basic_widgets import plain_label
from gui.widgets.layouts import vertical

DEVICES: Final = marked(
    "Each colour is a device on which tensors were saved. A device has the same colour in every file."
)
NEXT_STEP: Final = marked("Click here to fix what is wrong, and again to save a fixed copy. Your file stays unchanged.")

_WIDTH: Final = 290
_LEAST: Final = 200
"""Pixels from which on what is pointed at is as wide as a hint must be, which then covers nothing beside it."""
_POINTER: Final = 9
"""Pixels that the tip of the callout is high."""
_EDGE: Final = 8
_ROUND: Final = 8


class Target(NamedTuple):
    """Something to point at."""

    widget: QWidget
    place: QRect
    """Within the widget."""


class Hints(QObject):
    """Shows them once in the life of the settings."""

    def __init__(self, page: QWidget, workspace: Workspace, banner: Banner, remembered: Settings) -> None:
        super().__init__(page)
        self._page, self._settings = page, remembered
        self._left: list[tuple[str, Callable[[], Target | None]]] = []
        self._all: Sequence[tuple[str, Callable[[], Target | None]]] = (
            (DEVICES, lambda: _devices(workspace)),
            (NEXT_STEP, lambda: _whole(banner.way_on)),
        )
        self.callout: Callout | None = None

    def begin(self) -> None:
        """Show the first of them, unless somebody has seen them."""
        if not self._settings.get(settings.HINTS):
            self._settings.set(settings.HINTS, "seen")
            self._left = list(self._all)
            QTimer.singleShot(0, self, self.show_next)  # once the page is laid out

    def show_next(self) -> None:
        """The next that has something to point at; after the last there is none."""
        self._close()
        while self._left and self.callout is None:
            text, find = self._left.pop(0)
            target = find()
            if target is not None and self._page.isVisible():
                then = say("Click for the next, Esc to skip") if self._left else say("Click to close")
                self.callout = Callout(say(text), then, target, find, self.show_next)
                _application().installEventFilter(self)

    def end(self) -> bool:
        """Let go of them; whether there were any."""
        shown = self.callout is not None
        self._left.clear()
        self._close()
        return shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whoever goes on with something else needs them no more. The click does what it does without them."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget) and self.callout is not None:
            is_theirs = watched is self.callout or self.callout.isAncestorOf(watched)
            if not is_theirs and watched.window() is self.callout.window():
                QTimer.singleShot(0, self, self.end)
        return super().eventFilter(watched, event)

    def _close(self) -> None:
        if self.callout is not None:
            _application().removeEventFilter(self)
            self.callout.hide()
            self.callout.deleteLater()
            self.callout = None


class Callout(QWidget):
    """A note with a tip that touches its target from below. It takes no focus, and goes where the target goes."""

    def __init__(
        self, text: str, then: str, target: Target, find: Callable[[], Target | None], done: Callable[[], object]
    ) -> None:
        """``find`` says again where the target is, as it moves with the columns of the tree."""
        super().__init__(target.widget.window())
        self._target, self._find, self._done, self._tip = target, find, done, 0
        self.setAccessibleName(text)
        set_role(self, Role.HelpBalloon)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = vertical(
            plain_label(text, wrap=True),
            plain_label(then, rank="muted", wrap=True),
            of=self,
            margins=(14, 11 + _POINTER, 14, 10),
        )
        around: QWidget | None = target.widget
        while around is not None:  # it moves with whatever it lies in
            around.installEventFilter(self)
            around = None if around.isWindow() else around.parentWidget()
        self._place()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place_soon()
        elif event.type() == QEvent.Type.Hide and watched is self._target.widget:
            QTimer.singleShot(0, self, self._done)
        return super().eventFilter(watched, event)

    def _place_soon(self, *_moved: object) -> None:
        QTimer.singleShot(0, self, self._place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Read: on to the next."""
        event.accept()
        self._done()

    def paintEvent(self, _event: QPaintEvent) -> None:
        c = theme.colours()
        box, shape = QRectF(self.rect()).adjusted(1, _POINTER, -1, -1), QPainterPath()
        shape.addRoundedRect(box, _ROUND, _ROUND)
        tip = QPainterPath()
        tip.moveTo(self._tip - _POINTER, _POINTER + 1)
        tip.lineTo(self._tip, 1)
        tip.lineTo(self._tip + _POINTER, _POINTER + 1)
        tip.closeSubpath()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.accent), 1.4))
        painter.setBrush(QColor(c.base))
        painter.drawPath(shape.united(tip))
        painter.end()

    def _place(self) -> None:
        self._target = self._find() or self._target
        window, (widget, place) = self.window(), self._target
        below = widget.mapTo(window, QPoint(place.center().x(), place.bottom() + 1))
        over = widget if widget.width() > _LEAST else window
        start = over.mapTo(window, QPoint(_EDGE, 0)).x()
        width = min(_WIDTH, over.width() - 2 * _EDGE)
        left = max(start, min(below.x() - width // 2, start + over.width() - 2 * _EDGE - width))
        self._tip = max(2 * _POINTER, min(below.x() - left, width - 2 * _POINTER))
        self.setFixedSize(width, self._column.heightForWidth(width))
        self.move(left, min(below.y(), window.height() - self.height()))
        self.update()


def _application() -> QCoreApplication:
    found = QCoreApplication.instance()
    assert found is not None
    return found


def _devices(workspace: Workspace) -> Target | None:
    """The column of devices in their panel, down to the end of what is in it: below that nothing is covered."""
    panel = workspace.docks["devices"].widget()
    assert isinstance(panel, DevicesPanel)
    view = panel.view
    place = QRect(view.x(), view.y(), view.columnWidth(0), panel.childrenRect().bottom() - view.y() + 3)
    return Target(panel, place) if panel.isVisible() else None


def _whole(widget: QWidget | None) -> Target | None:
    return Target(widget, widget.rect()) if widget is not None and widget.isVisible() else None
