"""Where the Tab key goes: the search, the tree, the banner's button, then the panels from left to right.

Qt goes by the order in which widgets were made, through the panels of tabs that are not on top as well. Here the
places are worked out when the key is pressed: what is there to be seen, part by part, each in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QTabBar, QWidget

from gui.page.workspace import Workspace

_SAME_LINE = 8
"""Pixels by which the tops of widgets of one line differ."""


def step(parts: Sequence[QWidget], forward: bool) -> bool:
    """Give the focus to the next stop of the parts, or to the one before; False where there is none."""
    stops = list(dict.fromkeys(stop for part in parts for stop in stops_in(part)))
    if not stops:
        return False
    now = QApplication.focusWidget()
    at = next((place for place, stop in enumerate(stops) if stop is now), -1 if forward else 0)
    stop = stops[(at + (1 if forward else -1)) % len(stops)]
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _bring_into_view(stop)
    return True


def stops_in(part: QWidget) -> Iterator[QWidget]:
    """What of a part takes the Tab key, the part itself first, then line by line."""
    if part.visibleRegion().isEmpty():  # a tab that is not on top lies somewhere off the window
        return

    stops = filter(_takes_tab, (part, *part.findChildren(QWidget)))
    yield from sorted(stops, key=lambda stop: _place(stop, part))


def _place(widget: QWidget, part: QWidget) -> list[tuple[int, int]]:
    """Where a widget is read: line and column; of what can be scrolled first those of the area that it is in."""
    places: list[tuple[int, int]] = []
    while widget is not part:
        area = _area_around(widget, part)
        page = area.widget() if area is not None else part
        assert page is not None
        at = widget.mapTo(page, QPoint())
        places.insert(0, (at.y() // _SAME_LINE, at.x()))
        widget = area if area is not None else part
    return places


def _area_around(widget: QWidget, part: QWidget) -> QScrollArea | None:
    above = widget.parentWidget()
    while above is not None and above is not part and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above if isinstance(above, QScrollArea) and above.widget() is not None else None


def parts_of(workspace: Workspace) -> list[QWidget]:
    """The panels beside the tree and their tabs, columns from left to right, each from top to bottom."""
    tree = workspace.tree.geometry()
    bars = [bar for bar in workspace.findChildren(QTabBar) if bar.parentWidget() is workspace]
    panels = [*bars, *(dock for dock in workspace.docks.values() if not dock.isFloating())]

    def place(panel: QWidget) -> tuple[bool, int, int]:
        at = panel.geometry()
        return at.left() > tree.center().x(), at.top(), at.left()

    return sorted(panels, key=place)


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return takes and widget.isVisible() and widget.isEnabled() and not widget.isWindow()


def _bring_into_view(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget, 0, 12)
        above = above.parentWidget()
