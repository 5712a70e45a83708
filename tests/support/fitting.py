"""Whether what a window says can be read: each text in the room that it has, and in the pseudo language said in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QHeaderView,
    QLabel,
    QMenu,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from gui.look.theme import key_font

_WORD = re.compile(r"(?![KMGTP]iB\b)[A-Za-z]{3,}")
_ACCENTED = re.compile(r"[·àçéîñôûýžÀÇÉÎÑÔÛÝŽäß]")
_ROUNDED = 2
"""Pixels by which hints, rounded and scaled, may be off."""


def said_by(root: QWidget) -> Iterator[tuple[QWidget, str]]:
    """The visible texts of labels, buttons, tabs, headings and closed drop-downs, each with its widget."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        match widget:
            case QLabel() if widget.pixmap().isNull():
                yield widget, _without_keys(widget.text()) if widget.buddy() else widget.text()
            case QToolButton() if widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
                continue
            case QAbstractButton():
                yield widget, _without_keys(widget.text())
            case QComboBox() if not widget.isEditable():
                yield widget, widget.currentText()
            case QTabBar():
                yield from ((widget, widget.tabText(at)) for at in range(widget.count()) if widget.isTabVisible(at))
            case QHeaderView() if widget.orientation() == Qt.Orientation.Horizontal:
                for at in range(widget.count()):
                    if not widget.isSectionHidden(at):
                        yield widget, widget.model().headerData(at, widget.orientation()) or ""


def _without_keys(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def clipped(root: QWidget, *, boxes: bool = True) -> list[str]:
    """What has less room than its text takes, unless its tooltip tells the whole; drop-downs too, or without them."""
    found = []
    for widget, text in said_by(root):
        if not text.strip() or (isinstance(widget, QComboBox) and not boxes):
            continue
        tip = _plain(_tip(widget, text))
        shown = " ".join(text.partition("…")[0].split())
        if _lacks(widget, text) and not (shown and shown in tip):
            found.append(f"{type(widget).__name__} {widget.objectName()} {text!r} in {widget.size().toTuple()}")
    return found


def untranslated(root: QWidget, known: set[str]) -> list[str]:
    """In the pseudo language: texts with words in them that nobody said through it, and that are not `known`."""
    return [
        f"{type(widget).__name__} {widget.objectName()} {text!r}"
        for widget, text in (*said_by(root), *_chosen_from(root))
        if _WORD.search(text) and not _ACCENTED.search(text) and text not in known and not _is_code(widget)
    ]


def _chosen_from(root: QWidget) -> Iterator[tuple[QWidget, str]]:
    """What drop-downs and menus offer, open or not."""
    for box in root.findChildren(QComboBox):
        if box.isVisible():
            yield from ((box, box.itemText(at)) for at in range(box.count()))
    for menu in root.findChildren(QMenu):
        yield from ((menu, action.text()) for action in menu.actions())


def _is_code(widget: QWidget) -> bool:
    return widget.font().family() == key_font().family()  # Qt calls some monospace fonts proportional


def _tip(widget: QWidget, text: str) -> str:
    match widget:
        case QTabBar():
            return next((widget.tabToolTip(at) for at in range(widget.count()) if widget.tabText(at) == text), "")
        case _:
            return widget.toolTip()


def _plain(tip: str) -> str:
    return " ".join(unescape(re.sub(r"<[^<>]*>", "", tip)).split()) if tip.startswith("<") else " ".join(tip.split())


def _lacks(widget: QWidget, text: str) -> bool:
    """Whether room is missing: to the widget for its text, or to the widget in what it lies in."""
    metrics, room = widget.fontMetrics(), widget.contentsRect()
    match widget:
        case QLabel() if widget.wordWrap():
            box = QRect(0, 0, room.width(), 1 << 20)
            needed = metrics.boundingRect(box, int(Qt.TextFlag.TextWordWrap), text)
            short = needed.height() > room.height() + _ROUNDED or needed.width() > room.width() + _ROUNDED
        case QLabel():
            widest = max(metrics.horizontalAdvance(line) for line in text.split("\n"))
            short = widest > room.width() + _ROUNDED or widget.sizeHint().height() > widget.height() + _ROUNDED
        case QTabBar():
            at = next(at for at in range(widget.count()) if widget.tabText(at) == text)
            return metrics.horizontalAdvance(text) > widget.tabRect(at).width() or _is_out_of_reach(widget, at)
        case QComboBox():
            option = QStyleOptionComboBox()
            widget.initStyleOption(option)
            control, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
            room = widget.style().subControlRect(control, option, field, widget)
            icon = 0 if option.currentIcon.isNull() else option.iconSize.width() + 4
            short = metrics.horizontalAdvance(text) > room.width() - icon or metrics.height() > room.height() + _ROUNDED
        case QHeaderView():
            model = widget.model()
            at = next(at for at in range(widget.count()) if model.headerData(at, widget.orientation()) == text)
            return metrics.horizontalAdvance(text) > widget.sectionSize(at)
        case _:
            hint = widget.sizeHint()
            short = hint.width() > widget.width() + _ROUNDED or hint.height() > widget.height() + _ROUNDED
    return short or _sticks_out(widget)


def _is_out_of_reach(bar: QTabBar, at: int) -> bool:
    """A tab that does not fit, where no arrows bring it."""
    return not bar.rect().contains(bar.tabRect(at)) and not bar.usesScrollButtons()


def _sticks_out(widget: QWidget) -> bool:
    """Beyond the side of what it lies in, where nobody can scroll to it."""
    above = widget.parentWidget()
    while above is not None and not widget.isWindow():
        if isinstance(above, QAbstractScrollArea) and above.horizontalScrollBar().isVisible():
            return False
        left = widget.mapTo(above, QPoint(0, 0)).x()
        if left < -_ROUNDED or left + widget.width() > above.width() + _ROUNDED:
            return True
        if above.isWindow():
            break
        above = above.parentWidget()
    return False
