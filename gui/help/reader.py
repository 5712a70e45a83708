"""One page of the help as it is read: pictures as wide as there is room, found words marked, links between pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from gui.help.model import HelpPage, for_browser, is_named
from gui.look import theme
from gui.look.plain_text import tooltip

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
        theme.theme().changed.connect(self.refresh)

    def show_page(self, page: HelpPage, heading: str = "") -> None:
        """Show a page from its top, or from a heading."""
        if page is not self._page:
            self._page = page
            self.refresh()
        self.go_to(heading)

    def refresh(self) -> None:
        """Draw again in the colours of the theme."""
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
                lines = QTextTableFormat(frame.format().toTableFormat())
                lines.setBorderBrush(QColor(theme.colours().border))
                frame.setFormat(lines)
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
        """Pictures follow the width."""
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
