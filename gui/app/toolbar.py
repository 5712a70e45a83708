"""The toolbar: the most common actions with their words, or with their icons alone where the search needs the room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMainWindow, QToolBar, QToolButton, QWidget

from core.words import say
from gui.app import menu_items
from gui.app.actions import Actions
from gui.app.commands import words
from gui.look import scale
from gui.widgets.words_or_icons import fit


def make_toolbar(window: QMainWindow, declared: Actions, search: QWidget) -> ToolBar:
    """The toolbar of a window, with the ``search`` at its end."""
    bar = ToolBar(say("Toolbar"), window)
    bar.setObjectName("mainToolbar")
    bar.setMovable(False)
    scale.give_icon_size(bar, 20)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    for item in menu_items.TOOLBAR:
        if item == menu_items.SEPARATOR:
            bar.addSeparator()
        else:
            action = declared[item]
            action.setIconText(words(action.text()).rstrip("…"))
            bar.addAction(action)
    bar.end_with(search)
    return bar


class ToolBar(QToolBar):
    """Keeps all that it has in view."""

    _end: QWidget | None = None

    def end_with(self, widget: QWidget) -> None:
        """Have a widget at the end that must not go out of sight."""
        self._end = widget
        self.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More room, or less."""
        self._fit()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Other words, or larger ones."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        if self._end is None:
            return
        made = [self.widgetForAction(action) for action in self.actions()]
        tools = [each for each in made if isinstance(each, QToolButton)]
        others = [each for each in made if each is not None and each not in (*tools, self._end)]
        taken = sum(each.sizeHint().width() for each in others) + self._end.minimumSizeHint().width()
        layout = self.layout()
        assert layout is not None
        ends = layout.contentsMargins()
        taken += ends.left() + ends.right() + layout.spacing() * len(made)
        fit(tools, self.width() - taken, Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
