"""Texts laid out for a terminal, in which a Chinese or Japanese sign takes two columns and a line may end behind it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_PIECE = (
    r"\s+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef][\u3001\u3002\uff09\uff0c\uff1a\uff1b\u300d\u201d]*"
    r"|[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+"
)
"""What a line is made of: blanks, a sign with the marks that must not begin a line, or a word."""


def columns(text: str) -> int:
    """The columns that a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width  # noqa: PLC0415 - English needs none

    return len(text) + sum(east_asian_width(char) in "WF" for char in text)


def padded(text: str, width: int) -> str:
    """The text filled up with blanks."""
    return text + " " * (width - columns(text))


def labelled(label: str, text: str, width: int = 11) -> str:
    """A text behind what it is about, which takes so many columns."""
    return f"{padded(label, width)} {text}"


def flush_right(text: str, width: int) -> str:
    """The text with blanks before it."""
    return " " * (width - columns(text)) + text


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """Rows of cells as lines of a table; the columns numbered in ``right`` are flush right."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        sized = enumerate(zip(row, widths, strict=True))
        cells = (flush_right(*each) if at in right else padded(*each) for at, each in sized)
        yield "  ".join(cells).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """The text as lines of so many columns; what cannot be broken is longer."""
    if columns(text) == len(text):
        from textwrap import wrap  # noqa: PLC0415 - only what is long is wrapped

        return wrap(text, width, break_long_words=False, break_on_hyphens=False)
    from re import findall  # noqa: PLC0415

    lines, line = [], ""
    for piece in findall(_PIECE, " ".join(text.split())):
        if line and columns(line) + columns(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()] if line.strip() else lines
