"""Python as it is read best: in colours, never broken inside a token, and copied as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gui.look import theme

KEYWORD, TEXT, NUMBER, COMMENT = "keyword", "text", "number", "comment"
_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    KEYWORD: ("#1a56b8", "#8ab8ff"),
    TEXT: ("#1a6334", "#96d8ab"),
    NUMBER: ("#8f4700", "#f0b37e"),
    COMMENT: ("#5f6877", "#9ba3b1"),
}
"""What a piece of code is painted in, in the light and in the dark theme."""


@dataclass(frozen=True)
class Span:
    """Characters of a line that are of one kind."""

    start: int
    length: int
    kind: str


def spans_of(code: str) -> list[list[Span]]:
    """The coloured pieces of each line of Python; a text over several lines has one in each."""
    lines: list[list[Span]] = [[] for _ in code.split("\n")]
    line = column = 0
    for _place, token, text in import_module("pygments.lexers.python").PythonLexer().get_tokens_unprocessed(code):
        kind = _kind_of(token)
        for place, part in enumerate(text.split("\n")):
            if place:
                line, column = line + 1, 0
            if kind and part:
                lines[line].append(Span(column, len(part), kind))
            column += len(part)
    return lines


def _kind_of(token: Any) -> str:
    kinds = import_module("pygments.token")
    found = {kinds.Keyword: KEYWORD, kinds.Operator.Word: KEYWORD, kinds.String: TEXT, kinds.Number: NUMBER}
    if token in kinds.Comment:
        return COMMENT
    return next((kind for known, kind in found.items() if token in known), "")


def colour_of(kind: str, *, dark: bool) -> str:
    """The colour of a kind of piece, as `#rrggbb`."""
    return _COLOURS[kind][dark]


class _Highlighter(QSyntaxHighlighter):
    """Paints the pieces that were worked out for the whole code: a text may go over several lines."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.lines: list[list[Span]] = []

    def highlightBlock(self, _text: str) -> None:
        number = self.currentBlock().blockNumber()
        for span in self.lines[number] if number < len(self.lines) else ():
            form = QTextCharFormat()
            form.setForeground(QColor(colour_of(span.kind, dark=theme.is_dark())))
            self.setFormat(span.start, span.length, form)


class CodeView(QPlainTextEdit):
    """Read-only code in the monospace font; a line that is longer than the view is scrolled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFont(theme.key_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._highlighter = _Highlighter(self.document())
        theme.theme().follow(self._colour)

    def _colour(self) -> None:
        self._highlighter.rehighlight()

    def show_code(self, code: str) -> None:
        """Show other code; the same stays as it is, scrolled and selected."""
        if code == self.toPlainText():
            return
        self._highlighter.lines = spans_of(code) if code else []
        self.setPlainText(code)
