"""Copies what is said about entries; a great many lines are put together beside the event loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from PySide6.QtGui import QGuiApplication

from core.catalogue.quoting import literal
from core.text import shown
from gui.jobs.latest_job import LatestJob

MANY: Final = 5_000
"""Entries from which on their lines take longer to put together than the window may stand still."""


def copy_lines(text_of: Callable[[int], str], entries: Sequence[int]) -> None:
    """Put one line an entry on the clipboard; many of them get there a moment later.

    A text that would not be seen as it is, or not be one line, is copied as Python writes it: whoever pastes it into a
    terminal must not run what stands behind a line break.
    """
    _copying().ask(lambda _tick: "\n".join([_line(text_of(entry)) for entry in entries]), at_once=len(entries) < MANY)


def copy_table(headings: Sequence[str], cells_of: Callable[[int], Sequence[str]], entries: Sequence[int]) -> None:
    """Put a table on the clipboard as spreadsheets take it: a line an entry, cells parted by tabs, headings above."""

    def lines() -> str:
        rows = (headings, *map(cells_of, entries))
        return "\n".join("\t".join(map(_line, cells)) for cells in rows)

    _copying().ask(lambda _tick: lines(), at_once=len(entries) < MANY)


@cache
def _copying() -> LatestJob:
    """What is copied last is what is on the clipboard in the end."""
    return LatestJob(done=_copy, failed=_fail)


def _line(text: str) -> str:
    return text if shown(text) == text else literal(text)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _fail(error: Exception) -> None:
    raise error
