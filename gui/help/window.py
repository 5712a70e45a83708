"""The help: the pages at the side, the search above them, the page beside it. It stays open beside the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.words import language, say, say_count
from gui.help.model import HelpPage, found_pages, page_of, read_pages
from gui.help.places import docs_folder
from gui.help.reader import PageReader
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import allow_clearing, plain_label

_PLACE: Final = Qt.ItemDataRole.UserRole
_SIDE: Final = 330
Place = tuple[str, str]
"""The name of a page and of a heading in it."""


class HelpWindow(QDialog):
    """Not modal. `extra` are pages that are not files, such as the shortcuts; they come last."""

    def __init__(self, extra: Sequence[HelpPage] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Help"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        folder = docs_folder()
        self.pages = {page.name: page for page in (*read_pages(folder, language()), *extra)}
        self._trail: list[Place] = []
        self._ahead: list[Place] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(say("Search the help"))
        self.search.setAccessibleName(say("Search the help"))
        allow_clearing(self.search)
        self.found = plain_label(rank="muted")
        self.contents = _Contents()
        self.reader = PageReader(folder)
        self.reader.setAccessibleName(say("Page of the help"))
        self.back = _tool("undo", say("Back (Alt+Left)"))
        self.forward = _tool("redo", say("Forward (Alt+Right)"))
        self._lay_out()
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.next_hit)
        self.contents.currentItemChanged.connect(self._chosen)
        self.reader.page_asked.connect(self.show_place)
        QShortcut(QKeySequence("Ctrl+F"), self, self._go_to_search)
        QShortcut(QKeySequence("Alt+Left"), self, self.go_back)
        QShortcut(QKeySequence("Alt+Right"), self, self.go_forward)
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        theme.theme().changed.connect(self._refresh_icons)
        self._refresh_icons()
        self._list("")
        if self.pages:
            self.show_place(next(iter(self.pages)))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addWidget(self.back)
        row.addWidget(self.forward)
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(10, 10, 4, 10)
        column.addLayout(row)
        column.addWidget(self.found)
        column.addWidget(self.contents, 1)
        splitter = QSplitter()
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(side)
        splitter.addWidget(self.reader)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_SIDE, 800])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)
        self.resize(1130, 760)

    # ---- going from page to page

    def show_place(self, name: str, heading: str = "") -> None:
        """Show a page as a link names it, at a heading of it; without a name, the heading of this page."""
        here = self._trail[-1] if self._trail else ("", "")
        place = (page_of(name) if name else here[0], heading)
        if place[0] in self.pages and place != here:
            self._trail.append(place)
            self._ahead.clear()
        self._show()

    def go_back(self) -> None:
        """Show what was shown before."""
        if len(self._trail) > 1:
            self._ahead.append(self._trail.pop())
            self._show()

    def go_forward(self) -> None:
        """Show what `go_back` left."""
        if self._ahead:
            self._trail.append(self._ahead.pop())
            self._show()

    @property
    def place(self) -> Place:
        """The page on show and the heading that was asked for."""
        return self._trail[-1]

    def _show(self) -> None:
        name, heading = self.place
        self.reader.show_page(self.pages[name], heading)
        self.contents.go_to(self.place)
        self.back.setEnabled(len(self._trail) > 1)
        self.forward.setEnabled(bool(self._ahead))

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and self._trail and item.data(0, _PLACE) != self.place:
            self.show_place(*item.data(0, _PLACE))

    # ---- searching

    def next_hit(self) -> None:
        """Go to the next place with the words, on this page and then on the next one that has any."""
        words = self.search.text().strip()
        if not words or self.reader.find_next(words):
            return
        names = [page.name for page in found_pages(list(self.pages.values()), words)]
        if names:
            here = self.place[0]
            later = names[(names.index(here) + 1) % len(names)] if here in names else names[0]
            self.show_place(later)
            self.reader.moveCursor(self.reader.textCursor().MoveOperation.Start)
            self.reader.find_next(words)

    def _go_to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self, text: str) -> None:
        words = text.strip()
        self._list(words)
        self.reader.mark(words)
        if words:
            total = sum(page.hits(words) for page in self.pages.values())
            self.found.setText(
                say_count(total, "{n:,} place", "{n:,} places") if total else say("Nothing found. Try another word.")
            )
        self.found.setVisible(bool(words))

    def _list(self, words: str) -> None:
        self.contents.fill(list(self.pages.values()), words)
        self.found.setVisible(bool(words))
        if self._trail:
            self.contents.go_to(self.place)

    def _refresh_icons(self) -> None:
        self.back.setIcon(icons.icon("undo"))
        self.forward.setIcon(icons.icon("redo"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears the search first; Enter is never taken for a button."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


class _Contents(QTreeWidget):
    """Pages and their sections; while something is searched, those that have it, and how often."""

    def __init__(self) -> None:
        super().__init__()
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setAccessibleName(say("Contents"))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setUniformRowHeights(True)
        self.setIndentation(14)

    def fill(self, pages: Sequence[HelpPage], words: str) -> None:
        """List what has the words; everything without any."""
        self.blockSignals(True)
        self.clear()
        for page in found_pages(pages, words):
            top = _item(page.title, (page.name, ""), page.hits(words))
            self.addTopLevelItem(top)
            for section in page.sections[1:]:
                if not words or section.hits(words):
                    top.addChild(_item(section.title, (page.name, section.anchor), section.hits(words)))
            top.setExpanded(bool(words))
        self.blockSignals(False)

    def go_to(self, place: Place) -> None:
        """Make the item of a place the current one, and unfold its page."""
        self.blockSignals(True)
        for at in range(self.topLevelItemCount()):
            top = self.topLevelItem(at)
            if top is None or top.data(0, _PLACE)[0] != place[0]:
                continue
            top.setExpanded(True)
            for item in [top, *(top.child(row) for row in range(top.childCount()))]:
                if item is not None and tuple(item.data(0, _PLACE)) in (place, (place[0], "")):
                    self.setCurrentItem(item)
        self.blockSignals(False)


def _item(title: str, place: Place, hits: int) -> QTreeWidgetItem:
    item = QTreeWidgetItem([title, f"{hits:,}" if hits else ""])
    item.setData(0, _PLACE, place)
    item.setToolTip(0, tooltip(title) or "")
    return item


def _tool(icon: str, tip: str) -> QToolButton:
    tool = QToolButton()
    tool.setIcon(icons.icon(icon))
    tool.setToolTip(tooltip(tip) or "")
    tool.setAccessibleName(tip)
    tool.setAutoRaise(True)
    scale.give_icon_size(tool, 16)
    return tool
