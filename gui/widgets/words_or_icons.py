"""Shows the words of the buttons in a row where there is room for all of them, and else their icons alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

_ICON: Final = Qt.ToolButtonStyle.ToolButtonIconOnly
_BETWEEN: Final = 4
"""Pixels that Qt puts between an icon and its words."""


def fit(tools: Sequence[QToolButton], room: int, with_words: Qt.ToolButtonStyle) -> None:
    """Show words where ``room`` pixels are enough for all of the ``tools``; their tooltips say the rest."""
    style = with_words if sum(_wanted(tool, with_words) for tool in tools) <= room else _ICON
    for tool in tools:
        if tool.toolButtonStyle() != style:
            tool.setToolButtonStyle(style)


def least(tools: Sequence[QToolButton]) -> int:
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
    metrics = tool.fontMetrics()
    return metrics.horizontalAdvance(f"{tool.text().replace('&', '')}  ") + _BETWEEN
