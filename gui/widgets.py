"""Small parts that several rooms of the window use: labels that never read markup, buttons with a rank."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget


def plain_label(text: str = "", *, rank: str = "", wrap: bool = False, mono: QFont | None = None) -> QLabel:
    """A label that shows its text as it is: file names and keys are never taken for markup.

    `rank` is `title`, `muted`, `error` or nothing; the style sheet knows them.
    """
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if rank:
        label.setProperty("rank", rank)
    if mono is not None:
        label.setFont(mono)
    return label


def button(text: str, act: Callable[[], object], *, tip: str = "", primary: bool = False) -> QPushButton:
    """A push button; a primary one carries the colour that says "this is the way on"."""
    result = QPushButton(text)
    result.clicked.connect(lambda _checked=False: act())
    result.setToolTip(tip)
    result.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    if primary:
        result.setProperty("primary", True)
    return result


def bigger(widget: QWidget, factor: float, *, bold: bool = False) -> None:
    """Scale the font of a widget."""
    font = widget.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(bold or font.bold())
    widget.setFont(font)


def set_state(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and restyle."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        for child in widget.findChildren(QLabel):
            child.style().unpolish(child)
            child.style().polish(child)
