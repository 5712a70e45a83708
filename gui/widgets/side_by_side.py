"""Widgets beside each other where there is room for the words of all: else below each other, or as icons alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QToolButton, QWidget

from gui.widgets.arranging import Arranging

_BESIDE = QBoxLayout.Direction.LeftToRight
_BELOW = QBoxLayout.Direction.TopToBottom


class SideBySide(Arranging):
    """A line of widgets, ``alike`` wide or each as wide as it wants to be, that becomes a column in little room.

    It begins at the left, or stands in the ``middle``.
    """

    def __init__(self, *widgets: QWidget, alike: bool = False, middle: bool = False, spacing: int = 6) -> None:
        super().__init__()
        self._widgets, self._alike = list(widgets), alike
        self._line = QBoxLayout(_BESIDE, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(spacing)
        self._line.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)  # it may be narrower than the line
        if middle:
            self._line.addStretch(1)
        for widget in widgets:
            self._line.addWidget(widget, int(alike), Qt.AlignmentFlag.AlignHCenter if middle else Qt.AlignmentFlag(0))
        if not alike and not any(_grows(widget) for widget in widgets):
            self._line.addStretch(1)

    def put_first(self, widget: QWidget) -> None:
        """Have one of the widgets before the others."""
        self._line.insertWidget(0, widget)
        self._widgets.remove(widget)
        self._widgets.insert(0, widget)

    @property
    def _shown(self) -> list[QWidget]:
        """Those that take room; some do while they are hidden, lest others move."""
        return [each for each in self._widgets if not each.isHidden() or each.sizePolicy().retainSizeWhenHidden()]

    @property
    def is_line(self) -> bool:
        """Whether there is room for all in one line."""
        widths = [widget.sizeHint().width() for widget in self._shown] or [0]
        between = self._line.spacing() * (len(widths) - 1)
        return (max(widths) * len(widths) if self._alike else sum(widths)) + between <= self.width()

    def minimumSizeHint(self) -> QSize:
        items = (self._line.itemAt(at) for at in range(self._line.count()))
        least = max(item.minimumSize().width() for item in items if item is not None)
        return QSize(least, super().minimumSizeHint().height())

    def _arrange(self) -> None:
        self._line.setDirection(_BESIDE if self.is_line else _BELOW)


def _grows(widget: QWidget) -> bool:
    return bool(widget.sizePolicy().expandingDirections() & Qt.Orientation.Horizontal)


_ICON: Final = Qt.ToolButtonStyle.ToolButtonIconOnly
_BETWEEN: Final = 4
"""Pixels that Qt puts between an icon and its words."""


def fit_words(tools: Sequence[QToolButton], room: int, with_words: Qt.ToolButtonStyle) -> None:
    """Show words where ``room`` pixels are enough for all of the ``tools``; their tooltips say the rest."""
    style = with_words if sum(_wanted(tool, with_words) for tool in tools) <= room else _ICON
    for tool in tools:
        if tool.toolButtonStyle() != style:
            tool.setToolButtonStyle(style)


def least_room(tools: Sequence[QToolButton]) -> int:
    """The pixels that the icons alone take."""
    return sum(_alone(tool) for tool in tools)


def _alone(tool: QToolButton) -> int:
    hint = tool.sizeHint().width()
    return hint if tool.toolButtonStyle() == _ICON else max(hint - _words(tool), tool.iconSize().width())


def _wanted(tool: QToolButton, style: Qt.ToolButtonStyle) -> int:
    hint = tool.sizeHint().width()
    if tool.toolButtonStyle() == style:
        return hint
    icon = 0 if style == Qt.ToolButtonStyle.ToolButtonTextBesideIcon else tool.iconSize().width()
    return hint + _words(tool) - icon


def _words(tool: QToolButton) -> int:
    """Measured as Qt does: a pixel less, and in a window as wide as that words and icons would take turns forever."""
    metrics = tool.fontMetrics()
    text = metrics.size(Qt.TextFlag.TextShowMnemonic, tool.text()).width()
    return text + 2 * metrics.horizontalAdvance(" ") + _BETWEEN
