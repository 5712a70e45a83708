"""A panel in a dock: a quiet title line with float and close, without the name where a tab already carries it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QMainWindow, QScrollArea, QToolButton, QWidget

from core.words import say
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import plain_label, set_state

_LOWEST: Final = 72
"""Pixels that a panel is high at least."""
_LOW: Final = 700
"""Pixels from which on a window of usual text has room for all panels."""
FLOATING_SIZE: Final = QSize(360, 420)
"""What a panel takes at least when it floats for the first time."""


class Dock(QDockWidget):
    """A movable panel; `name` identifies it in the remembered layout."""

    def __init__(self, name: str, title: str, panel: QWidget, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self._panel = panel
        # A panel that says itself how low it can be scrolls what it holds by itself.
        self.setWidget(panel if panel.minimumHeight() else _Room(panel))
        self._title = _TitleLine(self)
        self.setTitleBarWidget(self._title)
        panel.windowTitleChanged.connect(self._title.say)
        self.visibilityChanged.connect(self._fit_title)
        self.topLevelChanged.connect(self._fit_title)
        self.topLevelChanged.connect(self._come_into_view)
        self.dockLocationChanged.connect(self._fit_title)

    def widget(self) -> QWidget:
        """The panel."""
        return self._panel

    @property
    def shown_title(self) -> str:
        """The title as it can be read."""
        return self._title.name

    def _fit_title(self, *_changed: object) -> None:
        """A tab is a title already: two would be one too many."""
        main = self.parentWidget()
        tabbed = isinstance(main, QMainWindow) and bool(main.tabifiedDockWidgets(self)) and not self.isFloating()
        self._title.show_name(not tabbed)

    def _come_into_view(self, floating: bool) -> None:
        """Qt keeps a tab that is not on top somewhere off the screen, and would float it there."""
        set_state(self, "afloat", "true" if floating else "false")
        main = self.parentWidget()
        dragged = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if not floating or dragged or not isinstance(main, QMainWindow):
            return
        if QGuiApplication.screenAt(self.geometry().topLeft()) is None:
            room = main.window().frameGeometry()
            size = self.size().expandedTo(FLOATING_SIZE)
            self.setGeometry(QRect(room.center() - QRect(QPoint(), size).center(), size))


class _Room(QScrollArea):
    """What a panel lies in: as high as it wants, and with less room, in a low window with large text, scrolled."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._panel = panel
        self.setWidget(panel)
        panel.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """That of the panel."""
        return self._panel.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As wide as the panel must be, but not as high."""
        panel, bar = self._panel, self.verticalScrollBar()
        least = panel.minimumSizeHint().expandedTo(panel.minimumSize())
        beside = bar.sizeHint().width() if bar.maximum() else 0
        height = min(least.height(), theme.px(_LOWEST)) if self._is_tight else least.height()
        return QSize(least.width() + beside, height)

    @property
    def _is_tight(self) -> bool:
        """Text is large, or the window low: what does not fit is scrolled."""
        return theme.px(100) > 100 or self.window().height() < _LOW

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With room enough a panel takes what there is, as in a dock; it scrolls its lists itself."""
        self.setWidgetResizable(self._is_tight)
        super().resizeEvent(event)
        if not self._is_tight:
            self._panel.resize(self.viewport().size().expandedTo(self._panel.minimumSizeHint()))

    def event(self, event: QEvent) -> bool:
        """The panel wants another size."""
        taken = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return taken


class _TitleLine(QWidget):
    """The title of a dock; dragging it moves the dock, a double click floats it."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.setObjectName("dockTitle")
        self._dock = dock
        self._buttons = (
            self._make_button(
                "float", say("Float this panel, or put it back"), lambda: dock.setFloating(not dock.isFloating())
            ),
            self._make_button("close", say("Hide this panel; the View menu brings it back"), dock.close),
        )
        row = QHBoxLayout(self)
        row.setSpacing(1)
        self._name = plain_label(dock.windowTitle().upper())
        row.addWidget(self._name)
        row.addStretch(1)
        for _name, tool in self._buttons:
            row.addWidget(tool)
        self.show_name(True)
        self.refresh_icons()
        theme.theme().changed.connect(self.refresh_icons)

    def show_name(self, shown: bool) -> None:
        """With or without the name; the line is slimmer without."""
        self._name.setVisible(shown)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(10, 5 if shown else 2, 4, 4 if shown else 0)

    def say(self, name: str) -> None:
        """Show another name: what the panel holds can be something else than at first."""
        self._name.setText(name.upper())

    @property
    def name(self) -> str:
        """What is shown."""
        return self._name.text()

    def refresh_icons(self) -> None:
        """Draw again in the colours of the theme."""
        for name, tool in self._buttons:
            tool.setIcon(icons.icon(name, theme.colours().muted))

    def _make_button(self, name: str, tip: str, act: object) -> tuple[str, QToolButton]:
        tool = QToolButton()
        scale.give_icon_size(tool, 16)
        tool.setAutoRaise(True)
        tool.setToolTip(tooltip(tip) or "")
        tool.setAccessibleName(tip)
        tool.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tool.clicked.connect(act)
        return name, tool

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Float, or put back, as a title bar of the desktop's own would."""
        self._dock.setFloating(not self._dock.isFloating())
        event.accept()
