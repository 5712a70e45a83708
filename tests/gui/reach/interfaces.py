"""What a screen reader gets to know of a window: names, roles and cells, asked through Qt's accessibility interface."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QSplitterHandle,
    QTabBar,
    QTextEdit,
    QToolBar,
    QWidget,
)

Role = QAccessible.Role
NAME = QAccessible.Text.Name
CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QTextEdit,
    QToolBar,
)
NO_ROLES = (Role.NoRole, Role.Client, Role.Border)
"""What Qt says of a widget that it knows nothing of."""


def interface(widget: QWidget) -> QAccessibleInterface:
    """What a screen reader asks about a widget."""
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None, widget
    return found


def named(widget: QWidget) -> str:
    """The name that is read out."""
    return interface(widget).text(NAME)


def faults(root: QWidget) -> Iterator[str]:
    """What is on show below a widget and has no name or no role."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible() or _is_qts_own(widget):
            continue
        if not (_is_control(widget) or _is_a_picture(widget) or widget.accessibleName() or widget.isWindow()):
            continue
        if not named(widget).strip():
            yield f"no name: {_path(widget)}"
        if interface(widget).role() in NO_ROLES and not widget.isWindow():
            yield f"no role: {_path(widget)}"


def cells(table: QAbstractItemView) -> Iterator[tuple[Role, str]]:
    """Headings and cells of a table as they are read out, row by row."""
    whole = interface(table)
    for place in range(whole.childCount()):
        cell = whole.child(place)
        if cell is not None:
            yield cell.role(), cell.text(NAME)


def _is_control(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) or isinstance(widget, CONTROLS)


def _is_a_picture(widget: QWidget) -> bool:
    """Painted by the program itself, with nothing in it that would be read out instead."""
    if isinstance(widget, QLabel) and not widget.text():
        return False
    return _paints_itself(type(widget)) and not any(child.isVisible() for child in widget.findChildren(QWidget))


def _paints_itself(kind: type) -> bool:
    own = (each for each in kind.__mro__ if not each.__module__.startswith("PySide6"))
    return any("paintEvent" in vars(each) for each in own)


def _is_qts_own(widget: QWidget) -> bool:
    """Parts of which a widget of Qt is made; it answers for them."""
    above = widget.parentWidget()
    in_popup = type(above).__name__ in ("QComboBoxPrivateContainer", "QFrame") and isinstance(
        above.parentWidget(), QComboBox
    )
    part = isinstance(widget, QScrollBar | QSplitterHandle | QHeaderView | QMenu) or isinstance(above, QAbstractSpinBox)
    viewport = widget.focusProxy() is not None
    no_tabs = isinstance(widget, QTabBar) and not widget.count()  # Qt keeps the bar of docks that were there before
    return widget.objectName().startswith("qt_") or in_popup or part or viewport or no_tabs


def _path(widget: QWidget) -> str:
    names: list[str] = []
    above: QWidget | None = widget
    while above is not None and len(names) < 6:
        names.append(above.objectName() or type(above).__name__)
        above = above.parentWidget()
    return f"{type(widget).__name__} {named(widget)!r} in {' < '.join(names[1:])}"
