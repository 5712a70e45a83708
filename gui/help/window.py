"""The help: the pages at the side, the search above them, the page beside it. It stays open beside the work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.words import language, say, say_count
from gui.help.model import HelpPage, for_browser, found_pages, is_named, page_of, read_pages
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.widgets.basic_widgets import allow_clearing, plain_label
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.on_screen import fit

# ---- One page of the help as it is read: pictures as wide as there is room, found words marked, links between pages.

_MARGIN: Final = 22
_WIDEST: Final = 900
"""Pixels that a picture takes at most."""
_SPACE_BELOW: Final = 8
_LINE: Final = 118
"""Height of a line of text, in hundredths of what the font asks for."""
_SAID_BY_TORCH: Final = "text"
"""How errors are fenced in the pages."""


class PageReader(QTextBrowser):
    """Shows a `HelpPage`; a click on a link asks for a page, and opens an address of the web in the browser."""

    page_asked = Signal(str, str)
    """The file that a link names, and the heading in it."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._page: HelpPage | None = None
        self._pictures: dict[str, QImage] = {}
        self._words = ""
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._tell_address)
        self.document().setDocumentMargin(_MARGIN)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # pictures keep their width
        theme.theme().follow(self.refresh)

    def show_page(self, page: HelpPage, heading: str = "") -> None:
        """Show a page from its top, or from a heading."""
        if page is not self._page:
            self._page = page
            self.refresh()
        self.go_to(heading)

    def refresh(self) -> None:
        if self._page is None:
            return
        self._pictures.clear()
        document = self.document()
        document.clear()
        document.setDefaultFont(self.font())
        document.setMarkdown(for_browser(self._page.text, dark=theme.is_dark()))
        at_once = QTextCursor(document)
        at_once.beginEditBlock()  # laid out once
        for block in _blocks(document):
            self._dress(block)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                plain = QTextTableFormat(frame.format().toTableFormat())
                plain.setBorder(0)  # Qt paints that of the right edge alone
                frame.setFormat(plain)
        at_once.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.mark(self._words)

    def go_to(self, heading: str) -> None:
        """Scroll to a heading, or to the top."""
        for block in _blocks(self.document()):
            if heading and block.blockFormat().headingLevel() and is_named(block.text(), heading):
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(int(top) - _SPACE_BELOW)
                return
        self.verticalScrollBar().setValue(0)

    def mark(self, words: str) -> int:
        """Mark all places of some words, each by itself; how many there are."""
        self._words = words
        look = QTextCharFormat()
        look.setBackground(QColor(theme.colours().warning_line))
        look.setForeground(QColor(theme.colours().on_warning))
        found = []
        for term in self._terms:
            cursor = self.document().find(term)
            while not cursor.isNull():
                selection = QTextEdit.ExtraSelection()
                selection.cursor, selection.format = cursor, look
                found.append(selection)
                cursor = self.document().find(term, cursor)
        self.setExtraSelections(found)
        return len(found)

    def find_next(self, words: str) -> bool:
        """Select the next place of one of some words and show it; False after the last."""
        self._words = words
        cursor = self._next_place(self.textCursor())
        if cursor.isNull():
            return False
        self.setTextCursor(cursor)
        return True

    @property
    def _terms(self) -> tuple[str, ...]:
        return self._page.looked_for(self._words) if self._page is not None and self._words else ()

    def _next_place(self, after: QTextCursor) -> QTextCursor:
        """The next place of any of the words; a null cursor behind the last."""
        found = [self.document().find(term, after) for term in self._terms]
        there = [cursor for cursor in found if not cursor.isNull()]
        return min(there, key=lambda cursor: cursor.selectionStart(), default=QTextCursor())

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802 - Qt's name
        """A picture of the help, as wide as there is room; nothing from anywhere else."""
        name = QUrl(name)
        path = (self._folder / name.path()).resolve()
        inside = not name.scheme() and path.is_relative_to(self._folder.resolve()) and path.is_file()
        if kind != QTextDocument.ResourceType.ImageResource.value or not inside:
            return None
        if name.path() not in self._pictures:
            self._pictures[name.path()] = QImage(str(path))
        return self._fitted(self._pictures[name.path()])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            for name, picture in self._pictures.items():
                image = QTextDocument.ResourceType.ImageResource.value
                self.document().addResource(image, QUrl(name), self._fitted(picture))
            self.document().markContentsDirty(0, self.document().characterCount())

    def _fitted(self, picture: QImage) -> QImage:
        ratio = self.devicePixelRatioF()
        room = min(self.viewport().width() - 2 * _MARGIN, _WIDEST)
        width = max(min(int(room * ratio), picture.width()), 1)
        fitted = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        fitted.setDevicePixelRatio(ratio)
        return fitted

    def _dress(self, block: QTextBlock) -> None:
        """Space around what Qt leaves tight, and a ground under code; long lines of code go on below."""
        own = block.blockFormat()
        wanted = QTextBlockFormat()
        if own.hasProperty(QTextFormat.Property.BlockCodeFence):
            wanted.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
            wanted.setNonBreakableLines(False)
            wanted.setLeftMargin(12)
            wanted.setTopMargin(0 if _language(block.previous()) == _language(block) else _SPACE_BELOW)
            wanted.setBottomMargin(0 if _language(block.next()) == _language(block) else _SPACE_BELOW)
        elif own.headingLevel():
            wanted.setTopMargin(22 if own.headingLevel() > 1 else 0)
            wanted.setBottomMargin(_SPACE_BELOW)
        elif own.hasProperty(QTextFormat.Property.BlockQuoteLevel):
            wanted.setLeftMargin(24)
            wanted.setRightMargin(24)
        if not own.hasProperty(QTextFormat.Property.BlockCodeFence):
            wanted.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        look = QTextCharFormat()
        if own.hasProperty(QTextFormat.Property.BlockQuoteLevel):
            look.setForeground(QColor(theme.colours().muted))
        elif _language(block) == _SAID_BY_TORCH:
            look.setForeground(QColor(theme.colours().error))
        cursor = QTextCursor(block)
        cursor.mergeBlockFormat(wanted)
        cursor.movePosition(cursor.MoveOperation.EndOfBlock, cursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(look)

    def _tell_address(self, link: QUrl) -> None:
        """Say where a link leads that leaves the program."""
        self.setToolTip(tooltip(link.toString() if link.scheme() == "https" else "") or "")

    def _follow(self, link: QUrl) -> None:
        if link.scheme() in ("https", "http"):
            QDesktopServices.openUrl(link)
        elif not link.scheme():
            self.page_asked.emit(link.path(), link.fragment())


def _language(block: QTextBlock) -> str | None:
    """The language of the code that a block is a line of; None where it is none."""
    own = block.blockFormat()
    fenced = block.isValid() and own.hasProperty(QTextFormat.Property.BlockCodeFence)
    return own.stringProperty(QTextFormat.Property.BlockCodeLanguage) if fenced else None


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


# ---- Where the pages of the help lie.


def docs_folder() -> Path:
    """`docs` beside `resources`, in a checkout and where the program is installed."""
    return theme.RESOURCES.parent / "docs"


# ---- The window.

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
        theme.theme().follow(self._refresh_icons)
        self._refresh_icons()
        self._list("")
        if self.pages:
            self.show_place(next(iter(self.pages)))

    def _lay_out(self) -> None:
        row = horizontal((self.search, 1), self.back, self.forward)
        side = QWidget()
        vertical(row, self.found, (self.contents, 1), of=side, margins=(10, 10, 4, 10))
        splitter = QSplitter()
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(side)
        splitter.addWidget(self.reader)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_SIDE, 800])
        vertical(splitter, of=self, margins=0)
        fit(self, QSize(1130, 760))

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
        if len(self._trail) > 1:
            self._ahead.append(self._trail.pop())
            self._show()

    def go_forward(self) -> None:
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
        self.setColumnHidden(1, not words)
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
