"""Whether somebody can see a widget, and a window brought before all others."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def is_on_screen(widget: QWidget) -> bool:
    """True on the screen. Qt keeps a dock behind another tab "visible", somewhere off the edge of its window."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def bring_up(window: QWidget) -> None:
    """Show a window of its own, before all others and with the keyboard."""
    window.show()
    window.raise_()
    window.activateWindow()
