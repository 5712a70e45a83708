"""The tabs of the window, a page each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QTabWidget, QToolButton, QWidget

from core.text import clip
from core.words import say
from gui.look import icons, scale, theme
from gui.look.plain_text import caption, one_line, tooltip
from gui.look.settings import Settings
from gui.page.page import Page
from gui.session.computers import SessionMachine
from gui.session.opening import WHOLE
from gui.widgets.file_menu import OpenFile

_LONGEST_NAME: Final = 40
_CLOSE: Final = 12


class Tabs(QTabWidget):
    """Always one page at least; the bar shows from two on."""

    made = Signal(object)
    """A page came, and is not on show yet."""
    gone = Signal(object)
    """A page went; it is deleted when control returns to the event loop."""
    close_asked = Signal(object)
    """The user wants a page to go."""

    def __init__(self, remembered: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = remembered
        self.setDocumentMode(True)
        self.setMovable(True)
        self.setTabBarAutoHide(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.tabBar().setObjectName("openFiles")
        self.tabBar().setAccessibleName(say("Open files"))
        self.tabBar().installEventFilter(self)
        theme.theme().follow(self.refresh_icons)

    @property
    def page(self) -> Page:
        page = self.currentWidget()
        assert isinstance(page, Page)
        return page

    def pages(self) -> Iterator[Page]:
        """All pages, from left to right."""
        for place in range(self.count()):
            page = self.widget(place)
            assert isinstance(page, Page)
            yield page

    def add(self, place: int | None = None) -> Page:
        """A new page, empty, at a place or to the right of the one on show."""
        with theme.theme().afterwards():
            # In the stack that it is to come into: there, a page with all its widgets would be styled anew.
            page = Page(self._settings, self.findChild(QStackedWidget))
            if self.count():  # what is opened next is meant for the same machine
                SessionMachine.of(page.session).choose(SessionMachine.of(self.page.session).on)
            self.made.emit(page)
            self.insertTab(self.currentIndex() + 1 if place is None else place, page, "")
        self.describe(page)
        return page

    def page_of(self, path: Path, showing: str = WHOLE) -> Page | None:
        """Find the page that shows a file, alone or as one of several; None where no page does."""
        return next((page for page in self.pages() if page.is_about(path, showing)), None)

    def beside(self, page: Page) -> list[OpenFile]:
        """The files of the documents on the other tabs."""
        others = [other for other in self.pages() if other.shows_document and other.path != page.path]
        found = {other.path: other.saving.unsaved for other in others if other.path is not None}
        return [OpenFile(path, unsaved) for path, unsaved in found.items()]

    def give(self, page: Page) -> None:
        """Take away a page that moves to another window with its document."""
        self.removeTab(self.indexOf(page))
        self.gone.emit(page)

    def take(self, page: Page) -> None:
        """Show a page that was another window's."""
        self.made.emit(page)
        self.setCurrentIndex(self.addTab(page, ""))
        self.describe(page)

    def remove(self, page: Page) -> None:
        """Take a page away, with its document; the last one stays, empty."""
        page.close_file()
        if self.count() == 1:
            return
        self.give(page)
        page.deleteLater()

    def step(self, by: int) -> None:
        """Show the next page, or one before; after the last comes the first."""
        self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def describe(self, page: Page) -> None:
        """Bring the words on the tab of a page up to date."""
        place = self.indexOf(page)
        name = clip(page.name, _LONGEST_NAME) if page.name else say("New tab")
        self.setTabText(place, caption(f"{name} ●" if page.shows_document and page.saving.unsaved else name))
        self.setTabToolTip(place, (tooltip(one_line(str(page.path))) or "") if page.path is not None else "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The middle button closes a tab, as in a browser."""
        bar = self.tabBar()
        if (
            watched is bar
            and event.type() == QEvent.Type.MouseButtonRelease
            and isinstance(event, QMouseEvent)
            and event.button() == Qt.MouseButton.MiddleButton
        ):
            place = bar.tabAt(event.position().toPoint())
            if place >= 0:
                self.close_asked.emit(self.widget(place))
                return True
        return super().eventFilter(watched, event)

    def tabInserted(self, place: int) -> None:  # noqa: N802 - Qt's name
        """Give the tab a button of ours that closes it."""
        super().tabInserted(place)
        close = QToolButton(self)
        close.setAutoRaise(True)
        scale.give_icon_size(close, _CLOSE)
        close.setIcon(icons.icon("close", theme.colours().muted))
        close.setToolTip(say("Close this file"))
        close.setAccessibleName(say("Close this file"))
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = self.widget(place)
        close.clicked.connect(lambda: self.close_asked.emit(page))
        self.tabBar().setTabButton(place, QTabBar.ButtonPosition.RightSide, close)

    def refresh_icons(self) -> None:
        for place in range(self.count()):
            button = self.tabBar().tabButton(place, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, QToolButton):
                button.setIcon(icons.icon("close", theme.colours().muted))
